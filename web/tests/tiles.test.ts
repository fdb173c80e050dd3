// @vitest-environment node
import { expect, test } from "vitest";
import { TILES } from "../src/tiles";
import sprite from "../src/tiles/sprite.svg?raw";

test("the sprite draws each of the 34 tiles, the back and the caishen's seal, once, and nothing else", () => {
  const ids = [...sprite.matchAll(/<symbol[^>]*\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual([...TILES, "back", "cai"].map((name) => `tile-${name}`).toSorted());
});
