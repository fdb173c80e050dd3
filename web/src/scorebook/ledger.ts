/** What follows from a book: dealers, gains, totals. Every number is looked up in a table that Python wrote from the rules. */

import type { BookContent, BookHand, BookMove, BookWin } from "../protocol";
import tables from "./payments.json";

export type Four<T> = readonly [T, T, T, T];

const NOBODY = "-";
const BASE: readonly number[] = tables.base;
const FACTORS: Readonly<Record<string, readonly number[]>> = tables.factors;
const SUCCESSION: Readonly<Record<string, Readonly<Record<string, number>>>> = tables.succession;

export const MOST_FAN = BASE.length - 1;
export const PEOPLE = [0, 1, 2, 3] as const;

/** A hand with what follows from it. People are counted as in the book, wherever they sit. */
export interface Reckoned {
  readonly entry: BookHand;
  /** Where it stands among the entries. */
  readonly index: number;
  /** From 1. */
  readonly number: number;
  readonly dealer: number;
  readonly gains: Four<number>;
  readonly totals: Four<number>;
}

export interface Moved {
  readonly entry: BookMove;
  readonly index: number;
}

export interface Ledger {
  readonly lines: readonly (Reckoned | Moved)[];
  readonly hands: readonly Reckoned[];
  readonly totals: Four<number>;
  /** Who sits where now, and deals next. */
  readonly order: Four<number>;
  readonly dealer: number;
}

export const isHand = (line: Reckoned | Moved): line is Reckoned => line.entry.type === "hand";

export function reckon(content: BookContent): Ledger {
  let { order, dealer } = content;
  let totals: Four<number> = [0, 0, 0, 0];
  const lines: (Reckoned | Moved)[] = [];
  const hands: Reckoned[] = [];
  for (const [index, entry] of content.entries.entries()) {
    if (entry.type === "move") {
      order = entry.order;
      lines.push({ entry, index });
      continue;
    }
    dealer = entry.dealer ?? dealer;
    const gains = gainsOf(entry, dealer, content.rules.fan_cap);
    totals = add(totals, gains);
    const hand = { entry, index, number: hands.length + 1, dealer, gains, totals };
    lines.push(hand);
    hands.push(hand);
    dealer = nextDealer(entry, dealer, order, content.rules.dealer_succession);
  }
  return { lines, hands, totals, order, dealer };
}

/** What each person gains in a hand. */
export function gainsOf(hand: BookHand, dealer: number, cap: number | null): Four<number> {
  return hand.wins.map((win) => gainsOfWin(win, hand.source, dealer, cap)).reduce(add, [0, 0, 0, 0]);
}

function gainsOfWin({ who, fan, liable }: BookWin, source: number | null, dealer: number, cap: number | null): Four<number> {
  const base = BASE[Math.min(fan, cap ?? MOST_FAN)]!;
  const from = (person: number | null): string => (person === null ? NOBODY : String(after(who, person)));
  const factors = FACTORS[from(dealer) + from(source) + from(liable)]!;
  return four((person) => base * factors[after(who, person)]!);
}

function nextDealer(hand: BookHand, dealer: number, order: Four<number>, succession: string): number {
  const seat = order.indexOf(dealer);
  const winner = firstWinner(hand, order);
  const steps = SUCCESSION[succession]![winner === null ? NOBODY : String(after(seat, order.indexOf(winner)))]!;
  return order[(seat + steps) % 4]!;
}

/** Of several winners the first anticlockwise from who discarded (RULES.md 3.2); null if nobody won. */
export function firstWinner(hand: BookHand, order: Four<number>): number | null {
  const source = hand.source === null ? 0 : order.indexOf(hand.source);
  const sorted = hand.wins.map(({ who }) => who).toSorted((a, b) => after(source, order.indexOf(a)) - after(source, order.indexOf(b)));
  return sorted[0] ?? null;
}

/** How many steps anticlockwise from one to the other. */
function after(from: number, to: number): number {
  return (to - from + 4) % 4;
}

export function four<T>(of: (person: number) => T): Four<T> {
  return [of(0), of(1), of(2), of(3)];
}

function add(a: Four<number>, b: Four<number>): Four<number> {
  return four((person) => a[person]! + b[person]!);
}

/** What two dice point at (RULES.md 1.3, 1.4). */
export interface Pointed {
  /** Whose side is opened, in seats from the dealer. */
  readonly side: number;
  readonly skipped: number;
  /** If it is the second roll, the stack from the tail. */
  readonly turned: number;
}

export function pointed(total: number): Pointed {
  return (tables.opening as Readonly<Record<string, Pointed>>)[total]!;
}
