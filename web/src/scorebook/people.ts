/** What the people of a book are called, and a hand or a change in words. */

import { t } from "../i18n";
import type { BookContent, BookEntry } from "../protocol";
import type { Change } from "./history";
import type { Four } from "./ledger";
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

/** An entry of the book in words: who won how, or who sits where. */
export function entryWords(names: BookContent["names"], entry: BookEntry): string {
  const name = (person: number): string => personName(names, person);
  if (entry.type === "move") return w("line.moved", { order: entry.order.map(name).join(w("order.between")) });
  const { wins, source } = entry;
  if (wins.length === 0) return w("line.nobody");
  const liable = wins.find((win) => win.liable !== null)?.liable ?? null;
  const pays = liable === null ? "" : w("line.liable", { who: name(liable) });
  const [first] = wins;
  if (wins.length === 1 && source === null) return w("line.drawn", { who: name(first!.who), fan: first!.fan }) + pays;
  const winners = wins.map((win) => w("line.winner", { who: name(win.who), fan: win.fan })).join(t("comma"));
  return w("line.discarded", { winners, source: name(source ?? first!.who) }) + pays;
}

/** A change of the book in words: what was added, mended or removed. */
export function changeWords(names: BookContent["names"], change: Change): string {
  if (change.what === "head") {
    const changed = Object.keys(change.after);
    if (changed.includes("rules")) return w("history.rules");
    return w(changed.includes("names") || changed.includes("title") ? "history.names" : "history.seats");
  }
  const { removed, inserted } = change;
  if (removed.length + inserted.length > 2) return w("history.many", { count: inserted.length });
  const [after] = inserted;
  if (after === undefined) return removed[0] === undefined ? w("history.moved") : w("history.removed", { words: entryWords(names, removed[0]) });
  if (removed.length > 0) return w("history.replaced", { words: entryWords(names, after) });
  return after.type === "move" ? entryWords(names, after) : w("history.added", { words: entryWords(names, after) });
}
