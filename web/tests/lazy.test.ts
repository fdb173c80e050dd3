/** Parts of the page that do not come at once. */

import { createRawSnippet, flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../src/settings.svelte";
import Lazy from "../src/ui/Lazy.svelte";

const children = createRawSnippet<[string]>((part) => ({ render: () => `<p id="part">${part()}</p>` }));

let lazy: Record<string, unknown> | null = null;

function open(load: () => Promise<{ default: string }>, onclose?: () => void): void {
  lazy = mount(Lazy as Component<object>, { target: document.body, props: { load, title: "设置", children, ...(onclose && { onclose }) } });
  flushSync();
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

const at = (id: string): HTMLElement | null => document.querySelector(`[data-testid="${id}"]`);

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = "zh";
});

afterEach(async () => {
  if (lazy !== null) await unmount(lazy);
  lazy = null;
  document.head.querySelectorAll("link").forEach((link) => link.remove());
  vi.useRealTimers();
});

test("nothing is said of a part that comes", async () => {
  open(() => Promise.resolve({ default: "here" }), () => undefined);
  expect(document.querySelector("dialog")).toBeNull();
  await pass(0);
  expect(document.querySelector("#part")?.textContent).toBe("here");
});

test("a part that does not come says so in its sheet, and is asked for anew", async () => {
  const load = vi.fn(() => Promise.reject<{ default: string }>(new Error("gone")));
  const onclose = vi.fn();
  open(load, onclose);
  await pass(0);
  expect(document.querySelector("dialog")?.getAttribute("aria-label")).toBe("设置");
  expect(at("missing")!.textContent).toContain("连不上服务器");
  load.mockImplementation(() => Promise.resolve({ default: "here" }));
  at("part-again")!.click();
  await pass(0);
  expect(document.querySelector("#part")?.textContent).toBe("here");
  expect(at("missing")).toBeNull();
  expect(onclose).not.toHaveBeenCalled();
});

test("a server that does not answer is told apart from a slow one", async () => {
  let come: (part: { default: string }) => void = () => undefined;
  open(() => new Promise((done) => (come = done)));
  await pass(500);
  expect(at("missing")!.textContent).toContain("正在打开");
  expect(at("part-again")).toBeNull();
  await pass(6_000);
  expect(at("part-again")).not.toBeNull();
  come({ default: "late, but here" });
  await pass(0);
  expect(document.querySelector("#part")?.textContent).toBe("late, but here");
});

test("a style sheet that did not come is asked for with the part", async () => {
  const failed = document.createElement("link");
  failed.rel = "stylesheet";
  failed.href = "/assets/part.css";
  document.head.append(failed);
  failed.dispatchEvent(new Event("error"));
  expect(document.head.querySelector("link")).toBeNull();

  const load = vi.fn(() => Promise.resolve({ default: "here" }));
  open(load);
  await pass(0);
  const link = document.head.querySelector("link")!;
  expect(link.getAttribute("href")).toContain("/assets/part.css");
  expect(load).not.toHaveBeenCalled();
  link.dispatchEvent(new Event("load"));
  await pass(0);
  expect(document.querySelector("#part")?.textContent).toBe("here");
});
