/** The people at the table beside their tiles: when the last word came, who has said what, who is muted. */

import type { Phrase, Said, State } from "../protocol";
import { load, save } from "../storage";

const BUBBLE_MS = 3_500;
const MUTED = "wuyi.muted";

/** Who is muted, and at which match: the server forgets it together with the table. */
interface Muted {
  readonly match: string;
  readonly seats: readonly number[];
}

export interface Bubble {
  readonly seat: number;
  readonly phrase: Phrase;
}

class Company {
  /** The newest word of the table, which may be ahead of what is still being shown. */
  latest = $state.raw<State | null>(null);
  /** When it came, by this page's clock: all seconds in it count from there. */
  heard = $state(0);
  bubbles = $state.raw<readonly Bubble[]>([]);
  muted = $state.raw<ReadonlySet<number>>(new Set());
  #match = "";

  /** Sit down at this match, now or again. */
  sit(match: string): void {
    this.#match = match;
    const kept = load<Muted>(MUTED);
    this.muted = new Set(kept?.match === match ? kept.seats : []);
  }

  /** True if a vote that was under way has come to nothing. */
  hear(state: State): boolean {
    const before = this.latest;
    this.latest = state;
    this.heard = performance.now();
    if (before === null || before.vote === null || state.vote !== null || state.standing.over) return false;
    return before.paused === state.paused && before.ending === state.ending;
  }

  /** A seat's new bubble takes the place of its old one. */
  hearSaid({ seat, phrase }: Said): void {
    const bubble = { seat, phrase };
    this.bubbles = [...this.bubbles.filter((other) => other.seat !== seat), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((other) => other !== bubble)), BUBBLE_MS);
  }

  setMuted(seat: number, on: boolean): void {
    const muted = new Set(this.muted);
    if (on) muted.add(seat);
    else muted.delete(seat);
    this.muted = muted;
    save(MUTED, { match: this.#match, seats: [...muted] } satisfies Muted);
    if (on) this.bubbles = this.bubbles.filter((bubble) => bubble.seat !== seat);
  }

  forget(): void {
    this.latest = null;
    this.bubbles = [];
    this.muted = new Set();
  }
}

export const company = new Company();
