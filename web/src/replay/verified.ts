/**
 * A record checked by this browser: rules, deal, turned tile, every tile drawn and the totals follow from what the
 * record itself shows (docs/record.md). What may be done and what a hand is worth are the rules': the server's part.
 */

import { bytes, commitmentOf, deal, isLuck, mix, places, turnedPlace } from "../company/verify";
import type { HandRecord } from "./record";

/** `unproven`: there is no seed. `unavailable`: this browser cannot compute. `place`: the first difference, as the server would say it. */
export type Verdict = "holds" | "unproven" | "unavailable" | { readonly place: string };

type Check = readonly [what: string, recorded: unknown, replayed: unknown];

export async function verifyRecord(record: HandRecord): Promise<Verdict> {
  if (crypto.subtle === undefined) return "unavailable";
  for await (const [what, recorded, replayed] of checks(record)) {
    const [mine, its] = [JSON.stringify(recorded), JSON.stringify(replayed)];
    if (mine !== its) return { place: `${what}: recorded ${mine}, replayed ${its}` };
  }
  return record.seed === "" ? "unproven" : "holds";
}

async function* checks(record: HandRecord): AsyncGenerator<Check> {
  const { rules, dice, wall, events, before, after } = record;
  yield ["rules_hash", record.rules_hash, await rulesHash(rules)];
  yield ["before", sum(before), 0];
  yield* luck(record);
  const turned = turnedPlace(dice);
  yield ["turned", record.turned, tileAt(wall, turned)];
  const next = places(turned);
  for (const [number, event] of events.entries()) {
    if (event.type === "drawn") yield [`event ${number}`, event.tile, tileAt(wall, next(event.replacement))];
  }
  const end = events.at(-1);
  const paid = end?.type === "won" ? end.payments : [0, 0, 0, 0];
  yield ["after", after, before.map((total, seat) => total + paid[seat]!)];
  yield ["after", sum(after), 0];
  if (end?.type === "won" || end?.type === "exhausted") yield [`event ${events.length - 1}`, end.scores, after];
}

/** That the deal is the one its luck makes, and the luck the one that was committed to. */
async function* luck({ hand, dealer, seed, commitment, dice, wall, secret, seeds }: HandRecord): AsyncGenerator<Check> {
  if (seed === "") {
    yield ["commitment", commitment, ""];
    return;
  }
  for (const [what, text] of [["seed", seed], ["commitment", commitment], ["secret", secret ?? seed]] as const) yield [what, isLuck(text), true];
  yield ["commitment", commitment, await commitmentOf(secret ?? seed)];
  if (secret !== undefined) {
    yield ["seeds", seeds?.map((text) => text === "" || isLuck(text)), [true, true, true, true]];
    yield ["seed", seed, await mix(bytes(secret), hand, seeds!)];
  }
  const dealt = await deal(bytes(seed), dealer);
  if (hand === 1) yield ["dealer", dealer, dealt.first];
  yield ["dice", dice, dealt.dice];
  for (const [index, tile] of dealt.wall.entries()) yield [`wall, index ${index}`, tileAt(wall, index), tile];
  yield ["wall", wall.length, 272];
}

function tileAt(wall: string, index: number): string {
  return wall.slice(2 * index, 2 * index + 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function rulesHash(rules: HandRecord["rules"]): Promise<string> {
  const text = `wuyi-rules-1:${JSON.stringify(rules, Object.keys(rules).toSorted())}`;
  return (await commitmentOf(new TextEncoder().encode(text))).slice(0, 12);
}
