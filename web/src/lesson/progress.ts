/** How far this browser has come in the lesson. Nothing kept: a newcomer, who is offered it once. */

import { load, save } from "../storage";

const KEY = "wuyi.lesson";

export interface Progress {
  /** The scene to go on with. */
  readonly at: number;
  /** It was gone through, or is not wanted. */
  readonly done: boolean;
}

export function progress(): Progress | null {
  const kept = load<Partial<Progress>>(KEY);
  if (kept === null) return null;
  return { at: Number.isInteger(kept.at) ? Math.max(0, kept.at!) : 0, done: kept.done === true };
}

export function keepProgress(at: number, done: boolean): void {
  save(KEY, { at, done } satisfies Progress);
}
