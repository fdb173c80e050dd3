/** The table as a spectator sees it: nobody's hand is open, nobody is "I". */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { SCENES } from "../mock/scenes";
import App from "../src/App.svelte";
import { game } from "../src/game.svelte";
import type { State } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { lazyTable } from "../src/table/lazy.svelte";

let app: Record<string, unknown>;

beforeAll(() => lazyTable.load());

beforeEach(() => {
  Object.assign(settings, { language: "zh", speed: "off", textView: false });
  game.abandon();
  game.attach({ send: () => true, close: () => undefined });
  app = mount(App, { target: document.body });
});

afterEach(async () => {
  game.abandon();
  await unmount(app);
});

/** The scene as it is shown to all; the seats are the computer's. */
function watch(name: string): void {
  const scene: State = SCENES[name]!;
  game.receive({
    ...scene,
    legal: [],
    hints: [],
    waits: [],
    win_refused: null,
    players: scene.players.map((player) => ({ ...player, bot: "regular" })) as unknown as State["players"],
    view: { ...scene.view, seat: null, hand: [], drawn: null },
  });
  flushSync();
}

const spoken = (): string =>
  [...document.querySelectorAll<HTMLElement>("main *, [role=dialog] *")]
    .flatMap((node) => [node.getAttribute("aria-label") ?? "", node.title, ...[...node.childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.textContent : ""))])
    .join("\n");

test("the seat below shows backs and its melds, in place of a hand and buttons", () => {
  watch("full");
  expect(document.querySelectorAll("[data-testid=hand-tile]")).toHaveLength(0);
  const rack = document.querySelector(".at-own .rack")!;
  expect(rack.children).toHaveLength(SCENES.full!.view.seats[0]!.concealed);
  expect(document.querySelectorAll(".at-own .meld")).toHaveLength(SCENES.full!.view.seats[0]!.melds.length);
  expect(document.querySelector("[data-testid=stop-watching]")!.closest(".at-actions")).not.toBeNull();
  expect(document.querySelector(".actions")).toBeNull();
});

test("seats without a name are called by their winds", () => {
  watch("full");
  for (const wind of "东南西北") expect(spoken()).toContain(`${wind}家`);
  expect(spoken()).not.toMatch(/我|[上下对]家/);
});

test("keys do nothing", () => {
  watch("full");
  for (const key of ["ArrowLeft", "1", "Enter", "h"]) dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  expect(game.selected).toBeNull();
});

test("of the settlement and the standing nobody is the reader", () => {
  watch("final");
  expect(document.querySelector("[data-testid=settlement] .me")).toBeNull();
  game.settlement = "match";
  flushSync();
  const standing = document.querySelector<HTMLElement>("[data-testid=final-standing]")!;
  expect(standing.querySelector(".me")).toBeNull();
  expect(standing.querySelector(".lead")!.textContent).toContain("第一名：北家");
});

test("four who are level are told so", () => {
  const scene = SCENES.final!;
  game.receive({ ...scene, standing: { ...scene.standing, scores: [0, 0, 0, 0] } });
  game.settlement = "match";
  flushSync();
  expect(document.querySelector(".lead")!.textContent).toBe("四家打平");
  expect(document.querySelector(".first")).toBeNull();
});
