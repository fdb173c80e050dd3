/** What a seat is called beside the winner's. */

import { w } from "./words";

/** Names by seat, where they are known. */
export type Names = readonly [string, string, string, string];

export function seatName(winner: number, seat: number, names: Names | null): string {
  const beside = (seat - winner + 4) % 4;
  return names?.[seat] || w(`seat.${beside as 0 | 1 | 2 | 3}`);
}
