/** The lobby on the machine that serves it: where the house's phones find the game. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import Lan from "../src/lobby/Lan.svelte";

let app: Record<string, unknown>;

afterEach(async () => {
  vi.unstubAllGlobals();
  await unmount(app);
});

function open(lan: { readonly address: string | null; readonly qr: string | null }): void {
  vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify(lan), { headers: { "content-type": "application/json" } })));
  app = mount(Lan, { target: document.body });
}

const shown = (): Element | null => document.querySelector("[data-testid=lan]");

test("shows the address and its code", async () => {
  open({ address: "http://192.168.1.7:8000", qr: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  await vi.waitFor(() => expect(shown()?.textContent).toContain("http://192.168.1.7:8000"));
  const image = shown()!.querySelector("img")!;
  expect(decodeURIComponent(image.src)).toBe('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(image.alt).not.toBe("");
});

test("shows nothing where the game is not open to others", async () => {
  open({ address: null, qr: null });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await Promise.resolve();
  expect(shown()).toBeNull();
});

test("says that it is looking once that takes a while, and that it found nothing out; it can be tried again", async () => {
  vi.useFakeTimers();
  let fail = (): void => undefined;
  vi.stubGlobal("fetch", vi.fn(() => new Promise((_, refuse) => (fail = () => refuse(new TypeError("gone"))))));
  app = mount(Lan, { target: document.body });
  const unknown = (): Element | null => document.querySelector("[data-testid=lan-unknown]");
  expect(unknown()).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(unknown()?.textContent).toContain("正在查");
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(unknown()?.textContent).toContain("查不到");
  vi.stubGlobal("fetch", vi.fn(async () => Response.json({ address: "http://192.168.1.7:8000", qr: "<svg/>" })));
  document.querySelector<HTMLButtonElement>("[data-testid=lan-again]")!.click();
  flushSync();
  expect(unknown()?.textContent).toContain("正在查");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()?.textContent).toContain("http://192.168.1.7:8000");
  vi.useRealTimers();
});
