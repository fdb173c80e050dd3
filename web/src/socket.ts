/** The connection to a seat, as an explicit state machine that heals itself. */

import { readServerMessage } from "./guard";
import { Close, type ClientMessage, type ServerMessage, type Ticket } from "./protocol";

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

const FINAL: readonly number[] = [Close.UNKNOWN_TOKEN, Close.UNKNOWN_MATCH, Close.NO_HELLO, Close.TOO_FAST];

const FIRST_DELAY = 400;
const LONGEST_DELAY = 8_000;
const PING_EVERY = 12_000;
/** Silence after which a socket that claims to be open is given up. */
const SILENCE = 20_000;

export interface Listener {
  message(message: ServerMessage): void;
  /** `code` is the close code when the connection became `closed`. */
  connection(now: Connection, code: number | null): void;
}

export class Link {
  #connection: Connection = "idle";
  #socket: WebSocket | null = null;
  #attempts = 0;
  #heard = 0;
  /** The server that has the match: this page's own, until it names another. */
  #home = location.origin;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;

  /** watching: as a spectator, who is told nothing for as long as the table is shown late. */
  constructor(
    private readonly ticket: Ticket,
    private readonly listener: Listener,
    private readonly watching = false,
  ) {}

  open(): void {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** False if there is no connection to say it on. */
  send(message: ClientMessage): boolean {
    if (this.#connection !== "open" || this.#socket === null) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
    if (this.#connection !== "idle") this.#become("idle");
  }

  #become(next: Connection, code: number | null = null): void {
    if (!NEXT[this.#connection].includes(next)) throw new Error(`connection ${this.#connection} -> ${next}`);
    this.#connection = next;
    this.listener.connection(next, code);
  }

  #connect(): void {
    this.#become("connecting");
    const match = encodeURIComponent(this.ticket.match);
    const socket = new WebSocket(`${this.#home.replace(/^http/, "ws")}/api/matches/${match}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      const { token } = this.ticket;
      socket.send(JSON.stringify({ type: this.watching ? "watch" : "hello", token } satisfies ClientMessage));
      this.#heard = Date.now();
      this.#become("greeting");
      if (this.watching) this.#become("open");
      this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<unknown>) => this.#hear(event.data);
    socket.onclose = (event) => this.#lost(event.code);
  }

  #hear(data: unknown): void {
    this.#heard = Date.now();
    const message = typeof data === "string" ? readServerMessage(data) : null;
    if (message === null) return;
    if (message.type === "moved") {
      this.#home = message.url;
      return;
    }
    if (this.#connection === "greeting" && message.type === "state") {
      this.#attempts = 0;
      this.#become("open");
    }
    this.listener.message(message);
  }

  #beat(): void {
    if (Date.now() - this.#heard > SILENCE) this.#lost(null);
    else this.send({ type: "ping", at: Date.now() });
  }

  #lost(code: number | null): void {
    const moved = code === Close.MOVED;
    // The server that had the match may be gone; our own knows who has it now.
    if (!moved) this.#home = location.origin;
    this.#drop();
    if (code !== null && FINAL.includes(code)) {
      this.#become("closed", code);
      return;
    }
    this.#become("waiting");
    // The random part keeps a whole room from knocking at once after a restart.
    // Two servers that send us to each other are asked ever more slowly, too.
    const attempts = moved ? this.#attempts - 1 : this.#attempts;
    const delay = Math.min(FIRST_DELAY * 2 ** attempts, LONGEST_DELAY) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  /** Back in sight or online: try at once instead of waiting the delay out. */
  readonly #hurry = (): void => {
    if (this.#connection !== "waiting" || document.visibilityState === "hidden") return;
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
