/** The 34 tiles by their text, in the order of the kinds 0..33: 万, 筒, 条, then 東南西北白發中. */
export const TILES: readonly string[] = [
  ...["m", "p", "s"].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`)),
  ...Array.from({ length: 7 }, (_, i) => `${i + 1}z`),
];

const known: ReadonlySet<string> = new Set(TILES);

export function isTile(text: string): boolean {
  return known.has(text);
}
