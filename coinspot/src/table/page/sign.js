// The sign: 128 x 32 dots of a red and a green LED each, as lamps of a matrix.

import { $ } from './basics.js';

const SCALE = Math.ceil(devicePixelRatio);
const DOT = 5 * SCALE;
const COLOURS = ['#231c15', '#ff4030', '#3be477', '#ffb02e'];
const sprites = COLOURS.map(sprite);
$('sign').width = 128 * DOT;
$('sign').height = 32 * DOT;

function sprite(colour, index) {
  const canvas = new OffscreenCanvas(DOT, DOT), pen = canvas.getContext('2d'), middle = DOT / 2;
  if (index > 0) {
    const glow = pen.createRadialGradient(middle, middle, 0, middle, middle, middle * 1.3);
    glow.addColorStop(0, colour);
    glow.addColorStop(1, `${colour}22`);
    pen.fillStyle = glow;
    pen.fillRect(0, 0, DOT, DOT);
  }
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(middle, middle, (index > 0 ? 2.1 : 1.6) * SCALE, 0, 2 * Math.PI);
  pen.fill();
  return canvas;
}

/** Two dots a hexadecimal digit, row by row. */
export function drawSign(dots) {
  const pen = $('sign').getContext('2d');
  pen.clearRect(0, 0, 128 * DOT, 32 * DOT);
  for (let at = 0; at < dots.length; at++) {
    const pair = parseInt(dots[at], 16);
    const x = (at % 64) * 2, y = Math.floor(at / 64);
    pen.drawImage(sprites[pair & 3], x * DOT, y * DOT);
    pen.drawImage(sprites[pair >> 2], (x + 1) * DOT, y * DOT);
  }
}
