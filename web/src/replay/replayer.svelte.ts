/** The one film on the screen: where it stands, whose hands lie open, and how it runs. */

import { callOf, soundOf, type Call } from "../announce";
import { ApiError } from "../api";
import { t, type Key } from "../i18n";
import type { Playback, Player, State, Wait } from "../protocol";
import { paced } from "../settings.svelte";
import { play } from "../sound";
import { load, save } from "../storage";
import { beginsTurn, lingers, markOf, prospectAt, scenesOf, seek, type Scene } from "./film";
import { playbackOf, type Moment, type Source } from "./sources";

const KEY = "wuyi.replay";
const CALL_MS = 1_000;

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** How this browser likes to look at hands. */
interface Choices {
  speed: (typeof SPEEDS)[number];
  /** Keep to oneself what is still to come: the result, the totals and the marks on the line. */
  hide: boolean;
  /** All four hands lie open. */
  open: boolean;
  waits: boolean;
  anonymous: boolean;
}

const DEFAULTS: Choices = { speed: 1, hide: true, open: true, waits: false, anonymous: false };

function restored(): Choices {
  const kept = load<Partial<Choices>>(KEY) ?? {};
  return { ...DEFAULTS, ...kept, speed: SPEEDS.find((speed) => speed === kept.speed) ?? 1, anonymous: false };
}

/** Why there is nothing to see. `place` is the server's line on what is wrong in a file, or empty. */
export interface Failure {
  readonly reason: string;
  readonly place: string;
}

/** What is to be shown as soon as its film is there. at: null stays where one is. */
interface Goal {
  readonly source: Source;
  readonly hand: number;
  readonly seat: number;
  readonly open: boolean;
  readonly at: number | null;
}

function failureOf(error: unknown, source: Source): Failure {
  if (!(error instanceof ApiError)) return { reason: "internal", place: "" };
  return { reason: error.reason, place: source.kind === "file" ? error.detail : "" };
}

export class Replayer {
  source = $state.raw<Source | null>(null);
  playback = $state.raw<Playback | null>(null);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  /** Which hand of a file. */
  hand = $state(0);
  at = $state(0);
  /** Who sits below. */
  seat = $state(0);
  /** The furthest that was seen. */
  seen = $state(0);
  playing = $state(false);
  /** The settlement was put aside. */
  dismissed = $state(false);
  /** Grows with every jump: then nothing is seen to move. */
  jumps = $state(0);
  calls = $state.raw<readonly Call[]>([]);
  choices: Choices = $state(restored());

  readonly scenes = $derived(this.playback === null ? [] : scenesOf(this.playback.replay));
  readonly scene: Scene | null = $derived(this.scenes[Math.min(this.at, this.scenes.length - 1)] ?? null);
  readonly last = $derived(Math.max(0, this.scenes.length - 1));
  /** The end has been seen, and with it all there was to keep. */
  readonly over = $derived(this.playback !== null && this.seen >= this.last);
  /** Whose hand lies open alone; null: everybody's. */
  readonly eyes = $derived(this.choices.open ? null : this.seat);
  readonly players: State["players"] = $derived([this.#player(0), this.#player(1), this.#player(2), this.#player(3)]);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #films = new WeakMap<Source, Map<string, Promise<Playback>>>();
  #goal: Goal | null = null;

  name(seat: number): string {
    const given = this.choices.anonymous ? "" : (this.playback?.replay.names[seat] ?? "");
    return given === "" ? t("records.seat", { seat: t(`room.wind.${seat}` as Key) }) : given;
  }

  #player(seat: number): Player {
    return { name: this.name(seat), bot: null };
  }

  /** What the seat below waits for now, if that is to be shown. */
  get waits(): readonly Wait[] {
    const prospects = this.playback?.replay.prospects[this.seat];
    return this.choices.waits && prospects ? (prospectAt(prospects, this.at)?.waits ?? []) : [];
  }

  /** Look at a hand of `source`, from its deal on or from the moment given. */
  async open(source: Source, { at = 0, ...eyes }: Partial<Moment> = {}): Promise<void> {
    this.pause();
    await this.#aim(source, { hand: 0, at, ...eyes });
  }

  /** Another hand of the same file. */
  async turnTo(hand: number): Promise<void> {
    this.pause();
    if (this.source !== null) await this.#aim(this.source, { hand, at: 0 });
  }

  /** Nothing is looked at any more. */
  close(): void {
    this.pause();
    this.#goal = null;
    this.loading = false;
    this.source = this.playback = this.failure = null;
    this.calls = [];
  }

  /** Who sits below, and whether the other hands lie open too. The moment stays. */
  async look(seat: number, open: boolean): Promise<void> {
    if (this.source === null) return;
    await this.#aim(this.source, { seat, open });
    this.keep();
  }

  to(at: number): void {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.last, at));
    this.seen = Math.max(this.seen, this.at);
    if (this.at !== before) this.dismissed = false;
    if (this.at - before === 1) this.#happen();
    else if (this.at !== before) {
      this.jumps += 1;
      this.calls = [];
    }
  }

  /** A step by the viewer: it does not run on by itself. */
  step(by: 1 | -1): void {
    this.pause();
    this.to(this.at + by);
  }

  jump(to: number): void {
    this.pause();
    this.to(to);
  }

  turn(step: 1 | -1): void {
    this.jump(seek(this.scenes, this.at, step, beginsTurn));
  }

  mark(step: 1 | -1): void {
    this.jump(seek(this.scenes, this.at, step, (scene) => markOf(scene) !== null));
  }

  toggle(): void {
    if (this.playing) this.pause();
    else {
      if (this.at >= this.last) this.to(0);
      this.playing = true;
      this.#run();
    }
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  keep(): void {
    save(KEY, $state.snapshot(this.choices));
  }

  /** Once the film is there, all changes at once: this wish, and those before it whose film has not come yet. */
  async #aim(source: Source, wish: Partial<Omit<Goal, "source">>): Promise<void> {
    const now: Goal = { source, hand: this.hand, seat: this.seat, open: this.choices.open, at: null };
    const goal = { ...(this.#goal ?? now), ...wish, source };
    this.#goal = goal;
    this.loading = true;
    try {
      const playback = await this.#film(goal);
      if (this.#goal === goal) this.#show(playback, goal);
    } catch (error) {
      if (this.#goal === goal) this.failure = failureOf(error, source);
    }
    if (this.#goal !== goal) return;
    this.#goal = null;
    this.loading = false;
  }

  #show(playback: Playback, { source, hand, seat, open, at }: Goal): void {
    this.source = source;
    this.playback = playback;
    this.failure = null;
    this.hand = hand;
    this.seat = seat;
    this.choices.open = open;
    this.jumps += 1;
    if (at === null) return;
    this.at = this.seen = Math.min(at, this.last);
    this.dismissed = false;
    this.calls = [];
  }

  /** The film of a goal, asked for once. */
  #film({ source, hand, seat, open }: Goal): Promise<Playback> {
    const films = this.#films.get(source) ?? new Map<string, Promise<Playback>>();
    this.#films.set(source, films);
    const eyes = open ? null : seat;
    const key = `${hand}.${eyes}`;
    const film = films.get(key) ?? playbackOf(source, { hand, seat: eyes });
    films.set(key, film);
    film.catch(() => films.delete(key));
    return film;
  }

  #run(): void {
    const { scene } = this;
    if (scene === null || this.at >= this.last) return this.pause();
    this.#timer = setTimeout(() => {
      this.to(this.at + 1);
      this.#run();
    }, lingers(scene) / this.choices.speed);
  }

  /** What is seen and heard of the event that has just been stepped to. */
  #happen(): void {
    const { scene } = this;
    if (scene === null) return;
    const known = { view: scene.view, players: this.players };
    const sound = soundOf(scene.event);
    if (sound) play(sound);
    const call = callOf(scene.event, known);
    if (call === null) return;
    this.calls = [...this.calls, call];
    setTimeout(() => (this.calls = this.calls.filter((other) => other !== call)), Math.max(paced(CALL_MS), 500));
  }
}

export const replayer = new Replayer();
