/** The house rules this browser chose last (RULES.md 8). */

import type { Ruleset } from "../protocol";
import { load, save } from "../storage";

const KEY = "wuyi.rules";

export const HANDS = [4, 8, 16] as const;

export const DEFAULT_RULES: Ruleset = {
  dealer_succession: "winner",
  half_flush_required: true,
  min_fan: 3,
  white_as_itself: true,
  wait_fans_stack: true,
  kongs_stack: false,
  fan_cap: null,
  hands: 8,
};

export function keptRules(): Ruleset {
  return { ...DEFAULT_RULES, ...load<Partial<Ruleset>>(KEY) };
}

export function keepRules(rules: Ruleset): void {
  save(KEY, rules);
}

/** Whether anything but the number of hands is other than by default. */
export function isHouse(rules: Ruleset): boolean {
  return (Object.keys(DEFAULT_RULES) as (keyof Ruleset)[]).some((name) => name !== "hands" && rules[name] !== DEFAULT_RULES[name]);
}
