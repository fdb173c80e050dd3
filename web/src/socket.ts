/** The connection to a seat, as an explicit state machine. */

import { changed } from "./change";
import { readServerMessage } from "./guard";
import { Line, type Speaker } from "./line";
import { Close, type Change, type ClientMessage, type Hello, type ServerMessage, type State, type Ticket } from "./protocol";

/**
 * idle: nothing wanted. connecting: the socket is opening. greeting: open, the token is sent, no word yet.
 * open: the server talks to us. waiting: lost, the next attempt is timed. closed: ended for good.
 */
export type Connection = "idle" | "connecting" | "greeting" | "open" | "waiting" | "closed";

const NEXT: Readonly<Record<Connection, readonly Connection[]>> = {
  idle: ["connecting"],
  connecting: ["greeting", "waiting", "closed", "idle"],
  greeting: ["open", "waiting", "closed", "idle"],
  open: ["waiting", "closed", "idle"],
  waiting: ["connecting", "idle"],
  closed: ["idle"],
};

/** What opens a seat of a match; and what its owner adds to the luck of a first hand that is still to be dealt. */
export type Key = Pick<Ticket, "match" | "token"> & Pick<Hello, "seed">;

/** What is heard of the table: a change comes as the whole state that it leads to. */
export type Word = Exclude<ServerMessage, Change>;

export interface Listener {
  message(message: Word): void;
  /** `code` is the close code when the connection became `closed`. */
  connection(now: Connection, code: number | null): void;
}

export class Link implements Speaker {
  readonly #line = new Line(this);
  #connection: Connection = "idle";
  /** What the socket has told so far. */
  #state: State | null = null;
  /** The server that has the match: this page's own, until it names another. */
  #home = location.origin;

  /** watching: as a spectator, who is told nothing for as long as the table is shown late. */
  constructor(
    private readonly key: Key,
    private readonly listener: Listener,
    private readonly watching = false,
  ) {}

  open(): void {
    this.#line.open();
  }

  /** False if there is no connection to say it on. */
  send(message: ClientMessage): boolean {
    if (this.#connection !== "open") return false;
    this.#line.send(message);
    return true;
  }

  close(): void {
    this.#line.close();
    if (this.#connection !== "idle") this.#become("idle");
  }

  connecting(): string {
    this.#become("connecting");
    this.#state = null;
    return `${this.#home}/api/matches/${encodeURIComponent(this.key.match)}/socket`;
  }

  greeting(): ClientMessage {
    this.#become("greeting");
    if (this.watching) return { type: "watch" };
    const { token, seed } = this.key;
    return seed === undefined ? { type: "hello", token } : { type: "hello", token, seed };
  }

  greeted(): void {
    if (this.watching) this.#become("open");
  }

  heard(text: string): boolean {
    const message = readServerMessage(text);
    if (message === null) return false;
    if (message.type === "moved") this.#home = message.url;
    else if (message.type === "change") this.#change(message);
    else this.#hear(message);
    return message.type === "state";
  }

  lost(code: number | null): void {
    // The server that had the match may be gone; our own knows who has it now.
    if (code !== Close.MOVED) this.#home = location.origin;
    this.#become("waiting");
  }

  ended(code: number): void {
    this.#become("closed", code);
  }

  #become(next: Connection, code: number | null = null): void {
    if (!NEXT[this.#connection].includes(next)) throw new Error(`connection ${this.#connection} -> ${next}`);
    this.#connection = next;
    this.listener.connection(next, code);
  }

  #hear(message: Word): void {
    if (message.type === "state") {
      this.#state = message;
      if (this.#connection === "greeting") this.#become("open");
    }
    this.listener.message(message);
  }

  /** A change of another state than ours: something was missed, and is asked for. */
  #change(change: Change): void {
    if (this.#state?.seq === change.since) this.#hear(changed(this.#state, change));
    else this.send({ type: "look" });
  }
}
