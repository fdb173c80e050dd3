/** The socket in a room: the room as it is, after every change, for as long as it is wanted. */

import { Close, type Room, type RoomClientMessage, type RoomServerMessage } from "../protocol";

const FIRST_DELAY = 400;
const LONGEST_DELAY = 8_000;
const PING_EVERY = 12_000;
const SILENCE = 30_000;
const FINAL: readonly number[] = [Close.UNKNOWN_TOKEN, Close.UNKNOWN_MATCH, Close.NO_HELLO, Close.TOO_FAST];

export interface RoomListener {
  room(room: Room): void;
  /** The server has shown this player the door; `code` says why. */
  ended(code: number): void;
}

export class RoomLink {
  #socket: WebSocket | null = null;
  #attempts = 0;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly code: string,
    private readonly token: string,
    private readonly listener: RoomListener,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  close(): void {
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  #connect(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/rooms/${this.code}/socket`);
    this.#socket = socket;
    this.#heard = Date.now();
    const send = (message: RoomClientMessage): void => socket.send(JSON.stringify(message));
    socket.onopen = () => {
      send({ type: "hello", token: this.token });
      this.#pulse = setInterval(() => {
        if (Date.now() - this.#heard > SILENCE) this.#lost(null);
        else send({ type: "ping", at: Date.now() });
      }, PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<unknown>) => this.#hear(event.data);
    socket.onclose = (event) => this.#lost(event.code);
  }

  #hear(data: unknown): void {
    this.#heard = Date.now();
    if (typeof data !== "string") return;
    const message = JSON.parse(data) as RoomServerMessage;
    if (message.type !== "room") return;
    this.#attempts = 0;
    this.listener.room(message);
  }

  #lost(code: number | null): void {
    this.#drop();
    if (code !== null && FINAL.includes(code)) {
      this.close();
      this.listener.ended(code);
      return;
    }
    const delay = Math.min(FIRST_DELAY * 2 ** this.#attempts, LONGEST_DELAY) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  readonly #hurry = (): void => {
    if (this.#socket !== null || document.visibilityState === "hidden") return;
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
