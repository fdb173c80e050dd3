/** The browser's sound is opened by a touch, and only if there is something to be heard. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import App from "../src/App.svelte";
import { settings } from "../src/settings.svelte";
import { play } from "../src/sound";

const opened = vi.fn();

vi.stubGlobal(
  "AudioContext",
  class {
    state = "suspended";

    constructor() {
      opened();
    }

    async resume(): Promise<void> {}
  },
);

let app: Record<string, unknown>;

afterEach(async () => unmount(app));

test("without sound nothing is opened; once it is turned on, it is", () => {
  settings.sound = false;
  app = mount(App, { target: document.body });
  flushSync();
  const touch = (): void => {
    window.dispatchEvent(new Event("pointerdown"));
    flushSync();
  };
  touch();
  play("discard");
  expect(opened).not.toHaveBeenCalled();
  settings.sound = true;
  flushSync();
  expect(opened).toHaveBeenCalledOnce();
  settings.sound = false;
  touch();
  expect(opened).toHaveBeenCalledOnce();
});
