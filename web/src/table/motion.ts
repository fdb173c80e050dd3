/** Motion on the table: a piece arrives from where it was. State changes at once; motion only shows it. */

import type { TransitionConfig } from "svelte/transition";
import { paced } from "../settings.svelte";

export const DRAW = 160;
export const DISCARD = 220;
export const CLAIM = 260;
export const REVEAL = 500;
/** The dice of the opening, the tiles four at a time, the dice of the caishen: then it is turned over. */
export const ROLL = 420;
export const DEAL = 1_300;
export const LAY_DOWN = 600;

const places = new Map<string, Element | DOMRect>();

/** Attachment: this element is the place called `name`. */
export function place(name: string) {
  return (node: Element): (() => void) => {
    places.set(name, node);
    return () => {
      if (places.get(name) === node) places.delete(name);
    };
  };
}

/** Remember where something is now, for a motion that starts when it is gone. */
export function markPlace(name: string, node: Element): void {
  places.set(name, node.getBoundingClientRect());
}

export function clearPlace(name: string): void {
  places.delete(name);
}

export interface Arrival {
  /** Names of places, the first known one counts. */
  readonly from: readonly string[];
  readonly ms: number;
  /** Height of the arc, px. */
  readonly arc?: number;
}

/** A Svelte transition: the node slides in from a place. */
export function arrive(node: Element, { from, ms, arc = 0 }: Arrival): TransitionConfig {
  const duration = paced(ms);
  const start = from.map((name) => places.get(name)).find((known) => known !== undefined);
  if (duration === 0 || start === undefined) return { duration: 0 };
  const a = start instanceof Element ? start.getBoundingClientRect() : start;
  const b = node.getBoundingClientRect();
  const dx = a.x + a.width / 2 - b.x - b.width / 2;
  const dy = a.y + a.height / 2 - b.y - b.height / 2;
  return {
    duration,
    easing: (t) => 1 - (1 - t) ** 3,
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u - arc * Math.sin(Math.PI * t)}px); opacity: ${Math.min(1, 0.4 + t)}; z-index: 9`,
  };
}
