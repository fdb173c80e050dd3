/** Sounds, made here and not loaded: tiles on wood, and a few soft notes. */

import { settings } from "./settings.svelte";

export type Sound = "deal" | "draw" | "discard" | "claim" | "turn" | "win" | "exhausted";

let context: AudioContext | null = null;

/** Browsers let sound begin only after a touch or key; called on the first one. */
export function wakeSound(): void {
  context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
  void context?.resume();
}

export function play(sound: Sound): void {
  if (!settings.sound || context === null || context.state !== "running") return;
  const now = context.currentTime;
  switch (sound) {
    case "deal":
      for (let i = 0; i < 6; i += 1) knock(context, now + i * 0.055, 1500 + 130 * (i % 3), 0.16);
      break;
    case "draw":
      knock(context, now, 2300, 0.12);
      break;
    case "discard":
      knock(context, now, 1500, 0.5);
      break;
    case "claim":
      knock(context, now, 1300, 0.45);
      knock(context, now + 0.08, 1100, 0.5);
      break;
    case "turn":
      note(context, now, 660, 0.05, 0.2);
      break;
    case "win":
      for (const [i, pitch] of [523.25, 659.25, 783.99, 1046.5].entries()) note(context, now + i * 0.11, pitch, 0.09, 0.9);
      break;
    case "exhausted":
      note(context, now, 392, 0.06, 0.6);
      note(context, now + 0.18, 329.63, 0.06, 0.8);
      break;
  }
}

/** A tile set down: a burst of noise through a resonance that dies at once. */
function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = 0.07;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.4;
  const gain = audio.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function note(audio: AudioContext, at: number, pitch: number, loudness: number, length: number): void {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** Say it aloud, if the player asked for that and the browser can. */
export function speak(words: string): void {
  if (!settings.speech || typeof speechSynthesis === "undefined") return;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = settings.language === "zh" ? "zh-CN" : "en";
  utterance.rate = 1.25;
  speechSynthesis.speak(utterance);
}
