/** A question as the part of an address behind `#`, under the names of the request (docs/score.md). */

import { DEFAULT_RULES } from "../lobby/rules";
import type { Ruleset, Won } from "../protocol";
import { screen } from "../screen.svelte";
import { isTile } from "../tiles";
import { EMPTY, FLAGS, formatTiles, readTiles, size, WAYS, WHOLE, winningIndex, type Question, type Way } from "./question";

const SEATS = ["winner", "dealer", "discarder", "liable"] as const;
const MOST_FLOWN = 3;

/** What is as it is in an empty question is left out. */
export function toHash(question: Question): string {
  const fields: [string, string][] = [];
  const winning = winningIndex(question);
  const hand = winning === null ? question.concealed : question.concealed.toSpliced(winning, 1);
  if (hand.length > 0) fields.push(["hand", formatTiles(hand)]);
  if (winning !== null) fields.push(["tile", question.concealed[winning]!]);
  if (question.caishen !== null) fields.push(["caishen", question.caishen]);
  if (question.melds.length > 0) fields.push(["melds", question.melds.join("")]);
  if (question.way !== EMPTY.way) fields.push(["way", question.way]);
  for (const flag of FLAGS) if (question[flag]) fields.push([flag, "1"]);
  if (question.flown > 0) fields.push(["flown", String(question.flown)]);
  for (const seat of SEATS) if (question[seat] !== EMPTY[seat]) fields.push([seat, String(question[seat])]);
  const house = changed(question.rules);
  if (Object.keys(house).length > 0) fields.push(["rules", JSON.stringify(house)]);
  return fields.map(([name, value]) => `${name}=${plain(value)}`).join("&");
}

/** The question of an address; what cannot be read there is as in an empty one. */
export function fromHash(hash: string): Question {
  const fields = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const text = (name: string): string => (fields.get(name) ?? "").slice(0, 400);
  const tile = text("tile");
  const caishen = text("caishen");
  const flown = Number(text("flown"));
  const question: Question = {
    ...EMPTY,
    concealed: [...(readTiles(text("hand")) ?? []), ...(isTile(tile) ? [tile] : [])],
    caishen: isTile(caishen) ? caishen : null,
    melds: [...text("melds").matchAll(/\[[^\])]+\]|\([^\])]+\)/g)].map(([meld]) => meld).filter(isMeld),
    way: (WAYS as readonly string[]).includes(text("way")) ? (text("way") as Way) : EMPTY.way,
    flown: Number.isInteger(flown) && flown >= 0 && flown <= MOST_FLOWN ? flown : 0,
    rules: rulesOf(text("rules")),
    ...Object.fromEntries(FLAGS.map((flag) => [flag, ["1", "true"].includes(text(flag))])),
    ...Object.fromEntries(SEATS.map((seat) => [seat, /^[0-3]$/.test(text(seat)) ? Number(text(seat)) : EMPTY[seat]])),
  };
  return size(question) <= WHOLE ? question : { ...question, concealed: [], melds: [] };
}

/** Open the calculator on a question, such as a hand of a replay, to which one comes back. */
export function openCalculator(question: Question): void {
  screen.over(`/c#${toHash(question)}`);
}

/** The question behind a settlement. A 飘 and what else the table alone knows is read off the fans. */
export function questionOf(won: Won, caishen: string, dealer: number, rules: Ruleset): Question {
  const named = (id: string): number => won.fans.find(([fan]) => fan === id)?.[1] ?? 0;
  return {
    ...EMPTY,
    caishen,
    concealed: [...won.tiles, won.tile],
    melds: won.melds,
    way: won.way as Way,
    after_kong: named("gangkai") > 0 || named("gangbao") > 0,
    last_tile: named("haidilao") > 0,
    kong_discard: named("gangchong") > 0,
    heavenly: named("tianhu") > 0,
    earthly: named("dihu") > 0,
    flown: named("caipiao"),
    winner: won.seat,
    dealer,
    discarder: won.source,
    liable: won.liable,
    rules,
  };
}

/** Three or four tiles in brackets; whether they are a meld the server says. */
function isMeld(text: string): boolean {
  return [3, 4].includes(readTiles(text.slice(1, -1))?.length ?? 0);
}

/** The rules that are others than by default. The number of hands is none of a single one. */
function changed(rules: Ruleset): Partial<Ruleset> {
  const names = (Object.keys(DEFAULT_RULES) as (keyof Ruleset)[]).filter((name) => name !== "hands" && rules[name] !== DEFAULT_RULES[name]);
  return Object.fromEntries(names.map((name) => [name, rules[name]]));
}

/** Of what an address says only what has the type it should have; the server sees to the rest. */
function rulesOf(text: string): Ruleset {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return DEFAULT_RULES;
  }
  if (typeof said !== "object" || said === null) return DEFAULT_RULES;
  const known = Object.entries(said).filter(
    ([name, value]) => name in DEFAULT_RULES && (name === "fan_cap" ? typeof value === "number" : typeof value === typeof DEFAULT_RULES[name as keyof Ruleset]),
  );
  return { ...DEFAULT_RULES, ...Object.fromEntries(known) };
}

/** Brackets, quotes and commas may stand in an address as they are, and can be read there. */
function plain(value: string): string {
  return encodeURIComponent(value).replace(/%(5B|5D|28|29|3A|2C|7B|7D)/g, decodeURIComponent);
}
