/** The cards being gone through: the day's, those to practise, or those of one's own hands. */

import { ApiError, ask } from "../api";
import { me } from "../people/guest.svelte";
import type { Card, DailyDrill, OwnDrill } from "../protocol";
import { answeredDaily, counted, keepProgress, progress, type Answered } from "./progress";

export type Practice = "any" | "throw" | "claim" | "fan";
export type Source = { readonly kind: "daily" } | { readonly kind: "practice"; readonly of: Practice } | { readonly kind: "own" };

/** The largest number a seed of practice may be. */
const SEEDS = 2 ** 32;

class Session {
  progress = $state.raw(progress());
  daily = $state.raw<DailyDrill | null>(null);
  /** Null: none is chosen yet. */
  source = $state.raw<Source | null>(null);
  cards = $state.raw<readonly Card[]>([]);
  at = $state(0);
  /** What was answered to each of `cards`. */
  answers = $state.raw<readonly (Answered | null)[]>([]);
  loading = $state(false);
  failure = $state<string | null>(null);

  readonly card: Card | null = $derived(this.cards[this.at] ?? null);
  readonly answer: Answered | null = $derived(this.answers[this.at] ?? null);

  /** More cards may follow those that are here. */
  get endless(): boolean {
    return this.source?.kind === "practice" || (this.source?.kind === "own" && this.#before !== null);
  }

  #seed = 0;
  #page = 0;
  /** The own hand from which to look further back; null: there is none. */
  #before = $state.raw<string | null>(null);

  /** Today's cards, to know how far one is. */
  async look(): Promise<void> {
    await this.#attempt(async () => {
      this.daily = await ask<DailyDrill>("GET", "/api/drills/daily");
    });
  }

  async begin(source: Source): Promise<void> {
    this.source = source;
    this.cards = [];
    this.answers = [];
    this.at = 0;
    this.#before = null;
    this.#page = 0;
    this.#seed = Math.floor(Math.random() * SEEDS);
    if (source.kind !== "daily") return this.#more();
    if (this.daily === null) await this.look();
    this.#put(this.daily?.cards ?? []);
    const { day, answers } = this.progress;
    if (day === this.daily?.number) this.answers = this.cards.map(({ id }) => answers[id] ?? null);
    const open = this.answers.indexOf(null);
    this.at = open < 0 ? this.cards.length : open;
  }

  choose(answer: Answered): void {
    const { card } = this;
    if (card === null || this.answer !== null) return;
    this.answers = this.answers.with(this.at, answer);
    this.progress =
      this.source?.kind === "daily" && this.daily !== null
        ? answeredDaily(this.progress, this.daily, card.id, answer)
        : counted(this.progress, answer);
    keepProgress(this.progress);
  }

  async next(): Promise<void> {
    if (this.at + 1 >= this.cards.length && this.endless) await this.#more();
    if (this.failure === null) this.at += 1;
  }

  /** Back to where a drill is chosen. */
  leave(): void {
    this.source = null;
    this.failure = null;
  }

  async #more(): Promise<void> {
    await this.#attempt(async () => {
      if (this.source?.kind === "practice") {
        this.#put(await ask<readonly Card[]>("GET", `/api/drills/practice?kind=${this.source.of}&seed=${this.#seed}&page=${this.#page}`));
        this.#page += 1;
      } else {
        const before = this.#before === null ? "" : `?before=${encodeURIComponent(this.#before)}`;
        const own = await me.ask<OwnDrill>("GET", `/api/drills/own${before}`);
        this.#before = own.before;
        this.#put(own.cards);
      }
    });
  }

  #put(cards: readonly Card[]): void {
    this.cards = [...this.cards, ...cards];
    this.answers = [...this.answers, ...cards.map(() => null)];
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.loading = true;
    this.failure = null;
    try {
      await work();
    } catch (error) {
      this.failure = error instanceof ApiError ? error.reason : "internal";
    } finally {
      this.loading = false;
    }
  }
}

export const session = new Session();
