/** The computer players a person may choose, the weakest first, and those this browser chose last. */

import { load, save } from "../storage";
import { w } from "./words";

export const LEVELS = ["novice", "greedy", "value", "ev"] as const;
export type Level = (typeof LEVELS)[number];
export type Opponents = readonly [Level, Level, Level];

const KEY = "wuyi.levels";
const USUAL: Level = "greedy";

const isLevel = (bot: unknown): bot is Level => LEVELS.some((level) => level === bot);

/** What a computer player is called; one that is no level (a server may have others) goes by its id. */
export const levelName = (bot: string): string => (isLevel(bot) || bot === "random" ? w(`level.${bot}`) : bot);

export const levelChoices = (): { value: Level; label: string }[] => LEVELS.map((value) => ({ value, label: levelName(value) }));

/** Seat by seat from the next player on. */
export function keptOpponents(): Opponents {
  const kept = load<unknown>(KEY);
  const [right, across, left] = (Array.isArray(kept) ? kept : []).map((bot) => (isLevel(bot) ? bot : USUAL));
  return [right ?? USUAL, across ?? USUAL, left ?? USUAL];
}

export function keepOpponents(opponents: Opponents): void {
  save(KEY, opponents);
}
