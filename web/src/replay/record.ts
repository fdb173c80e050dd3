/** A record as the server hands it out (docs/record.md), as far as it is shown or checked here. */

import type { Event, Ruleset } from "../protocol";

export interface HandRecord {
  readonly match: string;
  readonly hand: number;
  readonly rules: Ruleset;
  readonly rules_hash: string;
  readonly seats: readonly [string, string, string, string];
  readonly dealer: number;
  readonly seed: string;
  readonly commitment: string;
  readonly dice: readonly [number, number, number, number];
  readonly wall: string;
  readonly turned: string;
  readonly before: readonly number[];
  readonly events: readonly Event[];
  readonly after: readonly number[];
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
