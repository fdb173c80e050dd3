/** The calculator at work: a question that can be undone, and what the server says to it. */

import { ApiError, ask } from "../api";
import type { Completed, Judged } from "../protocol";
import { EMPTY, scoreRequest, tapped, waitingRequest, type Mode, type Question } from "./question";

/** A burst of taps is one question. */
const PAUSE = 90;
/** How soon a server that could not be reached is asked once more. */
const AGAIN = 5_000;
/** An answer takes a few hundredths of a second: whoever has waited this long is told that something is the matter. */
const SLOW = 3_000;
const KEPT_ANSWERS = 60;
const UNDOS = 200;

export class Bench {
  question = $state.raw<Question>(EMPTY);
  /** What was said last, about the question as it is; null while there is nothing to say, or not yet. */
  answer = $state.raw<Judged | Completed | null>(null);
  /** Why the server could not be asked; an id with words. */
  problem = $state<string | null>(null);
  asking = $state(false);
  /** The server has been asked and has not said anything for long. */
  slow = $state(false);
  mode = $state<Mode>("one");
  /** The mode stays after a tap. */
  locked = $state(false);

  #past = $state.raw<readonly Question[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slow: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;
  #asked = new AbortController();
  readonly #known = new Map<string, Judged | Completed>();

  constructor(question: Question) {
    this.question = question;
    if (question.caishen === null) this.mode = "caishen";
    this.#look();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  change(to: Question): void {
    if (to === this.question) return;
    this.#past = [...this.#past.slice(1 - UNDOS), this.question];
    this.#be(to);
  }

  tap(tile: string, mode: Mode = this.mode): void {
    const to = tapped(this.question, mode, tile);
    if (to === this.question) return;
    this.change(to);
    if (!this.locked || mode === "caishen") this.choose("one");
  }

  /** The next tap is of this kind; chosen again, all that follow; and once more, none. */
  press(mode: Mode): void {
    if (mode !== this.mode || mode === "one" || mode === "caishen") this.choose(mode);
    else if (this.locked) this.choose("one");
    else this.locked = true;
  }

  choose(mode: Mode): void {
    this.mode = this.question.caishen === null ? "caishen" : mode;
    this.locked = false;
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#be(before);
    this.choose("one");
  }

  /** Nothing but the rules and who deals stays. */
  clear(): void {
    const { rules, dealer, winner } = this.question;
    this.change({ ...EMPTY, rules, dealer, winner });
    this.choose("caishen");
  }

  /** Ask again after a failure, or while no answer comes. */
  retry(): void {
    this.#look();
  }

  close(): void {
    this.#drop();
  }

  #be(question: Question): void {
    this.question = question;
    this.#look();
  }

  #look(): void {
    const number = this.#drop();
    const score = scoreRequest(this.question);
    const body = score ?? waitingRequest(this.question);
    this.problem = null;
    this.slow = false;
    this.asking = body !== null;
    if (body === null) {
      this.answer = null;
      return;
    }
    const key = JSON.stringify(body);
    const known = this.#known.get(key);
    if (known !== undefined) this.#show(known);
    else this.#timer = setTimeout(() => void this.#ask(number, score === null ? "/api/waits" : "/api/score", body, key), PAUSE);
  }

  /** What was asked last matters no more; the number of what is asked next. */
  #drop(): number {
    clearTimeout(this.#timer);
    clearTimeout(this.#slow);
    this.#asked.abort();
    return (this.#latest += 1);
  }

  async #ask(number: number, path: string, body: object, key: string): Promise<void> {
    this.#asked = new AbortController();
    this.#slow = setTimeout(() => this.#wait(), SLOW);
    try {
      const answer = await ask<Judged | Completed>("POST", path, body, undefined, this.#asked.signal);
      if (this.#known.size >= KEPT_ANSWERS) this.#known.clear();
      this.#known.set(key, answer);
      if (number === this.#latest) this.#show(answer);
    } catch (error) {
      if (number !== this.#latest) return;
      clearTimeout(this.#slow);
      this.answer = null;
      this.asking = this.slow = false;
      this.problem = error instanceof ApiError ? error.reason : "internal";
      if (this.problem === "unreachable") this.#timer = setTimeout(() => void this.#ask(number, path, body, key), AGAIN);
    }
  }

  /** No answer yet: the last one, which is about another hand, must not pass for it. */
  #wait(): void {
    this.answer = null;
    this.slow = true;
  }

  #show(answer: Judged | Completed): void {
    clearTimeout(this.#slow);
    this.answer = answer;
    this.asking = this.slow = false;
    this.problem = null;
  }
}
