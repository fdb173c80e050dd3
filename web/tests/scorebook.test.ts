/** The score book: what it reckons is what Python reckons, and nothing written in it is lost. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_RULES } from "../src/lobby/rules";
import type { BookContent, BookEntry, BookHand } from "../src/protocol";
import { begunOf, keepBegun } from "../src/scorebook/begun";
import { books } from "../src/scorebook/books.svelte";
import { csv } from "../src/scorebook/csv";
import { throwDice } from "../src/scorebook/dice";
import { draftOf, handOf, isBlank, withAnother, withFan, withLiable, withSource, withWinner } from "../src/scorebook/draft";
import { fileName, table } from "../src/scorebook/export";
import { isBook, type Book } from "../src/scorebook/guard";
import { apply, difference, inverse, note, NOTHING, redo, undo, type Change } from "../src/scorebook/history";
import { bookIds, booksAway, keepBook, keyOf, openBook } from "../src/scorebook/library";
import { PEOPLE, pointed, reckon } from "../src/scorebook/ledger";
import { settings } from "../src/settings.svelte";
import cases from "./scorebook.cases.json";

const hand = (change: Partial<BookHand> = {}): BookHand => ({ type: "hand", at: 1, wins: [{ who: 0, fan: 3, liable: null }], source: null, dealer: null, ...change });

const content = (entries: readonly BookEntry[] = [], change: Partial<BookContent> = {}): BookContent => ({
  title: "",
  names: ["阿土", "小凤", "", ""],
  order: [0, 1, 2, 3],
  dealer: 0,
  rules: DEFAULT_RULES,
  entries,
  ...change,
});

const book = (change: Partial<Book> = {}): Book => ({ id: "0123456789abcdef", content: content([hand()]), history: NOTHING, shared: null, at: 5, ...change });

beforeEach(() => {
  localStorage.clear();
  settings.language = "zh";
});

afterEach(() => {
  books.close();
  vi.unstubAllGlobals();
});

describe("the ledger", () => {
  test("reckons whole books as Python does", () => {
    for (const one of cases) {
      const ledger = reckon(one.content as unknown as BookContent);
      expect(ledger.hands.map(({ dealer, gains }) => ({ dealer, gains }))).toEqual(one.hands);
      expect(ledger.dealer).toBe(one.next);
      for (const { totals } of ledger.hands) expect(totals.reduce((a, b) => a + b)).toBe(0);
    }
  });

  test("mends all that follows when a hand is mended", () => {
    const won = hand({ wins: [{ who: 2, fan: 3, liable: null }] });
    const before = reckon(content([hand(), won, hand()]));
    expect(before.hands.map(({ dealer }) => dealer)).toEqual([0, 0, 2]);
    const after = reckon(content([hand({ wins: [{ who: 1, fan: 3, liable: null }] }), won, hand()]));
    expect(after.hands.map(({ dealer }) => dealer)).toEqual([0, 1, 2]);
  });

  test("points stay with people who change seats", () => {
    const moved: BookEntry = { type: "move", at: 2, order: [3, 1, 2, 0] };
    expect(reckon(content([hand(), moved])).totals).toEqual(reckon(content([hand()])).totals);
    expect(reckon(content([hand(), moved])).order).toEqual([3, 1, 2, 0]);
  });

  test("the dice point at a side, a number of stacks, and a stack from the tail", () => {
    expect(pointed(7)).toEqual({ side: 2, skipped: 7, turned: 7 });
  });
});

describe("history", () => {
  const changes: Change[] = [
    { at: 1, what: "entries", index: 0, removed: [], inserted: [hand()] },
    { at: 2, what: "head", before: { dealer: 0 }, after: { dealer: 2 } },
    { at: 3, what: "entries", index: 0, removed: [hand()], inserted: [hand({ source: 1 })] },
  ];

  test("what is done is undone, and done again", () => {
    let state = { content: content(), history: NOTHING };
    const seen = [state.content];
    for (const change of changes) {
      state = { content: apply(state.content, change), history: note(state.history, change) };
      seen.push(state.content);
    }
    for (const before of seen.slice(0, -1).toReversed()) expect((state = undo(state)).content).toEqual(before);
    for (const after of seen.slice(1)) expect((state = redo(state)).content).toEqual(after);
    expect(redo(state).content).toBe(state.content);
  });

  test("a change after an undo loses nothing", () => {
    let state = { content: content(), history: NOTHING };
    for (const change of changes) state = { content: apply(state.content, change), history: note(state.history, change) };
    const whole = state.content;
    state = undo(undo(state));
    const another: Change = { at: 4, what: "head", before: { title: "" }, after: { title: "新" } };
    state = { content: apply(state.content, another), history: note(state.history, another) };
    const passed: BookContent[] = [];
    while (state.history.done.length > 0) passed.push((state = undo(state)).content);
    expect(passed).toContainEqual(whole);
    expect(state.content).toEqual(content());
  });

  test("the difference of two versions leads from one to the other and back", () => {
    const from = content([hand(), hand({ source: 1 }), hand({ at: 9 })]);
    const to = content([hand(), hand({ source: 2 }), hand({ at: 9 })], { title: "新", dealer: 3 });
    const found = difference(from, to, 1);
    expect(found).toHaveLength(2);
    expect(found.reduce(apply, from)).toEqual(to);
    expect(found.map(inverse).toReversed().reduce(apply, to)).toEqual(from);
    expect(difference(from, structuredClone(from), 1)).toEqual([]);
  });
});

describe("storage", () => {
  test("a book comes back as it was", () => {
    expect(keepBook(book())).toBe(true);
    expect(openBook(book().id)).toEqual({ book: book(), mended: false });
    expect(bookIds()).toEqual([book().id]);
  });

  test.each(["", "{", "null", '{"format":1,"book":{}}', '{"format":2,"book":null}', "\u0000\u0000"])("what is damaged (%j) is set aside, and the version before opened", (text) => {
    keepBook(book());
    keepBook(book({ at: 6 }));
    localStorage.setItem(keyOf(book().id), text);
    expect(openBook(book().id)).toEqual({ book: book(), mended: true });
    expect(localStorage.getItem(`wuyi.book-damaged.${book().id}`)).toBe(text);
    // Keeping on does not overwrite the good one with the damaged one.
    keepBook(book({ at: 7 }));
    localStorage.setItem(keyOf(book().id), text);
    expect(openBook(book().id)?.book.at).toBe(5);
  });

  test("no field may be missing or impossible", () => {
    const whole = JSON.parse(JSON.stringify(book())) as Book;
    expect(isBook(whole)).toBe(true);
    for (const wrong of [
      { content: content([hand({ wins: [{ who: 4, fan: 3, liable: null }] })]) },
      { content: content([], { order: [0, 0, 1, 2] }) },
      { content: { ...content(), names: ["a"] } },
      { content: content([{ type: "other" } as unknown as BookEntry]) },
      { history: { done: [{}], undone: [] } },
      { shared: { circle: "" } },
      { at: Number.NaN },
    ]) {
      expect(isBook({ ...whole, ...wrong })).toBe(false);
    }
  });

  test("a browser that keeps nothing says so", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    books.create({});
    expect(books.notice).toBe(null); // nothing is open: there was nothing to open
    expect(keepBook(book())).toBe(false);
    vi.restoreAllMocks();
  });
});

describe("the open book", () => {
  beforeEach(() => books.create({ names: ["A", "B", "C", "D"] }));

  test("is kept with every change, and opens again", () => {
    books.addEntry(hand());
    const { id } = books.open!;
    books.close();
    expect(books.all.map((one) => one.id)).toEqual([id]);
    books.openOne(id);
    expect(books.ledger!.totals).toEqual([48, -16, -16, -16]);
    books.undo();
    expect(books.ledger!.totals).toEqual([0, 0, 0, 0]);
    expect(openBook(id)!.book.history.undone).toHaveLength(1);
    books.redo();
    expect(books.ledger!.hands).toHaveLength(1);
  });

  test("seats before the first hand are the first seats, later a move, and twice in a row one move", () => {
    books.seat([1, 0, 2, 3]);
    expect(books.open!.content).toMatchObject({ order: [1, 0, 2, 3], entries: [] });
    books.addEntry(hand());
    books.seat([0, 1, 2, 3]);
    books.seat([3, 1, 2, 0]);
    expect(books.open!.content.entries).toHaveLength(2);
    expect(books.ledger!.order).toEqual([3, 1, 2, 0]);
  });

  test("another window's change is seen", () => {
    const stop = books.start();
    const { id } = books.open!;
    const kept = openBook(id)!.book;
    keepBook({ ...kept, content: { ...kept.content, title: "那边" } });
    dispatchEvent(new StorageEvent("storage", { key: keyOf(id) }));
    expect(books.open!.content.title).toBe("那边");
    stop();
  });

  test("what is put away can be had back", () => {
    const { id } = books.open!;
    books.putAway(id);
    expect([books.open, books.all.length, booksAway().map((one) => one.id)]).toEqual([null, 0, [id]]);
    books.bringBack(id);
    expect([books.all.length, books.away.length]).toEqual([1, 0]);
  });
});

describe("with a circle", () => {
  interface Reply {
    readonly status: number;
    readonly body: unknown;
  }

  /** A server that answers in this order; what it was asked. */
  function serving(...replies: Reply[]): { method: string; path: string; body: unknown }[] {
    const asked: { method: string; path: string; body: unknown }[] = [];
    vi.stubGlobal("fetch", async (path: string, { method, body }: { method: string; body: string | null }) => {
      asked.push({ method, path, body: body === null ? null : JSON.parse(body) });
      const reply = replies.shift();
      if (reply === undefined) throw new TypeError("offline");
      return new Response(JSON.stringify(reply.body), { status: reply.status });
    });
    return asked;
  }

  const settled = async (): Promise<void> => {
    await vi.waitFor(() => expect(books.busy).toBe(false));
  };

  const served = (version: number, of: BookContent): Reply => ({ status: 200, body: { id: books.open!.id, version, by: "Li", at: 1, content: of } });

  beforeEach(() => books.create({ names: ["A", "B", "C", "D"] }));

  test("what is new here is told, on top of what was read", async () => {
    const asked = serving(served(1, books.open!.content));
    books.share("ring");
    await settled();
    expect(asked).toEqual([{ method: "PUT", path: `/api/circles/ring/books/${books.open!.id}`, body: { version: 0, content: books.open!.content } }]);
    expect(books.open!.shared).toEqual({ circle: "ring", version: 1, ahead: false });
  });

  test("without a network the book goes on and says that it is ahead", async () => {
    serving();
    books.share("ring");
    await settled();
    books.addEntry(hand());
    expect(books.open!.shared).toMatchObject({ version: 0, ahead: true });
    expect(books.problem).toBe("unreachable");
  });

  test("what is new there is taken over, and can be undone", async () => {
    serving(served(1, books.open!.content));
    books.share("ring");
    await settled();
    serving(served(2, { ...books.open!.content, entries: [hand()] }));
    await books.exchange();
    expect(books.ledger!.hands).toHaveLength(1);
    expect([books.notice, books.open!.shared!.version]).toEqual(["theirs", 2]);
    books.undo();
    expect(books.ledger!.hands).toHaveLength(0);
  });

  test("of two that wrote at once both are kept", async () => {
    serving(served(1, books.open!.content));
    books.share("ring");
    await settled();
    const theirs = { ...books.open!.content, entries: [hand({ source: 1 })] };
    serving({ status: 409, body: { reason: "book_changed", detail: "" } }, served(2, theirs));
    books.addEntry(hand());
    await books.exchange();
    expect(books.open!.content).toEqual(theirs);
    expect(books.notice).toBe("both_kept");
    const apart = books.all.find(({ id }) => id !== books.open!.id)!;
    expect([apart.content.entries, apart.shared]).toEqual([[expect.objectContaining({ source: null })], null]);
  });

  test("a book that the circle has deleted stays here", async () => {
    serving(served(1, books.open!.content));
    books.share("ring");
    await settled();
    serving({ status: 404, body: { reason: "unknown_book", detail: "" } });
    await books.exchange();
    expect([books.notice, books.open!.shared]).toEqual(["gone", null]);
  });
});

describe("a hand being written down", () => {
  test("is a hand once enough is known", () => {
    let draft = draftOf(null, 0);
    expect(handOf(draft, 0, 1)).toBe(null);
    draft = withFan(withWinner(draft, 0, 2), 0, 5);
    expect(handOf(draft, 0, 1)).toEqual(hand({ wins: [{ who: 2, fan: 5, liable: null }] }));
    draft = withLiable(withSource(draft, 3), 0, 1);
    expect(handOf({ ...draft, dealer: 2 }, 0, 1)).toEqual(hand({ wins: [{ who: 2, fan: 5, liable: 1 }], source: 3, dealer: 2 }));
    expect(handOf(withWinner(draft, 0, "else"), 0, 1)).toEqual(hand({ wins: [] }));
  });

  test("who wins has neither discarded nor pays", () => {
    const draft = withLiable(withSource(withFan(withWinner(draftOf(null, 0), 0, 2), 0, 5), 3), 0, 3);
    expect(withWinner(draft, 0, 3)).toMatchObject({ source: null, wins: [{ who: 3, liable: null }] });
  });

  test("several win off one discard, and one alone by a draw", () => {
    const draft = withAnother(withSource(withFan(withWinner(draftOf(null, 0), 0, 2), 0, 5), 3));
    expect(handOf(draft, 0, 1)).toBe(null);
    const both = withFan(withWinner(draft, 1, 1), 1, 4);
    expect(handOf(both, 0, 1)!.wins).toHaveLength(2);
    expect(handOf(withSource(both, "else"), 0, 1)!.wins).toHaveLength(1);
  });

  test("is kept for the hand that it was begun for, and no other", () => {
    const draft = withWinner(draftOf(null, 0), 0, 2);
    expect([isBlank(draft, 0), isBlank(draftOf(null, 0), 0), isBlank(draftOf(null, 0), 1)]).toEqual([false, true, false]);
    keepBegun(book(), draft);
    expect(begunOf(book())).toEqual(draft);
    expect(begunOf(book({ id: "another" }))).toBeNull();
    expect(begunOf(book({ content: content([hand(), hand()]) }))).toBeNull();
    localStorage.setItem("wuyi.book-begun", localStorage.getItem("wuyi.book-begun")!.replace('"who":2', '"who":7'));
    expect(begunOf(book())).toBeNull();
    keepBegun(book(), null);
    expect(begunOf(book())).toBeNull();
  });
});

describe("as a table", () => {
  test("adds up, and is in words", () => {
    const entries = [hand({ source: 1 }), hand({ wins: [] }), { type: "move", at: 3, order: [1, 0, 2, 3] } as BookEntry];
    const of = content(entries);
    const rows = table(of, reckon(of));
    expect(rows.map((row) => row.length)).toEqual([8, 8, 8, 8, 8]);
    expect(rows[1]!.slice(3)).toEqual([32, -16, -8, -8, "阿土 胡 3番，小凤 放冲"]);
    expect(rows.at(-1)!.slice(3, 7)).toEqual([32, -16, -8, -8]);
    expect(PEOPLE.reduce<number>((sum, person) => sum + (rows.at(-1)![3 + person] as number), 0)).toBe(0);
  });

  test("harms no spreadsheet", () => {
    expect(csv([["a", 'b"c', -5], ["=1+1", "@x", "-y"]])).toBe('\u{feff}a,"b""c",-5\r\n\'=1+1,\'@x,\'-y\r\n');
    expect(csv([["two\nlines", "a,b"]])).toContain('"two\nlines","a,b"');
    expect(fileName('a/b:c*"d"\u0007', "csv")).toBe("a b c  d.csv");
    expect(fileName("///", "png")).toBe("book.png");
  });
});

test("dice are fair: what would favour the low sides is thrown again", () => {
  const bytes = [255, 252, 251, 0];
  expect(throwDice(() => Uint8Array.of(bytes.shift()!))).toEqual([6, 1]);
});
