import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_RULES } from "../src/lobby/rules";
import type { Event, Frame, Playback } from "../src/protocol";
import { Replayer } from "../src/replay/replayer.svelte";
import type { Source } from "../src/replay/sources";

const FILE: Source = { kind: "file", name: "m.jsonl", text: "{}" };

function frame(event: Event, phase: string): Frame {
  const seen = { concealed: 13, melds: [], river: [{ tile: "1m", drawn: false, claimed: null }], feeds: [0, 0, 0, 0] as const, locked: false, kongs: 0, flown: 0 };
  const seats = [0, 1, 2, 3].map((seat) => ({ seat, seen, hand: [], drawn: null }));
  return { event, phase, turn: 0, tile: null, remaining: 70, last: false, replacement: false, seats, answers: [] };
}

const drawn: Event = { type: "drawn", seat: 0, tile: "1m", replacement: false };
const discarded: Event = { type: "discarded", seat: 0, tile: "1m", drawn: true };
const over: Event = { type: "exhausted", scores: [0, 0, 0, 0] };

function playback(hand: number, seat: number | null): Playback {
  const replay: Playback["replay"] = {
    ...{ match: "", hand: hand + 1, rules: DEFAULT_RULES, names: ["Li", "", "", ""], dealer: 0, dice: [1, 1, 1, 1], caishen: "9p", before: [0, 0, 0, 0], seat },
    frames: [frame(drawn, "turn"), frame(discarded, "claim"), frame(drawn, "turn"), frame(discarded, "claim"), frame(over, "over")],
    prospects: [[{ at: 0, waits: [], hints: [] }], [], [], []],
  };
  return { replay, records: 3, previous: null, next: null };
}

/** Requests that wait for their answer, by address. */
let asked: { path: string; answer: (with_: Response) => void }[];
let film: Replayer;

const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Answer the request for this hand and these eyes. */
async function give(hand: number, seat: number | null): Promise<void> {
  const path = `/api/replays?hand=${hand}&${seat === null ? "" : `seat=${seat}`}`;
  const at = asked.findIndex((one) => one.path === path);
  expect(asked.map((one) => one.path)).toContain(path);
  asked.splice(at, 1)[0]!.answer(Response.json(playback(hand, seat)));
  await settle();
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string) => new Promise<Response>((answer) => asked.push({ path, answer })));
  localStorage.clear();
  film = new Replayer();
});

afterEach(() => {
  film.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<void> {
  void film.open(FILE);
  await give(0, null);
}

describe("what is shown", () => {
  test("begins at the deal, with everybody's hands unless one's own way is another", async () => {
    await opened();
    expect(film).toMatchObject({ at: 0, last: 4, hand: 0, eyes: null, over: false, loading: false });
    expect(film.name(0)).toBe("Li");
    expect(film.name(1)).toBe("南家");
    film.choices.anonymous = true;
    expect(film.name(0)).toBe("东家");
  });

  test("changes all at once, when the film is there", async () => {
    await opened();
    film.step(1);
    void film.look(2, false);
    expect(film).toMatchObject({ at: 1, seat: 0, eyes: null, loading: true });
    await give(0, 2);
    expect(film).toMatchObject({ at: 1, seat: 2, eyes: 2, loading: false });
  });

  test("loses no wish while a film is on its way", async () => {
    await opened();
    void film.turnTo(1);
    void film.look(3, false);
    await give(1, null);
    expect(film.hand).toBe(0);
    await give(1, 3);
    expect(film).toMatchObject({ hand: 1, seat: 3, eyes: 3, at: 0 });
  });

  test("is asked for once", async () => {
    await opened();
    void film.look(1, false);
    await give(0, 1);
    await film.look(1, true);
    await film.look(1, false);
    expect(asked).toEqual([]);
    expect(film.eyes).toBe(1);
  });

  test("stays away with a reason, and the place in a file", async () => {
    void film.open(FILE);
    asked.shift()!.answer(Response.json({ reason: "bad_record", detail: "line 3: event 7" }, { status: 400 }));
    await settle();
    expect(film).toMatchObject({ failure: { reason: "bad_record", place: "line 3: event 7" }, loading: false, scene: null });
    void film.open(FILE);
    await give(0, null);
    expect(film.failure).toBeNull();
  });

  test("keeps its end to itself until it was seen", async () => {
    await opened();
    film.jump(3);
    expect(film).toMatchObject({ seen: 3, over: false });
    film.jump(4);
    film.jump(0);
    expect(film).toMatchObject({ at: 0, seen: 4, over: true });
  });
});

describe("how it runs", () => {
  test("by itself to the end, and again from the deal", async () => {
    await opened();
    vi.useFakeTimers();
    film.choices.speed = 4;
    film.toggle();
    await vi.advanceTimersByTimeAsync(110);
    expect(film.at).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(film).toMatchObject({ at: 4, playing: false });
    film.toggle();
    expect(film).toMatchObject({ at: 0, playing: true });
    film.step(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(film).toMatchObject({ at: 1, playing: false });
  });

  test("a jump is no motion, a step is one", async () => {
    await opened();
    const before = film.jumps;
    film.step(1);
    expect(film.jumps).toBe(before);
    film.jump(3);
    film.step(-1);
    expect(film.jumps).toBe(before + 2);
  });

  test("never over its ends", async () => {
    await opened();
    film.step(-1);
    expect(film.at).toBe(0);
    film.jump(99);
    film.turn(1);
    expect(film.at).toBe(4);
    film.turn(-1);
    expect(film.at).toBe(2);
  });
});
