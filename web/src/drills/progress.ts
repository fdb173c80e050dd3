/** What this browser remembers of drills: how today's went, and for how many days in a row all were answered. */

import type { DailyDrill } from "../protocol";
import { load, save } from "../storage";

const KEY = "wuyi.drills";

export interface Answered {
  /** The tile thrown, the claim made (`choice.keyOf`), or the fan named. */
  readonly choice: string;
  readonly right: boolean;
}

export interface Progress {
  /** Which day the answers are of; 0: none yet. */
  readonly day: number;
  /** By the id of the card. */
  readonly answers: Readonly<Record<string, Answered>>;
  /** The last day all of whose cards were answered, and how many such days there are in a row. */
  readonly last: number;
  readonly streak: number;
  readonly longest: number;
  /** Of all cards ever answered. */
  readonly done: number;
  readonly right: number;
}

const NOTHING: Progress = { day: 0, answers: {}, last: 0, streak: 0, longest: 0, done: 0, right: 0 };

export function progress(): Progress {
  return { ...NOTHING, ...load<Partial<Progress>>(KEY) };
}

export function keepProgress(now: Progress): void {
  save(KEY, now);
}

/** How many days in a row, as it stands on day `number`: one day may still be to come, a day left out ends it. */
export function streakOn({ last, streak }: Progress, number: number): number {
  return last >= number - 1 ? streak : 0;
}

/** After one answer more. */
export function counted(before: Progress, { right }: Answered): Progress {
  return { ...before, done: before.done + 1, right: before.right + Number(right) };
}

/** After an answer to a card of the day's, which counts once. */
export function answeredDaily(before: Progress, drill: DailyDrill, id: string, answer: Answered): Progress {
  const answers = before.day === drill.number ? before.answers : {};
  if (id in answers) return before;
  const now = { ...counted(before, answer), day: drill.number, answers: { ...answers, [id]: answer } };
  const complete = drill.cards.every((card) => card.id in now.answers);
  if (!complete || now.last === drill.number) return now;
  const streak = streakOn(before, drill.number) + 1;
  return { ...now, last: drill.number, streak, longest: Math.max(before.longest, streak) };
}
