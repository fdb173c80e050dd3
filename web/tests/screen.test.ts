/** Ways back: to the screen below, and by the browser's own button to the start. */

import { beforeEach, describe, expect, test } from "vitest";
import { screen } from "../src/screen.svelte";

const returned = (address: string): void => {
  history.replaceState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
};

beforeEach(() => {
  screen.go("home");
});

describe("the browser's way back", () => {
  test("a screen that is opened from the start has an entry of its own, those after it have none", () => {
    const entries = history.length;
    screen.go("records");
    screen.replayOwn("t:4", 2);
    screen.go("scorebook");
    expect(history.length).toBe(entries + 1);
    returned("/");
    expect(screen.now).toEqual({ at: "home" });
  });

  test("a room is left by its own button alone", () => {
    screen.go("room");
    returned("/");
    expect(screen.now).toEqual({ at: "room" });
  });
});

test("the calculator leads back to the moment it was opened from, and else to the start", () => {
  screen.replayOwn("t:4", 2, 17);
  screen.over("/c#hand=11m");
  expect([screen.now.at, location.pathname + location.hash]).toEqual(["calculator", "/c#hand=11m"]);
  screen.back();
  expect([screen.now.at, location.pathname + location.search]).toEqual(["replay", "/p?record=t%3A4&seat=2&at=17"]);
  screen.over("/c");
  screen.go("calculator");
  screen.back();
  expect([screen.now.at, location.pathname]).toEqual(["home", "/"]);
});
