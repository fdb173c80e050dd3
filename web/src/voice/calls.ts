/** The words called across the table. */

export const CALLS = ["chow", "pung", "kong", "win", "drawn_win", "rob", "fly"] as const;

export type CallId = (typeof CALLS)[number];
