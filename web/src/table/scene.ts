/** What the table shows, read off a `State`: pure functions, no rules. */

import { handOrder, kindOf, readMeld, standsFor, type TileText } from "../notation";
import type {
  AddedKong,
  Chow,
  ConcealedKong,
  Discard,
  DiscardHint,
  Kong,
  Pass,
  Pung,
  RiverTile,
  SeatView,
  State,
  TableMeld,
  View,
  Win,
} from "../protocol";

/** Where a seat sits, seen from one's own. Play goes self, right, across, left. */
export type Side = "self" | "right" | "across" | "left";
const SIDES: readonly Side[] = ["self", "right", "across", "left"];

export function sideOf(seat: number, me: number): Side {
  return SIDES[(seat - me + 4) % 4]!;
}

export function seatAt(side: Side, me: number): number {
  return (me + SIDES.indexOf(side)) % 4;
}

/** A spectator looks from seat 0. */
export function ownSeat(view: View): number {
  return view.seat ?? 0;
}

export interface HandTile {
  /** Stable while the tile stays in the hand, so that it can be moved rather than redrawn. */
  readonly key: string;
  readonly tile: TileText;
  readonly caishen: boolean;
  readonly stands: TileText | null;
  readonly drawn: boolean;
  readonly discard: Discard | null;
  readonly hint: DiscardHint | null;
}

/** The own hand in display order, the drawn tile last. */
export function handTiles(state: State): HandTile[] {
  const { view } = state;
  const copies = new Map<TileText, number>();
  const discards = new Map(choices(state).discards.map((discard) => [discard.tile, discard]));
  const hints = new Map(state.hints.map((hint) => [hint.tile, hint]));
  const make = (tile: TileText, drawn: boolean): HandTile => {
    const copy = copies.get(tile) ?? 0;
    copies.set(tile, copy + 1);
    return {
      key: `${tile}.${copy}`,
      tile,
      caishen: tile === view.caishen,
      stands: standsFor(tile, view.caishen),
      drawn,
      discard: discards.get(tile) ?? null,
      hint: hints.get(tile) ?? null,
    };
  };
  const sorted = view.hand.toSorted((a, b) => handOrder(a, view.caishen) - handOrder(b, view.caishen));
  const tiles = sorted.map((tile) => make(tile, false));
  return view.drawn === null ? tiles : [...tiles, make(view.drawn, true)];
}

export type AnyKong = Kong | ConcealedKong | AddedKong;

/** The legal actions, by the button that takes them. */
export interface Choices {
  readonly win: Win | null;
  readonly kongs: readonly AnyKong[];
  readonly pung: Pung | null;
  readonly chows: readonly Chow[];
  readonly pass: Pass | null;
  readonly discards: readonly Discard[];
}

export function choices(state: State): Choices {
  const { legal } = state;
  return {
    win: legal.find((action) => action.type === "win") ?? null,
    kongs: legal.filter(
      (action) => action.type === "kong" || action.type === "concealed_kong" || action.type === "added_kong",
    ),
    pung: legal.find((action) => action.type === "pung") ?? null,
    chows: legal.filter((action) => action.type === "chow"),
    pass: legal.find((action) => action.type === "pass") ?? null,
    discards: legal.filter((action) => action.type === "discard"),
  };
}

export interface VariantTile {
  readonly tile: TileText;
  /** The tile taken from the river, as against those of the hand. */
  readonly taken: boolean;
}

/** The tiles a chow or kong would lay down, for its button; those of a chow in the order they are read. */
export function variantTiles(action: Chow | AnyKong, view: View): VariantTile[] {
  if (action.type === "chow") {
    const own = action.tiles.map((tile) => ({ tile, taken: false }));
    if (view.tile === null) return own;
    const rank = ({ tile }: VariantTile): number => kindOf(standsFor(tile, view.caishen) ?? tile);
    return [...own, { tile: view.tile, taken: true }].sort((a, b) => rank(a) - rank(b));
  }
  const tile = action.type === "kong" ? view.tile : action.tile;
  return tile === null ? [] : Array.from({ length: 4 }, () => ({ tile, taken: false }));
}

export interface RiverPiece {
  readonly key: number;
  readonly tile: TileText;
  readonly drawn: boolean;
}

/** The discards still lying there; a claimed one has left its place. */
export function riverPieces(river: readonly RiverTile[]): RiverPiece[] {
  return river
    .map(({ tile, drawn, claimed }, key) => ({ key, tile, drawn, claimed }))
    .filter(({ claimed }) => claimed === null);
}

/** What the river of an ordinary hand comes to. */
const USUAL = 18;

/** How much of a tile's width the next one leaves in sight where a river is longer: all but the rim. */
const IN_SIGHT = 0.92;

export interface RiverFit {
  /** Tiles a row has; and has in an ordinary hand. */
  readonly perRow: number;
  readonly line: number;
  /** How wide a tile is, of its usual width. */
  readonly fit: number;
}

/** How so many discards lie in so many rows: a longer river takes no more room, its tiles are smaller. */
export function riverFit(count: number, rows: number): RiverFit {
  const line = USUAL / rows;
  const perRow = Math.max(line, Math.ceil(count / rows));
  return { perRow, line, fit: perRow === line ? 1 : line / ((perRow - 1) * IN_SIGHT + 1) };
}

export interface MeldPiece {
  /** Null for a tile that lies face down. */
  readonly tile: TileText | null;
  readonly turned: boolean;
  /** Lies on the turned tile: the fourth of an added kong. */
  readonly stacked: boolean;
}

/**
 * A meld as it lies: the claimed tile turned and put on the side it came from (left, middle, right of
 * the owner); a concealed kong of one's own shows its two middle tiles.
 */
export function meldPieces(meld: TableMeld, owner: number): MeldPiece[] {
  const { tiles, concealed } = readMeld(meld.meld);
  if (concealed) {
    return tiles.map((tile, i) => ({ tile: tile === "?" || i % 3 === 0 ? null : tile, turned: false, stacked: false }));
  }
  const plain = tiles.map((tile) => ({ tile, turned: false, stacked: false }));
  const taken = plain.findIndex(({ tile }) => tile === meld.tile);
  if (taken < 0 || meld.source === null) return plain;
  const claimed = { ...plain.splice(taken, 1)[0]!, turned: true };
  const added = meld.added ? plain.pop() : undefined;
  const side = sideOf(meld.source, owner);
  const at = side === "left" ? 0 : side === "across" ? 1 : plain.length;
  plain.splice(at, 0, claimed);
  if (added) plain.splice(at + 1, 0, { ...added, turned: true, stacked: true });
  return plain;
}

/** A seat that took this seat's discards twice or more: the third may cost everything (RULES.md 6.5). */
export interface Feed {
  readonly claimer: number;
  readonly count: number;
}

export function feedsOf(seat: number, seats: readonly SeatView[]): Feed[] {
  return seats.flatMap((other, claimer) => {
    const count = other.feeds[seat] ?? 0;
    return claimer !== seat && count >= 2 ? [{ claimer, count }] : [];
  });
}

/** The seats the table waits for. In a claim the others' thinking is a secret, so only the own seat shows. */
export function isActing(state: State, seat: number): boolean {
  const { view } = state;
  if (view.phase === "turn") return view.turn === seat;
  return view.phase !== "over" && view.seat === seat && state.legal.length > 0;
}
