/** What the server's line on a record says to a reader. */

import zh from "./words/zh.json";
import { w } from "./words";

/**
 * What `place` means: the event that cannot have happened, the field that does not follow from the others, or that there
 * was no record to be read at all. Empty for no line.
 */
export function meaningOf(place: string): string {
  if (place === "") return "";
  const said = place.replace(/^line \d+: /, "");
  const event = /^event (\d+): /.exec(said)?.[1];
  if (event !== undefined) return w("failure.event", { event });
  const field = `field.${/^\w+/.exec(said)?.[0]}`;
  return isWord(field) ? w("failure.field", { field: w(field) }) : w("failure.broken");
}

function isWord(key: string): key is keyof typeof zh {
  return key in zh;
}
