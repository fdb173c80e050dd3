/** A book as a table, and as a file to be kept. */

import type { BookContent } from "../protocol";
import { isHand, PEOPLE, type Ledger } from "./ledger";
import { entryWords, personName } from "./people";
import { w } from "./words";

/** A head, a row for each hand, and the totals: for people who go on with it in a spreadsheet. */
export function table(content: BookContent, ledger: Ledger): (string | number)[][] {
  const { names } = content;
  const people = PEOPLE.map((person) => personName(names, person));
  return [
    [w("number"), w("export.when"), w("dealer.label"), ...people, w("line.what")],
    ...ledger.lines.map((line) =>
      isHand(line)
        ? [line.number, moment(line.entry.at), personName(names, line.dealer), ...line.gains, entryWords(names, line.entry)]
        : ["", moment(line.entry.at), "", "", "", "", "", entryWords(names, line.entry)],
    ),
    [w("export.totals"), "", "", ...ledger.totals, ""],
  ];
}

/** `2026-11-30 20:15`, in the time of this place. */
export function moment(at: number): string {
  const time = new Date(at * 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** A name for a file: without what file systems have a use for. */
export function fileName(title: string, ending: string): string {
  return `${title.replace(/[\\/:*?"<>|\p{Cc}]/gu, " ").trim() || "book"}.${ending}`;
}

/** Give the browser a file to save. */
export function download(content: Blob | string, name: string): void {
  const url = typeof content === "string" ? content : URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  if (typeof content !== "string") setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
