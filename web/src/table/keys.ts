/** The keys of the table. */

/** Key caps, and the word of the sheet of keys that says what they do. */
export const KEYS = [
  ["← →", "choose"],
  ["Enter", "discard"],
  ["Esc", "lower"],
  ["1", "win"],
  ["2", "kong"],
  ["3", "pung"],
  ["4", "chow"],
  ["5", "pass"],
  ["6", "discard_button"],
  ["H", "hold"],
  ["T", "words"],
  ["?", "keys"],
] as const;

/** Whether a key belongs to something else than the table: a field that is written in, an open sheet, the system. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, select, [contenteditable], [popover]")) return true;
  return document.querySelector("dialog[open]") !== null;
}
