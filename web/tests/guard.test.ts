// @vitest-environment node
import { expect, test } from "vitest";
import { SCENES } from "../mock/scenes";
import { readServerMessage } from "../src/guard";

test("known messages pass", () => {
  for (const state of Object.values(SCENES)) expect(readServerMessage(JSON.stringify(state))).toEqual(state);
  expect(readServerMessage('{"type":"refused","reason":"stale","detail":""}')).not.toBeNull();
  expect(readServerMessage('{"type":"pong","at":1}')).not.toBeNull();
});

test("anything else is ignored", () => {
  const state = SCENES.turn!;
  const broken = [
    "",
    "not json",
    "null",
    "[]",
    '"state"',
    '{"type":"weather"}',
    '{"type":"refused"}',
    JSON.stringify({ ...state, view: null }),
    JSON.stringify({ ...state, legal: undefined }),
    JSON.stringify({ ...state, view: { ...state.view, seats: [] } }),
  ];
  for (const text of broken) expect(readServerMessage(text), text).toBeNull();
});
