// @vitest-environment node
/** A record checked by this browser, against one that the server's own code has written: two kongs, a robbed one, format 2. */

import { expect, test } from "vitest";
import { places } from "../src/company/verify";
import type { HandRecord } from "../src/replay/record";
import { verifyRecord } from "../src/replay/verified";
import line from "./record.json?raw";

type Loose = { -readonly [Name in keyof HandRecord]: any };

/** What is said of the record after a change. */
async function said(change: (record: Loose) => void): Promise<string> {
  const record = JSON.parse(line) as Loose;
  change(record);
  const verdict = await verifyRecord(record as HandRecord);
  return typeof verdict === "string" ? verdict : verdict.place;
}

function exchanged(wall: string, one: number, other: number): string {
  const tiles = wall.match(/../g)!;
  [tiles[one], tiles[other]] = [tiles[other]!, tiles[one]!];
  return tiles.join("");
}

test("a record that holds", async () => {
  expect(await said(() => undefined)).toBe("holds");
});

test("a record without a seed proves nothing, and must not look as if it did", async () => {
  const bare = (r: Loose): void => void Object.assign(r, { seed: "", secret: undefined, seeds: undefined });
  expect(await said((r) => (bare(r), (r.commitment = "")))).toBe("unproven");
  expect(await said(bare)).toMatch(/^commitment: /);
});

test.each<[string, (record: Loose) => void]>([
  ["rules_hash", (r) => (r.rules.min_fan = 2)],
  ["rules_hash", (r) => (r.rules_hash = "000000000000")],
  ["before", (r) => (r.before = [1, 0, 0, 0])],
  ["seed", (r) => (r.seed = r.seed.toUpperCase())],
  ["commitment", (r) => (r.commitment = r.secret)],
  ["secret", (r) => (r.secret += " ")],
  ["seeds", (r) => (r.seeds[0] = "zz")],
  ["seeds", (r) => r.seeds.pop()],
  ["seed", (r) => (r.seeds[3] = "ab".repeat(32))],
  ["seed", (r) => (r.hand = 2)],
  ["dealer", (r) => (r.dealer = (r.dealer + 1) % 4)],
  ["dice", (r) => (r.dice = r.dice.toReversed())],
  ["wall, index 4", (r) => (r.wall = exchanged(r.wall, 4, 9))],
  ["wall", (r) => (r.wall += "1m")],
  ["turned", (r) => (r.turned = "1z")],
  ["event 0", (r) => (r.events[0].tile = "0m")],
  ["event 2", (r) => r.events.splice(1, 2)],
  ["after", (r) => (r.after = [0, 0, 0, 0])],
  ["after", (r) => (r.events.at(-1).payments[0] += 1)],
])("%s that does not follow is named with its place", async (place, change) => {
  expect(await said(change)).toMatch(new RegExp(`^${place}: recorded `));
});

test("replacements come from the tail and skip the turned tile, as draws do", () => {
  const next = places(132);
  expect([true, true, true, true].map(next)).toEqual([134, 135, 133, 130]);
  expect(next(false)).toBe(52);
});
