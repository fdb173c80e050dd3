/** The page over fixed scenes: what is shown, and what a tap does. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SCENES } from "../mock/scenes";
import App from "../src/App.svelte";
import { game } from "../src/game.svelte";
import type { ClientMessage } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { lazyTable } from "../src/table/lazy.svelte";

let app: Record<string, unknown>;
let sent: ClientMessage[];

beforeAll(() => lazyTable.load());

beforeEach(() => {
  Object.assign(settings, { language: "zh", speed: "off", confirm: "tap", drag: true, textView: false });
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  game.abandon();
  sent = [];
  game.attach({ send: (message) => (sent.push(message), true), close: () => undefined });
  app = mount(App, { target: document.body });
});

afterEach(async () => {
  vi.restoreAllMocks();
  game.abandon();
  await unmount(app);
});

function show(name: string): void {
  game.receive(SCENES[name]!);
  flushSync();
}

const all = (id: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const one = (id: string): HTMLElement => {
  const found = all(id);
  expect(found, id).toHaveLength(1);
  return found[0]!;
};

/** What has passed between the taps so far, ms. */
let clock = 0;

/** A tap of a finger, `after` ms after the last; `detail` 0 is how a browser reports the Enter key on a button. */
function tap(node: HTMLElement, detail = 1, after = 300): void {
  clock += after;
  node.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  flushSync();
}

const actions = (): string[] =>
  ["win", "kong", "pung", "chow", "pass", "discard"].filter((id) => all(`action-${id}`).length > 0);

describe("discarding", () => {
  test("the first tap only raises, the second discards", () => {
    show("turn");
    const tile = all("hand-tile").find(({ dataset }) => dataset.tile === "3p")!;
    tap(tile);
    expect(sent).toEqual([]);
    expect(tile.getAttribute("aria-pressed")).toBe("true");
    tap(tile);
    expect(sent).toEqual([{ type: "act", seq: 57, action: { type: "discard", seat: 0, tile: "3p" } }]);
  });

  test("a tap on another tile raises that one instead", () => {
    show("turn");
    const [first, second] = all("hand-tile");
    tap(first!);
    tap(second!);
    expect(sent).toEqual([]);
    expect(all("hand-tile").filter((tile) => tile.getAttribute("aria-pressed") === "true")).toEqual([second]);
  });

  test("by the button alone, if so chosen: a second tap lowers the tile", () => {
    settings.confirm = "button";
    show("turn");
    const tile = all("hand-tile")[3]!;
    tap(tile);
    tap(tile);
    expect(sent).toEqual([]);
    tap(tile);
    tap(one("action-discard"));
    expect(sent).toHaveLength(1);
  });

  test("by a double tap, if so chosen: the second must follow the first", () => {
    settings.confirm = "double";
    show("turn");
    const tile = all("hand-tile")[3]!;
    tap(tile);
    tap(tile, 1, 2_000);
    expect(sent).toEqual([]);
    expect(tile.getAttribute("aria-pressed")).toBe("true");
    tap(tile, 1, 250);
    expect(sent).toHaveLength(1);
  });

  test("an unsteady finger does not tap twice, and a tap on the felt lowers the tile", () => {
    show("turn");
    const tile = all("hand-tile")[3]!;
    tap(tile);
    tap(tile, 1, 40);
    expect(sent).toEqual([]);
    expect(tile.getAttribute("aria-pressed")).toBe("true");
    one("table").querySelector(".at-compass")!.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
    flushSync();
    expect(tile.getAttribute("aria-pressed")).toBe("false");
  });

  test("a raised tile stays up while others play, and comes down when the hand changes", () => {
    show("claim");
    const tile = all("hand-tile")[3]!;
    tap(tile);
    game.receive({ ...SCENES.claim!, seq: 58, events: [{ type: "drawn", seat: 1, tile: "?", replacement: false }], history: [] });
    flushSync();
    expect(tile.getAttribute("aria-pressed")).toBe("true");
    game.receive({ ...SCENES.turn!, seq: 59, events: [{ type: "drawn", seat: 0, tile: "6z", replacement: false }], history: [] });
    flushSync();
    expect(all("hand-tile").filter((one) => one.getAttribute("aria-pressed") === "true")).toEqual([]);
  });

  test("what is typed in a field plays no tile", () => {
    show("claim");
    const field = document.body.appendChild(document.createElement("input"));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
    field.remove();
    expect(sent).toEqual([]);
  });

  test("by keyboard: arrows raise, Enter discards, digits act", () => {
    show("turn");
    const press = (key: string): void => {
      window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      flushSync();
    };
    press("ArrowLeft");
    expect(document.activeElement).toBe(all("hand-tile").at(-1));
    tap(document.activeElement as HTMLElement, 0);
    expect(sent).toHaveLength(1);
    show("claim");
    game.busy = false;
    press("3");
    expect(sent.at(-1)).toMatchObject({ action: { type: "pung" } });
  });

  test("is impossible when it is not allowed", () => {
    show("claim");
    const tile = all("hand-tile")[0]!;
    tap(tile);
    tap(tile);
    expect(sent).toEqual([]);
    expect(actions()).not.toContain("discard");
  });
});

describe("the action bar", () => {
  test("shows exactly the legal actions", () => {
    show("turn");
    expect(actions()).toEqual([]);
    show("claim");
    expect(actions()).toEqual(["win", "pung", "chow", "pass"]);
    show("refused");
    expect(actions()).toEqual(["pung", "pass"]);
    expect(one("win-refused").textContent).toContain("只能自摸");
    show("baotou");
    expect(actions()).toEqual([]);
  });

  test("offers the variants of a chow, and never chooses among them", () => {
    show("claim");
    expect(all("variant")).toHaveLength(3);
    tap(one("action-chow"));
    expect(sent).toEqual([]);
    tap(all("variant")[1]!);
    expect(sent.at(-1)).toMatchObject({ action: { type: "chow", tiles: ["3m", "5z"] } });
  });
});

test("the table tells its sequence number, the tiles left and the drawn tile", () => {
  show("turn");
  expect(document.body.dataset.seq).toBe("57");
  expect(one("remaining").textContent).toBe("46");
  expect(all("hand-tile").filter(({ dataset }) => dataset.drawn !== undefined).map(({ dataset }) => dataset.tile)).toEqual(["6z"]);
});

test("the winner's tiles lie open on the table", () => {
  show("liable");
  const names = [...document.querySelectorAll(".rack.open .tile")].map((tile) => tile.getAttribute("aria-label"));
  expect(names).toEqual(["五万", "九条", "九条", "白板"]);
  expect(document.querySelectorAll(".hand.laid")).toHaveLength(0);
  show("kong");
  expect(document.querySelectorAll(".hand.laid")).toHaveLength(1);
});

test.each(Object.keys(SCENES))("every control of the scene %s has a name", (name) => {
  show(name);
  for (const button of document.querySelectorAll("button")) {
    expect((button.getAttribute("aria-label") ?? button.textContent).trim(), button.className).not.toBe("");
  }
});

describe("the settlement", () => {
  test("adds the fans up line by line and names who pays for all", () => {
    show("liable");
    const card = one("settlement");
    const lines = [...card.querySelectorAll(".fans li")].map((line) => line.textContent.replace(/\s+/g, " ").trim());
    expect(lines).toEqual(["清一色 +3 3", "单吊 +1 4", "全求人 +1 5", "独听 +1 6"]);
    expect(card.textContent).toContain("承包三家的分");
    const rows = [...card.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent.trim()));
    expect(rows[0]).toEqual(["小武 放冲承包", "×5", "−320", "+96 → −224"]);
    expect(rows[3]).toEqual(["上家 胡", "", "+320", "−16 → +304"]);
  });

  test("shows what a caishen and a 白 stood for", () => {
    show("kong");
    const labels = [...one("settlement").querySelectorAll(".group")].map((group) => group.getAttribute("aria-label"));
    expect(labels).toEqual(["二万 三万 四万", "白板当五万 六万 七万", "七万 八万 五万当九万", "发财 发财 发财 发财", "五万当八筒 八筒"]);
  });

  test("goes on to the next hand once", () => {
    show("exhausted");
    expect(one("settlement").textContent).toContain("黄庄");
    tap(one("next-hand"));
    tap(one("next-hand"));
    expect(sent).toEqual([{ type: "ready" }]);
  });

  test("of a room says who is ready, and when the next hand begins without the others", () => {
    const { players, seats_state } = SCENES.liable!;
    const [south, east, west, north] = players;
    const [one_state, other, ...others] = seats_state;
    const people = [south, { ...east, name: "阿土", bot: null }, west, north] as const;
    game.receive({ ...SCENES.liable!, players: people, seats_state: [one_state, { ...other, ready: true }, ...others], settling: 19.6 });
    flushSync();
    expect(one("settle-left").textContent).toContain("20");
    expect(one("settlement").querySelectorAll(".part.ready")).toHaveLength(1);
  });

  test("of the last hand leads to the final standing", () => {
    show("final");
    tap(one("next-hand"));
    const places = [...one("final-standing").querySelectorAll(".standing li")].map((place) => place.textContent.replace(/\s+/g, " ").trim());
    expect(places).toEqual(["1 上家 +304", "2 下家 −32", "3 对家 −48", "4 小武 −224"]);
  });
});

test("the language switch leaves no Chinese on the page", () => {
  tap(one("language"));
  show("full");
  const page = document.querySelector("main")!.textContent.replaceAll("小武", "");
  expect(page).not.toMatch(/[\u4e00-\u9fff]/);
});

test("the log of a page that has just connected holds the hand so far", () => {
  show("turn");
  const lines = [...document.querySelectorAll(".log li")].map((line) => line.textContent);
  expect(lines[0]).toBe("第3局，下家坐庄，财神五万");
  expect(lines.at(-1)).toBe("小武摸发财");
});

test("the chosen contrast is on the page, for the palettes to see", async () => {
  expect(document.documentElement.dataset.contrast).toBe("normal");
  tap([...document.querySelectorAll("button")].find((button) => button.textContent?.trim() === "设置")!);
  await vi.waitFor(() => one("settings-contrast"), { timeout: 15_000 });
  one("settings-contrast").querySelectorAll("input")[1]!.click();
  flushSync();
  expect(document.documentElement.dataset.contrast).toBe("high");
  settings.contrast = "normal";
});
