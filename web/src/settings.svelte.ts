/** The player's own choices, kept in the browser. */

import { MediaQuery } from "svelte/reactivity";
import { prefersReducedMotion } from "svelte/motion";
import { load, save } from "./storage";

export const LANGUAGES = ["zh", "en"] as const;
export const HANDS = ["right", "left"] as const;
export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export const CONFIRMS = ["tap", "double", "button"] as const;
export const FELTS = ["green", "night", "system"] as const;
export const CONTRASTS = ["normal", "high"] as const;
export const TEXTS = ["normal", "large"] as const;
export const SPEECHES = ["off", "calls", "all"] as const;

/** Per cent of the usual width of a hand tile; in these steps. */
export const HAND_SIZE = { min: 80, max: 130, step: 5 } as const;
export const VOLUME = { min: 0, max: 100, step: 5 } as const;

export interface Settings {
  language: (typeof LANGUAGES)[number];
  /** Width of the hand's tiles, per cent; the screen bounds what comes of it. */
  handSize: number;
  text: (typeof TEXTS)[number];
  /** On which side the action buttons lie. */
  hand: (typeof HANDS)[number];
  speed: (typeof SPEEDS)[number];
  /** How a raised tile is discarded: by another tap, only by one right after the first, or by the button alone. */
  confirm: (typeof CONFIRMS)[number];
  /** A tile dragged upwards is discarded. */
  drag: boolean;
  felt: (typeof FELTS)[number];
  contrast: (typeof CONTRASTS)[number];
  sound: boolean;
  soundVolume: number;
  /** What is said aloud: the calls, or the discards too. */
  speech: (typeof SPEECHES)[number];
  speechVolume: number;
  /** The table in words lies beside the table. */
  textView: boolean;
  name: string;
}

const KEY = "wuyi.settings";

const DEFAULTS: Settings = {
  language: "zh",
  handSize: 100,
  text: "normal",
  hand: "right",
  speed: "normal",
  confirm: "tap",
  drag: true,
  felt: "green",
  contrast: matchMedia("(prefers-contrast: more)").matches ? "high" : "normal",
  sound: true,
  soundVolume: 80,
  speech: "calls",
  speechVolume: 100,
  textView: false,
  name: "",
};

const OFFERED: Readonly<Partial<Record<keyof Settings, readonly unknown[]>>> = {
  language: LANGUAGES,
  text: TEXTS,
  hand: HANDS,
  speed: SPEEDS,
  confirm: CONFIRMS,
  felt: FELTS,
  contrast: CONTRASTS,
  speech: SPEECHES,
};

const BOUNDS: Readonly<Partial<Record<keyof Settings, { readonly min: number; readonly max: number }>>> = {
  handSize: HAND_SIZE,
  soundVolume: VOLUME,
  speechVolume: VOLUME,
};

/** Only values that are still offered are taken over from an older visit. */
export function restore(kept: Partial<Record<keyof Settings, unknown>> | null): Settings {
  const stillOffered = (name: keyof Settings, value: unknown): boolean => {
    const choices = OFFERED[name];
    if (choices) return choices.includes(value);
    const bounds = BOUNDS[name];
    if (bounds) return typeof value === "number" && value >= bounds.min && value <= bounds.max;
    return typeof value === typeof DEFAULTS[name];
  };
  const names = Object.keys(DEFAULTS) as (keyof Settings)[];
  const restored = Object.fromEntries(names.map((name) => [name, stillOffered(name, kept?.[name]) ? kept?.[name] : DEFAULTS[name]]));
  return restored as unknown as Settings;
}

export const settings: Settings = $state(restore(load(KEY)));

export function keepSettings(): void {
  save(KEY, $state.snapshot(settings));
}

const dark = new MediaQuery("prefers-color-scheme: dark");

/** The felt that lies on the table just now. */
export function felt(): "green" | "night" {
  if (settings.felt !== "system") return settings.felt;
  return dark.current ? "night" : "green";
}

const FACTOR = { slow: 1.8, normal: 1, fast: 0.4, off: 0 } as const;

/** How long a motion of `ms` takes at the chosen speed; 0 is no motion at all. */
export function paced(ms: number): number {
  return prefersReducedMotion.current ? 0 : ms * FACTOR[settings.speed];
}
