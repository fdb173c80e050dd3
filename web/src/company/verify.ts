/**
 * The deal recomputed by Web Crypto from the secret and the four seeds: HMAC-SHA256 stream and unbiased
 * Fisher-Yates, as docs/record.md describes them for anybody.
 */

import type { Dealt, Drawn, Proof } from "../protocol";

/** What one seat saw of a hand. */
export interface Witness {
  readonly seat: number;
  readonly proof: Proof;
  /** The commitment as it was first told. */
  readonly promised: string;
  /** The seed this page gave. */
  readonly given: string | null;
  readonly dealt: Dealt;
  readonly draws: readonly Drawn[];
}

/** In the order they are looked at; `null` is a deal in which all is as it was promised. */
export type Fault = "unavailable" | "commitment" | "seed" | "dice" | "caishen" | "tiles" | "draws";

const KINDS = ["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`)).concat([1, 2, 3, 4, 5, 6, 7].map((rank) => `${rank}z`));
const STACKS = 68;
const STACKS_A_SIDE = 17;

/** first: who deals, should this be a match's first hand. */
export interface Deal {
  readonly first: number;
  readonly wall: readonly string[];
  readonly dice: readonly [number, number, number, number];
}

export async function verify(witness: Witness): Promise<Fault | null> {
  const { seat, proof, promised, given, dealt, draws } = witness;
  // Browsers keep Web Crypto from pages that come over plain HTTP from another machine.
  if (proof.secret === "" || crypto.subtle === undefined) return "unavailable";
  const digest = await commitmentOf(proof.secret);
  if (digest !== promised || digest !== proof.commitment || digest !== dealt.commitment) return "commitment";
  if (given !== null && proof.seeds[seat] !== given) return "seed";
  const { wall, dice } = await deal(bytes(await mix(bytes(proof.secret), proof.hand, proof.seeds)), dealt.dealer);
  if (dice.some((die, i) => die !== dealt.dice[i])) return "dice";
  const turned = turnedPlace(dice);
  if (wall[turned] !== dealt.turned) return "caishen";
  const tiles = dealtTo(wall, (seat - dealt.dealer + 4) % 4);
  if (tiles.toSorted().join() !== dealt.tiles.toSorted().join()) return "tiles";
  const next = places(turned);
  for (const { tile, replacement } of draws) {
    const place = next(replacement);
    if (tile !== "?" && wall[place] !== tile) return "draws";
  }
  return null;
}

/** Where in the draw order the turned tile stands. */
export function turnedPlace(dice: Deal["dice"]): number {
  return 2 * (STACKS - dice[2] - dice[3]);
}

/** Where in the draw order each tile lies that is drawn after the deal, or taken from the tail after a kong; the turned one is skipped. */
export function places(turned: number): (replacement: boolean) => number {
  let front = 52;
  let taken = 0;
  return (replacement) => {
    if (!replacement) {
      if (front === turned) front += 1;
      front += 1;
      return front - 1;
    }
    for (;;) {
      const place = 134 - taken + 2 * (taken % 2);
      taken += 1;
      if (place !== turned) return place;
    }
  };
}

/** SHA-256, in hex, of bytes or of those that hex digits stand for. */
export async function commitmentOf(secret: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", typeof secret === "string" ? bytes(secret) : secret)));
}

/** Whether a text is 32 bytes as they are written. */
export function isLuck(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** The seed of a hand, in hex: HMAC-SHA256(secret, "hand N" and the four seeds, 32 zero bytes for one not given). */
export async function mix(secret: Uint8Array<ArrayBuffer>, hand: number, seeds: readonly string[]): Promise<string> {
  const label = new TextEncoder().encode(`hand ${hand}`);
  const message = new Uint8Array(label.length + 128);
  message.set(label);
  seeds.forEach((seed, i) => seed !== "" && message.set(bytes(seed), label.length + 32 * i));
  return hex(await hmac(secret, message));
}

export async function deal(seed: Uint8Array<ArrayBuffer>, dealer: number): Promise<Deal> {
  const words = await stream(seed);
  const below = async (m: number): Promise<number> => {
    const limit = 2 ** 32 - (2 ** 32 % m);
    for (;;) {
      const word = await words();
      if (word < limit) return word % m;
    }
  };
  const firstDealer = await below(4);
  const built = KINDS.flatMap((kind) => [kind, kind, kind, kind]);
  for (let i = built.length - 1; i > 0; i -= 1) {
    const j = await below(i + 1);
    [built[i], built[j]] = [built[j]!, built[i]!];
  }
  const die = async (): Promise<number> => (await below(6)) + 1;
  const dice = [await die(), await die(), await die(), await die()] as const;
  const total = dice[0] + dice[1];
  const side = (dealer + total - 1) % 4;
  const first = (((4 - side) % 4) * STACKS_A_SIDE + total) * 2;
  return { first: firstDealer, wall: [...built.slice(first), ...built.slice(0, first)], dice };
}

/** The thirteen tiles of the n-th to be dealt to, the dealer first: three times four, then one. */
function dealtTo(wall: readonly string[], n: number): string[] {
  return [0, 1, 2].flatMap((round) => wall.slice(16 * round + 4 * n, 16 * round + 4 * n + 4)).concat(wall[48 + n]!);
}

async function stream(seed: Uint8Array<ArrayBuffer>): Promise<() => Promise<number>> {
  let block = 0;
  let words: number[] = [];
  return async () => {
    if (words.length === 0) {
      const message = new Uint8Array(8);
      new DataView(message.buffer).setUint32(4, block);
      block += 1;
      const mac = new DataView((await hmac(seed, message)).buffer);
      words = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => mac.getUint32(4 * i)).reverse();
    }
    return words.pop()!;
  };
}

async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hex(of: Uint8Array): string {
  return [...of].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
