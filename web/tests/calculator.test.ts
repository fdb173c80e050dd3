/** The calculator: a hand in few taps, an address that brings it back, and answers that are of the hand as it is. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fromHash, questionOf, toHash } from "../src/calculator/address";
import { Bench } from "../src/calculator/bench.svelte";
import Calculator from "../src/calculator/Calculator.svelte";
import { EMPTY, formatTiles, readTiles, scoreRequest, size, tapped, tappedInHand, waitingRequest, won, wouldAdd, type Question } from "../src/calculator/question";
import { whyNot } from "../src/calculator/why";
import { DEFAULT_RULES } from "../src/lobby/rules";
import type { Won } from "../src/protocol";
import { settings } from "../src/settings.svelte";

const hand = (text: string, change: Partial<Question> = {}): Question => ({ ...EMPTY, caishen: "9p", concealed: readTiles(text)!, ...change });

/** What the server was asked. */
let asked: { path: string; body: Record<string, unknown> }[];

beforeEach(() => {
  settings.language = "zh";
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) });
    return new Response(JSON.stringify(path.endsWith("waits") ? { type: "waiting", waits: [] } : { type: "no_win", win: false, reason: "not_complete", waits: [] }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passed = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(200);
};

describe("putting a hand together", () => {
  test("each way of tapping puts down its tiles", () => {
    const empty = hand("");
    expect(tapped(empty, "one", "5m").concealed).toEqual(["5m"]);
    expect(tapped(empty, "pair", "5m").concealed).toEqual(["5m", "5m"]);
    expect(tapped(empty, "triplet", "5z").concealed).toEqual(["5z", "5z", "5z"]);
    expect(tapped(empty, "run", "4s").concealed).toEqual(["4s", "5s", "6s"]);
    expect(tapped(empty, "run", "9s").concealed).toEqual(["7s", "8s", "9s"]);
    expect(tapped(empty, "pung", "1z").melds).toEqual(["[111z]"]);
    expect(tapped(empty, "kong", "1z").melds).toEqual(["[1111z]"]);
    expect(tapped(empty, "concealed_kong", "1z").melds).toEqual(["(1111z)"]);
    expect(tapped(empty, "chow", "2s").melds).toEqual(["[234s]"]);
  });

  test("in a chow the 白 lies where the turned tile would", () => {
    expect(tapped(hand(""), "chow", "7p").melds).toEqual(["[78p5z]"]);
    expect(tapped(hand(""), "chow", "5z").melds).toEqual(["[78p5z]"]);
    expect(tapped(hand("", { caishen: "4p" }), "chow", "5z").melds).toEqual(["[56p5z]"]);
    expect(wouldAdd(hand("", { caishen: "1z" }), "chow", "5z")).toBe(null);
  });

  test("there are four of a kind, three of the caishen, and fourteen tiles", () => {
    expect(wouldAdd(hand("1111m"), "one", "1m")).toBe(null);
    expect(wouldAdd(hand("99p"), "one", "9p")).toEqual(["9p"]);
    expect(wouldAdd(hand("999p"), "one", "9p")).toBe(null);
    expect(wouldAdd(hand("1m", { melds: ["[111m]"] }), "one", "1m")).toBe(null);
    expect(wouldAdd(hand("123456789m111z"), "triplet", "2z")).toBe(null);
    expect(wouldAdd(hand("12m", { melds: ["[111z]", "[222z]", "[333z]"] }), "kong", "4z")).toEqual(["4z", "4z", "4z", "4z"]);
    expect(wouldAdd(hand(""), "pung", "9p")).toBe(null);
    const same = hand("1111m");
    expect(tapped(same, "pair", "1m")).toBe(same);
  });

  test("the last tile wins, until another is tapped; tapped again it goes", () => {
    const whole = hand("23m456789m111z22z4m");
    expect(scoreRequest(whole)).toMatchObject({ hand: "23456789m11122z", tile: "4m" });
    const other = tappedInHand(whole, 0);
    expect(scoreRequest(other)).toMatchObject({ tile: "2m" });
    expect(size(tappedInHand(other, 0))).toBe(13);
    expect(waitingRequest(tappedInHand(other, 0))).toMatchObject({ hand: "34456789m11122z" });
  });

  test("another way of winning leaves nothing behind that does not go with it", () => {
    const drawn = hand("", { after_kong: true, last_tile: true, flown: 2 });
    expect(won(drawn, "discard")).toMatchObject({ way: "discard", after_kong: false, last_tile: false, flown: 0 });
    expect(won(hand("", { way: "discard", discarder: 2, earthly: true }), "draw")).toMatchObject({ discarder: null, earthly: false });
  });

  test("a usual hand takes fewer than fifteen taps", () => {
    const bench = new Bench(EMPTY);
    const taps = ["9p", "2m", "3m", "run", "4m", "run", "7m", "triplet", "1z", "pair", "2z", "4m"] as const;
    for (const tap of taps) {
      if (tap === "run" || tap === "triplet" || tap === "pair") bench.press(tap);
      else bench.tap(tap);
    }
    expect(scoreRequest(bench.question)).toMatchObject({ hand: "23456789m11122z", tile: "4m", caishen: "9p" });
    expect(taps.length).toBeLessThan(15);
    bench.close();
  });
});

describe("the address", () => {
  const questions: Question[] = [
    EMPTY,
    hand("23m"),
    hand("23456789m11122z4m", { dealer: 2 }),
    hand("5z5z", { caishen: "6p", melds: ["[57p5z]", "[234p]", "(1111z)", "[666z]"], way: "rob", discarder: 3, liable: 3, winner: 1 }),
    hand("1m", { after_kong: true, last_tile: true, heavenly: true, flown: 2 }),
    hand("1m", { kong_discard: true, earthly: true, way: "discard", rules: { ...DEFAULT_RULES, min_fan: 4, fan_cap: 8, half_flush_required: false } }),
  ];

  test.each(questions.map((question) => [toHash(question), question] as const))("%s comes back", (hash, question) => {
    expect(scoreRequest(fromHash(`#${hash}`))).toEqual(scoreRequest(question));
    expect(toHash(fromHash(`#${hash}`))).toBe(hash);
  });

  test("bears the names of the request", () => {
    expect(toHash(questions[2]!)).toBe("hand=23456789m11122z&tile=4m&caishen=9p&dealer=2");
    expect(toHash(questions[3]!)).toContain("melds=[57p5z][234p](1111z)[666z]&way=rob&winner=1&discarder=3&liable=3");
  });

  test.each([
    "hand=%3Cscript%3E&caishen=0z&way=fly&flown=9&dealer=7&rules=%7B%7D",
    `hand=${"1".repeat(9_000)}m`,
    "hand=123456789m123456789p&tile=1z",
    'rules={"min_fan":"x","fan_cap":{},"more":1}',
    "rules=null&melds=[1m][[[",
    "%E0%A4%A",
  ])("what makes no sense is as if it were not there: %s", (hash) => {
    expect(fromHash(hash)).toEqual(EMPTY);
  });

  test("a settlement fills it in", () => {
    const settled = {
      type: "won", seat: 2, way: "draw", tile: "1p", source: null, tiles: ["1p", "4z", "4z"], melds: ["[1111m]"], groups: [],
      fans: [["hunyise", 2], ["gangbao", 3], ["caipiao", 1]], fan: 6, base: 64, liable: null, payments: [0, 0, 0, 0], scores: [0, 0, 0, 0],
    } as unknown as Won;
    expect(questionOf(settled, "1p", 3, DEFAULT_RULES)).toMatchObject({
      caishen: "1p", concealed: ["1p", "4z", "4z", "1p"], melds: ["[1111m]"], after_kong: true, flown: 1, winner: 2, dealer: 3, last_tile: false,
    });
  });
});

describe("asking", () => {
  test("thirteen tiles ask for waits, fourteen for the score, after a pause and once", async () => {
    const bench = new Bench(hand("23456789m1112z"));
    await passed();
    expect(asked).toEqual([]);
    bench.tap("2z");
    await passed();
    expect(asked.map(({ path, body }) => [path, body.hand])).toEqual([["/api/waits", "23456789m11122z"]]);
    bench.tap("4m");
    bench.undo();
    bench.tap("4m");
    await passed();
    expect(asked.map(({ path }) => path)).toEqual(["/api/waits", "/api/score"]);
    bench.undo();
    expect(bench.answer).toEqual({ type: "waiting", waits: [] }); // known already
    bench.close();
  });

  test("a late answer to an earlier hand is not shown", async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    const bench = new Bench(hand("23456789m11122z"));
    await passed();
    bench.undo();
    bench.clear();
    answer(new Response(JSON.stringify({ type: "waiting", waits: [] })));
    await passed();
    expect(bench.answer).toBe(null);
    bench.close();
  });

  test("without the server it says so, and asks again", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    const bench = new Bench(hand("23456789m11122z"));
    await passed();
    expect([bench.problem, bench.asking]).toEqual(["unreachable", false]);
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ type: "waiting", waits: [] })));
    bench.retry();
    await passed();
    expect([bench.problem, bench.answer?.type]).toEqual([null, "waiting"]);

    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    bench.tap("4m");
    await passed();
    expect(bench.problem).toBe("unreachable");
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ type: "no_win", reason: "not_complete", waits: [] })));
    await vi.advanceTimersByTimeAsync(6_000);
    expect([bench.problem, bench.answer?.type]).toEqual([null, "no_win"]);
    bench.close();
  });

  test("a line that has gone silent is told of, shows no answer to another hand, and can be asked again", async () => {
    const bench = new Bench(hand("23456789m11122z"));
    await passed();
    expect(bench.answer?.type).toBe("waiting");
    const given: AbortSignal[] = [];
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
      given.push(signal);
      return new Promise<Response>(() => undefined);
    });
    bench.tap("4m");
    await passed();
    expect([bench.asking, bench.slow]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([bench.slow, bench.answer]).toEqual([true, null]);
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ type: "no_win", reason: "not_complete", waits: [] })));
    bench.retry();
    expect(given.map(({ aborted }) => aborted)).toEqual([true]);
    await passed();
    expect([bench.slow, bench.answer?.type]).toEqual([false, "no_win"]);
    bench.close();
  });

  test("a kind of tap stays if it is chosen twice", () => {
    const bench = new Bench(hand(""));
    bench.press("run");
    bench.tap("1m");
    expect(bench.mode).toBe("one");
    bench.press("run");
    bench.press("run");
    bench.tap("1m");
    bench.tap("4m");
    expect([bench.mode, size(bench.question)]).toEqual(["run", 9]);
    bench.close();
  });
});

test("in words, why a question cannot be", () => {
  expect(whyNot({ type: "impossible", error: "", where: "flown", reason: "flown_without" })).toBe("飘：飘了以后手里要还有财神。");
  expect(whyNot({ type: "impossible", error: "", where: "melds[0]:2", reason: "caishen_in_meld" })).toContain("吃碰杠：");
  expect(whyNot({ type: "impossible", error: "", where: "?", reason: "?" })).toBe("这样的牌不可能出现。");
});

test("tiles in notation", () => {
  expect(formatTiles(["4m", "1z", "2m", "9s", "1z"])).toBe("24m9s11z");
  expect(readTiles("24m9s11z")).toEqual(["2m", "4m", "9s", "1z", "1z"]);
  expect([readTiles("0m"), readTiles("8z"), readTiles("m1"), readTiles("12")]).toEqual([null, null, null, null]);
});

describe("on the page", () => {
  let page: Record<string, unknown>;
  const at = (id: string): HTMLElement => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)!;

  beforeEach(() => {
    history.replaceState(null, "", "/c");
    page = mount(Calculator, { target: document.body });
    flushSync();
  });

  afterEach(async () => {
    await unmount(page);
    history.replaceState(null, "", "/");
  });

  test("taps go into the address, and typing does as well", () => {
    at("pad-9p").click();
    flushSync();
    at("pad-1m").click();
    for (const key of "23m4") dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
    expect(location.hash).toBe("#hand=123m&caishen=9p");
    for (const key of ["Backspace", "Backspace"]) dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
    expect(location.hash).toBe("#hand=12m&caishen=9p");
    at("clear").click();
    flushSync();
    expect(location.hash).toBe("");
    at("undo").click();
    flushSync();
    expect(location.hash).toBe("#hand=12m&caishen=9p");
  });

  test("a finger that rests puts down three, and lifting it no fourth", () => {
    at("pad-9p").click();
    flushSync();
    at("pad-5z").dispatchEvent(new Event("pointerdown", { bubbles: true }));
    vi.advanceTimersByTime(500);
    at("pad-5z").click();
    flushSync();
    expect(location.hash).toBe("#hand=555z&caishen=9p");
    at("pad-5z").click();
    flushSync();
    expect(location.hash).toBe("#hand=5555z&caishen=9p");
  });
});
