// Chips and cards that move. Whoever has asked the system for less motion sees them in their places at once.

import { $ } from './basics.js';

const reduced = matchMedia('(prefers-reduced-motion: reduce)');

export const isStill = () => reduced.matches;

const EASE = { easing: 'cubic-bezier(.2, .8, .3, 1)', fill: 'backwards' };

/** A card flies from the dealer to its place, the how-many-th of a hand. */
export function dealt(card, index) {
  if (isStill()) return;
  const from = $('dealer').getBoundingClientRect(), to = card.getBoundingClientRect();
  const way = `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(-14deg)`;
  card.animate([{ transform: way, opacity: 0 }, {}], { ...EASE, duration: 380, delay: 90 * index });
}

/** The uppermost chips drop onto their spot. */
export function dropped(coin, from, to) {
  if (isStill()) return;
  const chips = [...coin.querySelectorAll('.chip')].slice(from, to);
  // `translate` adds to the place that the chip's own transform gives it.
  chips.forEach((chip, index) =>
    chip.animate([{ translate: '0 -30px', opacity: 0 }, { translate: '0 0' }], { ...EASE, duration: 260, delay: 60 * index }));
}

/** All chips of a spot slide to the dealer, as a copy: the spot itself is empty already. */
export function collected(coin, count) {
  if (isStill()) return;
  const from = coin.getBoundingClientRect(), to = $('dealer').getBoundingClientRect();
  const copy = document.createElement('div');
  copy.className = 'coin leaving';
  copy.dataset.chips = count;
  copy.setAttribute('aria-hidden', true);
  copy.append(coin.querySelector('svg').cloneNode(true));
  copy.querySelectorAll('.lamp, .well').forEach(part => part.remove());
  Object.assign(copy.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px` });
  document.body.append(copy);
  const way = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(.6)`;
  const move = copy.animate([{}, { transform: way, opacity: 0 }], { easing: 'ease-in', duration: 420 });
  move.finished.finally(() => copy.remove());
}
