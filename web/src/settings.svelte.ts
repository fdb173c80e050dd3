/** The player's own choices, kept in the browser. */

import { prefersReducedMotion } from "svelte/motion";
import { load, save } from "./storage";

export const LANGUAGES = ["zh", "en"] as const;
export const TILE_SIZES = ["small", "normal", "large"] as const;
export const HANDS = ["right", "left"] as const;
export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export const CONFIRMS = ["tap", "button"] as const;
export const FELTS = ["green", "night"] as const;
export const CONTRASTS = ["normal", "high"] as const;

export interface Settings {
  language: (typeof LANGUAGES)[number];
  tileSize: (typeof TILE_SIZES)[number];
  /** On which side the action buttons lie. */
  hand: (typeof HANDS)[number];
  speed: (typeof SPEEDS)[number];
  /** How a raised tile is discarded: by a second tap or flick as well, or by the button alone. */
  confirm: (typeof CONFIRMS)[number];
  felt: (typeof FELTS)[number];
  contrast: (typeof CONTRASTS)[number];
  sound: boolean;
  speech: boolean;
  name: string;
}

const KEY = "wuyi.settings";

const DEFAULTS: Settings = {
  language: "zh",
  tileSize: "normal",
  hand: "right",
  speed: "normal",
  confirm: "tap",
  felt: "green",
  contrast: matchMedia("(prefers-contrast: more)").matches ? "high" : "normal",
  sound: true,
  speech: false,
  name: "",
};

/** Only values that are still offered are taken over from an older visit. */
function restore(kept: Partial<Record<keyof Settings, unknown>> | null): Settings {
  const offered = {
    language: LANGUAGES,
    tileSize: TILE_SIZES,
    hand: HANDS,
    speed: SPEEDS,
    confirm: CONFIRMS,
    felt: FELTS,
    contrast: CONTRASTS,
  };
  const restored: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, fallback] of Object.entries(DEFAULTS)) {
    const value = kept?.[name as keyof Settings];
    const choices: readonly unknown[] | undefined = offered[name as keyof typeof offered];
    if (choices ? choices.includes(value) : typeof value === typeof fallback) restored[name] = value;
  }
  return restored as unknown as Settings;
}

export const settings: Settings = $state(restore(load(KEY)));

export function keepSettings(): void {
  save(KEY, $state.snapshot(settings));
}

const FACTOR = { slow: 1.8, normal: 1, fast: 0.4, off: 0 } as const;

/** How long a motion of `ms` takes at the chosen speed; 0 is no motion at all. */
export function paced(ms: number): number {
  return prefersReducedMotion.current ? 0 : ms * FACTOR[settings.speed];
}
