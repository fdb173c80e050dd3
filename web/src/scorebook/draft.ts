/** A hand being written down, before all of it is known. */

import type { BookHand } from "../protocol";

export interface DraftWin {
  readonly who: number | null;
  readonly fan: number | null;
  readonly liable: number | null;
}

export interface Draft {
  /** 黄庄. */
  readonly nobody: boolean;
  readonly wins: readonly DraftWin[];
  readonly source: number | null;
  readonly dealer: number;
}

const BLANK: DraftWin = { who: null, fan: null, liable: null };

export function draftOf(hand: BookHand | null, dealer: number): Draft {
  if (hand === null) return { nobody: false, wins: [BLANK], source: null, dealer };
  return { nobody: hand.wins.length === 0, wins: hand.wins.length === 0 ? [BLANK] : hand.wins, source: hand.source, dealer };
}

/** Nothing has been said of the hand yet. due: who deals by the rules. */
export function isBlank({ nobody, wins, source, dealer }: Draft, due: number): boolean {
  const [first, ...others] = wins;
  return !nobody && source === null && dealer === due && others.length === 0 && first?.who === null && first.fan === null;
}

/** This row's win is somebody's. Who wins has not discarded, nor pays all for it. */
export function withWinner(draft: Draft, row: number, who: number | "else"): Draft {
  if (who === "else") return { ...draft, nobody: true, source: null, wins: [BLANK] };
  const wins = draft.wins.map((win, i) => (i === row ? { ...win, who, liable: win.liable === who ? null : win.liable } : win));
  return { ...draft, nobody: false, wins, source: draft.source === who ? null : draft.source };
}

/** Who discarded; "else": it was drawn, so that one alone won. */
export function withSource(draft: Draft, source: number | "else"): Draft {
  return source === "else" ? { ...draft, source: null, wins: draft.wins.slice(0, 1) } : { ...draft, source };
}

export function withFan(draft: Draft, row: number, fan: number): Draft {
  return { ...draft, wins: draft.wins.map((win, i) => (i === row ? { ...win, fan } : win)) };
}

export function withLiable(draft: Draft, row: number, liable: number | "else"): Draft {
  return { ...draft, wins: draft.wins.map((win, i) => (i === row ? { ...win, liable: liable === "else" ? null : liable } : win)) };
}

export function withAnother(draft: Draft): Draft {
  return { ...draft, wins: [...draft.wins, BLANK] };
}

export function without(draft: Draft, row: number): Draft {
  return { ...draft, wins: draft.wins.filter((_, i) => i !== row) };
}

/** The hand, once enough is known. due: who deals by the rules. */
export function handOf(draft: Draft, due: number, at: number): BookHand | null {
  const dealer = draft.dealer === due ? null : draft.dealer;
  if (draft.nobody) return { type: "hand", at, wins: [], source: null, dealer };
  const wins = draft.wins.flatMap(({ who, fan, liable }) => (who === null || fan === null ? [] : [{ who, fan, liable }]));
  if (wins.length < draft.wins.length) return null;
  return { type: "hand", at, wins, source: draft.source, dealer };
}
