import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SCENES } from "../mock/scenes";
import { company } from "../src/company/company.svelte";
import { Game } from "../src/game.svelte";
import type { ClientMessage, State, Vote } from "../src/protocol";
import { settings } from "../src/settings.svelte";

let game: Game;
let sent: ClientMessage[];
let connected: boolean;

const state = SCENES.turn!;
const next = (seq: number, change: Partial<State> = {}): State => ({
  ...state,
  seq,
  events: [{ type: "discarded", seat: 1, tile: "9m", drawn: false }],
  ...change,
});

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  settings.speed = "normal";
  sent = [];
  connected = true;
  game = new Game();
  game.attach({ send: (message) => (sent.push(message), connected), close: () => undefined });
});

afterEach(() => {
  vi.useRealTimers();
});

test("an action names the state it answers, and only one is on its way", () => {
  game.receive(state);
  const action = state.legal[0]!;
  game.act(action);
  game.act(action);
  expect(sent).toEqual([{ type: "act", seq: state.seq, action }]);
  game.receive(next(state.seq + 1));
  game.act(action);
  expect(sent).toHaveLength(2);
});

test("a refused action may be tried again, and its reason is told; a stale one passes in silence", () => {
  game.receive(state);
  game.act(state.legal[0]!);
  game.receive({ type: "refused", reason: "not_in_hand", detail: "" });
  expect(game.busy).toBe(false);
  expect(game.notice).toBe("手里没有这张牌。");
  vi.advanceTimersByTime(5_000);
  expect(game.notice).toBeNull();
  game.receive({ type: "refused", reason: "stale", detail: "" });
  expect(game.notice).toBeNull();
});

test("without a connection the player is told and may try again", () => {
  connected = false;
  game.receive(state);
  game.act(state.legal[0]!);
  expect(game.busy).toBe(false);
  expect(game.notice).not.toBeNull();
});

test("states wait for the motion of those before them", () => {
  game.receive(state);
  for (const seq of [58, 59, 60]) game.receive(next(seq));
  expect(game.state?.seq).toBe(58);
  vi.advanceTimersByTime(220);
  expect(game.state?.seq).toBe(59);
  vi.advanceTimersByTime(220);
  expect(game.state?.seq).toBe(60);
});

test("with the animation off every state shows at once", () => {
  settings.speed = "off";
  game.receive(state);
  for (const seq of [58, 59, 60]) game.receive(next(seq));
  expect(game.state?.seq).toBe(60);
});

test("a snapshot overtakes what was waiting, and a page that fell behind catches up", () => {
  game.receive(state);
  game.receive(next(58));
  game.receive(next(59));
  game.receive({ ...state, seq: 70 });
  expect(game.state?.seq).toBe(70);
  vi.advanceTimersByTime(1_000);
  expect(game.state?.seq).toBe(70);
  for (let seq = 71; seq < 90; seq += 1) game.receive(next(seq));
  vi.advanceTimersByTime(2_500);
  expect(game.state?.seq).toBe(89);
});

test("the newest discard is known until it is claimed", () => {
  game.receive(state);
  game.receive(next(58));
  expect(game.latest).toEqual({ seat: 1, index: state.view.seats[1].river.length - 1 });
  vi.advanceTimersByTime(500);
  game.receive(next(59, { events: [{ type: "claimed", seat: 2, source: 1, tile: "9m", meld: "[789m]" }] }));
  expect(game.latest).toBeNull();
  expect(game.calls).toEqual([{ seat: 2, id: "chow" }]);
  expect(game.spoken.map(({ words }) => words).slice(-2)).toEqual(["对家吃下家的九万", "轮到你出牌"]);
  expect(game.log.map(({ type }) => type).slice(-2)).toEqual(["discarded", "claimed"]);
});

test("on return the log holds what was told of the hand, and nothing of it moves or sounds again", () => {
  game.receive(state);
  expect(game.log.map(({ type }) => type)).toEqual(["dealt", ...Array(5).fill("discarded"), "claimed", "discarded", "drawn"]);
  expect(game.latest).toEqual({ seat: 2, index: state.view.seats[2].river.length - 1 });
  expect(game.calls).toEqual([]);
  expect(game.spoken.map(({ words }) => words)).toEqual(["轮到你出牌"]);
  game.receive(next(58));
  expect(game.log).toHaveLength(10);
  game.receive({ ...state, seq: 70 });
  expect(game.log).toHaveLength(9);
  const later = { ...state.view, hand_number: 4 };
  game.receive({ ...state, seq: 80, view: later, history: [{ type: "discarded", seat: 1, tile: "1s", drawn: false }] });
  expect(game.log).toHaveLength(10);
});

test("a word of presence alone leaves log and discard as they are", () => {
  game.receive(state);
  game.receive({ ...state, history: [], paused: true });
  expect(game.state?.paused).toBe(true);
  expect(game.log).toHaveLength(9);
  expect(game.latest).not.toBeNull();
});

test("the settlement waits for the win to be seen, and comes at once on return", () => {
  const over = SCENES.liable!;
  const { result } = over.view;
  game.receive(state);
  game.receive({ ...over, seq: 80, events: [result!] });
  expect(game.settlement).toBe("hidden");
  vi.advanceTimersByTime(700);
  expect(game.settlement).toBe("hand");
  game.ready();
  expect(sent.at(-1)).toEqual({ type: "ready" });
  game.receive(next(82));
  expect(game.settlement).toBe("hidden");
  game.receive({ ...over, seq: 90, history: [result!] });
  expect(game.settlement).toBe("hand");
});

test("after the last hand the final standing follows", () => {
  game.receive(SCENES.final!);
  game.ready();
  expect(sent).toEqual([]);
  expect(game.settlement).toBe("match");
});

test("leaving keeps the ticket, giving up forgets it", () => {
  localStorage.setItem("wuyi.ticket", '{"match":"m","seat":0,"token":"t"}');
  game = new Game();
  game.leave();
  expect(new Game().seat).toEqual({ match: "m", seat: 0, token: "t", left: true });
  game.abandon();
  expect(new Game().seat).toBeNull();
});

test("a seat that is gone leads back to the start screen with a word", () => {
  localStorage.setItem("wuyi.ticket", '{"match":"m","seat":0,"token":"t"}');
  game = new Game();
  game.setConnection("closed", 4404);
  expect(game.seat).toBeNull();
  expect(game.notice).toBe("上一场牌已经不在了。");
});

test("a connection the server ended keeps the seat for later", () => {
  localStorage.setItem("wuyi.ticket", '{"match":"m","seat":0,"token":"t"}');
  game = new Game();
  game.setConnection("closed", 4429);
  expect(game.seat).toMatchObject({ match: "m", left: true });
});

test("a vote that comes to nothing is told; one that passes speaks for itself", () => {
  const vote: Vote = { kind: "pause", voters: [0, 1, 2], needed: 3, answers: [[1, true]], left: 60 };
  const now = (change: Partial<State>): void => game.receive({ ...state, history: [], ...change });
  now({ vote });
  now({ paused: true });
  expect(game.notice).toBeNull();
  now({ paused: true, vote: { ...vote, kind: "resume" } });
  now({});
  expect(game.notice).toBeNull();
  now({ vote });
  now({});
  expect(game.notice).toBe("没有通过。");
});

test("whoever is muted stays so over a reload, and wherever the server has forgotten it", () => {
  company.sit("this match");
  company.setMuted(2, true);
  company.forget();
  company.sit("this match");
  game.receive(state);
  expect([...company.muted]).toEqual([2]);
  expect(sent).toContainEqual({ type: "mute", seat: 2, on: true });
  company.sit("another match");
  expect(company.muted.size).toBe(0);
});
