/** What is said aloud: calls by the player's own recordings where there are any, the rest by the browser's voice. */

import { t } from "../i18n";
import { settings } from "../settings.svelte";
import { decoded, playClip } from "../sound";
import type { CallId } from "./calls";
import { keptClips } from "./clips";

let clips: ReadonlyMap<CallId, AudioBuffer> = new Map();

/** Read the recordings, at the first touch and again when they have changed. */
export async function loadClips(): Promise<void> {
  const found = new Map<CallId, AudioBuffer>();
  for (const [id, recording] of await keptClips()) {
    const clip = await decoded(recording);
    if (clip !== null) found.set(id, clip);
  }
  clips = found;
}

/** Call `id` across the table. */
export function callOut(id: CallId): void {
  if (settings.speech === "off") return;
  const clip = clips.get(id);
  if (clip === undefined || !playClip(clip, settings.speechVolume)) speak(t(`call.${id}`));
}

/** Name a discard, if the player wants them named. */
export function nameTile(name: string): void {
  if (settings.speech === "all") speak(name);
}

/** Whether the browser has a voice for the page's language; some list theirs only after a while. */
export function hasVoice(): boolean {
  if (typeof speechSynthesis === "undefined") return false;
  const voices = speechSynthesis.getVoices();
  return voices.length === 0 || voices.some(suits);
}

function suits({ lang }: SpeechSynthesisVoice): boolean {
  return lang.toLowerCase().startsWith(settings.language);
}

function speak(words: string): void {
  if (settings.speechVolume === 0 || !hasVoice()) return;
  // Who plays fast does not wait for a voice: what has not been begun is old news.
  if (speechSynthesis.pending) speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = settings.language === "zh" ? "zh-CN" : "en";
  utterance.voice = speechSynthesis.getVoices().find(suits) ?? null;
  utterance.rate = 1.25;
  utterance.volume = settings.speechVolume / 100;
  speechSynthesis.speak(utterance);
}
