// Sounds made of a few beeps, by code; off unless switched on.
import { setting } from "./settings.js";

// Each note: start (s), pitch (Hz), length (s), wave.
const TUNES = {
  place: [[0, 320, 0.07, "triangle"], [0.03, 180, 0.09, "sine"]],
  turn: [[0, 660, 0.09, "sine"], [0.1, 880, 0.12, "sine"]],
  reveal: [[0, 240, 0.1, "sawtooth"], [0.12, 300, 0.1, "sawtooth"], [0.24, 380, 0.18, "triangle"]],
  win: [[0, 523, 0.12, "triangle"], [0.13, 659, 0.12, "triangle"], [0.26, 784, 0.12, "triangle"], [0.39, 1047, 0.3, "triangle"]],
  lose: [[0, 392, 0.16, "triangle"], [0.18, 330, 0.16, "triangle"], [0.36, 262, 0.34, "triangle"]],
};
let context = null;

export function play(name) {
  const tune = TUNES[name];
  if (!tune || setting("sound") !== "on" || !window.AudioContext) return;
  context ??= new AudioContext();
  context.resume?.();
  for (const [start, pitch, length, wave] of tune) {
    const at = context.currentTime + start;
    const note = context.createOscillator(), loud = context.createGain();
    note.type = wave;
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + length);
    note.connect(loud).connect(context.destination);
    note.start(at);
    note.stop(at + length + 0.02);
  }
}
