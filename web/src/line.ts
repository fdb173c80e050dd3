/** A socket that comes back by itself whenever it is lost, until the server ends it for good. */

import { Close } from "./protocol";

const FINAL: readonly number[] = [Close.UNKNOWN_TOKEN, Close.UNKNOWN_MATCH, Close.NO_HELLO, Close.TOO_FAST];

const FIRST_DELAY = 400;
const LONGEST_DELAY = 8_000;
const PING_EVERY = 12_000;
/** Silence after which a socket that claims to be open is given up. */
const SILENCE = 20_000;

/** Whom a line serves. */
export interface Speaker {
  /** An attempt begins: the address to open, `http...` with its path. */
  connecting(): string;
  /** It is open: the first thing to say. */
  greeting(): object;
  /** That has been said, and more may be. */
  greeted?(): void;
  /** The server has said something; true if that shows that it will have us. */
  heard(text: string): boolean;
  /** Lost, by a closing code or by silence (null); the next attempt is timed. */
  lost(code: number | null): void;
  /** Ended for good. */
  ended(code: number): void;
}

export class Line {
  #socket: WebSocket | null = null;
  #attempts = 0;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly speaker: Speaker) {}

  open(): void {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  close(): void {
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  #connect(): void {
    const socket = new WebSocket(this.speaker.connecting().replace(/^http/, "ws"));
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      this.#heard = Date.now();
      this.send(this.speaker.greeting());
      this.speaker.greeted?.();
      this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#heard = Date.now();
      if (typeof data === "string" && this.speaker.heard(data)) this.#attempts = 0;
    };
    socket.onclose = ({ code }) => this.#lost(code);
  }

  #beat(): void {
    if (Date.now() - this.#heard > SILENCE) this.#lost(null);
    else this.send({ type: "ping", at: Date.now() });
  }

  #lost(code: number | null): void {
    this.#drop();
    if (code !== null && FINAL.includes(code)) {
      this.close();
      this.speaker.ended(code);
      return;
    }
    // The random part keeps a whole room from knocking at once after a restart.
    // Two servers that send us to each other are asked ever more slowly, too.
    const attempts = code === Close.MOVED ? this.#attempts - 1 : this.#attempts;
    const delay = Math.min(FIRST_DELAY * 2 ** attempts, LONGEST_DELAY) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
    this.speaker.lost(code);
  }

  /**
   * Back in sight or online: try at once instead of waiting the delay out. After a sleep nobody says that the
   * socket is dead; its silence does, and no table of an hour ago is to be taken for the present one.
   */
  readonly #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#socket !== null && Date.now() - this.#heard > SILENCE) this.#lost(null);
    if (this.#socket !== null) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  #drop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
