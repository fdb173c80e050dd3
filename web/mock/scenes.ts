/** Scenes of the table, as a server would tell them, to look at and to test the page with. */

import type {
  Action,
  Exhausted,
  Player,
  RiverTile,
  Ruleset,
  SeatView,
  State,
  TableMeld,
  View,
  Wait,
  Won,
} from "../src/protocol";

type Four<T> = readonly [T, T, T, T];

const RULES: Ruleset = {
  dealer_succession: "winner",
  half_flush_required: true,
  min_fan: 3,
  white_as_itself: true,
  wait_fans_stack: true,
  kongs_stack: false,
  fan_cap: null,
  hands: 8,
};

const PLAYERS: Four<Player> = [
  { name: "小武", bot: null },
  { name: "", bot: "greedy" },
  { name: "", bot: "greedy" },
  { name: "", bot: "random" },
];

/** "123m5z" into tiles. */
export function tiles(text: string): string[] {
  return [...text.matchAll(/(\d+)([mpsz])/g)].flatMap(([, ranks, suit]) => [...ranks!].map((rank) => rank + suit!));
}

function river(text: string, claimed: Readonly<Record<number, number>> = {}): RiverTile[] {
  return tiles(text).map((tile, i) => ({ tile, drawn: i % 3 === 0, claimed: claimed[i] ?? null }));
}

function meld(text: string, tile: string | null = null, source: number | null = null, added = false): TableMeld {
  return { meld: text, tile, source, added };
}

function seat(change: Partial<SeatView> = {}): SeatView {
  return { concealed: 13, melds: [], river: [], feeds: [0, 0, 0, 0], locked: false, kongs: 0, flown: 0, ...change };
}

function view(change: Partial<View>): View {
  return {
    seat: 0,
    rules: RULES,
    hand_number: 3,
    dealer: 1,
    dice: [3, 5, 4, 1],
    caishen: "5m",
    phase: "turn",
    turn: 0,
    tile: null,
    hand: [],
    drawn: null,
    last: false,
    replacement: false,
    remaining: 46,
    seats: [seat(), seat(), seat(), seat()],
    scores: [96, -32, -48, -16],
    result: null,
    ...change,
  };
}

const PRESENT = { connected: true, auto: false, ready: false };

function state(shown: View, change: Partial<State> = {}): State {
  return {
    type: "state",
    seq: 57,
    view: shown,
    legal: [],
    events: [],
    history: [],
    waits: [],
    hints: [],
    win_refused: null,
    players: PLAYERS,
    standing: {
      hand: shown.hand_number,
      hands: 8,
      scores: shown.scores,
      results: [
        [96, -32, -32, -32],
        [0, 0, -16, 16],
      ],
      over: false,
    },
    seats_state: [PRESENT, PRESENT, PRESENT, PRESENT],
    clock: null,
    window: null,
    vote: null,
    settling: null,
    paused: false,
    ending: false,
    proof: { hand: shown.hand_number, commitment: "", next_commitment: "", given: [], secret: "", seeds: [], practice: false },
    ...change,
  };
}

function discards(hand: readonly string[]): Action[] {
  return [...new Set(hand)].map((tile) => ({ type: "discard", seat: 0, tile }));
}

const wait = (tile: string, left: number, drawn: number | null, discarded: number | null, reason: string | null = null): Wait => ({
  tile,
  left,
  drawn,
  discarded,
  reason,
});

const MIDDLE: Four<SeatView> = [
  seat({ concealed: 14, river: river("1z9p2s7p3z8s") }),
  seat({ concealed: 13, river: river("1s9m2p4z8p6z") }),
  seat({ concealed: 10, melds: [meld("[777z]", "7z", 1)], river: river("2m9s1p8m3p") }),
  seat({ concealed: 13, river: river("4p9p6s2z1m", { 2: 2 }) }),
];

const TURN_HAND = tiles("5m123m46m5z789m22z3p");

const turn = state(
  view({
    hand: TURN_HAND.toSorted(),
    drawn: "6z",
    seats: MIDDLE,
  }),
  {
    legal: discards([...TURN_HAND, "6z"]),
    history: [
      { type: "dealt", hand: 3, dealer: 1, dice: [3, 5, 4, 1], turned: "5m", tiles: [], commitment: "", scores: [96, -32, -48, -16] },
      { type: "discarded", seat: 1, tile: "1s", drawn: false },
      { type: "discarded", seat: 2, tile: "2m", drawn: false },
      { type: "discarded", seat: 3, tile: "4p", drawn: false },
      { type: "discarded", seat: 0, tile: "1z", drawn: false },
      { type: "discarded", seat: 1, tile: "7z", drawn: false },
      { type: "claimed", seat: 2, source: 1, tile: "7z", meld: "[777z]" },
      { type: "discarded", seat: 2, tile: "9s", drawn: false },
      { type: "drawn", seat: 0, tile: "6z", replacement: false },
    ],
    hints: [
      { tile: "2z", waits: [...tiles("1234m").map((tile, i) => wait(tile, i, 3 + i, null, "many_waits_must_draw")), ...tiles("6789m23z").map((tile) => wait(tile, 4, 12, null, "many_waits_must_draw"))] },
      { tile: "3p", waits: [wait("6z", 2, 5, 3), wait("2z", 1, 5, null, "many_waits_must_draw")] },
      { tile: "6z", waits: [wait("3p", 3, 3, 3)] },
    ],
  },
);

/** Late in a hand: every corner of the table full. */
const full = state(
  view({
    hand: tiles("5m34m5z"),
    drawn: "9m",
    remaining: 7,
    seats: [
      seat({
        concealed: 5,
        melds: [meld("[123m]", "2m", 3), meld("[1111z]", "1z", 2, true), meld("(6666z)")],
        river: river("9p2s7p3z8s1p4p9s2p8p6s1s3p7s"),
        feeds: [0, 0, 1, 1],
      }),
      seat({
        concealed: 2,
        melds: [meld("[234p]", "3p", 0), meld("[999s]", "9s", 0), meld("[45p5z]", "4p", 0), meld("[8888p]", "8p", 3)],
        river: river("1s9m2p4z8p7m1m6p2m3m9m7z6m1p2z"),
        feeds: [3, 0, 0, 1],
      }),
      seat({
        concealed: 7,
        melds: [meld("[777z]", "7z", 1), meld("(????)")],
        river: river("2m9s1p8m3p5m4s6s7s8s9p1z3s6m2s7p4m5s6p8s", { 4: 1 }),
        feeds: [0, 1, 0, 0],
        locked: true,
      }),
      seat({
        concealed: 1,
        melds: [meld("[111s]", "1s", 0), meld("[222s]", "2s", 0), meld("[345s]", "5s", 2), meld("[6666s]", "6s", 1, true)],
        river: river("4p9p2z1m7m8m3p2p1p9m4z3z7p"),
        feeds: [2, 1, 1, 0],
        flown: 1,
      }),
    ],
  }),
  {
    legal: [...discards(tiles("345m5z9m")), { type: "win", seat: 0 }, { type: "added_kong", seat: 0, tile: "9m" }],
    waits: [wait("2m", 1, 7, null, "many_waits_must_draw"), wait("5z", 2, 7, null, "many_waits_must_draw")],
    win_refused: null,
  },
);

const CLAIM_HAND = tiles("5m234m6m5z789m22z44z");

const claim = state(
  view({
    phase: "claim",
    turn: 3,
    tile: "4m",
    hand: CLAIM_HAND,
    seats: [
      { ...MIDDLE[0], concealed: 13 },
      MIDDLE[1],
      MIDDLE[2],
      { ...MIDDLE[3], river: river("4p9p6s2z1m4m", { 2: 2 }) },
    ],
  }),
  {
    legal: [
      { type: "chow", seat: 0, tiles: ["2m", "3m"] },
      { type: "chow", seat: 0, tiles: ["3m", "5z"] },
      { type: "chow", seat: 0, tiles: ["5z", "6m"] },
      { type: "pung", seat: 0 },
      { type: "win", seat: 0 },
      { type: "pass", seat: 0 },
    ],
    history: [{ type: "discarded", seat: 3, tile: "4m", drawn: false }],
    waits: [wait("4m", 2, 5, 4), wait("2z", 1, 5, 4)],
  },
);

/** Among people: a clock, somebody who is away, and an open window that somebody holds. */
const company: State = {
  ...claim,
  players: [PLAYERS[0], { name: "欧阳小凤", bot: null }, { name: "Wolfgang", bot: null }, { name: "老陈", bot: null }],
  seats_state: [PRESENT, PRESENT, { ...PRESENT, connected: false }, PRESENT],
  clock: { seat: 0, left: 9, banks: [42, 60, 60, 35] },
  window: { left: 2, holding: [3] },
};

const refused = state(
  view({
    phase: "claim",
    turn: 1,
    tile: "2z",
    hand: CLAIM_HAND,
    seats: [{ ...MIDDLE[0], concealed: 13 }, { ...MIDDLE[1], river: river("1s9m2p4z8p6z2z") }, MIDDLE[2], MIDDLE[3]],
  }),
  {
    legal: [
      { type: "pung", seat: 0 },
      { type: "pass", seat: 0 },
    ],
    waits: [wait("4m", 2, 5, null, "many_waits_must_draw"), wait("2z", 1, 5, null, "many_waits_must_draw")],
    win_refused: { reason: "many_waits_must_draw", fans: [], suits: "" },
  },
);

const baotou = state(
  view({
    turn: 1,
    hand: tiles("5m"),
    seats: [
      seat({
        concealed: 1,
        melds: [meld("[123m]", "2m", 3), meld("[111z]", "1z", 2), meld("(6666z)"), meld("[789m]", "7m", 3)],
        river: river("9p2s7p3z8s"),
        flown: 2,
        locked: true,
      }),
      MIDDLE[1],
      MIDDLE[2],
      MIDDLE[3],
    ],
  }),
  {
    waits: tiles("12346789m123456789p123456789s1234567z").map((tile) => wait(tile, 3, tile.endsWith("m") ? 9 : 8, null, "baotou_must_draw")),
  },
);

const WON: Won = {
  type: "won",
  seat: 3,
  way: "discard",
  tile: "9s",
  source: 0,
  tiles: tiles("5m99s5z"),
  melds: ["[111s]", "[222s]", "[345s]"],
  groups: [
    { kind: "triplet", tiles: tiles("111s"), reads: tiles("111s"), claimed: true },
    { kind: "triplet", tiles: tiles("222s"), reads: tiles("222s"), claimed: true },
    { kind: "run", tiles: tiles("345s"), reads: tiles("345s"), claimed: true },
    { kind: "kong", tiles: tiles("6666s"), reads: tiles("6666s"), claimed: true },
    { kind: "pair", tiles: ["5m", "9s"], reads: ["9s", "9s"], claimed: false },
  ],
  fans: [
    ["qingyise", 3],
    ["dandiao", 1],
    ["quanqiuren", 1],
    ["duting", 1],
  ],
  fan: 6,
  base: 64,
  liable: 0,
  payments: [-320, 0, 0, 320],
  scores: [-224, -32, -48, 304],
};

const settled = (result: Won | Exhausted, over = false): State =>
  state(view({ ...full.view, phase: "over", drawn: null, result, scores: result.scores }), {
    standing: {
      hand: 3,
      hands: over ? 4 : 8,
      scores: result.scores,
      results: [
        [96, -32, -32, -32],
        [0, 0, -16, 16],
        [0, 0, 0, 0],
        [-320, 0, 0, 320],
      ],
      over,
    },
  });

const DRAWN_WIN: Won = {
  ...WON,
  seat: 0,
  way: "draw",
  tile: "8p",
  source: null,
  tiles: tiles("55m234m678m5z22z"),
  melds: ["(6666z)"],
  groups: [
    { kind: "run", tiles: tiles("234m"), reads: tiles("234m"), claimed: false },
    { kind: "run", tiles: ["5z", "6m", "7m"], reads: tiles("567m"), claimed: false },
    { kind: "run", tiles: ["7m", "8m", "5m"], reads: tiles("789m"), claimed: false },
    { kind: "kong", tiles: tiles("6666z"), reads: tiles("6666z"), claimed: false },
    { kind: "pair", tiles: ["5m", "8p"], reads: ["8p", "8p"], claimed: false },
  ],
  fans: [
    ["hunyise", 2],
    ["gangbao", 3],
    ["caipiao", 2],
    ["sancaishen", 1],
  ],
  fan: 8,
  base: 256,
  liable: null,
  payments: [1024, -512, -256, -256],
  scores: [1120, -544, -304, -272],
};

const WIDE_MELDS = [meld("[7777z]", "7z", 1), meld("(????)"), meld("[2222m]", "2m", 3, true), meld("[789s]", "7s", 1)];

export const SCENES: Readonly<Record<string, State>> = {
  turn,
  full,
  claim,
  company,
  refused,
  baotou,
  liable: settled(WON),
  kong: settled(DRAWN_WIN),
  exhausted: settled({ type: "exhausted", scores: [96, -32, -48, -16] }),
  final: settled(WON, true),
};

/** The same with names, totals, marks and the melds across as wide and as many as they come. */
export function strained(scene: State): State {
  const names = ["欧阳诸葛上官司马", "Wolfeschlegelstein", "<b>𠮷</b> ﷽ ❤️‍🔥 e\u0301", "ＷＷＷＷＷＷＷＷ"] as const;
  const scores: Four<number> = [-12345, 23456, -12345, 1234];
  const marked = (seat: SeatView): SeatView => ({ ...seat, feeds: [2, 3, 2, 3], locked: true });
  const [own, right, across, left] = scene.view.seats;
  const [east, south, west, north] = names.map((name) => ({ name, bot: null })) as [Player, Player, Player, Player];
  return {
    ...scene,
    players: [east, south, west, north],
    view: {
      ...scene.view,
      seats: [{ ...marked(own), flown: 2 }, marked(right), { ...marked(across), concealed: 2, melds: WIDE_MELDS }, marked(left)],
      scores,
      result: scene.view.result && { ...scene.view.result, scores },
    },
    standing: { ...scene.standing, scores },
  };
}
