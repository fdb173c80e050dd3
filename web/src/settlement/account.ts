/** How a settlement is laid out: the lines of the card, read off the server's result. */

import type { Won } from "../protocol";

export interface FanLine {
  readonly id: string;
  readonly value: number;
  /** The sum up to and with this line. */
  readonly sum: number;
}

export function fanLines(won: Won): FanLine[] {
  let sum = 0;
  return won.fans.map(([id, value]) => ({ id, value, sum: (sum += value) }));
}

export type Part = "winner" | "dealer" | "discarder" | "robbed" | "liable";

/** Why a seat pays or gains as it does. */
export function parts(won: Won, seat: number, dealer: number): Part[] {
  const found: Part[] = [];
  if (seat === won.seat) found.push("winner");
  if (seat === dealer) found.push("dealer");
  if (seat === won.source) found.push(won.way === "rob" ? "robbed" : "discarder");
  if (seat === won.liable) found.push("liable");
  return found;
}

/** How many bases a loser pays; 0 for one whom the liable seat pays for. */
export function factor(won: Won, seat: number): number {
  return -won.payments[seat]! / won.base;
}
