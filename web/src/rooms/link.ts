/** The socket in a room: the room as it is, after every change, for as long as it is wanted. */

import { Line, type Speaker } from "../line";
import type { Room, RoomClientMessage, RoomServerMessage } from "../protocol";

export interface RoomListener {
  room(room: Room): void;
  /** The server has shown this player the door; `code` says why. */
  ended(code: number): void;
}

export class RoomLink implements Speaker {
  readonly #line = new Line(this);

  constructor(
    private readonly code: string,
    private readonly token: string,
    private readonly listener: RoomListener,
  ) {
    this.#line.open();
  }

  close(): void {
    this.#line.close();
  }

  connecting(): string {
    return `${location.origin}/api/rooms/${this.code}/socket`;
  }

  greeting(): RoomClientMessage {
    return { type: "hello", token: this.token };
  }

  heard(text: string): boolean {
    const message = JSON.parse(text) as RoomServerMessage;
    if (message.type !== "room") return false;
    this.listener.room(message);
    return true;
  }

  lost(): void {}

  ended(code: number): void {
    this.listener.ended(code);
  }
}
