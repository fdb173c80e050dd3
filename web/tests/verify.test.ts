// @vitest-environment node
/** The deal recomputed, against a hand that the server's own code has dealt. */

import { expect, test } from "vitest";
import { deal, mix, verify, bytes, type Witness } from "../src/company/verify";
import { SAMPLE } from "./sample";

const witness: Witness = {
  seat: SAMPLE.seat,
  proof: { hand: SAMPLE.hand, commitment: SAMPLE.commitment, next_commitment: "", given: [], secret: SAMPLE.secret, seeds: SAMPLE.seeds, practice: false },
  promised: SAMPLE.commitment,
  given: SAMPLE.seeds[SAMPLE.seat]!,
  dealt: { type: "dealt", hand: SAMPLE.hand, dealer: SAMPLE.dealer, dice: SAMPLE.dice, turned: SAMPLE.turned, tiles: SAMPLE.tiles, commitment: SAMPLE.commitment, scores: [0, 0, 0, 0] },
  draws: [
    { type: "drawn", seat: 3, tile: "?", replacement: false },
    { type: "drawn", seat: 0, tile: SAMPLE.wall.slice(106, 108), replacement: false },
    { type: "drawn", seat: 1, tile: SAMPLE.wall.slice(268, 270), replacement: true },
  ],
};

test("wall and dice follow from the secret and the seeds", async () => {
  const { wall, dice } = await deal(bytes(await mix(bytes(SAMPLE.secret), SAMPLE.hand, SAMPLE.seeds)), SAMPLE.dealer);
  expect(wall.join("")).toBe(SAMPLE.wall);
  expect(dice).toEqual(SAMPLE.dice);
});

test("a deal as promised holds, and each kind of fault is found", async () => {
  expect(await verify(witness)).toBeNull();
  expect(await verify({ ...witness, promised: "00" })).toBe("commitment");
  expect(await verify({ ...witness, given: "11".repeat(32) })).toBe("seed");
  expect(await verify({ ...witness, dealt: { ...witness.dealt, dice: [6, 6, 6, 6] } })).toBe("dice");
  expect(await verify({ ...witness, dealt: { ...witness.dealt, tiles: witness.dealt.tiles.toReversed().slice(1) } })).toBe("tiles");
  expect(await verify({ ...witness, draws: [{ ...witness.draws[1]! }] })).toBe("draws");
  expect(await verify({ ...witness, draws: [{ ...witness.draws[2]!, tile: SAMPLE.wall.slice(270) }] })).toBe("draws");
  expect(await verify({ ...witness, proof: { ...witness.proof, secret: "" } })).toBe("unavailable");
});
