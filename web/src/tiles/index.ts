export { default as Sprite } from "./Sprite.svelte";
export { default as Tile } from "./Tile.svelte";
export { TILES, isTile } from "./tiles";
