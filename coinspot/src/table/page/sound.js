// Two sounds: the alarm as long as its lamp is lit, and a win. Silent until the first click or key at the page, and after
// Sound is switched off.

import { $, isCompact } from './basics.js';
import { remember, remembered } from './settings.js';

const GESTURES = ['pointerdown', 'keydown'];
const BEEP_S = 0.18, PAUSE_MS = 420;
const WIN = [523.25, 659.25, 783.99, 1046.5];

let isOn = remembered('sound', true), context = null, alarm = null;

function begin() {
  if (!isOn || context) return;
  context = new AudioContext();
  for (const gesture of GESTURES) document.removeEventListener(gesture, begin, true);
}

for (const gesture of GESTURES) document.addEventListener(gesture, begin, true);

function note(shape, hertz, after_s, length_s, loudness) {
  if (!isOn || !context || isCompact()) return;
  const at = context.currentTime + after_s;
  const tone = new OscillatorNode(context, { type: shape, frequency: hertz });
  const volume = new GainNode(context, { gain: loudness });
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length_s);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length_s);
}

/** The alarm's lamp is lit or not. */
export function soundAlarm(isLit) {
  if (isLit === (alarm !== null)) return;
  if (!isLit) {
    clearInterval(alarm);
    alarm = null;
    return;
  }
  const beep = () => {
    note('square', 880, 0, BEEP_S, 0.08);
    note('square', 660, BEEP_S, BEEP_S, 0.08);
  };
  beep();
  alarm = setInterval(beep, PAUSE_MS);
}

/** An award of the progressive has been won. */
export function soundWin() {
  WIN.forEach((hertz, index) => note('triangle', hertz, 0.11 * index, 0.5, 0.16));
}

function draw() {
  $('sound-on').setAttribute('aria-pressed', isOn);
}

$('sound-on').addEventListener('click', () => {
  isOn = !isOn;
  remember('sound', isOn);
  // The click itself is the gesture that a browser waits for.
  begin();
  draw();
});
draw();
