/** A hand dealt by the server's own code (`engine.apply.start_hand`), as seat 1 and its record show it. */

export const SAMPLE = {
  seat: 1,
  hand: 3,
  dealer: 2,
  secret: "984ca5162200734c592148f1820b71057f098573d138666b48663e4e30cd8d3a",
  seeds: [
    "",
    "2222222222222222222222222222222222222222222222222222222222222222",
    "",
    "abababababababababababababababababababababababababababababababab"
  ],
  commitment: "2736f8d20ebeadb8673e4c3445765984a348a22e284216838f72314f82ca5c25",
  dice: [
    6,
    5,
    1,
    6
  ],
  turned: "7z",
  tiles: [
    "3m",
    "6m",
    "6m",
    "8m",
    "8m",
    "1p",
    "2p",
    "1s",
    "3s",
    "7s",
    "2z",
    "3z",
    "5z"
  ],
  wall: "7p6s3p8s9s2m4z7p7p5s6m7z6m5z3z8m8p3p8p6z4p1m4z4m4z2p2z1s2z6m3s7s1p6z7s7z5z8s1p8p2m3m2z3m1p1s8m2p4m2p5m3m1s2s5z5p4z9s5p1m5m3z2s1m7z9p9s5z1p6s5p8p1z5m5s4s4m2m6s9s4m9m6p2m4p3p7s6z7s9p9p2p8m3m3z3s1m4p3p1s4s1z6s2s4s5s8s9m5s7m5p1z4p2s7m7m4s3z9m2z7p3s7z8s6p3s5m8m6m9m7m6p1z9p6z6p",
} as const;
