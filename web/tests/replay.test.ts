import { describe, expect, test, vi } from "vitest";
import { meaningOf } from "../src/replay/failure";
import { beginsTurn, markOf, prospectAt, scenesOf, seek, totalsShown } from "../src/replay/film";
import { pressed, swipe, type Driven } from "../src/replay/gestures";
import { anonymous, fileName } from "../src/replay/record";
import { addressOf, momentOf, recordIn, type Source } from "../src/replay/sources";
import type { Event, Frame, Prospect, Replay, SeatFrame, SeatView } from "../src/protocol";
import { DEFAULT_RULES } from "../src/lobby/rules";

const seen = (change: Partial<SeatView> = {}): SeatView => ({ concealed: 13, melds: [], river: [], feeds: [0, 0, 0, 0], locked: false, kongs: 0, flown: 0, ...change });
const seat = (number: number, change: Partial<SeatFrame> = {}): SeatFrame => ({ seat: number, seen: seen(), hand: [], drawn: null, ...change });

function frame(event: Event, phase: string, turn: number, seats: readonly SeatFrame[] = []): Frame {
  return { event, phase, turn, tile: null, remaining: 70, last: false, replacement: false, seats, answers: [] };
}

const river = (...tiles: string[]) => tiles.map((tile) => ({ tile, drawn: false, claimed: null }));

const WON: Event = {
  ...{ type: "won", seat: 2, way: "discard", tile: "5m", source: 1, tiles: ["5m"], melds: [], groups: [], fans: [["duting", 1]], fan: 3, base: 8, liable: null },
  ...{ payments: [-8, -16, 32, -8], scores: [-8, -16, 32, -8] },
};

const FILM: Replay = {
  ...{ match: "m", hand: 2, rules: DEFAULT_RULES, names: ["", "Li", "", ""], dealer: 1, dice: [1, 2, 3, 4], caishen: "9p", before: [1, 0, -1, 0], seat: null },
  frames: [
    frame({ type: "dealt", hand: 2, dealer: 1, dice: [1, 2, 3, 4], turned: "9p", tiles: [], commitment: "", scores: [1, 0, -1, 0] }, "draw", 1, [0, 1, 2, 3].map((one) => seat(one, { hand: ["1m"] }))),
    frame({ type: "drawn", seat: 1, tile: "9p", replacement: false }, "turn", 1, [seat(1, { hand: ["1m"], drawn: "9p" })]),
    frame({ type: "discarded", seat: 1, tile: "9p", drawn: true }, "claim", 1, [seat(1, { hand: ["1m"], seen: seen({ river: river("9p"), flown: 1, locked: true }) })]),
    frame({ type: "drawn", seat: 2, tile: "?", replacement: false }, "turn", 2),
    frame({ type: "konged", seat: 2, meld: "(1111z)" }, "replace", 2),
    frame({ type: "drawn", seat: 2, tile: "2m", replacement: true }, "turn", 2),
    frame({ type: "discarded", seat: 2, tile: "3m", drawn: false }, "claim", 2, [seat(2, { seen: seen({ river: river("3m") }) })]),
    frame({ type: "claimed", seat: 3, source: 2, tile: "3m", meld: "[333m]" }, "turn", 3),
    frame({ type: "claimed", seat: 0, source: 3, tile: "4m", meld: "[4444m]" }, "replace", 0),
    frame(WON, "over", 1),
  ],
  prospects: [[], [], [], []],
};

const scenes = scenesOf(FILM);

describe("a film", () => {
  test("has at every moment what was left out", () => {
    expect(scenes.map(({ at }) => at)).toEqual(FILM.frames.map((_, at) => at));
    expect(scenes[1]!.seats[1].drawn).toBe("9p");
    expect(scenes[1]!.seats[3].hand).toEqual(["1m"]);
    expect(scenes[5]!.seats[1].seen.river).toHaveLength(1);
    expect(scenes[5]!.view.seats[1]).toBe(scenes[5]!.seats[1].seen);
    expect(scenes[5]!.view).toMatchObject({ hand_number: 2, caishen: "9p", turn: 2, phase: "turn", scores: [1, 0, -1, 0], result: null });
  });

  test("lays the hand down that has won, for whoever looks", () => {
    const last = scenes.at(-1)!;
    expect(last.view).toMatchObject({ scores: [-8, -16, 32, -8], result: WON });
    expect(last.seats[2]).toMatchObject({ hand: ["5m"], drawn: "5m" });
    expect(last.seats[1].hand).toEqual(["1m"]);
  });

  test("shows the newest discard while it may be claimed", () => {
    expect(scenes.map(({ latest }) => latest)).toEqual([null, null, { seat: 1, index: 0 }, null, null, null, { seat: 2, index: 0 }, null, null, null]);
  });

  test("is marked where something was claimed, konged, flown or won", () => {
    expect(scenes.map(markOf)).toEqual([null, null, "fly", null, "kong", null, null, "claim", "kong", "win"]);
    expect(scenes.map(beginsTurn)).toEqual([true, true, false, true, false, false, false, true, true, false]);
  });

  test("is gone through by turns and marks, to its ends", () => {
    expect(seek(scenes, 0, 1, beginsTurn)).toBe(1);
    expect(seek(scenes, 3, 1, beginsTurn)).toBe(7);
    expect(seek(scenes, 8, 1, beginsTurn)).toBe(9);
    expect(seek(scenes, 3, -1, beginsTurn)).toBe(1);
    expect(seek(scenes, 2, -1, (scene) => markOf(scene) !== null)).toBe(0);
  });

  test("keeps the totals to itself until the end, if that is wished", () => {
    const { view } = scenes[3]!;
    expect(totalsShown(view, false, true)).toBeNull();
    expect(totalsShown(view, false, false)).toEqual([1, 0, -1, 0]);
    expect(totalsShown(view, true, true)).toEqual([1, 0, -1, 0]);
  });

  test("knows what was waited for since the last change", () => {
    const prospect = (at: number): Prospect => ({ at, waits: [], hints: [] });
    const prospects = [prospect(0), prospect(4)];
    expect([0, 3, 4, 9].map((at) => prospectAt(prospects, at)?.at)).toEqual([0, 0, 4, 4]);
    expect(prospectAt([], 3)).toBeNull();
  });
});

describe("an address", () => {
  const share: Source = { kind: "share", share: "a-B_9" };

  test("names a moment and is read again", () => {
    for (const open of [true, false]) {
      const address = addressOf(share, { at: 12, seat: 3, open });
      expect(address).toBe(`/p/a-B_9?at=12&seat=3${open ? "&all=1" : ""}`);
      expect(momentOf(address.slice(address.indexOf("?")))).toEqual({ at: 12, seat: 3, open, record: null });
    }
    expect(momentOf(addressOf({ kind: "own", id: "t:4" }, { at: 0, seat: 0, open: false }).slice(2))).toEqual({ at: 0, seat: 0, open: false, record: "t:4" });
    expect(addressOf({ kind: "file", name: "", text: "" }, { at: 1, seat: 1, open: true })).toBe("/p");
  });

  test("of one's own hand names the seat, and leaves it to the viewer what lies open", () => {
    expect(momentOf("?record=t%3A4&seat=2")).toEqual({ at: null, seat: 2, open: null, record: "t:4" });
  });

  test("that says nothing, or nonsense, leaves it to the viewer", () => {
    for (const search of ["", "?at=-1&seat=4", "?at=x&seat=", "?at=1e3"]) expect(momentOf(search)).toEqual({ at: null, seat: null, open: null, record: null });
  });
});

describe("a file", () => {
  test("that does not verify is said to be so in words", () => {
    expect(meaningOf("")).toBe("");
    expect(meaningOf("line 2: event 17: recorded tile")).toContain("17");
    expect(meaningOf("line 2: wall, index 4: recorded")).toContain("牌墙");
    expect(meaningOf("dealer: recorded 1")).toContain("庄家");
    expect(meaningOf("line 1: not a record: Expected")).toContain("不是牌谱");
  });

  const one = { hand: 1, seats: ["a", "b", "c", "d"] };
  const two = { hand: 2 };

  test("holds a hand a line, or one laid out as it likes", () => {
    expect(recordIn(`\uFEFF${JSON.stringify(one)}\n\n${JSON.stringify(two)}\r\n`, 1)).toEqual(two);
    expect(recordIn(JSON.stringify(one, null, 2), 0)).toEqual(one);
  });

  test("is called after its match, which may be called anything", () => {
    const record = { match: "../../a b:c/\u0000", hand: 3 } as unknown as Parameters<typeof anonymous>[0];
    expect(fileName(record)).toBe("wuyi-abc-3.json");
  });

  test("is made anonymous", () => {
    const record = { match: "m", ...one } as unknown as Parameters<typeof anonymous>[0];
    expect(anonymous(record)).toMatchObject({ match: "", seats: ["", "", "", ""], hand: 1 });
    expect(fileName(anonymous(record))).toBe("wuyi-1.json");
  });
});

describe("keys and fingers", () => {
  const film = { seat: 2, last: 9, choices: { open: true }, step: vi.fn(), turn: vi.fn(), mark: vi.fn(), jump: vi.fn(), toggle: vi.fn(), look: vi.fn() } satisfies Driven;
  const press = (key: string, more: KeyboardEventInit = {}): boolean => pressed(new KeyboardEvent("keydown", { key, ...more }), film);

  test("step, jump, play and change the seat", () => {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " ", "0", "3"]) expect(press(key)).toBe(true);
    press("ArrowRight", { shiftKey: true });
    expect(film.step.mock.calls).toEqual([[-1], [1]]);
    expect(film.turn.mock.calls).toEqual([[1]]);
    expect(film.mark.mock.calls).toEqual([[-1], [1]]);
    expect(film.jump.mock.calls).toEqual([[0], [9]]);
    expect(film.toggle).toHaveBeenCalledOnce();
    expect(film.look.mock.calls).toEqual([[2, true], [2, false]]);
    expect(press("5")).toBe(false);
  });

  test("a finger to the left goes on, as far as it goes", () => {
    const node = document.createElement("div");
    const step = vi.fn();
    const stop = swipe(step)(node);
    const at = (name: string, clientX: number, clientY = 0): unknown => node.dispatchEvent(new MouseEvent(name, { clientX, clientY }));
    at("pointermove", 50);
    at("pointerdown", 200);
    for (const x of [180, 150, 120, 100]) at("pointermove", x);
    at("pointerup", 100);
    at("pointermove", 0);
    expect(step.mock.calls).toEqual([[1], [1]]);
    at("pointerdown", 0);
    at("pointermove", 50, 60);
    at("pointermove", 80, 20);
    expect(step.mock.calls).toEqual([[1], [1], [-1]]);
    stop();
    at("pointermove", 400);
    expect(step).toHaveBeenCalledTimes(3);
  });
});
