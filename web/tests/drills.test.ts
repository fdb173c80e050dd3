import { beforeEach, describe, expect, test } from "vitest";
import { actionOf, claims, isBest, keyOf, nextBest, playedOf } from "../src/drills/choice";
import { answeredDaily, counted, progress, streakOn, type Progress } from "../src/drills/progress";
import type { Action, Card, ChoiceCard, DailyDrill } from "../src/protocol";
import { around } from "../src/review/mean";

const cards = ["a", "b"].map((id) => ({ id }) as Card);
const on = (number: number): DailyDrill => ({ day: "2026-11-30", number, ends: 0, cards });
const right = { choice: "5m", right: true };
const wrong = { choice: "1z", right: false };

function whole(before: Progress, number: number): Progress {
  return answeredDaily(answeredDaily(before, on(number), "a", right), on(number), "b", wrong);
}

describe("the days in a row", () => {
  beforeEach(() => localStorage.clear());

  test("count once all cards of a day are answered, right or wrong", () => {
    const half = answeredDaily(progress(), on(7), "a", right);
    expect([half.streak, half.done, half.right]).toEqual([0, 1, 1]);
    const now = answeredDaily(half, on(7), "b", wrong);
    expect([now.streak, now.last, now.done, now.right]).toEqual([1, 7, 2, 1]);
    expect(answeredDaily(now, on(7), "b", right), "a card counts once").toBe(now);
  });

  test("go on from day to day, and begin anew after one left out", () => {
    const three = whole(whole(whole(progress(), 7), 8), 9);
    expect([three.streak, three.longest]).toEqual([3, 3]);
    expect([streakOn(three, 9), streakOn(three, 10), streakOn(three, 11)]).toEqual([3, 3, 0]);
    const anew = whole(three, 12);
    expect([anew.streak, anew.longest, anew.done]).toEqual([1, 3, 8]);
  });

  test("forget the answers of the day before, and do not count practice", () => {
    const next = answeredDaily(whole(progress(), 7), on(8), "a", right);
    expect(next.answers).toEqual({ a: right });
    expect(counted(next, right)).toEqual({ ...next, done: next.done + 1, right: next.right + 1 });
  });
});

test("the mean around each value", () => {
  expect(around([], 3)).toEqual([]);
  expect(around([80], 9)).toEqual([80]);
  expect(around([0, 90, 30, 60], 3)).toEqual([45, 40, 60, 45]);
});

describe("a discard that may be claimed", () => {
  const chow: Action = { type: "chow", seat: 0, tiles: ["4m", "5m"] };
  const pung: Action = { type: "pung", seat: 0 };
  const pass: Action = { type: "pass", seat: 0 };
  const played = [
    { action: pung, behind: 0, error: 0, win: 0.4, worlds: 256, why: null },
    { action: pass, behind: 4, error: 1, win: 0.3, worlds: 256, why: "nearer" },
  ];
  const card = {
    view: { phase: "claim" },
    decision: { options: [pung, chow, pass].map((action) => ({ action })) },
    best: [pung],
    played,
  } as unknown as ChoiceCard;

  test("is asked about in an order that gives nothing away", () => {
    expect(claims(card).map(keyOf)).toEqual(["pass", "chow 4m 5m", "pung"]);
    expect(claims({ ...card, view: { ...card.view, phase: "turn" } })).toEqual([]);
  });

  test("is answered by the name of an action", () => {
    expect([isBest(card, "pung"), isBest(card, "pass")]).toEqual([true, false]);
    expect(actionOf(card, "chow 4m 5m")).toEqual(chow);
    expect(actionOf(card, "5m")).toEqual({ type: "discard", seat: 0, tile: "5m" });
    expect(playedOf(card, chow)).toBeNull();
    expect(nextBest(card)?.action).toEqual(pass);
  });
});
