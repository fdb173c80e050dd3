// @vitest-environment node
import { expect, test } from "vitest";
import { fitting } from "../src/table/fit";

test("all pieces fit, or as many as leave room for the note", () => {
  expect(fitting([30, 30, 30], 105, 5, 40)).toBe(3);
  expect(fitting([30, 30, 30], 104, 5, 40)).toBe(1);
  expect(fitting([30, 30, 30], 115 - 35, 5, 40)).toBe(1);
  expect(fitting([30, 30, 30], 79, 5, 40)).toBe(0);
  expect(fitting([], 0, 5, 40)).toBe(0);
});
