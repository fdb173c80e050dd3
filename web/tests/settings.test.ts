import { expect, test } from "vitest";
import { restore } from "../src/settings.svelte";

test("what is not offered any more gives way to the default, the rest is kept", () => {
  const kept = { language: "en", handSize: 120, soundVolume: 400, speech: true, confirm: "double", drag: false, tileSize: "large", name: "小武" };
  const restored = restore(kept);
  expect(restored).toMatchObject({ language: "en", handSize: 120, confirm: "double", drag: false, name: "小武" });
  expect(restored).toMatchObject({ soundVolume: 80, speech: "calls" });
  expect(restored).not.toHaveProperty("tileSize");
  expect(restore(null)).toEqual(restore({}));
});
