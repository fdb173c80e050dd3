/** Changes of a book that can be taken back, and nothing of which is lost. */

import type { BookContent, BookEntry } from "../protocol";

export type Head = Omit<BookContent, "entries">;

/** What was changed: some fields of the head, or a stretch of the entries by another. */
export type Change =
  | { readonly at: number; readonly what: "head"; readonly before: Partial<Head>; readonly after: Partial<Head> }
  | { readonly at: number; readonly what: "entries"; readonly index: number; readonly removed: readonly BookEntry[]; readonly inserted: readonly BookEntry[] };

export interface History {
  readonly done: readonly Change[];
  /** The last undone first. */
  readonly undone: readonly Change[];
}

export const NOTHING: History = { done: [], undone: [] };

/** So many changes can be taken back; a long evening has some hundreds. */
export const KEPT_CHANGES = 2_000;

export function apply(content: BookContent, change: Change): BookContent {
  if (change.what === "head") return { ...content, ...change.after };
  return { ...content, entries: content.entries.toSpliced(change.index, change.removed.length, ...change.inserted) };
}

export function inverse(change: Change): Change {
  if (change.what === "head") return { ...change, before: change.after, after: change.before };
  return { ...change, removed: change.inserted, inserted: change.removed };
}

/** The history with one more change. What had been undone stays: as done, and taken back. */
export function note(history: History, change: Change): History {
  const redone = history.undone;
  const back = redone.toReversed().map(inverse);
  return { done: [...history.done, ...redone, ...back, change].slice(-KEPT_CHANGES), undone: [] };
}

export interface Versioned {
  readonly content: BookContent;
  readonly history: History;
}

export function undo({ content, history }: Versioned): Versioned {
  const last = history.done.at(-1);
  if (last === undefined) return { content, history };
  return { content: apply(content, inverse(last)), history: { done: history.done.slice(0, -1), undone: [last, ...history.undone] } };
}

export function redo({ content, history }: Versioned): Versioned {
  const [next, ...rest] = history.undone;
  if (next === undefined) return { content, history };
  return { content: apply(content, next), history: { done: [...history.done, next], undone: rest } };
}

/** The changes that make `to` of `from`; none if they are alike. */
export function difference(from: BookContent, to: BookContent, at: number): Change[] {
  const changes: Change[] = [];
  const { entries: _, ...head } = to;
  const names = (Object.keys(head) as (keyof Head)[]).filter((name) => !same(from[name], to[name]));
  if (names.length > 0) {
    const pick = (content: BookContent): Partial<Head> => Object.fromEntries(names.map((name) => [name, content[name]]));
    changes.push({ at, what: "head", before: pick(from), after: pick(to) });
  }
  const shorter = Math.min(from.entries.length, to.entries.length);
  let start = 0;
  while (start < shorter && same(from.entries[start], to.entries[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(from.entries.at(-1 - end), to.entries.at(-1 - end))) end += 1;
  const removed = from.entries.slice(start, from.entries.length - end);
  const inserted = to.entries.slice(start, to.entries.length - end);
  if (removed.length + inserted.length > 0) changes.push({ at, what: "entries", index: start, removed, inserted });
  return changes;
}

/** Alike in every field, in whatever order they stand. */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => same(a[name as keyof typeof a], b[name as keyof typeof b]));
}
