/**
 * A discard that the hand waited for and could not win with, where the table has gone on at once: no state then
 * stops at it to say why.
 */

import { reasonText, t, tileName } from "../i18n";
import type { State } from "../protocol";
import { refusalText } from "./refusal";

const SHOWN_MS = 6_000;

class Missed {
  /** Why not, for as long as it is worth showing. */
  words = $state<string | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `now` has followed `before`. What is to be said of the discard between them, or null. */
  see(before: State | null, now: State): string | null {
    const words = before === null ? null : missedWords(before, now);
    if (words !== null) {
      clearTimeout(this.#timer);
      this.words = words;
      this.#timer = setTimeout(() => (this.words = null), SHOWN_MS);
    }
    return words;
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.words = null;
  }
}

export const missed = new Missed();

/** Why the discard between two states did not win for this seat, if it waited for it and is not asked about it. */
export function missedWords(before: State, now: State): string | null {
  const [first] = now.events;
  const { seat, phase, result } = now.view;
  if (first?.type !== "discarded" || first.seat === seat || seat === null || phase === "claim" || result !== null) return null;
  const wait = before.waits.find(({ tile }) => tile === first.tile);
  if (wait === undefined) return null;
  const locked = before.view.seats.some((each) => each.locked);
  const reason = wait.discarded === null ? wait.reason : locked ? "caishen_lock" : null;
  if (reason === null) return null;
  // Which fans there would be is not known here.
  const why = reason === "too_few_fan" ? reasonText(reason) : refusalText(before, { reason, fans: [], suits: "" });
  return t("waits.missed", { tile: tileName(wait.tile), reason: why });
}
