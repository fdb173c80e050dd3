/** A light check of what comes over the wire: enough that a stranger's message cannot break the table. */

import type { ServerMessage } from "./protocol";

type Fields = Record<string, unknown>;

/** The message, or null if it is none this page knows. */
export function readServerMessage(text: string): ServerMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isServerMessage(value) ? value : null;
}

function isServerMessage(value: unknown): value is ServerMessage {
  if (!isFields(value)) return false;
  switch (value.type) {
    case "state":
      return isState(value);
    case "change":
      return [value.seq, value.since].every(Number.isInteger) && Array.isArray(value.events) && isFields(value.view);
    case "said":
      return Number.isInteger(value.seat) && typeof value.phrase === "string";
    case "explained":
      return Number.isInteger(value.seq) && ["waits", "discards", "refused"].every((name) => Array.isArray(value[name]));
    case "refused":
      return typeof value.reason === "string";
    case "pong":
      return typeof value.at === "number";
    case "moved":
      return typeof value.url === "string";
    default:
      return false;
  }
}

function isState(value: Fields): boolean {
  const { view, standing } = value;
  return (
    Number.isInteger(value.seq) &&
    ["legal", "events", "history", "waits", "hints"].every((name) => Array.isArray(value[name])) &&
    isFour(value.players) &&
    isFour(value.seats_state) &&
    isFields(value.proof) &&
    isFields(standing) &&
    Array.isArray(standing.results) &&
    isFields(view) &&
    Array.isArray(view.hand) &&
    isFour(view.seats) &&
    isFour(view.scores) &&
    typeof view.caishen === "string" &&
    typeof view.phase === "string"
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isFour(value: unknown): boolean {
  return Array.isArray(value) && value.length === 4;
}
