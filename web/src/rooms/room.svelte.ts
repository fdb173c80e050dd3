/** The room this player is in: what it was last seen to be, and what may be asked of it. */

import { ApiError } from "../api";
import { fairness } from "../company/fairness";
import { game } from "../game.svelte";
import { reasonText, t } from "../i18n";
import type { Level } from "../levels/levels";
import { me } from "../people/guest.svelte";
import { Close, type Room, type RoomOptions } from "../protocol";
import { screen } from "../screen.svelte";
import { forget, load, save } from "../storage";
import { RoomLink } from "./link";

const CODE = "wuyi.room";
const LEFT = "wuyi.room.left";

/** Why one cannot get in just now, which says nothing about the room. */
const PASSING: readonly string[] = ["unreachable", "unavailable", "internal", "too_fast"];
const RETRY_MS = 2_000;

class CurrentRoom {
  now = $state.raw<Room | null>(null);
  /** Something was asked and not yet answered. */
  busy = $state(false);
  /** The code of a room that was left in the middle of a match, in which the machine plays on. */
  left = $state<string | null>(load<string>(LEFT));

  #link: RoomLink | null = null;

  get seat(): number | null {
    const seat = this.now?.places.findIndex(({ player, away }) => player === me.id && player !== null && !away) ?? -1;
    return seat < 0 ? null : seat;
  }

  get isHost(): boolean {
    return this.now !== null && this.now.host === me.id;
  }

  /** The room of the last visit to this page, which a reload stays in. */
  get kept(): string | null {
    return load<string>(CODE);
  }

  /** Open a room with so many computer players of a level; throws `ApiError`. */
  async create(options: RoomOptions, bots: number, level: Level): Promise<void> {
    let room = await me.ask<Room>("POST", "/api/rooms", options);
    for (let seat = 4 - bots; seat < 4; seat += 1) {
      room = await me.ask<Room>("POST", `/api/rooms/${room.code}/bot`, { seat, bot: level });
    }
    this.#enter(room);
  }

  /** Come in; throws `ApiError`. */
  async join(code: string): Promise<void> {
    this.#enter(await me.ask<Room>("POST", `/api/rooms/${code}/join`));
  }

  /** Back into the room of the last visit, if it still is. */
  async comeBack(): Promise<void> {
    const code = this.kept;
    if (code === null || me.token === undefined) return;
    screen.go("room");
    try {
      await this.join(code);
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : "internal";
      if (PASSING.includes(reason)) setTimeout(() => screen.now.at === "room" && void this.comeBack(), RETRY_MS);
      else this.#gone(reasonText(reason));
    }
  }

  /** Ask for a change; a refusal is told to the player. */
  async change(what: "sit" | "lots" | "bot" | "options" | "kick" | "host", body?: object): Promise<void> {
    await this.#ask(async (post) => this.#see(await post(what, body)));
  }

  /** Agree to start, adding to the luck of the first deal, or no longer. */
  async ready(on: boolean): Promise<void> {
    await this.#ask(async (post, now) => this.#see(await post("ready", on ? { ready: true, seed: fairness.prepare(now.commitment) } : { ready: false })));
  }

  /** Begin a match; the host adds to its luck, too. */
  async start(): Promise<void> {
    await this.#ask(async (post, now) => {
      if (this.seat !== null) await post("ready", { ready: true, seed: fairness.prepare(now.commitment) });
      this.#see(await post("start"));
    });
  }

  /** Whether a match is being played in it that is this player's, too. */
  get isPlaying(): boolean {
    if (this.now !== null) return this.now.phase === "playing" && this.seat !== null;
    return game.seat?.room !== undefined && game.seat.watching !== true;
  }

  /** Go. In the middle of a match the seat stays this player's until it ends. */
  async leave(): Promise<void> {
    const code = this.now?.code ?? this.kept;
    if (this.isPlaying) this.#keepLeft(code);
    this.#forget();
    if (game.seat?.room !== undefined) game.abandon();
    screen.go("home");
    if (code === null) return;
    try {
      await me.ask("POST", `/api/rooms/${code}/leave`);
    } catch {
      // Whoever is not in it any more has left.
    }
  }

  /** Back to the match that was left, if it still is played. */
  async playOn(): Promise<void> {
    const code = this.left;
    if (code === null) return;
    try {
      await this.join(code);
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : "internal";
      if (!PASSING.includes(reason)) this.forgetLeft();
      game.tell(reasonText(reason));
    }
  }

  forgetLeft(): void {
    this.#keepLeft(null);
  }

  /** To the start screen; the room stays this player's. */
  step(): void {
    this.#forget();
    screen.go("home");
  }

  toTable(): void {
    const { now, seat } = this;
    if (now?.match == null || me.token === undefined) return;
    if (game.seat?.match === now.match) game.resume();
    else game.sit({ match: now.match, seat: seat ?? 0, token: me.token, room: now.code, watching: seat === null });
    game.takeBack();
  }

  async #ask(what: (post: (path: string, body?: object) => Promise<Room>, now: Room) => Promise<void>): Promise<void> {
    const { now } = this;
    if (now === null || this.busy) return;
    this.busy = true;
    try {
      await what((path, body) => me.ask<Room>("POST", `/api/rooms/${now.code}/${path}`, body), now);
    } catch (error) {
      game.tell(reasonText(error instanceof ApiError ? error.reason : "internal"));
    } finally {
      this.busy = false;
    }
  }

  #keepLeft(code: string | null): void {
    this.left = code;
    if (code === null) forget(LEFT);
    else save(LEFT, code);
  }

  #enter(room: Room): void {
    if (me.token === undefined) return;
    this.#link?.close();
    this.now = null;
    save(CODE, room.code);
    this.forgetLeft();
    screen.go("room");
    screen.address(`/r/${room.code}`);
    this.#link = new RoomLink(room.code, me.token, {
      room: (now) => this.#see(now),
      ended: (code) => this.#gone(t(code === Close.UNKNOWN_MATCH ? "room.gone" : "room.removed")),
    });
    this.#see(room);
  }

  #see(room: Room): void {
    if (this.now !== null && (room.code !== this.now.code || room.version < this.now.version)) return;
    this.now = room;
    if (room.phase === "over") {
      this.#gone(t("room.gone"));
      return;
    }
    // A match begins: to the table, unless this player has left it for this screen before.
    if (room.match !== null && this.seat !== null && game.seat?.match !== room.match) this.toTable();
  }

  #gone(words: string): void {
    this.#forget();
    screen.go("home");
    game.tell(words);
  }

  #forget(): void {
    this.#link?.close();
    this.#link = null;
    this.now = null;
    forget(CODE);
  }
}

export const room = new CurrentRoom();
