/** The books in the browser's storage: each one entry of its own, with the version before beside it. */

import { isBook, type Book } from "./guard";

const BOOK = "wuyi.book.";
const BEFORE = "wuyi.book-before.";
const DAMAGED = "wuyi.book-damaged.";
const AWAY = "wuyi.book-away.";
const KEPT_AWAY = 10;
const FORMAT = 1;

/** Under which key a book is kept. */
export const keyOf = (id: string): string => BOOK + id;

/** The ids of all books. */
export const bookIds = (): string[] => idsOf(BOOK);

export interface Opened {
  readonly book: Book;
  /** The last version could not be read: this is the one before it. */
  readonly mended: boolean;
}

/** The book as it was last kept; null if there is none that can be read. What cannot be read is set aside. */
export function openBook(id: string): Opened | null {
  const kept = stored(BOOK + id);
  const book = read(kept, id);
  if (book !== null) return { book, mended: false };
  if (kept !== null) put(DAMAGED + id, kept);
  const before = read(stored(BEFORE + id), id);
  return before === null ? null : { book: before, mended: kept !== null };
}

/** Keep the book; false if the browser keeps nothing, or no more. */
export function keepBook(book: Book): boolean {
  const kept = stored(BOOK + book.id);
  if (kept !== null && read(kept, book.id) !== null) put(BEFORE + book.id, kept);
  return put(BOOK + book.id, JSON.stringify({ format: FORMAT, book }));
}

/** Put the book away; it can be had back until as many others have been put away after it. */
export function putAway(id: string): void {
  const kept = stored(BOOK + id);
  if (kept !== null) put(AWAY + id, kept);
  for (const prefix of [BOOK, BEFORE, DAMAGED]) remove(prefix + id);
  for (const one of booksAway().slice(KEPT_AWAY)) remove(AWAY + one.id);
}

/** The books put away, the last changed first. */
export function booksAway(): Book[] {
  return idsOf(AWAY)
    .map((id) => read(stored(AWAY + id), id))
    .filter((book) => book !== null)
    .toSorted((a, b) => b.at - a.at);
}

/** The book back among the others. */
export function bringBack(id: string): void {
  const kept = stored(AWAY + id);
  if (kept !== null && put(BOOK + id, kept)) remove(AWAY + id);
}

/** An id that no other book has: 96 bits by luck. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read(text: string | null, id: string): Book | null {
  if (text === null) return null;
  try {
    const { format, book } = JSON.parse(text) as { format?: unknown; book?: unknown };
    return format === FORMAT && isBook(book) && book.id === id ? book : null;
  } catch {
    return null;
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function put(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function idsOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing is kept there is nothing to remove.
  }
}
