// The guide: says the step that the table suggests, and marks its control. It knows no rules and no order: every step
// comes from the table, as it is at the moment.

import { $, isCompact, text } from './basics.js';
import { isStill } from './moves.js';
import { remember, remembered } from './settings.js';

const CONTROLS = {
  own: '#guide-own',
  place_your_bets: '.key.go',
  no_more_bets: '.key.stop',
  ante: '.ante',
  coin: '.coin',
  seat_step: '.steps button',
  dealer_step: '#steps .next',
  remedy: '#alerts button',
  power_cut: '[data-trouble="power_cut"]',
  supervisor: '#supervisor',
  configure: '#configure button',
  confirm: '#confirm',
};

let step = null, isOn = remembered('guide', true), marked = null, said = null;

/** Draws the step that the table suggests now; a table that suggests none has no guide. */
export function guide(suggested) {
  step = suggested ?? null;
  draw();
}

function turn(on) {
  isOn = on;
  remember('guide', on);
  draw();
}

function draw() {
  const isShown = isOn && step !== null && !isCompact();
  $('guide').hidden = !isShown;
  $('guide-on').setAttribute('aria-pressed', isShown);
  $('guide-on').disabled = step === null;
  // One voice at a time: the guide says the next step in more words than the status line.
  $('waits').setAttribute('aria-live', isShown ? 'off' : 'polite');
  // Whoever acts with the keys goes on at the next control when the guide's own button leaves.
  const wasOwn = document.activeElement === $('guide-own') && step?.control !== 'own';
  if (isShown) {
    text($('guide-place'), step.place ? `${step.place} of ${step.of}` : 'Now');
    text($('guide-title'), step.title);
    text($('guide-why'), step.why);
    $('guide-own').hidden = step.control !== 'own';
  }
  mark(isShown ? find(step) : null);
  if (wasOwn) marked?.focus();
}

function find({ control, seat }) {
  const css = CONTROLS[control];
  if (!css) return null;
  return document.querySelector(seat && control !== 'own' ? `.seat[data-seat="${seat}"] ${css}` : css);
}

function mark(element) {
  if (marked !== element) {
    marked?.classList.remove('marked');
    marked?.removeAttribute('aria-describedby');
    element?.setAttribute('aria-describedby', 'guide-why');
    marked = element;
  }
  // A redrawn control keeps its mark.
  element?.classList.add('marked');
  const now = element && step.title;
  if (said !== null && said !== now) element?.scrollIntoView({ block: 'nearest', behavior: isStill() ? 'auto' : 'smooth' });
  said = now ?? '';
}

/** The asks of the guide's own button, in their order. */
export const ownAsks = () => step?.asks ?? [];

$('guide-on').addEventListener('click', () => turn(!isOn));
$('guide-leave').addEventListener('click', () => {
  turn(false);
  $('guide-on').focus();
});
