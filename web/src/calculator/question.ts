/** What is asked of the calculator, and how taps change it: tiles are put together here, and judged by the server. */

import { DEFAULT_RULES } from "../lobby/rules";
import { kindOf, readMeld, WHITE, type TileText } from "../notation";
import type { Ruleset, ScoreRequest, WaitingRequest } from "../protocol";
import { TILES } from "../tiles";

/** Circumstances that are either so or not, under the names of the request. */
export const FLAGS = ["after_kong", "kong_discard", "last_tile", "heavenly", "earthly"] as const;
export type Flag = (typeof FLAGS)[number];

/** How a hand is won. */
export const WAYS = ["draw", "discard", "rob"] as const;
export type Way = (typeof WAYS)[number];

/** A hand being put together, and how it is won. */
export interface Question extends Readonly<Record<Flag, boolean>> {
  readonly caishen: TileText | null;
  /** In the order in which they were tapped, the winning one among them. */
  readonly concealed: readonly TileText[];
  /** Which of the concealed tiles wins; null: the last. */
  readonly winning: number | null;
  readonly melds: readonly string[];
  readonly way: Way;
  readonly flown: number;
  readonly winner: number;
  readonly dealer: number;
  readonly discarder: number | null;
  readonly liable: number | null;
  readonly rules: Ruleset;
}

export const EMPTY: Question = {
  caishen: null,
  concealed: [],
  winning: null,
  melds: [],
  way: "draw",
  after_kong: false,
  kong_discard: false,
  last_tile: false,
  heavenly: false,
  earthly: false,
  flown: 0,
  winner: 0,
  dealer: 0,
  discarder: null,
  liable: null,
  rules: DEFAULT_RULES,
};

/** What a tap on the pad puts down. */
export const CONCEALED_MODES = ["one", "pair", "triplet", "run"] as const;
export const MELD_MODES = ["chow", "pung", "kong", "concealed_kong"] as const;
export type Mode = (typeof CONCEALED_MODES)[number] | (typeof MELD_MODES)[number] | "caishen";

/** Tiles as in a hand of thirteen and the winning one: a meld counts as three. */
export const WHOLE = 14;
const COPIES = 4;

export function size(question: Question): number {
  return question.concealed.length + 3 * question.melds.length;
}

/** Where in `concealed` the winning tile is; null while tiles are missing. */
export function winningIndex(question: Question): number | null {
  if (size(question) !== WHOLE) return null;
  return question.winning ?? question.concealed.length - 1;
}

/** How many of a kind are in the hand, melds included. */
export function held(question: Question, tile: TileText): number {
  const all = [...question.concealed, ...question.melds.flatMap((meld) => readMeld(meld).tiles)];
  return all.filter((one) => one === tile).length;
}

/** The tiles a tap on `tile` would put down; null where there are no such, or too many of a kind, or no room. */
export function wouldAdd(question: Question, mode: Exclude<Mode, "caishen">, tile: TileText): readonly TileText[] | null {
  const tiles = shape(question, mode, tile);
  if (tiles === null) return null;
  const room = tiles.length === 4 ? 3 : tiles.length;
  if (size(question) + room > WHOLE) return null;
  for (const kind of new Set(tiles)) {
    // The turned tile lies on the wall.
    const copies = kind === question.caishen ? COPIES - 1 : COPIES;
    if (held(question, kind) + tiles.filter((one) => one === kind).length > copies) return null;
  }
  return tiles;
}

function shape(question: Question, mode: Exclude<Mode, "caishen">, tile: TileText): readonly TileText[] | null {
  switch (mode) {
    case "one":
      return [tile];
    case "pair":
      return [tile, tile];
    case "triplet":
      return [tile, tile, tile];
    case "run":
      return run(tile);
    case "chow":
      return chow(tile, question.caishen);
    default:
      if (tile === question.caishen) return null;
      return Array.from({ length: mode === "pung" ? 3 : 4 }, () => tile);
  }
}

/** Three neighbours from `tile` on; from a seven if it is above. */
function run(tile: TileText): readonly TileText[] | null {
  const suit = tile.charAt(1);
  if (suit === "z") return null;
  const first = Math.min(Number(tile.charAt(0)), 7);
  return [first, first + 1, first + 2].map((rank) => `${rank}${suit}`);
}

/** A run to be laid open: where it needs the turned kind a 白 lies, since a caishen stays in the hand. */
function chow(tile: TileText, caishen: TileText | null): readonly TileText[] | null {
  const tiles = run(tile === WHITE && caishen !== null ? caishen : tile);
  return tiles?.map((one) => (one === caishen ? WHITE : one)) ?? null;
}

/** The question after a tap on the pad; the same one where the tap means nothing. */
export function tapped(question: Question, mode: Mode, tile: TileText): Question {
  if (mode === "caishen") return { ...question, caishen: tile };
  const tiles = wouldAdd(question, mode, tile);
  if (tiles === null) return question;
  if ((CONCEALED_MODES as readonly Mode[]).includes(mode)) {
    return { ...question, concealed: [...question.concealed, ...tiles], winning: null };
  }
  const text = formatTiles(tiles);
  return { ...question, melds: [...question.melds, mode === "concealed_kong" ? `(${text})` : `[${text}]`], winning: null };
}

/** A tap on a tile of the hand: in a whole hand it wins instead, and is taken away if it was the winning one. */
export function tappedInHand(question: Question, index: number): Question {
  const winning = winningIndex(question);
  if (winning !== null && winning !== index) return { ...question, winning: index };
  return { ...question, concealed: question.concealed.filter((_, i) => i !== index), winning: null };
}

export function withoutMeld(question: Question, index: number): Question {
  return { ...question, melds: question.melds.filter((_, i) => i !== index), winning: null };
}

/** How it is won; what goes with another way is so no longer. */
export function won(question: Question, way: Way): Question {
  const drawn = way === "draw";
  return {
    ...question,
    way,
    after_kong: drawn && question.after_kong,
    last_tile: drawn && question.last_tile,
    heavenly: drawn && question.heavenly,
    flown: drawn ? question.flown : 0,
    kong_discard: way === "discard" && question.kong_discard,
    earthly: way === "discard" && question.earthly,
    discarder: drawn ? null : question.discarder,
  };
}

/** Tiles in notation: `123m11z`, sorted. */
export function formatTiles(tiles: readonly TileText[]): string {
  const sorted = tiles.toSorted((a, b) => kindOf(a) - kindOf(b));
  return ["m", "p", "s", "z"]
    .map((suit) => [sorted.filter((tile) => tile.endsWith(suit)).map((tile) => tile.charAt(0)).join(""), suit])
    .filter(([ranks]) => ranks !== "")
    .map((part) => part.join(""))
    .join("");
}

/** The tiles of a text in notation, in its order; null if it is none. */
export function readTiles(text: string): TileText[] | null {
  if (!/^(\d+[mpsz])*$/.test(text)) return null;
  const { tiles } = readMeld(text);
  return tiles.every((tile) => TILES.includes(tile)) ? [...tiles] : null;
}

/** What is asked of `/api/score`; null while a tile is missing. */
export function scoreRequest(question: Question): ScoreRequest | null {
  const winning = winningIndex(question);
  if (question.caishen === null || winning === null) return null;
  const { way, heavenly, earthly, winner, dealer, discarder, liable } = question;
  return {
    ...alike(question, question.caishen, question.concealed.toSpliced(winning, 1)),
    tile: question.concealed[winning]!,
    ...{ way, heavenly, earthly, winner, dealer, discarder, liable },
  };
}

/** What is asked of `/api/waits`; null unless there are thirteen tiles. */
export function waitingRequest(question: Question): WaitingRequest | null {
  if (question.caishen === null || size(question) !== WHOLE - 1) return null;
  return alike(question, question.caishen, question.concealed);
}

function alike(question: Question, caishen: TileText, tiles: readonly TileText[]): WaitingRequest {
  const { melds, after_kong, kong_discard, last_tile, flown, rules } = question;
  return { hand: formatTiles(tiles), caishen, melds, after_kong, kong_discard, last_tile, flown, rules };
}
