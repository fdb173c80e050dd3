/** Two dice, thrown fairly. */

const SIDES = 6;

export type Dice = readonly [number, number];

export function throwDice(luck: (length: number) => Uint8Array = random): Dice {
  return [die(luck), die(luck)];
}

/** Of the values of a byte those at the end would favour the low sides, and are thrown again. */
function die(luck: (length: number) => Uint8Array): number {
  const fair = 256 - (256 % SIDES);
  for (;;) {
    const [byte] = luck(1);
    if (byte! < fair) return 1 + (byte! % SIDES);
  }
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
