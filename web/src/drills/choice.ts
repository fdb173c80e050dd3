/** A card that asks what to do: its alternatives, and how they are said and kept. */

import type { Action, ChoiceCard, Played } from "../protocol";
import { same } from "../review/saying";

/** How the alternatives of a claim are ordered, whichever is best. */
const ORDER: readonly Action["type"][] = ["pass", "chow", "pung", "kong"];

/** An action in a word, as an answer is kept: the tile of a discard, else "pass" or "chow 4m 5m". */
export function keyOf(action: Action): string {
  if (action.type === "discard") return action.tile;
  return action.type === "chow" ? ["chow", ...action.tiles].join(" ") : action.type;
}

/** What may be done with a discard that another seat threw; nothing where it is one's own turn. */
export function claims({ view, decision }: ChoiceCard): readonly Action[] {
  if (view.phase !== "claim") return [];
  const place = (action: Action): string => `${ORDER.indexOf(action.type)} ${keyOf(action)}`;
  return decision.options.map(({ action }) => action).toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

export const isBest = (card: ChoiceCard, key: string): boolean => card.best.some((action) => keyOf(action) === key);

export function actionOf(card: ChoiceCard, key: string): Action {
  return claims(card).find((action) => keyOf(action) === key) ?? { type: "discard", seat: 0, tile: key };
}

/** What an action came to where it was played out. */
export function playedOf(card: ChoiceCard, action: Action): Played | null {
  return card.played.find((each) => same(each.action, action)) ?? null;
}

/** The best of what is not right, where it was played out. */
export function nextBest(card: ChoiceCard): Played | null {
  return card.played.find((each) => !isBest(card, keyOf(each.action))) ?? null;
}
