/** What a review says, in words. */

import { w as a } from "../advice/words";
import { t, tileName, type Key } from "../i18n";
import type { Action, Review, ReviewedDecision, ReviewMoment, Weighed } from "../protocol";
import { w } from "./words";

export const same = (one: Action, other: Action): boolean => JSON.stringify(one) === JSON.stringify(other);

/** "打七万", "吃五万六万", "不要". */
export function actionWords(action: Action): string {
  switch (action.type) {
    case "discard":
      return a("discard", { tile: tileName(action.tile) });
    case "chow":
      return w("chow", { tiles: action.tiles.map(tileName).join(" ") });
    case "concealed_kong":
    case "added_kong":
      return w("kong", { tile: tileName(action.tile) });
    case "pass":
      return w("pass");
    default:
      return t(`action.${action.type}` as Key);
  }
}

/** The tiles an action is drawn with. */
export function tilesOf(action: Action): readonly string[] {
  if (action.type === "chow") return action.tiles;
  return "tile" in action ? [action.tile] : [];
}

/** Points to be read: whole from ten on, with a tenth below. */
export function points(value: number): string {
  const size = Math.abs(value);
  return size >= 9.95 ? String(Math.round(size)) : size.toFixed(1);
}

export const plusMinus = (value: number): string => (value > 0 ? "+" : value < 0 ? "−" : "") + points(value);

/** What was lost and how sure that is. */
export function lossWords({ loss, error }: ReviewedDecision): string {
  return w("loss", { points: points(loss), error: points(error) });
}

export function betterWords({ best, why }: ReviewedDecision): string {
  return why === null ? actionWords(best) : w("better", { action: actionWords(best), why: w(`why.${why}`) });
}

export function wayWords({ target, lacking, left }: Weighed): string {
  if (target === null || lacking === null) return "";
  const words = a(`target.${target}` as "target.pairs");
  return lacking === 1 ? a("waiting", { target: words, left }) : a("way", { target: words, lacking, left });
}

export function momentWords(moment: ReviewMoment, { decisions }: Review): string {
  if (moment.kind === "luck") return w(moment.points > 0 ? "moment.luck" : "moment.bad_luck", { points: points(moment.points) });
  const decision = decisions[moment.decision ?? -1]!;
  if (moment.kind === "find") return w("moment.find", { action: actionWords(decision.taken), advised: actionWords(decision.advised), points: points(moment.points) });
  return w("moment.loss", { action: actionWords(decision.taken), best: actionWords(decision.best), points: points(moment.points) });
}

/** The decisions that lost something for sure, in order. */
export const losses = (review: Review): readonly ReviewedDecision[] => review.decisions.filter(({ shown }) => shown);
