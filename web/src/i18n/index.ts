/** Words. Every id that travels (fans, reasons, events) becomes a sentence here. */

import { settings } from "../settings.svelte";
import tableEn from "./en.json";
import roomsEn from "./rooms/en.json";
import roomsZh from "./rooms/zh.json";
import tableZh from "./zh.json";

const zh = { ...tableZh, ...roomsZh };
const en = { ...tableEn, ...roomsEn };

export type Key = keyof typeof zh;
export type Values = Readonly<Record<string, string | number>>;

const WORDS: Readonly<Record<"zh" | "en", Readonly<Record<Key, string>>>> = { zh, en };

/** `{name|kind|kinds}` is the one or the other by whether `values.name` is 1. */
const filled = (words: string, values: Values): string =>
  words.replace(/\{(\w+)(?:\|([^|}]+)\|([^}]+))?\}/g, (whole, name: string, one?: string, more?: string) =>
    one === undefined ? String(values[name] ?? whole) : String(values[name]) === "1" ? one : more!,
  );

/** The words of `key`, with `{name}` replaced by `values.name`, and a noun after it in its number. */
export function t(key: Key, values: Values = {}): string {
  return filled(WORDS[settings.language][key], values);
}

/** The `t` of a screen that is loaded when it is opened, and its words with it: `words/zh.json` and `en.json` beside it. */
export function wordsFor<K extends string>(zh: Record<K, string>, en: Record<K, string>): (key: K, values?: Values) => string {
  const words = { zh, en };
  return (key, values = {}) => filled(words[settings.language][key], values);
}

/** The words of an id that came from the server; `fallback` for one this page does not know yet. */
function wordsOf(prefix: "fan" | "reason", id: string, fallback: string): string {
  const key = `${prefix}.${id}`;
  return key in zh ? t(key as Key) : fallback;
}

export const fanName = (id: string): string => wordsOf("fan", id, id);
export const reasonText = (id: string): string => wordsOf("reason", id, t("reason.unknown"));

/** "五万", "5 Wan", "东风": for labels and what is read aloud. */
export function tileName(tile: string): string {
  if (tile === "?") return t("tile.hidden");
  const [rank, suit] = [tile.charAt(0), tile.charAt(1)];
  if (suit === "z") return t(`tile.z${rank}` as Key);
  return t(`tile.${suit as "m" | "p" | "s"}`, { rank: t(`rank.${rank}` as Key) });
}

/** A gain or loss with its sign; a proper minus, so that columns line up. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
