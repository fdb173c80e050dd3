/** A check of books that come from the browser's storage: what is not whole is not opened. */

import type { BookContent, BookEntry } from "../protocol";
import type { Draft } from "./draft";
import type { Change, History } from "./history";
import { MOST_FAN } from "./ledger";

/** A book as this browser keeps it. */
export interface Book {
  readonly id: string;
  readonly content: BookContent;
  readonly history: History;
  /** The circle it is shared with, if any. */
  readonly shared: Shared | null;
  /** When it was last changed, in seconds since 1970. */
  readonly at: number;
}

/** The circle's version that this one builds on (0: none yet), and whether there is more here. */
export interface Shared {
  readonly circle: string;
  readonly version: number;
  readonly ahead: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export function isBook(value: unknown): value is Book {
  return isFields(value) && isText(value.id) && isContent(value.content) && isHistory(value.history) && isShared(value.shared) && isNumber(value.at);
}

export function isContent(value: unknown): value is BookContent {
  return (
    isFields(value) &&
    typeof value.title === "string" &&
    isList(value.names, (name) => typeof name === "string", 4) &&
    isOrder(value.order) &&
    isPerson(value.dealer) &&
    isRules(value.rules) &&
    isList(value.entries, isEntry)
  );
}

export function isDraft(value: unknown): value is Draft {
  return (
    isFields(value) &&
    typeof value.nobody === "boolean" &&
    isPersonOrNone(value.source) &&
    isPerson(value.dealer) &&
    isList(value.wins, (win) => isFields(win) && isPersonOrNone(win.who) && isPersonOrNone(win.liable) && (win.fan === null || isFan(win.fan))) &&
    value.wins.length > 0
  );
}

function isEntry(value: unknown): value is BookEntry {
  if (!isFields(value) || !isNumber(value.at)) return false;
  if (value.type === "move") return isOrder(value.order);
  return value.type === "hand" && isList(value.wins, isWin) && isPersonOrNone(value.source) && isPersonOrNone(value.dealer);
}

function isWin(value: unknown): boolean {
  return isFields(value) && isPerson(value.who) && isPersonOrNone(value.liable) && isFan(value.fan);
}

function isHistory(value: unknown): value is History {
  return isFields(value) && isList(value.done, isChange) && isList(value.undone, isChange);
}

function isChange(value: unknown): value is Change {
  if (!isFields(value) || !isNumber(value.at)) return false;
  if (value.what === "head") return isFields(value.before) && isFields(value.after);
  return value.what === "entries" && isNumber(value.index) && isList(value.removed, isEntry) && isList(value.inserted, isEntry);
}

function isShared(value: unknown): value is Shared | null {
  return value === null || (isFields(value) && isText(value.circle) && isNumber(value.version) && typeof value.ahead === "boolean");
}

function isRules(value: unknown): boolean {
  return (
    isFields(value) &&
    (value.dealer_succession === "winner" || value.dealer_succession === "rotate") &&
    isNumber(value.min_fan) &&
    (value.fan_cap === null || isNumber(value.fan_cap))
  );
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isFan = (value: unknown): boolean => isNumber(value) && value >= 0 && value <= MOST_FAN;
const isPerson = (value: unknown): boolean => value === 0 || value === 1 || value === 2 || value === 3;
const isPersonOrNone = (value: unknown): boolean => value === null || isPerson(value);
const isOrder = (value: unknown): boolean => isList(value, isPerson, 4) && new Set(value as number[]).size === 4;

function isList(value: unknown, of: (one: unknown) => boolean, length?: number): value is unknown[] {
  return Array.isArray(value) && (length === undefined || value.length === length) && value.every(of);
}
