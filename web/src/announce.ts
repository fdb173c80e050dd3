/** What an event says and how it sounds. */

import { refusalText } from "./explain/refusal";
import { t, tileName } from "./i18n";
import { playerName } from "./names";
import { readMeld } from "./notation";
import type { Event, State } from "./protocol";
import type { Sound } from "./sound";
import type { CallId } from "./voice/calls";

/** A word called across the table, shown beside a seat. */
export interface Call {
  readonly seat: number;
  readonly id: CallId;
}

/** What must be known of a table to put its events in words. */
type Known = Pick<State, "view" | "players">;

/** One sentence for an event, as told to the seat of `state`. */
export function sentence(event: Event, state: Known): string {
  const who = (seat: number): string => playerName(state.players, seat, state.view);
  switch (event.type) {
    case "hand_started":
      return t("event.hand_started", { hand: event.hand, dealer: who(event.dealer) });
    case "dealt":
      return t("event.dealt", { hand: event.hand, dealer: who(event.dealer), tile: tileName(event.turned) });
    case "drawn":
      return event.tile === "?"
        ? t("event.drawn", { who: who(event.seat) })
        : t("event.drawn_tile", { who: who(event.seat), tile: tileName(event.tile) });
    case "discarded":
      return t("event.discarded", { who: who(event.seat), tile: tileName(event.tile) });
    case "answered":
      return t("event.answered", { who: who(event.seat), action: t(`action.${event.action.type}`) });
    case "claimed":
      return t("event.claimed", {
        who: who(event.seat),
        action: t(`call.${claimKind(event.meld)}`),
        source: who(event.source),
        tile: tileName(event.tile),
      });
    case "konged":
      return t("event.konged", { who: who(event.seat), tile: tileName(readMeld(event.meld).tiles[0] ?? "?") });
    case "won":
      return event.source === null
        ? t("event.won_drawn", { who: who(event.seat), fan: event.fan })
        : t(event.way === "rob" ? "event.won_robbed" : "event.won", { who: who(event.seat), source: who(event.source), fan: event.fan });
    case "exhausted":
      return t("event.exhausted");
  }
}

/** What it is up to the player to do, and why a complete hand may not win; null if it is not up to them. */
export function prompt(state: State): string | null {
  const { view, legal, win_refused } = state;
  if (view.seat === null || (legal.length === 0 && win_refused === null)) return null;
  const discards = legal.some(({ type }) => type === "discard");
  const types = new Set(legal.map(({ type }) => type).filter((type) => type !== "discard"));
  const parts = discards ? [t("prompt.turn")] : [];
  if (types.size > 0) parts.push(t("prompt.may", { actions: [...types].map((type) => t(`action.${type}`)).join(t("comma")) }));
  if (win_refused !== null) parts.push(t("prompt.refused", { reason: refusalText(state, win_refused) }));
  return parts.join(t("comma"));
}

/** Whether the event is worth a line in the log and a word to a screen reader: others' draws are not. */
export function isTold(event: Event): boolean {
  return event.type !== "answered" && !(event.type === "drawn" && event.tile === "?");
}

export function callOf(event: Event, state: Known): Call | null {
  switch (event.type) {
    case "claimed":
      return { seat: event.seat, id: claimKind(event.meld) };
    case "konged":
      return { seat: event.seat, id: "kong" };
    case "won":
      return { seat: event.seat, id: event.way === "draw" ? "drawn_win" : event.way === "rob" ? "rob" : "win" };
    case "discarded":
      return event.tile === state.view.caishen && state.view.seats[event.seat]!.flown > 0
        ? { seat: event.seat, id: "fly" }
        : null;
    default:
      return null;
  }
}

export function soundOf(event: Event): Sound | null {
  switch (event.type) {
    case "dealt":
      return "dice";
    case "drawn":
      return event.tile === "?" ? null : "draw";
    case "discarded":
      return "discard";
    case "claimed":
    case "konged":
      return "claim";
    case "won":
      return "win";
    case "exhausted":
      return "exhausted";
    default:
      return null;
  }
}

function claimKind(meld: string): "chow" | "pung" | "kong" {
  const { tiles } = readMeld(meld);
  if (tiles.length === 4) return "kong";
  return tiles.every((tile) => tile === tiles[0]) ? "pung" : "chow";
}
