/** This page's part in the luck of the next hand, and what it remembers to prove the deal by. */

import type { Dealt, Event, GiveSeed, State } from "../protocol";
import type { Witness } from "./verify";

class Fairness {
  /** What each hand was committed to when this page first heard of it, by `hand`. */
  #promised = new Map<number, string>();
  #given = new Map<number, string>();
  #events: Event[] = [];
  #prepared: { readonly commitment: string; readonly seed: string } | null = null;

  /** A word of the table; `give` sends this seat's seed for the hand to come. */
  hear(state: State, give: (seed: GiveSeed) => void): void {
    const { proof, view } = state;
    if (state.events.length === 0) {
      if (state.history.length > 0) this.#events = [...state.history];
    }
    for (const event of state.events) {
      if (event.type === "dealt") this.#events = [];
      this.#events.push(event);
    }
    this.#promise(proof.hand, proof.commitment);
    if (proof.next_commitment === "") return;
    const next = proof.hand + 1;
    this.#promise(next, proof.next_commitment);
    if (view.seat === null || proof.given.includes(view.seat) || state.standing.over) return;
    const seed = this.#given.get(next) ?? randomSeed();
    if (!this.#given.has(next)) give({ type: "seed", hand: next, seed });
    this.#given.set(next, seed);
  }

  /** What this seat saw of the hand of `state`; null for who has no seat. */
  witness(state: State): Witness | null {
    const dealt = this.#events.find((event): event is Dealt => event.type === "dealt");
    if (dealt === undefined || state.view.seat === null) return null;
    return {
      seat: state.view.seat,
      proof: state.proof,
      promised: this.#promised.get(state.proof.hand) ?? state.proof.commitment,
      given: this.#given.get(state.proof.hand) ?? null,
      dealt,
      draws: this.#events.flatMap((event) => (event.type === "drawn" ? [event] : [])),
    };
  }

  /** The seed this player adds to the first hand of a match, whose secret is committed to. */
  prepare(commitment: string): string {
    this.#prepared = { commitment, seed: randomSeed() };
    return this.#prepared.seed;
  }

  /** Another table; what was prepared for its first hand is kept. */
  forget(): void {
    this.#promised.clear();
    this.#given.clear();
    this.#events = [];
    if (this.#prepared === null) return;
    this.#promised.set(1, this.#prepared.commitment);
    this.#given.set(1, this.#prepared.seed);
    this.#prepared = null;
  }

  #promise(hand: number, commitment: string): void {
    if (!this.#promised.has(hand)) this.#promised.set(hand, commitment);
  }
}

function randomSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const fairness = new Fairness();
