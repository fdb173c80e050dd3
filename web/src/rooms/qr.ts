/**
 * A QR code (ISO/IEC 18004) of a short text: bytes, error correction M, versions 1 to 6, which hold 106 bytes.
 * The mask is the first: any is readable, the standard only prefers one.
 */

/** Of each version: data codewords a block, blocks, correction codewords a block. */
const VERSIONS = [
  [16, 1, 10],
  [28, 1, 16],
  [44, 1, 26],
  [32, 2, 18],
  [43, 2, 24],
  [27, 4, 16],
] as const;

/** The modules, row by row, true where dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const data = new TextEncoder().encode(text);
  const version = 1 + VERSIONS.findIndex(([words, blocks]) => data.length + 2 <= words * blocks);
  if (version === 0) return null;
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const taken = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = on;
    taken[y]![x] = true;
  };

  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const square = (cx: number, cy: number, radius: number, light: number): void => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, ring !== light && ring !== 4);
      }
    }
  };
  square(3, 3, 4, 2);
  square(size - 4, 3, 4, 2);
  square(3, size - 4, 4, 2);
  if (version > 1) square(size - 7, size - 7, 2, 1);
  format(size, set);

  const bits = codewords(data, version).flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => ((word >> i) & 1) === 1));
  let next = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let i = 0; i < size; i += 1) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (taken[y]![x]) continue;
        const bit = bits[next] ?? false;
        next += 1;
        dark[y]![x] = bit !== ((x + y) % 2 === 0);
      }
    }
  }
  return dark;
}

/** Level M (0), mask 0, with their own correction; and the dark module. */
function format(size: number, set: (x: number, y: number, on: boolean) => void): void {
  const bit = (i: number): boolean => ((0x5412 >> i) & 1) === 1;
  for (let i = 0; i < 6; i += 1) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

function codewords(data: Uint8Array, version: number): number[] {
  const [words, blocks, correction] = VERSIONS[version - 1]!;
  const room = words * blocks;
  // Mode 4 (bytes), the length, the bytes, and a terminator of four zeros: half a byte out of step.
  const nibbles = [4, data.length >> 4, data.length & 15, ...[...data].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const filled = Array.from({ length: nibbles.length / 2 }, (_, i) => (nibbles[2 * i]! << 4) | nibbles[2 * i + 1]!);
  for (let pad = 0xec; filled.length < room; pad ^= 0xec ^ 0x11) filled.push(pad);
  const parts = Array.from({ length: blocks }, (_, i) => filled.slice(i * words, (i + 1) * words));
  const checks = parts.map((part) => remainder(part, generator(correction)));
  return [...interleaved(parts), ...interleaved(checks)];
}

function interleaved(parts: readonly (readonly number[])[]): number[] {
  return parts[0]!.flatMap((_, i) => parts.map((part) => part[i]!));
}

/** The product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

function generator(degree: number): number[] {
  let poly = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    poly = poly.map((factor, j) => times(factor, root) ^ (poly[j + 1] ?? 0));
    root = times(root, 2);
  }
  return poly;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let rest = Array<number>(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((word, i) => word ^ times(divisor[i]!, factor));
  }
  return rest;
}
