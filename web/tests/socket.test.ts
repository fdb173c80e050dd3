import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SCENES } from "../mock/scenes";
import type { Change, ClientMessage } from "../src/protocol";
import { Link, type Connection, type Word } from "../src/socket";

class FakeSocket {
  static made: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }

  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {}
}

const heard: Word[] = [];
const went: Connection[] = [];
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  heard.length = went.length = 0;
  link = new Link(
    { match: "m 1", token: "secret" },
    { message: (message) => heard.push(message), connection: (now) => went.push(now) },
  );
  link.open();
});

afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function greet(): void {
  FakeSocket.last.onopen!();
  FakeSocket.last.onmessage!({ data: JSON.stringify(SCENES.turn!) });
}

test("the token is the first message and never stands in the address", () => {
  greet();
  expect(FakeSocket.last.url).toMatch(/\/api\/matches\/m%201\/socket$/);
  expect(FakeSocket.last.sent).toEqual(['{"type":"hello","token":"secret"}']);
  expect(went).toEqual(["connecting", "greeting", "open"]);
  expect(heard).toHaveLength(1);
});

test("a change is heard as the state that it leads to; one that does not follow asks for all of it", () => {
  greet();
  const before = SCENES.turn!;
  const south = { ...before.view.seats[1], concealed: 7 };
  const change: Change = {
    type: "change",
    since: before.seq,
    seq: before.seq + 1,
    events: [{ type: "drawn", seat: 1, tile: "?", replacement: false }],
    view: { turn: 1, seats: { 1: south } },
    legal: [],
  };
  const tell = (message: Change): void => FakeSocket.last.onmessage!({ data: JSON.stringify(message) });
  tell(change);
  const [east, , west, north] = before.view.seats;
  expect(heard[1]).toEqual({
    ...before,
    seq: before.seq + 1,
    events: change.events,
    history: [],
    legal: [],
    view: { ...before.view, turn: 1, seats: [east, south, west, north] },
  });
  tell({ ...change, since: before.seq + 7 });
  expect(heard).toHaveLength(2);
  expect(FakeSocket.last.sent.at(-1)).toBe('{"type":"look"}');
});

test("nothing is sent before the server answered", () => {
  expect(link.send({ type: "ready" })).toBe(false);
  greet();
  expect(link.send({ type: "ready" })).toBe(true);
});

test("a match that has moved is followed, and looked for here again when its server goes", () => {
  FakeSocket.last.onopen!();
  FakeSocket.last.onmessage!({ data: JSON.stringify({ type: "moved", url: "https://play.example/n/2" }) });
  FakeSocket.last.onclose!({ code: 4307 });
  vi.advanceTimersByTime(500);
  expect(FakeSocket.last.url).toBe("wss://play.example/n/2/api/matches/m%201/socket");
  greet();
  expect(heard).toHaveLength(1);
  FakeSocket.last.onclose!({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.last.url).toBe(`${location.origin.replace(/^http/, "ws")}/api/matches/m%201/socket`);
});

test("a lost connection comes back by itself, ever more patiently, and afresh after success", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  greet();
  for (const delay of [400, 800, 1600, 3200, 6400, 8000, 8000]) {
    FakeSocket.last.onclose!({ code: 1006 });
    const before = FakeSocket.made.length;
    vi.advanceTimersByTime(delay - 1);
    expect(FakeSocket.made).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(before + 1);
  }
  greet();
  FakeSocket.last.onclose!({ code: 1012 });
  const before = FakeSocket.made.length;
  vi.advanceTimersByTime(400);
  expect(FakeSocket.made).toHaveLength(before + 1);
});

test("a silent socket is given up", () => {
  greet();
  vi.advanceTimersByTime(12_000);
  expect(FakeSocket.last.sent.at(-1)).toContain('"ping"');
  vi.advanceTimersByTime(12_000);
  expect(went.at(-1)).toBe("waiting");
});

test("a seat that is gone is not asked for again", () => {
  greet();
  FakeSocket.last.onclose!({ code: 4401 });
  vi.advanceTimersByTime(60_000);
  expect(went.at(-1)).toBe("closed");
  expect(FakeSocket.made).toHaveLength(1);
});

test("back online it tries at once", () => {
  greet();
  FakeSocket.last.onclose!({ code: 1006 });
  dispatchEvent(new Event("online"));
  expect(FakeSocket.made).toHaveLength(2);
});

test("a phone that wakes up opens another socket at once, and keeps one that was heard of lately", () => {
  greet();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.made).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.made).toHaveLength(2);
  expect(went.slice(3)).toEqual(["waiting", "connecting"]);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.made).toHaveLength(2);
});

test("a seed for the first hand goes with the token", () => {
  link.close();
  link = new Link({ match: "m 1", token: "secret", seed: "0a" }, { message: () => undefined, connection: () => undefined });
  link.open();
  greet();
  expect(FakeSocket.last.sent).toEqual(['{"type":"hello","token":"secret","seed":"0a"}']);
});

test("a spectator says so before anything else, and hears nothing for a while", () => {
  link.close();
  link = new Link(
    { match: "m 1", token: "secret" },
    {
      message: (message) => heard.push(message),
      connection: (now) => {
        went.push(now);
        if (now === "open") link.send({ type: "ping", at: 1 }); // as the page does, to see how good the line is
      },
    },
    true,
  );
  link.open();
  FakeSocket.last.onopen!();
  expect(FakeSocket.last.sent.map((text) => (JSON.parse(text) as ClientMessage).type)).toEqual(["watch", "ping"]);
  expect(went.slice(-3)).toEqual(["connecting", "greeting", "open"]);
});
