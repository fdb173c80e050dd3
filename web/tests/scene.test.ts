// @vitest-environment node
import { describe, expect, test } from "vitest";
import { SCENES } from "../mock/scenes";
import type { SeatView } from "../src/protocol";
import { choices, feedsOf, handTiles, isActing, meldPieces, riverFit, riverPieces, seatAt, sideOf, variantTiles } from "../src/table/scene";

const scene = (name: string) => SCENES[name]!;

test("seats go anticlockwise from one's own", () => {
  expect([0, 1, 2, 3].map((seat) => sideOf(seat, 2))).toEqual(["across", "left", "self", "right"]);
  expect(seatAt("left", 0)).toBe(3);
});

describe("the hand", () => {
  test("is sorted with the drawn tile last, each tile with a key of its own", () => {
    const tiles = handTiles(scene("turn"));
    expect(tiles[0]).toMatchObject({ tile: "5m", caishen: true, drawn: false });
    expect(tiles.at(-1)).toMatchObject({ tile: "6z", drawn: true });
    expect(tiles.find(({ tile }) => tile === "5z")?.stands).toBe("5m");
    expect(new Set(tiles.map(({ key }) => key)).size).toBe(14);
  });

  test("knows what may be discarded and what that would leave", () => {
    const tiles = handTiles(scene("turn"));
    expect(tiles.every(({ discard }) => discard !== null)).toBe(true);
    expect(tiles.filter(({ hint }) => hint !== null).map(({ tile }) => tile)).toEqual(["3p", "2z", "2z", "6z"]);
    expect(handTiles(scene("claim")).every(({ discard }) => discard === null)).toBe(true);
  });
});

test("choices are the legal actions, sorted by button", () => {
  const legal = choices(scene("claim"));
  expect(legal.chows).toHaveLength(3);
  expect(legal.win).not.toBeNull();
  expect(legal.pass).not.toBeNull();
  expect(legal.kongs).toEqual([]);
  expect(legal.discards).toEqual([]);
});

test("a chow variant lies in the order it is read, the claimed tile among it", () => {
  const { view } = scene("claim");
  const tiles = choices(scene("claim")).chows.map((chow) => variantTiles(chow, view).map(({ tile }) => tile).join(" "));
  expect(tiles).toEqual(["2m 3m 4m", "3m 4m 5z", "4m 5z 6m"]);
});

describe("melds", () => {
  const plain = (meld: Parameters<typeof meldPieces>[0], owner: number) =>
    meldPieces(meld, owner).map(({ tile, turned, stacked }) => `${tile ?? "back"}${turned ? "~" : ""}${stacked ? "^" : ""}`);

  test("turn the claimed tile toward whom it came from", () => {
    const chow = { meld: "[234p]", tile: "3p", source: 0, added: false };
    expect(plain(chow, 1)).toEqual(["3p~", "2p", "4p"]);
    expect(plain({ ...chow, source: 3 }, 1)).toEqual(["2p", "3p~", "4p"]);
    expect(plain({ ...chow, source: 2 }, 1)).toEqual(["2p", "4p", "3p~"]);
  });

  test("lay the added tile of a kong on the turned one", () => {
    expect(plain({ meld: "[1111z]", tile: "1z", source: 2, added: true }, 0)).toEqual(["1z", "1z~", "1z~^", "1z"]);
    expect(plain({ meld: "[1111z]", tile: "1z", source: 1, added: false }, 0)).toEqual(["1z", "1z", "1z", "1z~"]);
  });

  test("hide a concealed kong: its own shows two tiles, another's none", () => {
    expect(plain({ meld: "(6666z)", tile: null, source: null, added: false }, 0)).toEqual(["back", "6z", "6z", "back"]);
    expect(plain({ meld: "(????)", tile: null, source: null, added: false }, 2)).toEqual(["back", "back", "back", "back"]);
  });
});

test("a claimed discard leaves its place and the others keep their keys", () => {
  const river = ["1m", "2m", "3m"].map((tile, i) => ({ tile, drawn: false, claimed: i === 1 ? 2 : null }));
  expect(riverPieces(river).map(({ key, tile }) => `${key}${tile}`)).toEqual(["01m", "23m"]);
});

test("feeds are told from two on, on the seat that fed", () => {
  const { seats } = scene("full").view;
  expect(feedsOf(0, seats)).toEqual([
    { claimer: 1, count: 3 },
    { claimer: 3, count: 2 },
  ]);
  expect(feedsOf(2, seats as readonly SeatView[])).toEqual([]);
});

test("whose turn: during a claim only the own thinking shows", () => {
  expect(isActing(scene("turn"), 0)).toBe(true);
  expect(isActing(scene("claim"), 0)).toBe(true);
  expect(isActing({ ...scene("claim"), legal: [] }, 0)).toBe(false);
  expect(isActing(scene("claim"), 3)).toBe(false);
});

test("a long river takes no more room, and of no tile more than the rim is covered", () => {
  for (const rows of [2, 3]) {
    const line = 18 / rows;
    for (let count = 0; count <= 18; count += 1) expect(riverFit(count, rows)).toEqual({ perRow: line, line, fit: 1 });
    for (let count = 19; count <= 27; count += 1) {
      const { perRow, fit } = riverFit(count, rows);
      expect(perRow * rows).toBeGreaterThanOrEqual(count);
      const step = (line - fit) / (perRow - 1);
      expect(step / fit).toBeGreaterThan(0.9);
      expect(fit).toBeGreaterThan(0.6);
    }
  }
});
