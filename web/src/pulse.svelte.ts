/** How good the connection is: how long a word takes to the server and back. */

import type { Ping, Pong } from "./protocol";

const EVERY_MS = 4_000;

export class Pulse {
  /** ms; of a word that is still on its way, how long it has been so far. Null while there is no connection. */
  roundTrip = $state<number | null>(null);

  #asked: number | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The connection stands: measure from now on. */
  start(send: (ping: Ping) => void): void {
    this.stop();
    const ask = (): void => {
      if (this.#asked === null) {
        this.#asked = Date.now();
        send({ type: "ping", at: this.#asked });
      } else {
        this.roundTrip = Date.now() - this.#asked;
      }
    };
    ask();
    this.#timer = setInterval(ask, EVERY_MS);
  }

  hear({ at }: Pong): void {
    if (at !== this.#asked) return;
    this.roundTrip = Date.now() - at;
    this.#asked = null;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#asked = this.roundTrip = null;
  }
}

export const pulse = new Pulse();
