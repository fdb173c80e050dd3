import { describe, expect, test } from "vitest";
import { sentence } from "../src/announce";
import { fanName, reasonText, signed, t, tileName, type Key } from "../src/i18n";
import tableEn from "../src/i18n/en.json";
import roomsEn from "../src/i18n/rooms/en.json";
import roomsZh from "../src/i18n/rooms/zh.json";
import tableZh from "../src/i18n/zh.json";
import type { Event } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { TILES } from "../src/tiles";
import { SCENES } from "../mock/scenes";

const zh = { ...tableZh, ...roomsZh };
const en = { ...tableEn, ...roomsEn };

/** The words of the screens that are loaded when they are opened, by `area/language`. */
const screens = import.meta.glob<Record<string, string>>("../src/*/words/*.json", { import: "default", eager: true });

/** CONTRACTS: the fan ids. */
const FANS =
  "pinghu dandiao quanqiuren zimo pengpenghu duiduihu hunyise qingyise yitiaolong dihu tianhu baotou ziyise_luan ziyise duting gangkai gangbao caipiao gangchong lagang haidilao xiaokao dakao qifeng sancaishen".split(
    " ",
  );

const REASONS =
  "not_complete not_half_flush many_waits_must_draw baotou_must_draw too_few_fan caishen_lock caishen_unclaimable stale not_your_turn not_in_hand must_discard nothing_to_claim already_answered hand_over no_tile_left_for_kong last_tile chow_only_from_upper no_such_run not_enough_tiles caishen_stays_concealed no_pung_to_extend no_such_seat not_a_tile bad_message unknown_match bad_token internal".split(
    " ",
  );

/** The ids of the server stand in the generated protocol as a type; here as text, so that none is forgotten. */
const protocol = import.meta.glob<string>("../src/protocol.ts", { query: "?raw", import: "default", eager: true });
const serverReasons = ["Reason", "LobbyReason"].flatMap((name) => {
  const ids = new RegExp(`type ${name} =([^;]*);`).exec(Object.values(protocol)[0]!)?.[1] ?? "";
  return [...ids.matchAll(/"(\w+)"/g)].map(([, id]) => id!);
});

const sources = Object.values(
  import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts"], { query: "?raw", import: "default", eager: true }),
).join("\n");

/** Keys spelled out, and the fixed heads of those put together from an id. */
const literal = new Set([...sources.matchAll(/"([a-z]+(?:\.\w+)*)"/gi)].map(([, key]) => key!));
const heads = [...sources.matchAll(/`([a-z]+\.(?:\w+\.)*\w*?)\$\{/g)].map(([, head]) => head!);
const idHeads = ["fan.", "reason."];

function usedKey(key: string): boolean {
  return literal.has(key) || [...heads, ...idHeads].some((head) => key.startsWith(head));
}

const each = (language: "zh" | "en", check: () => void): void => {
  settings.language = language;
  check();
  settings.language = "zh";
};

describe.each(Object.keys(screens).filter((path) => path.endsWith("/zh.json")))("%s and its English", (path) => {
  const ours = screens[path]!;
  const english = screens[path.replace("zh.json", "en.json")]!;

  test("have the same keys, and the same places to fill in", () => {
    expect(Object.keys(english).toSorted()).toEqual(Object.keys(ours).toSorted());
    const places = (words: string): string[] => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
    for (const [key, words] of Object.entries(ours)) expect(places(english[key]!), key).toEqual(places(words));
  });

  test("are not empty, each in its own language", () => {
    for (const [key, words] of Object.entries(ours)) expect(words.replace(/\{\w+\}/g, ""), key).not.toMatch(/^$|[a-z]{2,}/i);
    for (const [key, words] of Object.entries(english)) expect(words, key).not.toMatch(/^$|[\u4e00-\u9fff]/);
  });

  test("hold no key the screen does not use", () => {
    expect(Object.keys(ours).filter((key) => !usedKey(key))).toEqual([]);
  });
});

describe("the language files", () => {
  test("have the same keys", () => {
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(zh).toSorted());
  });

  test("have the same places to fill in", () => {
    const places = (words: string): string[] => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
    const allowed = new Set(["lobby.hands.count"]);
    for (const key of Object.keys(zh) as Key[]) {
      if (!allowed.has(key)) expect(places(en[key]), key).toEqual(places(zh[key]));
    }
  });

  test("have no empty words, and no English in the Chinese ones", () => {
    for (const [key, words] of Object.entries(zh)) {
      expect(words, key).not.toBe("");
      expect(words.replace(/\{\w+\}/g, ""), key).not.toMatch(/[a-z]{2,}/i);
    }
    for (const [key, words] of Object.entries(en)) {
      expect(words, key).not.toBe("");
      expect(words, key).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });

  test("hold no key the page does not use", () => {
    expect(Object.keys(zh).filter((key) => !usedKey(key))).toEqual([]);
  });

  test("put a noun in its number", () => {
    each("en", () => {
      expect(t("waits.summary", { kinds: 1, left: 4 })).toBe("1 kind, 4 tiles left");
      expect(t("waits.summary", { kinds: 2, left: 1 })).toBe("2 kinds, 1 tile left");
    });
  });

  test("put every fan in words", () => {
    expect(FANS).toHaveLength(25);
    for (const language of ["zh", "en"] as const) {
      each(language, () => {
        for (const id of FANS) {
          expect(fanName(id), id).not.toBe(id);
        }
      });
    }
  });

  test("put every reason in words, and an unknown one politely", () => {
    expect(serverReasons).toContain("too_fast");
    for (const id of [...REASONS, ...serverReasons, "unreachable"]) {
      expect(reasonText(id), id).not.toBe(t("reason.unknown"));
    }
    expect(reasonText("something_new")).toBe(t("reason.unknown"));
  });

  test("name every tile", () => {
    const names = TILES.map(tileName);
    expect(new Set(names).size).toBe(34);
    expect(tileName("5m")).toBe("五万");
    expect(tileName("6z")).toBe("发财");
    expect(tileName("?")).toBe("暗牌");
  });
});

test("every event has a sentence", () => {
  const state = SCENES.turn!;
  const scores = [0, 0, 0, 0] as const;
  const won = SCENES.liable!.view.result!;
  const events: Event[] = [
    { type: "hand_started", hand: 1, dealer: 0, dice: [1, 2, 3, 4], wall: "", seed: "", commitment: "", scores, secret: "", seeds: [] },
    { type: "dealt", hand: 1, dealer: 0, dice: [1, 2, 3, 4], turned: "5m", tiles: [], commitment: "", scores },
    { type: "drawn", seat: 1, tile: "?", replacement: false },
    { type: "drawn", seat: 0, tile: "5m", replacement: true },
    { type: "discarded", seat: 3, tile: "1s", drawn: true },
    { type: "answered", seat: 0, action: { type: "concealed_kong", seat: 0, tile: "1z" } },
    { type: "claimed", seat: 0, source: 3, tile: "4p", meld: "[45p5z]" },
    { type: "konged", seat: 2, meld: "(????)" },
    won,
    { type: "exhausted", scores },
  ];
  expect(new Set(events.map(({ type }) => type)).size).toBe(9);
  for (const language of ["zh", "en"] as const) {
    each(language, () => {
      for (const event of events) {
        expect(sentence(event, state), event.type).not.toMatch(/\{|undefined|^$/);
      }
    });
  }
  expect(sentence(events[6]!, state)).toBe("小武吃上家的四筒");
});

test("signed numbers line up", () => {
  expect([12, 0, -3].map(signed)).toEqual(["+12", "0", "−3"]);
});
