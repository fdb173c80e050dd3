/** What the people of a book are called, and a hand in words. */

import { t } from "../i18n";
import type { BookContent } from "../protocol";
import { isHand, type Four, type Moved, type Reckoned } from "./ledger";
import { w } from "./words";

/** The name that was given, or one of the page's. */
export function personName(names: BookContent["names"], person: number): string {
  return names[person]?.trim() || w(`person.${person as 0 | 1 | 2 | 3}`);
}

/** 东 for the dealer, then anticlockwise. */
export function windOf(order: Four<number>, dealer: number, person: number): string {
  const seat = (order.indexOf(person) - order.indexOf(dealer) + 4) % 4;
  return w(`wind.${seat as 0 | 1 | 2 | 3}`);
}

export function bookTitle(content: BookContent, at: number): string {
  return content.title.trim() || w("book.of", { date: dateOf(at) });
}

export function dateOf(at: number): string {
  return new Date(at * 1000).toLocaleDateString(document.documentElement.lang || "zh-CN", { month: "short", day: "numeric" });
}

/** A line of the book in words: who won how, or who sits where. */
export function lineWords(names: BookContent["names"], line: Reckoned | Moved): string {
  const name = (person: number): string => personName(names, person);
  if (!isHand(line)) return w("line.moved", { order: line.entry.order.map(name).join(w("order.between")) });
  const { wins, source } = line.entry;
  if (wins.length === 0) return w("line.nobody");
  const liable = wins.find((win) => win.liable !== null)?.liable ?? null;
  const pays = liable === null ? "" : w("line.liable", { who: name(liable) });
  const [first] = wins;
  if (wins.length === 1 && source === null) return w("line.drawn", { who: name(first!.who), fan: first!.fan }) + pays;
  const winners = wins.map((win) => w("line.winner", { who: name(win.who), fan: win.fan })).join(t("comma"));
  return w("line.discarded", { winners, source: name(source ?? first!.who) }) + pays;
}
