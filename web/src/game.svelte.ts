/** The one state object of the page: what the seat was last told, and what the player is about to do. */

import { callOf, isTold, prompt, sentence, soundOf, type Call } from "./announce";
import { createMatch } from "./api";
import { company } from "./company/company.svelte";
import { fairness } from "./company/fairness";
import { missed } from "./explain/missed.svelte";
import { questions } from "./explain/questions.svelte";
import { reasonText, t, tileName } from "./i18n";
import { me } from "./people/guest.svelte";
import { Close, type Action, type Event, type NewMatch, type State } from "./protocol";
import { pulse } from "./pulse.svelte";
import { paced } from "./settings.svelte";
import { Link, type Connection, type Key, type Word } from "./socket";
import { play } from "./sound";
import { forget, load, save } from "./storage";
import { CLAIM, clearPlace, DEAL, DISCARD, DRAW, LAY_DOWN, REVEAL, ROLL } from "./table/motion";
import { callOut, nameTile } from "./voice/voice";

const TICKET = "wuyi.ticket";
const CALL_MS = 1_000;
const NOTICE_MS = 3_500;
/** States that may wait to be shown; a longer queue is a page that was asleep, and is caught up at once. */
const QUEUE = 10;
const LOG_LINES = 200;
/** Sentences that stay to be read; a screen reader reads each as it comes. */
const SPOKEN_LINES = 8;

/** How long the motion of each event takes before the next state is shown. */
const MOTION: Readonly<Partial<Record<Event["type"], number>>> = {
  dealt: DEAL,
  drawn: DRAW,
  discarded: DISCARD,
  claimed: CLAIM,
  konged: CLAIM,
};

interface Seat extends Key {
  readonly seat: number;
  /** The player went back to the start screen; a reload stays there. */
  readonly left?: boolean;
  /** The code of the room whose match it is. */
  readonly room?: string;
  /** Only looks on. */
  readonly watching?: boolean;
}

/** Sends what the player does; replaced by a stage in the mock-up. */
export interface Wire {
  send: Link["send"];
  close(): void;
}

export class Game {
  /** What is on the screen. */
  state = $state.raw<State | null>(null);
  connection = $state<Connection>("idle");
  /** A ticket is kept, whether the table is open or not. */
  seat = $state.raw<Seat | null>(load<Seat>(TICKET));
  /** Key of the raised tile of the hand. */
  selected = $state<string | null>(null);
  /** An action was sent and not yet answered. */
  busy = $state(false);
  notice = $state<string | null>(null);
  calls = $state.raw<readonly Call[]>([]);
  log = $state.raw<readonly Event[]>([]);
  /** The newest sentences for screen readers, numbered. */
  spoken = $state.raw<readonly { readonly number: number; readonly words: string }[]>([]);
  /** The newest discard: it stands out until the next one. */
  latest = $state.raw<{ seat: number; index: number } | null>(null);
  /** The tiles are being dealt before the player's eyes: `all` of them, or all but the dealer's fourteenth, which is drawn. */
  dealing = $state<"no" | "thirteen" | "all">("no");
  settlement = $state<"hidden" | "hand" | "match">("hidden");

  #wire: Wire | null = null;
  /** Just sat down: nothing of this table has been seen yet, and its first deal is still to be shown. */
  #new = false;
  /** Whoever comes to the table by their own wish takes their hand back from the machine. */
  #back = false;
  #queue: State[] = [];
  #next: ReturnType<typeof setTimeout> | undefined;
  #notice: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #dealt: ReturnType<typeof setTimeout> | undefined;

  /** Sit down at a new match; throws `ApiError`. */
  async start(wish: NewMatch): Promise<void> {
    const { commitment, ...ticket } = await createMatch(wish, me.token);
    this.sit({ ...ticket, seed: fairness.prepare(commitment) });
  }

  /** Take this seat, leaving any other. */
  sit(seat: Seat): void {
    this.#leaveTable();
    fairness.forget();
    this.#new = true;
    this.#keep(seat);
    this.#open(seat);
  }

  /** Back to the seat of the ticket. */
  resume(): void {
    if (this.seat === null || this.#wire !== null) return;
    const { left: _, ...seat } = this.seat;
    this.#keep(seat);
    this.#open(seat);
  }

  /** Once at the table, take the hand back, if the machine has it. */
  takeBack(): void {
    this.#back = true;
  }

  /** To the start screen; the match waits. */
  leave(): void {
    this.#leaveTable();
    if (this.seat !== null) this.#keep({ ...this.seat, left: true });
  }

  /** Give the match up. */
  abandon(): void {
    this.#leaveTable();
    this.seat = null;
    forget(TICKET);
  }

  /** Take a legal action of the state on the screen. */
  act(action: Action): void {
    if (this.state === null || this.busy) return;
    this.#say({ type: "act", seq: this.state.seq, action });
  }

  /** The settlement was read. */
  ready(): void {
    if (this.state?.standing.over) this.settlement = "match";
    else if (this.seat?.watching) this.settlement = "hidden";
    else if (!this.busy) {
      const me = this.state?.view.seat ?? null;
      // Whoever reads the settlement is back, if the machine has played.
      if (me !== null && this.state?.seats_state[me]!.auto) this.say({ type: "back" });
      this.#say({ type: "ready" });
    }
  }

  /** Say something that is no move. False if there is no connection. */
  say(message: Parameters<Wire["send"]>[0]): boolean {
    const sent = this.#wire?.send(message) ?? false;
    if (!sent) this.tell(t("connection.lost"));
    return sent;
  }

  tell(words: string): void {
    clearTimeout(this.#notice);
    this.notice = words;
    this.#notice = setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  /** Play on `wire`, which feeds `receive`. */
  attach(wire: Wire): void {
    this.#wire = wire;
  }

  /** A message from the server. */
  receive(message: Word): void {
    if (message.type === "state") {
      if (company.hear(message)) this.tell(t("vote.failed"));
      fairness.hear(message, (given) => this.#wire?.send(given));
      // A snapshot, on (re)connection, makes all that waited before it old news.
      const snapshot = isSnapshot(message);
      const me = message.view.seat;
      if (this.#back && me !== null && message.seats_state[me]!.auto) this.#wire?.send({ type: "back" });
      this.#back = false;
      if (snapshot) for (const seat of company.muted) this.#wire?.send({ type: "mute", seat, on: true });
      this.#queue = snapshot ? [message] : [...this.#queue, message];
      if (this.#next === undefined || snapshot || this.#queue.length > QUEUE) this.#advance();
    } else if (message.type === "explained") {
      questions.hear(message);
    } else if (message.type === "said") {
      company.hearSaid(message);
    } else if (message.type === "pong") {
      pulse.hear(message);
    } else if (message.type === "refused") {
      this.busy = false;
      // A newer state is on its way, and shows why.
      if (message.reason !== "stale") this.tell(reasonText(message.reason));
    }
  }

  setConnection(now: Connection, code: number | null): void {
    this.connection = now;
    if (now === "waiting") this.busy = false;
    if (now === "open") pulse.start((ping) => this.#wire?.send(ping));
    else pulse.stop();
    if (now !== "closed") return;
    const gone = code === Close.UNKNOWN_TOKEN || code === Close.UNKNOWN_MATCH;
    if (gone) this.abandon();
    else this.leave();
    this.tell(t(gone ? "connection.gone" : "connection.ended"));
  }

  #open(seat: Seat): void {
    const listener = {
      message: (message: Word) => this.receive(message),
      connection: (now: Connection, code: number | null) => this.setConnection(now, code),
    };
    company.sit(seat.match);
    const link = new Link(seat, listener, seat.watching);
    this.attach(link);
    link.open();
  }

  #leaveTable(): void {
    clearTimeout(this.#next);
    clearTimeout(this.#settle);
    this.#next = undefined;
    this.#queue = [];
    this.#wire?.close();
    this.#wire = null;
    company.forget();
    missed.forget();
    this.state = this.latest = this.selected = null;
    this.calls = this.log = this.spoken = [];
    this.busy = false;
    this.settlement = "hidden";
  }

  #keep(seat: Seat): void {
    this.seat = seat;
    save(TICKET, seat);
  }

  #say(message: Parameters<Wire["send"]>[0]): void {
    if (this.#wire?.send(message)) this.busy = true;
    else this.tell(t("connection.lost"));
  }

  /** Show the next state; those behind it wait for its motion, or none does if the page fell behind. */
  #advance(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    const behind = document.visibilityState === "hidden" || this.#queue.length > QUEUE;
    do {
      const state = this.#queue.shift();
      if (state === undefined) return;
      this.#show(state);
      const motion = this.#opens(state) ? DEAL : state.events.reduce((ms, event) => ms + (MOTION[event.type] ?? 0), 0);
      this.#new = false;
      const wait = behind ? 0 : paced(motion);
      if (wait > 0) this.#next = setTimeout(() => this.#advance(), wait);
    } while (this.#next === undefined);
  }

  #show(state: State): void {
    const before = this.state;
    const fresh = before?.seq !== state.seq;
    this.state = state;
    if (fresh) {
      this.busy = false;
      // A tile raised in thought stays up while others move, and comes down when the hand changes.
      if (before === null || !sameHand(before, state)) this.selected = null;
    }
    if (isSnapshot(state)) {
      this.latest = lastDiscard(state);
      this.log = [...this.#earlier(state), ...state.history.filter(isTold)].slice(-LOG_LINES);
    }
    if (this.#opens(state)) {
      play("dice");
      this.#deal("all");
    }
    for (const event of state.events) this.#happen(event, state);
    if (fresh) this.#prompt(state, before);
    const why = missed.see(before, state);
    if (why !== null) this.#speak(why);
    this.#settleUp(state);
  }

  /** Tell the player that it is up to them. */
  #prompt(state: State, before: State | null): void {
    if (before !== null && before.legal.length === 0 && state.legal.length > 0) play("turn");
    const words = prompt(state);
    if (words !== null) this.#speak(words);
  }

  #speak(words: string): void {
    const number = (this.spoken.at(-1)?.number ?? 0) + 1;
    this.spoken = [...this.spoken, { number, words }].slice(-SPOKEN_LINES);
  }

  /** What the log holds of the hands before this one. */
  #earlier({ view }: State): readonly Event[] {
    const begun = this.log.findIndex((event) => event.type === "dealt" && event.hand === view.hand_number);
    return begun < 0 ? this.log : this.log.slice(0, begun);
  }

  #happen(event: Event, state: State): void {
    if (isTold(event)) {
      this.log = [...this.log, event].slice(-LOG_LINES);
      this.#speak(sentence(event, state));
    }
    const sound = soundOf(event);
    if (sound) play(sound);
    if (event.type === "dealt") this.#deal("thirteen");
    if (event.type === "discarded") {
      this.latest = { seat: event.seat, index: state.view.seats[event.seat]!.river.length - 1 };
      nameTile(tileName(event.tile));
    } else if (event.type === "dealt" || event.type === "claimed") {
      this.latest = null;
      clearPlace("discard");
    }
    const call = callOf(event, state);
    if (call) {
      this.calls = [...this.calls, call];
      callOut(call.id);
      setTimeout(() => (this.calls = this.calls.filter((other) => other !== call)), Math.max(paced(CALL_MS), 500));
    }
  }

  /** Whether this is the first deal of a table one has just sat down at. */
  #opens({ history, view }: State): boolean {
    return this.#new && view.hand_number === 1 && history.filter(({ type }) => type === "discarded").length < view.seats.length;
  }

  #deal(which: "thirteen" | "all"): void {
    clearTimeout(this.#dealt);
    const motion = paced(DEAL + REVEAL);
    this.dealing = motion > 0 ? which : "no";
    this.#dealt = setTimeout(() => (this.dealing = "no"), motion);
    setTimeout(() => play("deal"), paced(ROLL));
  }

  /** The card comes after the win was seen; one already open stays as it is. */
  #settleUp(state: State): void {
    clearTimeout(this.#settle);
    if (state.view.result === null) {
      this.settlement = "hidden";
    } else if (this.settlement === "hidden") {
      const open = (): void => void (this.settlement = "hand");
      const delay = state.events.length > 0 ? paced(LAY_DOWN) : 0;
      if (delay > 0) this.#settle = setTimeout(open, delay);
      else open();
    }
  }
}

/** Whether this is the table as told on (re)connection; without it a state without news is one of presence and votes. */
function isSnapshot({ events, history }: State): boolean {
  return events.length === 0 && history.length > 0;
}

/** Whether the player holds the same tiles, the drawn one too. */
function sameHand({ view: a }: State, { view: b }: State): boolean {
  return a.hand_number === b.hand_number && a.drawn === b.drawn && a.hand.join() === b.hand.join();
}

/** The newest discard as a page that has just connected knows it. */
function lastDiscard({ history, view }: State): Game["latest"] {
  const last = history.findLast(({ type }) => type === "discarded" || type === "claimed");
  if (last?.type !== "discarded") return null;
  return { seat: last.seat, index: view.seats[last.seat]!.river.length - 1 };
}

export const game = new Game();
