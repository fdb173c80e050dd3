/** What seats are called. */

import { t, type Key } from "./i18n";
import type { Player, View } from "./protocol";
import { sideOf } from "./table/scene";

/** The name to show for a seat. A computer player is named by where it sits, in the page's language. */
export function playerName(players: readonly Player[], seat: number, view: Pick<View, "seat">): string {
  const player = players[seat];
  if (player && player.bot === null && player.name !== "") return player.name;
  return seatName(seat, view);
}

/** What a seat is called by who sits at another; a spectator sits at none, and calls it by its wind. */
export function seatName(seat: number, view: Pick<View, "seat">): string {
  if (view.seat === null) return t("records.seat", { seat: windName(seat) });
  return t(`side.${sideOf(seat, view.seat)}`);
}

export const windName = (seat: number): string => t(`room.wind.${seat}` as Key);
