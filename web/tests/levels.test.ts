import { mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import Advice from "../src/advice/Advice.svelte";
import { keepOpponents, keptOpponents, LEVELS, levelName } from "../src/levels/levels";
import type { Decision } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { save } from "../src/storage";

beforeEach(() => {
  localStorage.clear();
  settings.language = "zh";
});

describe("the levels", () => {
  test("are the usual ones until others are chosen, and these are kept", () => {
    expect(keptOpponents()).toEqual(["greedy", "greedy", "greedy"]);
    keepOpponents(["novice", "value", "ev"]);
    expect(keptOpponents()).toEqual(["novice", "value", "ev"]);
  });

  test("make good what a browser kept that is none", () => {
    save("wuyi.levels", ["novice", "nobody"]);
    expect(keptOpponents()).toEqual(["novice", "greedy", "greedy"]);
    save("wuyi.levels", "novice");
    expect(keptOpponents()).toEqual(["greedy", "greedy", "greedy"]);
  });

  test("have names, and what is no level goes by its id", () => {
    expect(LEVELS.map(levelName)).toEqual(["新手", "普通", "高手", "大师"]);
    expect(levelName("another")).toBe("another");
  });
});

describe("the advice", () => {
  const plain = { win: null, points: null, fan: null, target: null, lacking: null, useful: [], left: 0 };
  const advice: Decision = {
    action: { type: "discard", seat: 0, tile: "8p" },
    reason: "wait",
    options: [
      { ...plain, action: { type: "discard", seat: 0, tile: "8p" }, value: 40, win: 0.614, points: 31.7, fan: 4.2, target: "half_flush_m", lacking: 1, useful: ["1z", "2z"], left: 4 },
      { ...plain, action: { type: "concealed_kong", seat: 0, tile: "1z" }, value: 3, win: 0.1, points: -7.2 },
    ],
  };
  let shown: Record<string, unknown> | null = null;

  afterEach(() => {
    if (shown) void unmount(shown);
    shown = null;
  });

  const text = (): string => document.querySelector("[data-testid=advice]")!.textContent!.replaceAll(/\s+/g, " ");

  test("says what to do, why, and what the other ways promise", () => {
    shown = mount(Advice, { target: document.body, props: { advice, caishen: "9s" } });
    for (const words of ["建议：打八筒", "这样就听牌了。", "听万子混一色，余4张", "赢面61%、预计+32分", "暗杠", "赢面10%、预计−7分"]) expect(text()).toContain(words);
  });

  test("does without a forecast", () => {
    const brief: Decision = { action: { type: "win", seat: 0 }, reason: "win", options: [] };
    shown = mount(Advice, { target: document.body, props: { advice: brief, caishen: "9s" } });
    expect(text()).toContain("能胡了，胡！");
    expect(text()).not.toContain("赢面");
  });
});
