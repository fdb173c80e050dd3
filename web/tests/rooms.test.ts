/** The room screens over a room as the server tells it. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import Pages from "../src/Pages.svelte";
import type { Place, Room } from "../src/protocol";
import { room } from "../src/rooms/room.svelte";
import { screen } from "../src/screen.svelte";
import { settings } from "../src/settings.svelte";

const ME = "me";

vi.hoisted(() => localStorage.setItem("wuyi.guest", JSON.stringify({ player: { id: "me", name: "Me", user_name: null }, token: "secret" })));

const EMPTY: Place = { player: null, name: "", bot: null, ready: false, away: false };
const person = (player: string, ready = false): Place => ({ player, name: player.toUpperCase(), bot: null, ready, away: false });

const ROOM: Room = {
  type: "room",
  code: "123456",
  version: 1,
  phase: "gathering",
  host: ME,
  options: {
    rules: { dealer_succession: "winner", half_flush_required: true, min_fan: 3, white_as_itself: true, wait_fans_stack: true, kongs_stack: false, fan_cap: null, hands: 8 },
    clock: 15,
    bank: 60,
    settle: 30,
    spectators: false,
    public: false,
    hints: false,
    circle: null,
  },
  places: [person(ME), person("li"), EMPTY, { ...EMPTY, name: "greedy", bot: "greedy" }],
  guests: [],
  match: null,
  matches: [],
  commitment: "",
  totals: [],
};

class FakeSocket {
  static last: FakeSocket;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {}
}

let app: Record<string, unknown>;

// So that no deadline below runs while it is being compiled.
beforeAll(() => import("../src/rooms/RoomScreen.svelte"));

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (path: string) => Response.json(path === "/api/lan" ? { address: null, qr: null } : ROOM));
  settings.language = "zh";
});

afterEach(async () => {
  if (app) await unmount(app);
  vi.unstubAllGlobals();
});

test("addresses open their screens", () => {
  screen.read("/r/123456");
  expect(screen.now).toEqual({ at: "join" });
  expect(screen.code).toBe("123456");
  screen.read("/s/a-B_9");
  expect(screen.now).toEqual({ at: "replay", share: "a-B_9" });
  screen.go("home");
  screen.read("/r/12345");
  expect(screen.now).toEqual({ at: "home" });
  screen.read("/p/a-B_9");
  expect(screen.now).toEqual({ at: "replay", share: "a-B_9" });
  screen.go("calculator");
  expect(location.pathname).toBe("/c");
  screen.go("home");
  expect(location.pathname).toBe("/");
});

describe("the room", () => {
  const at = (id: string): HTMLButtonElement | null => document.querySelector(`[data-testid="${id}"]`);

  test("starts when nobody is missing and everybody is ready, and says hello without an address telling", async () => {
    await room.join("123456");
    app = mount(Pages, { target: document.body });
    await vi.waitFor(() => expect(at("room-page")).not.toBeNull(), 15_000);
    FakeSocket.last.onopen!();
    expect(FakeSocket.last.url).not.toContain("secret");
    expect(FakeSocket.last.sent).toEqual(['{"type":"hello","token":"secret"}']);
    expect(at("start-match")!.disabled).toBe(true);
    const told = (change: Partial<Room>): void => {
      FakeSocket.last.onmessage!({ data: JSON.stringify({ ...ROOM, ...change }) });
      flushSync();
    };
    told({ version: 3, places: [person(ME), person("li", true), person("wu", true), ROOM.places[3]] });
    expect(at("start-match")!.disabled).toBe(false);
    told({ version: 2 });
    expect(at("start-match")!.disabled).toBe(false);
    expect(at("room-code")!.textContent).toBe("123456");
    told({ version: 4, host: "li" });
    expect(at("start-match")).toBeNull();
    expect(at("ready")).not.toBeNull();
    FakeSocket.last.onclose!({ code: 4401 });
    await vi.waitFor(() => expect(at("room-page")).toBeNull(), 15_000);
  });
});
