/** One exchange of a book with its circle. A version is written over only by who has read it; else both are kept. */

import { ApiError } from "../api";
import { me } from "../people/guest.svelte";
import type { BookContent, SharedBook } from "../protocol";
import type { Book, Shared } from "./guard";
import { NOTHING, same } from "./history";

/** What came of it, where there is something to tell. */
export type News = "theirs" | "both_kept" | "gone";

export interface Outcome {
  /** What the circle's version is now; null: the book is shared no longer; undefined: nothing is known. */
  readonly shared?: Shared | null;
  /** The content as the circle has it, where that is to be taken over. */
  readonly content: BookContent | null;
  /** What is here and cannot be there. */
  readonly apart: BookContent | null;
  readonly news: News | null;
  /** Why it did not happen; an id with words. */
  readonly problem: string | null;
}

const NOTHING_NEW: Outcome = { content: null, apart: null, news: null, problem: null };

export class Exchange {
  constructor(
    private readonly book: Book,
    private readonly shared: Shared,
  ) {}

  async run(): Promise<Outcome> {
    try {
      return this.shared.ahead ? await this.#tell() : await this.#hear();
    } catch (error) {
      return { ...NOTHING_NEW, problem: error instanceof ApiError ? error.reason : "internal" };
    }
  }

  get #path(): string {
    return `/api/circles/${this.shared.circle}/books/${this.book.id}`;
  }

  async #tell(): Promise<Outcome> {
    const { version } = this.shared;
    try {
      return this.#take(await me.ask<SharedBook>("PUT", this.#path, { version, content: this.book.content }), null);
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === "book_changed")) throw error;
    }
    const theirs = await this.#theirs();
    if (theirs === null) return { ...NOTHING_NEW, shared: null, news: "gone" };
    if (same(theirs.content, this.book.content)) return this.#take(theirs, null);
    return { ...this.#take(theirs, "both_kept"), apart: this.book.content };
  }

  async #hear(): Promise<Outcome> {
    const theirs = await this.#theirs();
    if (theirs === null) return { ...NOTHING_NEW, shared: null, news: "gone" };
    if (theirs.version === this.shared.version) return NOTHING_NEW;
    return this.#take(theirs, "theirs");
  }

  async #theirs(): Promise<SharedBook | null> {
    try {
      return await me.ask<SharedBook>("GET", this.#path);
    } catch (error) {
      if (error instanceof ApiError && error.reason === "unknown_book") return null;
      throw error;
    }
  }

  #take({ version, content }: SharedBook, news: News | null): Outcome {
    return { ...NOTHING_NEW, shared: { circle: this.shared.circle, version, ahead: false }, content, news };
  }
}

/** A book of a circle, to be kept on this phone as well. Throws `ApiError`. */
export async function takeOver(circle: string, id: string): Promise<Book> {
  const { version, content, at } = await me.ask<SharedBook>("GET", `/api/circles/${circle}/books/${id}`);
  return { id, content, history: NOTHING, shared: { circle, version, ahead: false }, at };
}
