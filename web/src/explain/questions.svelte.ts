/** What the server has explained of the own hand, as it stands now; the page computes none of it. */

import type { Explained } from "../protocol";

class Questions {
  #answers = $state.raw<readonly Explained[]>([]);

  /** An answer came; those about an earlier table are worth nothing any more. */
  hear(answer: Explained): void {
    this.#answers = [...this.#answers.filter((other) => other.seq === answer.seq && other.discard !== answer.discard), answer];
  }

  /** The answer about the table at `seq`, as it is or without the tile `discard`; null until it has come. */
  about(seq: number, discard: string | null): Explained | null {
    return this.#answers.find((answer) => answer.seq === seq && answer.discard === discard) ?? null;
  }
}

export const questions = new Questions();
