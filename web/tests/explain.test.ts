/** What explains: refusals in words, the answers of the server, the rule texts, the lesson's progress. */

import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SCENES, tiles } from "../mock/scenes";
import ExplainSheet from "../src/explain/ExplainSheet.svelte";
import { missedWords } from "../src/explain/missed.svelte";
import { questions } from "../src/explain/questions.svelte";
import { refusalText, refusalWords } from "../src/explain/refusal";
import { game } from "../src/game.svelte";
import { readServerMessage } from "../src/guard";
import { keepProgress, progress } from "../src/lesson/progress";
import type { ClientMessage, Explained, State } from "../src/protocol";
import { book, ruleOf, search } from "../src/rulebook/book.svelte";
import { pieces } from "../src/rulebook/inline";
import { settings } from "../src/settings.svelte";

const FACTS = { waits: [], wanted: 3, locked: [] };

const ANSWER: Explained = {
  type: "explained",
  seq: 57,
  discard: null,
  waits: [],
  discards: [
    { tile: "3p", waits: [{ tile: "2m", left: 3, drawn: 5, discarded: 4, reason: null }], lacking: 1, towards: ["m"], useful: ["2m"], left: 3 },
    { tile: "6z", waits: [], lacking: 2, towards: ["m", "pairs"], useful: tiles("2m6z"), left: 5 },
  ],
  refused: [{ action: "win", reason: "not_complete" }],
  advice: null,
};

beforeEach(() => {
  settings.language = "zh";
});

afterEach(() => {
  settings.language = "zh";
  game.abandon();
  document.body.replaceChildren();
});

describe("why a complete hand may not win", () => {
  test("names the waits, and counts them where they are many", () => {
    const refusal = { reason: "many_waits_must_draw", fans: [], suits: "" };
    expect(refusalWords(refusal, { ...FACTS, waits: tiles("14m") })).toBe("只能自摸：听一万、四万，不止一种。");
    expect(refusalWords(refusal, { ...FACTS, waits: tiles("123456m") })).toContain("等6种");
    expect(refusalText(SCENES.refused!, SCENES.refused!.win_refused!)).toBe("只能自摸：听四万、南风，不止一种。");
  });

  test("counts the fans there are, and those missing", () => {
    const refusal = { reason: "too_few_fan", fans: [["pinghu", 0], ["duting", 1]] as const, suits: "" };
    expect(refusalWords(refusal, FACTS)).toBe("还差2番：只有独听 1，共1番；起胡3番。");
    expect(refusalWords({ ...refusal, fans: [["pinghu", 0]] }, FACTS)).toBe("还差3番：现在0番，起胡3番。");
  });

  test("names the suits that are mixed, and whose caishen bars", () => {
    expect(refusalWords({ reason: "not_half_flush", fans: [], suits: "mp" }, FACTS)).toContain("有万、筒");
    expect(refusalWords({ reason: "not_half_flush", fans: [], suits: "m" }, FACTS)).toBe("没有混一色。");
    expect(refusalWords({ reason: "caishen_lock", fans: [], suits: "" }, { ...FACTS, locked: ["上家"] })).toContain("上家打出过财神");
  });
});

describe("a discard that could not be won with", () => {
  const before = { ...SCENES.refused!, view: { ...SCENES.refused!.view, phase: "turn", tile: null } };
  const after = (tile: string, change: Partial<State["view"]> = {}): State => ({
    ...before,
    seq: 58,
    events: [{ type: "discarded", seat: 1, tile, drawn: false }],
    view: { ...before.view, ...change },
  });

  test("is told, with the reason, when the table goes on at once", () => {
    expect(missedWords(before, after("2z"))).toBe("南风不能胡：只能自摸：听四万、南风，不止一种。");
    expect(missedWords(before, after("9s"))).toBeNull();
  });

  test("is not told where the table itself says so, or the hand is over", () => {
    expect(missedWords(before, after("2z", { phase: "claim", tile: "2z" }))).toBeNull();
    expect(missedWords(before, after("2z", { result: { type: "exhausted", scores: [0, 0, 0, 0] } }))).toBeNull();
  });

  test("may be barred by a caishen alone", () => {
    const wait = { tile: "2z", left: 1, drawn: 5, discarded: 4, reason: null };
    const free = { ...before, waits: [wait] };
    expect(missedWords(free, after("2z"))).toBeNull();
    const [own, right, across, left] = before.view.seats;
    const barred = { ...free, view: { ...before.view, seats: [own, right, { ...across, locked: true }, left] as const } };
    expect(missedWords(barred, after("2z"))).toContain("对家打出过财神");
  });
});

describe("the answers of the server", () => {
  test("are read, and kept for the table they are about", () => {
    expect(readServerMessage(JSON.stringify(ANSWER))).toEqual(ANSWER);
    expect(readServerMessage(JSON.stringify({ ...ANSWER, waits: 3 }))).toBeNull();
    game.receive(ANSWER);
    game.receive({ ...ANSWER, discard: "3p" });
    expect(questions.about(57, null)).toEqual(ANSWER);
    expect(questions.about(57, "3p")?.discard).toBe("3p");
    game.receive({ ...ANSWER, seq: 58 });
    expect(questions.about(57, null)).toBeNull();
  });

  test("are shown: why not, and what each discard leaves", () => {
    const sent: ClientMessage[] = [];
    game.attach({ send: (message) => (sent.push(message), true), close: () => undefined });
    const chosen = vi.fn();
    const app = mount(ExplainSheet, { target: document.body, props: { state: { ...SCENES.turn!, seq: 99 }, onclose: () => undefined, onchoose: chosen } });
    flushSync();
    expect(sent).toEqual([{ type: "explain", discard: null }]);
    game.receive({ ...ANSWER, seq: 99 });
    flushSync();
    const rows = [...document.querySelectorAll<HTMLElement>("[data-testid=outlook]")];
    expect(rows.map(({ dataset }) => dataset.tile)).toEqual(["3p", "6z"]);
    expect(rows[1]!.textContent).toContain("还差2张");
    expect(document.querySelector("[data-testid=why-win]")!.textContent).toContain("牌还没有成");
    rows[1]!.click();
    flushSync();
    expect(document.body.textContent).toContain("万子混一色、七对");
    document.querySelector<HTMLElement>("[data-testid=choose]")!.click();
    expect(chosen).toHaveBeenCalledWith("6z");
    rows[0]!.click();
    flushSync();
    expect(sent.at(-1)).toEqual({ type: "explain", discard: "3p" });
    return unmount(app);
  });
});

describe("the rule book", () => {
  test("shows tiles, links and options in a line of text", () => {
    expect(pieces("翻 `5m`：见 4.5。◆ 定：`true`")).toEqual([
      { kind: "text", text: "翻 " },
      { kind: "tiles", tiles: ["5m"] },
      { kind: "text", text: "：见 " },
      { kind: "rule", id: "4.5" },
      { kind: "text", text: "。" },
      { kind: "settled" },
      { kind: "text", text: "是" },
    ]);
    expect(pieces("(see `wait_fans_stack`)").map(({ kind }) => kind)).toEqual(["text", "text", "text"]);
  });

  test.each(["zh", "en"] as const)("is complete in %s, and found by words", async (language) => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    settings.language = language;
    await book.open();
    await tick();
    const rules = book.sections.flatMap((section) => section.rules);
    expect(book.sections).toHaveLength(9);
    expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining(["1.1", "4.8", "duting", "min_fan", "7.2"]));
    const found = search(book.sections, language === "zh" ? "财神 打出" : "caishen discarded").flatMap((section) => section.rules);
    expect(found.map(({ id }) => id)).toContain("2.4");
    expect(found.length).toBeLessThan(rules.length);
    expect(search(book.sections, "4.8")[0]!.rules[0]!.id).toBe("4.8");
    // As the page says it, not as the texts do.
    expect(search(book.sections, language === "zh" ? "选定 随机种子" : "settled seed").flatMap(({ rules }) => rules.map(({ id }) => id))).toContain("1.2");
    expect(search(book.sections, "  ")).toEqual(book.sections);
    vi.unstubAllGlobals();
  });

  test("knows the rule of every fan and reason", () => {
    expect(ruleOf("duting")).toBe("duting");
    expect(ruleOf("many_waits_must_draw")).toBe("4.8");
    expect(ruleOf("stale")).toBeNull();
  });
});

test("the lesson goes on where it was left", () => {
  localStorage.clear();
  expect(progress()).toBeNull();
  keepProgress(4, false);
  expect(progress()).toEqual({ at: 4, done: false });
  localStorage.setItem("wuyi.lesson", `{"at": "x", "done": 1}`);
  expect(progress()).toEqual({ at: 0, done: false });
  localStorage.clear();
});
