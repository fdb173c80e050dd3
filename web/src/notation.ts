/** Reading the text of tiles and melds (RULES.md 10), for display alone. */

export type TileText = string;

const SUITS = "mpsz";

/** White dragon, which stands for the turned tile (RULES.md 2.3). */
export const WHITE: TileText = "5z";

export interface MeldText {
  readonly tiles: readonly TileText[];
  readonly concealed: boolean;
}

/** `[45p5z]` and `(1111z)` into tiles; the hidden `(????)` into four `?`. */
export function readMeld(text: string): MeldText {
  const tiles: TileText[] = [];
  let ranks = "";
  for (const letter of text) {
    if (letter === "?") tiles.push("?");
    else if (letter >= "0" && letter <= "9") ranks += letter;
    else if (SUITS.includes(letter)) {
      for (const rank of ranks) tiles.push(rank + letter);
      ranks = "";
    }
  }
  return { tiles, concealed: text.startsWith("(") };
}

/** What a 白 stands for: the turned tile, unless 白 itself was turned. */
export function standsFor(tile: TileText, caishen: TileText): TileText | null {
  return tile === WHITE && caishen !== WHITE ? caishen : null;
}

/** Order in a hand: the caishen first, a 白 in the place of the tile it stands for, then by suit and rank. */
export function handOrder(tile: TileText, caishen: TileText): number {
  if (tile === caishen) return -1;
  return 2 * kindOf(standsFor(tile, caishen) ?? tile) + (tile === WHITE ? 1 : 0);
}

/** 0..33, as the kinds are numbered everywhere: 万, 筒, 条, honours. */
export function kindOf(tile: TileText): number {
  return SUITS.indexOf(tile.charAt(1)) * 9 + Number(tile.charAt(0)) - 1;
}
