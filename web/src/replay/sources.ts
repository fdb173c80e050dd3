/** Where a hand comes from: one of one's own, one behind a link, or one of a file. */

import { ask } from "../api";
import { me } from "../people/guest.svelte";
import type { Playback } from "../protocol";
import type { HandRecord } from "./record";

export type Source =
  | { readonly kind: "own"; readonly id: string }
  | { readonly kind: "share"; readonly share: string }
  | { readonly kind: "file"; readonly name: string; readonly text: string };

/** For whose eyes, and which hand of a file. */
export interface Wanted {
  readonly hand: number;
  /** Null: all four hands lie open. */
  readonly seat: number | null;
}

export const MOST_BYTES = 1 << 20;

const own = (id: string): string => `/api/records/${encodeURIComponent(id)}`;

/** The film from the server; throws `ApiError`. */
export async function playbackOf(source: Source, { hand, seat }: Wanted): Promise<Playback> {
  const eyes = seat === null ? "" : `seat=${seat}`;
  switch (source.kind) {
    case "own":
      return me.ask<Playback>("GET", `${own(source.id)}/replay?${eyes}`);
    case "share":
      return ask<Playback>("GET", `/api/shares/${source.share}/replay?${eyes}`);
    case "file":
      return ask<Playback>("POST", `/api/replays?hand=${hand}&${eyes}`, source.text);
  }
}

/** The record itself; throws `ApiError`. */
export async function recordOf(source: Source, hand: number): Promise<HandRecord> {
  switch (source.kind) {
    case "own":
      return me.ask<HandRecord>("GET", own(source.id));
    case "share":
      return ask<HandRecord>("GET", `/api/shares/${source.share}`);
    case "file":
      return recordIn(source.text, hand);
  }
}

/** A hand of a file that the server has read: one record a line, or a single one laid out as it likes. */
export function recordIn(text: string, hand: number): HandRecord {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/).filter((line) => line.trim() !== "");
  try {
    return JSON.parse(lines[hand] ?? "") as HandRecord;
  } catch {
    return JSON.parse(lines.join("\n")) as HandRecord;
  }
}

export interface Moment {
  readonly at: number;
  readonly seat: number;
  readonly open: boolean;
}

/** The address of a moment, as far as its source has one. */
export function addressOf(source: Source, { at, seat, open }: Moment): string {
  const query = new URLSearchParams();
  if (source.kind === "own") query.set("record", source.id);
  if (source.kind !== "file") {
    query.set("at", String(at));
    query.set("seat", String(seat));
    if (open) query.set("all", "1");
  }
  const path = source.kind === "share" ? `/p/${source.share}` : "/p";
  return query.size > 0 ? `${path}?${query}` : path;
}

/** What an address says of a moment; what it leaves to the viewer is null. */
export interface Named {
  readonly at: number | null;
  readonly seat: number | null;
  readonly open: boolean | null;
  readonly record: string | null;
}

export function momentOf(search: string): Named {
  const query = new URLSearchParams(search);
  const number = (name: string, most: number): number | null => {
    const text = query.get(name) ?? "";
    return /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;
  };
  const [at, seat] = [number("at", 9999), number("seat", 3)];
  // Whoever links to a moment says whose hands lie open; who only names a seat does not.
  const open = query.get("all") === "1" ? true : at === null || seat === null ? null : false;
  return { at, seat, open, record: query.get("record") };
}
