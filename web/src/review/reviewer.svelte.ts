/** Reviews of the hands looked at: asked of the server, waited for, and kept while the page lives. */

import { ApiError, ask } from "../api";
import { me } from "../people/guest.svelte";
import type { Reviewing } from "../protocol";
import type { Source } from "../replay/sources";

/** How often the server is asked how far it is, ms. */
const EVERY = 1_000;

/** A review that has been asked for. failure: the id of why there is none. */
export interface Asked {
  readonly state: Reviewing | null;
  readonly failure: string | null;
}

function request({ kind, ...source }: Source, hand: number, seat: number): Promise<Reviewing> {
  const whose = `seat=${seat}`;
  if (kind === "own") return me.ask<Reviewing>("POST", `/api/records/${encodeURIComponent((source as { id: string }).id)}/review?${whose}`);
  if (kind === "share") return ask<Reviewing>("POST", `/api/shares/${(source as { share: string }).share}/review?${whose}`);
  return ask<Reviewing>("POST", `/api/replays/review?hand=${hand}&${whose}`, (source as { text: string }).text);
}

class Reviewer {
  #asked = $state.raw<ReadonlyMap<string, Asked>>(new Map());
  #numbers = new WeakMap<Source, number>();
  #count = 0;

  of(source: Source, hand: number, seat: number): Asked | null {
    return this.#asked.get(this.#key(source, hand, seat)) ?? null;
  }

  /** Have it reviewed, and look after it until it is done. */
  async begin(source: Source, hand: number, seat: number): Promise<void> {
    const key = this.#key(source, hand, seat);
    if (this.#asked.get(key)?.failure === null) return;
    this.#put(key, { state: null, failure: null });
    try {
      let state = await request(source, hand, seat);
      while (state.phase === "waiting" || state.phase === "working") {
        this.#put(key, { state, failure: null });
        await new Promise((resolve) => setTimeout(resolve, EVERY));
        state = await this.#look(state, () => request(source, hand, seat));
      }
      this.#put(key, { state, failure: state.phase === "failed" ? "unavailable" : null });
    } catch (error) {
      this.#put(key, { state: null, failure: error instanceof ApiError ? error.reason : "internal" });
    }
  }

  /** How far it is. A server that was started anew is asked again. */
  async #look({ id }: Reviewing, again: () => Promise<Reviewing>): Promise<Reviewing> {
    try {
      return await ask<Reviewing>("GET", `/api/reviews/${id}`);
    } catch (error) {
      if (error instanceof ApiError && error.reason === "unknown_review") return again();
      throw error;
    }
  }

  #put(key: string, asked: Asked): void {
    this.#asked = new Map(this.#asked).set(key, asked);
  }

  #key(source: Source, hand: number, seat: number): string {
    if (!this.#numbers.has(source)) this.#numbers.set(source, (this.#count += 1));
    return `${this.#numbers.get(source)}.${hand}.${seat}`;
  }
}

export const reviewer = new Reviewer();
