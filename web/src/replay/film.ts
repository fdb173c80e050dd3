/** A film from the server made ready to be shown: what each frame leaves out is put in. No rules are known here. */

import type { Answered, Event, Exhausted, Frame, Prospect, Replay, SeatFrame, SeatView, View, Won } from "../protocol";

type Four<T> = readonly [T, T, T, T];

/** The table at one moment. */
export interface Scene {
  readonly at: number;
  readonly event: Event;
  /** What was said to the tile on the table, as far as it may be known. */
  readonly answers: readonly Answered[];
  /** As a spectator sees it. */
  readonly view: View;
  readonly seats: Four<SeatFrame>;
  /** Where the newest discard lies, until it is claimed or another turn begins. */
  readonly latest: { readonly seat: number; readonly index: number } | null;
}

const MARKS = ["claim", "kong", "fly", "win", "exhausted"] as const;
export type Mark = (typeof MARKS)[number];

export function scenesOf(replay: Replay): readonly Scene[] {
  const scenes: Scene[] = [];
  let seats: Four<SeatFrame> | null = null;
  replay.frames.forEach((frame, at) => {
    const now = laidDown(put(seats, frame.seats), frame.event);
    seats = now;
    scenes.push({
      at,
      event: frame.event,
      answers: frame.answers,
      view: viewOf(replay, frame, four(now, ({ seen }) => seen)),
      seats: now,
      latest: frame.phase === "claim" ? { seat: frame.turn, index: now[frame.turn]!.seen.river.length - 1 } : null,
    });
  });
  return scenes;
}

/** The hand that has won lies open, the winning tile apart, whoever looks. */
function laidDown(seats: Four<SeatFrame>, event: Event): Four<SeatFrame> {
  return event.type === "won" ? four(seats, (one) => (one.seat === event.seat ? { ...one, hand: event.tiles, drawn: event.tile } : one)) : seats;
}

function put(before: Four<SeatFrame> | null, changed: readonly SeatFrame[]): Four<SeatFrame> {
  const at = (seat: number): SeatFrame => (changed.find((one) => one.seat === seat) ?? before?.[seat])!;
  return [at(0), at(1), at(2), at(3)];
}

function four<A, B>([a, b, c, d]: Four<A>, make: (one: A) => B): Four<B> {
  return [make(a), make(b), make(c), make(d)];
}

function viewOf(replay: Replay, frame: Frame, seats: Four<SeatView>): View {
  const { event } = frame;
  const result: Won | Exhausted | null = event.type === "won" || event.type === "exhausted" ? event : null;
  const { phase, turn, tile, last, replacement, remaining } = frame;
  return {
    ...{ seat: null, rules: replay.rules, hand_number: replay.hand, dealer: replay.dealer, dice: replay.dice, caishen: replay.caishen },
    ...{ phase, turn, tile, hand: [], drawn: null, last, replacement, remaining },
    ...{ seats, scores: result?.scores ?? replay.before, result },
  };
}

/** What is worth a mark on the line of time. Whether a discarded caishen was a 飘 is seen in an open hand alone. */
export function markOf({ event, seats, view }: Scene): Mark | null {
  switch (event.type) {
    case "claimed":
      return /^\[\d{4}/.test(event.meld) ? "kong" : "claim";
    case "konged":
      return "kong";
    case "discarded":
      return event.tile === view.caishen && seats[event.seat]!.seen.flown > 0 ? "fly" : null;
    case "won":
      return "win";
    case "exhausted":
      return "exhausted";
    default:
      return null;
  }
}

/** Whether somebody's turn begins with it. */
export function beginsTurn({ event }: Scene): boolean {
  return event.type === "dealt" || event.type === "claimed" || (event.type === "drawn" && !event.replacement);
}

/** The next place from `at` in the direction of `step` that is `wanted`; the end of the film if there is none. */
export function seek(scenes: readonly Scene[], at: number, step: 1 | -1, wanted: (scene: Scene) => boolean): number {
  const end = step > 0 ? scenes.length - 1 : 0;
  for (let place = at + step; place >= 0 && place < scenes.length; place += step) if (wanted(scenes[place]!)) return place;
  return end;
}

/** What a seat waited for at a moment. */
export function prospectAt(prospects: readonly Prospect[], at: number): Prospect | null {
  return prospects.findLast((prospect) => prospect.at <= at) ?? null;
}

/** The totals as they stand, or null where they would give the match away. */
export function totalsShown(view: View, over: boolean, hide: boolean): Four<number> | null {
  return hide && !over ? null : view.scores;
}

/** How long a scene is looked at before the next, ms, at the usual speed. */
export function lingers({ event }: Scene): number {
  switch (event.type) {
    case "drawn":
      return 420;
    case "claimed":
    case "konged":
      return 1_100;
    default:
      return 800;
  }
}
