// @vitest-environment node
import { expect, test } from "vitest";
import { handOrder, readMeld, standsFor } from "../src/notation";

test("melds are read", () => {
  expect(readMeld("[45p5z]")).toEqual({ tiles: ["4p", "5p", "5z"], concealed: false });
  expect(readMeld("(1111z)")).toEqual({ tiles: ["1z", "1z", "1z", "1z"], concealed: true });
  expect(readMeld("(????)")).toEqual({ tiles: ["?", "?", "?", "?"], concealed: true });
});

test("a 白 stands for the turned tile unless it was turned itself", () => {
  expect(standsFor("5z", "3s")).toBe("3s");
  expect(standsFor("5z", "5z")).toBeNull();
  expect(standsFor("3s", "3s")).toBeNull();
});

test("the hand: caishen first, 白 in the place of the tile it stands for", () => {
  const sorted = ["1z", "5z", "9m", "5p", "4p", "6p"].toSorted((a, b) => handOrder(a, "5p") - handOrder(b, "5p"));
  expect(sorted).toEqual(["5p", "9m", "4p", "5z", "6p", "1z"]);
});
