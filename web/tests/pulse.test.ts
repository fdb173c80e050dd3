// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ping } from "../src/protocol";
import { Pulse } from "../src/pulse.svelte";

let pulse: Pulse;
let asked: Ping[];

beforeEach(() => {
  vi.useFakeTimers();
  pulse = new Pulse();
  asked = [];
  pulse.start((ping) => asked.push(ping));
});

afterEach(() => {
  pulse.stop();
  vi.useRealTimers();
});

test("the way there and back is measured at once and again every few seconds", () => {
  expect(pulse.roundTrip).toBeNull();
  vi.advanceTimersByTime(80);
  pulse.hear({ type: "pong", at: asked[0]!.at });
  expect(pulse.roundTrip).toBe(80);
  vi.advanceTimersByTime(4_000);
  expect(asked).toHaveLength(2);
});

test("an answer that does not come makes the line slower and slower; a strange one counts for nothing", () => {
  vi.advanceTimersByTime(4_000);
  expect(pulse.roundTrip).toBe(4_000);
  pulse.hear({ type: "pong", at: 1 });
  vi.advanceTimersByTime(4_000);
  expect(pulse.roundTrip).toBe(8_000);
  expect(asked).toHaveLength(1);
});

test("nothing is known without a connection", () => {
  pulse.hear({ type: "pong", at: asked[0]!.at });
  pulse.stop();
  expect(pulse.roundTrip).toBeNull();
  vi.advanceTimersByTime(9_000);
  expect(asked).toHaveLength(1);
});
