/** The second tap of an unsteady finger goes no further. */

import { afterEach, expect, test, vi } from "vitest";
import { closed } from "../src/ui/steady";

const hit = vi.fn();
addEventListener("click", hit);

afterEach(() => {
  vi.restoreAllMocks();
  hit.mockClear();
});

test("what closed under a tap is not followed by another at the same place", () => {
  let now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const tap = (x: number, after: number, detail = 1): number => {
    now += after;
    hit.mockClear();
    document.body.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x, clientY: 700, detail }));
    return hit.mock.calls.length;
  };
  expect([tap(100, 0), tap(100, 100)]).toEqual([1, 1]);
  closed();
  expect([tap(104, 100), tap(100, 150)]).toEqual([0, 0]);
  expect(tap(200, 10)).toBe(1);
  closed();
  expect(tap(200, 100, 0)).toBe(1);
  expect(tap(200, 500)).toBe(1);
});
