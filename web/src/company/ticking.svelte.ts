/** Seconds that pass between two words of the server. */

import { company } from "./company.svelte";

const STEP_MS = 200;

/** How many seconds ago the table was last heard of; to be made while a component starts. */
export function secondsSince(): { readonly now: number } {
  let now = $state(0);
  $effect(() => {
    const { heard } = company;
    const look = (): void => void (now = (performance.now() - heard) / 1_000);
    look();
    const timer = setInterval(look, STEP_MS);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
