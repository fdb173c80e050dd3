/** The books of this browser and the one that is open. Every change is kept at once and can be taken back. */

import { DEFAULT_RULES } from "../lobby/rules";
import type { BookContent, BookEntry } from "../protocol";
import { forget, load, save } from "../storage";
import { Exchange, type News } from "./exchange";
import type { Book } from "./guard";
import { apply, difference, note, NOTHING, redo, undo, type Change, type Head, type Versioned } from "./history";
import { bookIds, booksAway, bringBack, keepBook, keyOf, newId, openBook, putAway } from "./library";
import { reckon, type Four } from "./ledger";

const OPEN = "wuyi.book-open";

/** A pause in which more changes may come, before the circle is told. */
const SETTLED = 1_200;

/** What the page tells about the open book; an id with words. */
export type Notice = "mended" | "not_kept" | News | null;

export const now = (): number => Math.floor(Date.now() / 1000);

class Books {
  all = $state.raw<readonly Book[]>([]);
  away = $state.raw<readonly Book[]>([]);
  open = $state.raw<Book | null>(null);
  notice = $state<Notice>(null);
  /** Of the exchange with the circle. */
  busy = $state(false);
  problem = $state<string | null>(null);

  readonly ledger = $derived(this.open === null ? null : reckon(this.open.content));

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look into the storage, and open the book that was open last. */
  start(): () => void {
    this.look();
    const last = load<string>(OPEN);
    if (this.open === null && typeof last === "string") this.openOne(last);
    const seen = (event: StorageEvent): void => this.#seen(event);
    const online = (): void => void this.exchange();
    addEventListener("storage", seen);
    addEventListener("online", online);
    return () => {
      removeEventListener("storage", seen);
      removeEventListener("online", online);
      clearTimeout(this.#timer);
    };
  }

  look(): void {
    this.all = bookIds()
      .map((id) => openBook(id)?.book)
      .filter((book) => book !== undefined)
      .toSorted((a, b) => b.at - a.at);
    this.away = booksAway();
  }

  create(head: Partial<Head>): void {
    const content: BookContent = { title: "", names: ["", "", "", ""], order: [0, 1, 2, 3], dealer: 0, rules: DEFAULT_RULES, entries: [], ...head };
    this.add({ id: newId(), content, history: NOTHING, shared: null, at: now() });
  }

  /** Keep a new book and open it. */
  add(book: Book): void {
    this.#keep(book);
    this.look();
    this.openOne(book.id);
  }

  openOne(id: string): void {
    const opened = openBook(id);
    this.problem = null;
    this.open = opened?.book ?? null;
    this.notice = opened?.mended ? "mended" : null;
    if (opened === null) return;
    save(OPEN, id);
    void this.exchange();
  }

  close(): void {
    forget(OPEN);
    this.open = null;
    this.notice = null;
    this.look();
  }

  /** The circle keeps its own. */
  putAway(id: string): void {
    putAway(id);
    if (this.open?.id === id) this.close();
    else this.look();
  }

  bringBack(id: string): void {
    bringBack(id);
    this.look();
  }

  // --- changes of the open book --------------------------------------------------------------

  addEntry(entry: BookEntry): void {
    this.#splice(this.open?.content.entries.length ?? 0, 0, [entry]);
  }

  replaceEntry(index: number, entry: BookEntry): void {
    this.#splice(index, 1, [entry]);
  }

  removeEntry(index: number): void {
    this.#splice(index, 1, []);
  }

  setHead(after: Partial<Head>): void {
    if (this.open === null) return;
    const { content } = this.open;
    for (const change of difference(content, { ...content, ...after }, now())) this.#change(change);
  }

  /** Others sit elsewhere from now on, or, before the first hand, from the beginning. */
  seat(order: Four<number>): void {
    if (this.ledger === null || this.open === null) return;
    const { entries } = this.open.content;
    const last = entries.at(-1);
    if (entries.length === 0) this.setHead({ order });
    else if (last?.type === "move") this.replaceEntry(entries.length - 1, { ...last, order });
    else this.addEntry({ type: "move", at: now(), order });
  }

  undo(): void {
    this.#turn(undo);
  }

  redo(): void {
    this.#turn(redo);
  }

  #splice(index: number, count: number, inserted: readonly BookEntry[]): void {
    if (this.open === null) return;
    const removed = this.open.content.entries.slice(index, index + count);
    this.#change({ at: now(), what: "entries", index, removed, inserted });
  }

  #change(change: Change): void {
    this.#turn(({ content, history }) => ({ content: apply(content, change), history: note(history, change) }));
  }

  #turn(turn: (book: Versioned) => Versioned): void {
    const book = this.open;
    if (book === null) return;
    const { content, history } = turn(book);
    if (content === book.content) return;
    const shared = book.shared === null ? null : { ...book.shared, ahead: true };
    this.#keep({ ...book, content, history, shared, at: now() });
    if (shared !== null) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.exchange(), SETTLED);
    }
  }

  #keep(book: Book): void {
    if (this.open === null || this.open.id === book.id) this.open = book;
    const kept = keepBook(book);
    if (!kept) this.notice = "not_kept";
    else if (this.notice === "not_kept") this.notice = null;
  }

  /** Another window of this browser has written. */
  #seen(event: StorageEvent): void {
    if (this.open !== null && event.key === keyOf(this.open.id)) this.open = openBook(this.open.id)?.book ?? null;
    if (this.open === null) this.look();
  }

  // --- with a circle -------------------------------------------------------------------------

  /** Share the open book with a circle, or (null) no longer. */
  share(circle: string | null): void {
    if (this.open === null) return;
    this.#keep({ ...this.open, shared: circle === null ? null : { circle, version: 0, ahead: true } });
    void this.exchange();
  }

  /** Tell the circle what is new here, or hear what is new there. */
  async exchange(): Promise<void> {
    const book = this.open;
    if (book === null || book.shared === null || this.busy) return;
    this.busy = true;
    const said = await new Exchange(book, book.shared).run();
    this.busy = false;
    if (this.open?.id !== book.id) return;
    this.problem = said.problem;
    if (said.news !== null) this.notice = said.news;
    if (said.apart !== null) this.#keepApart(said.apart);
    if (said.shared === undefined) return;
    // What was changed meanwhile builds on what the server has now.
    const newer = this.open.content !== book.content;
    const changes = newer || said.content === null ? [] : difference(book.content, said.content, now());
    const { content, history } = changes.reduce<Versioned>(
      (so, change) => ({ content: apply(so.content, change), history: note(so.history, change) }),
      this.open,
    );
    this.#keep({ ...this.open, content, history, shared: said.shared === null ? null : { ...said.shared, ahead: newer } });
    if (newer) void this.exchange();
  }

  /** What this phone has and the circle has not, as a book of its own. */
  #keepApart(content: BookContent): void {
    const apart: Book = { id: newId(), content, history: this.open?.history ?? NOTHING, shared: null, at: now() };
    if (!keepBook(apart)) this.notice = "not_kept";
    this.look();
  }
}

export const books = new Books();
