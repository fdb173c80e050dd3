/** A hand that was begun: kept, so that neither a sheet closed by a slip nor a phone that slept loses it. */

import { forget, load, save } from "../storage";
import type { Draft } from "./draft";
import { isDraft, type Book } from "./guard";

const BEGUN = "wuyi.book-begun";

interface Begun {
  readonly book: string;
  /** How many entries stood before it: it is no other hand than the next. */
  readonly index: number;
  readonly draft: Draft;
}

/** What was begun of the book's next hand, if anything. */
export function begunOf(book: Book): Draft | null {
  const kept = load<Partial<Begun>>(BEGUN);
  if (kept?.book !== book.id || kept.index !== book.content.entries.length) return null;
  return isDraft(kept.draft) ? kept.draft : null;
}

/** Keep what was begun; null: nothing any more. */
export function keepBegun(book: Book, draft: Draft | null): void {
  if (draft === null) forget(BEGUN);
  else save(BEGUN, { book: book.id, index: book.content.entries.length, draft } satisfies Begun);
}
