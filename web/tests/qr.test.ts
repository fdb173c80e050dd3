// @vitest-environment node
import { expect, test } from "vitest";
import { qrCode } from "../src/rooms/qr";

/** 14 letters fill version 1; drawn by another encoder, with the same mask. */
const EXPECTED =
  "111111100011001111111/100000101101001000001/101110100110101011101/101110100111101011101/101110101000101011101/100000100011001000001/111111101010101111111/000000000110000000000/101010100000100010010/110111001101110111011/001000101001111111111/001010000110000000000/000110110100100010001/000000001111110111011/111111100111111111111/100000100000000000011/101110101000100010010/101110100101110111010/101110101011111111101/100000100000000000010/111111101010100010011";

test("a QR code is the one of the standard", () => {
  const rows = qrCode("a".repeat(14))!;
  expect(rows.map((row) => row.map(Number).join("")).join("/")).toBe(EXPECTED);
});

test("a longer text takes a larger code, and none is made for one that is too long", () => {
  expect(qrCode("http://192.168.1.20:8000/r/123456")).toHaveLength(29);
  expect(qrCode("x".repeat(106))).toHaveLength(41);
  expect(qrCode("x".repeat(107))).toBeNull();
});
