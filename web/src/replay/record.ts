/** A record as the server hands it out (docs/record.md), as far as it is shown or checked here. */

import { bytes, deal, mix } from "../company/verify";

export interface HandRecord {
  readonly match: string;
  readonly hand: number;
  readonly seats: readonly [string, string, string, string];
  readonly dealer: number;
  readonly seed: string;
  readonly commitment: string;
  readonly dice: readonly [number, number, number, number];
  readonly wall: string;
  readonly secret?: string;
  readonly seeds?: readonly string[];
}

/** The same hand without a word on who played it and in which match. */
export function anonymous(record: HandRecord): HandRecord {
  return { ...record, match: "", seats: ["", "", "", ""] };
}

/** What its file is called: the match, as far as a file may be called so, and the hand. */
export function fileName({ match, hand }: HandRecord): string {
  const name = match.replace(/[^\w-]/g, "").slice(0, 16);
  return `${["wuyi", name, hand].filter(Boolean).join("-")}.json`;
}

/** Whether commitment, wall and dice follow from what the record shows; null where it cannot be computed. */
export async function verifyRecord(record: HandRecord): Promise<boolean | null> {
  if (record.seed === "" || crypto.subtle === undefined) return null;
  const shown = bytes(record.secret || record.seed);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", shown));
  if (bytes(record.commitment).join() !== digest.join()) return false;
  const seed = record.secret ? await mix(shown, record.hand, record.seeds ?? []) : shown;
  const { wall, dice } = await deal(seed, record.dealer);
  return wall.join("") === record.wall && dice.join() === record.dice.join();
}
