/** Sounds, made here and not loaded: tiles on wood, and a few soft notes. */

import { settings } from "./settings.svelte";

export type Sound = "deal" | "dice" | "draw" | "discard" | "claim" | "turn" | "win" | "exhausted";

let context: AudioContext | null = null;
let loudness: GainNode | null = null;

/**
 * Browsers let sound begin only after a touch or key; called on each, since some also put it to sleep. Where all is
 * to be silent nothing is opened, which would keep the phone's sound awake for nothing.
 */
export function wakeSound(): void {
  if (settings.sound) openSound();
  else void context?.resume();
}

function openSound(): void {
  context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
  void context?.resume();
}

export function play(sound: Sound): void {
  if (!settings.sound || context === null || context.state !== "running") return;
  loudness ??= new GainNode(context);
  loudness.connect(context.destination);
  loudness.gain.value = (settings.soundVolume / 100) ** 2;
  const out = loudness;
  const now = context.currentTime;
  switch (sound) {
    case "dice":
      for (let i = 0; i < 7; i += 1) knock(out, now + i * (0.04 + i * 0.006), 2600 + 400 * (i % 2), 0.18 - i * 0.018);
      break;
    case "deal":
      for (let i = 0; i < 4; i += 1) knock(out, now + i * 0.13, 1500 + 130 * (i % 3), 0.2);
      break;
    case "draw":
      knock(out, now, 2300, 0.12);
      break;
    case "discard":
      knock(out, now, 1500, 0.5);
      break;
    case "claim":
      knock(out, now, 1300, 0.45);
      knock(out, now + 0.08, 1100, 0.5);
      break;
    case "turn":
      note(out, now, 660, 0.05, 0.2);
      break;
    case "win":
      for (const [i, pitch] of [523.25, 659.25, 783.99, 1046.5].entries()) note(out, now + i * 0.11, pitch, 0.09, 0.9);
      break;
    case "exhausted":
      note(out, now, 392, 0.06, 0.6);
      note(out, now + 0.18, 329.63, 0.06, 0.8);
      break;
  }
}

/** A recording as it can be played; null if this browser cannot. */
export async function decoded(recording: Blob): Promise<AudioBuffer | null> {
  openSound();
  try {
    return (await context?.decodeAudioData(await recording.arrayBuffer())) ?? null;
  } catch {
    return null;
  }
}

/** Play a recording, `volume` in per cent. False if sound has not been let begin. */
export function playClip(clip: AudioBuffer, volume: number): boolean {
  if (context === null || context.state !== "running") return false;
  const source = new AudioBufferSourceNode(context, { buffer: clip });
  source.connect(new GainNode(context, { gain: volume / 100 })).connect(context.destination);
  source.start();
  return true;
}

/** A tile set down: a burst of noise through a resonance that dies at once. */
function knock(out: AudioNode, at: number, pitch: number, strength: number): void {
  const audio = out.context;
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
  gain.gain.value = strength;
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

function note(out: AudioNode, at: number, pitch: number, strength: number, length: number): void {
  const audio = out.context;
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(strength, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + length);
}
