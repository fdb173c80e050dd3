/** A line of a rule's text, in pieces to be shown each in its way. */

import { optionName, valueWords } from "../explain/figures/house";
import { readMeld } from "../notation";

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tiles"; readonly tiles: readonly string[] }
  | { readonly kind: "rule"; readonly id: string }
  /** What the source left open and had to be settled. */
  | { readonly kind: "settled" };

const PIECES = /`([^`]+)`|(?<![\d.])([1-9]\.[1-9])(?![\d.]*\d)|◆ (?:Settled|定)[:：.。]\s?/g;
const TILES = /^(?:\d+[mpsz]\s?)+$/;

export function pieces(line: string): readonly Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(PIECES)) {
    if (match.index > end) found.push({ kind: "text", text: line.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, code, rule] = match;
    if (rule !== undefined) found.push({ kind: "rule", id: rule });
    else if (code === undefined) found.push({ kind: "settled" });
    else if (TILES.test(code)) found.push({ kind: "tiles", tiles: readMeld(code).tiles });
    else found.push({ kind: "text", text: codeWords(code) });
  }
  if (end < line.length) found.push({ kind: "text", text: line.slice(end) });
  return found;
}

/** An option of RULES.md 8 or one of its values, in words. */
function codeWords(code: string): string {
  if (code === "true" || code === "false") return valueWords("", code === "true");
  if (code === "winner" || code === "rotate") return valueWords("dealer_succession", code);
  return optionName(code);
}
