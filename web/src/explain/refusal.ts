/** Why a complete hand may not win, in words, with what belongs to the reason. */

import { playerName } from "../names";
import { fanName, reasonText, t, tileName } from "../i18n";
import type { State, WinRefusal } from "../protocol";

/** So many waits are named; of more, the number is told. */
const NAMED = 4;

/** What belongs to a reason and does not stand in it. */
export interface Facts {
  /** What the hand waits for. */
  readonly waits: readonly string[];
  /** The fan that a win takes. */
  readonly wanted: number;
  /** Whose discarded caishen stand. */
  readonly locked: readonly string[];
}

export function refusalText(state: State, refusal: WinRefusal): string {
  return refusalWords(refusal, {
    waits: state.waits.map(({ tile }) => tile),
    wanted: state.view.rules.min_fan,
    locked: state.view.seats.flatMap((seat, number) => (seat.locked ? [playerName(state.players, number, state.view)] : [])),
  });
}

export function refusalWords({ reason, fans, suits }: WinRefusal, { waits, wanted, locked }: Facts): string {
  if (reason === "many_waits_must_draw" && waits.length > 0) return ofWaits(waits);
  if (reason === "too_few_fan") return ofFans(fans, wanted);
  if (reason === "not_half_flush" && suits.length > 1) {
    return t("refusal.suits", { suits: [...suits].map((letter) => t(`suit.${letter as "m" | "p" | "s"}`)).join(t("list")) });
  }
  if (reason === "caishen_lock" && locked.length > 0) return t("refusal.locked", { who: locked.join(t("list")) });
  return reasonText(reason);
}

function ofWaits(tiles: readonly string[]): string {
  const named = tiles.slice(0, NAMED).map(tileName).join(t("list"));
  return t(tiles.length > NAMED ? "refusal.waits.more" : "refusal.waits", { tiles: named, count: tiles.length });
}

/** The fans there are, and how many are missing to `wanted`. */
function ofFans(fans: WinRefusal["fans"], wanted: number): string {
  const fan = fans.reduce((sum, [, value]) => sum + value, 0);
  const named = fans.filter(([, value]) => value > 0).map(([id, value]) => `${fanName(id)} ${value}`);
  const lacking = { fan, wanted, lacking: wanted - fan };
  return named.length === 0 ? t("refusal.no_fans", lacking) : t("refusal.fans", { fans: named.join(t("list")), ...lacking });
}
