/** The table's own part of the page: fetched while the start screen is read, so that nobody waits for it at the start. */

import type { Component } from "svelte";
import type { State } from "../protocol";

class LazyTable {
  screen = $state.raw<Component<{ state: State }> | null>(null);

  /** Fetch it, if it is not there. What cannot be fetched now is tried again with the next call. */
  async load(): Promise<{ default: Component<{ state: State }> }> {
    const table = await import("./Table.svelte");
    this.screen = table.default;
    return table;
  }
}

export const lazyTable = new LazyTable();
