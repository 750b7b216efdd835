// A hand at the page: the seats, their chips, the amount of the next wager, and every button that asks for something.

import { $, fill, toast } from './basics.js';
import { ownAsks } from './guide.js';
import { choose } from './irregular.js';
import { openIrregular } from './papers.js';
import { openHand, openPicker } from './picker.js';
import { send } from './wire.js';

/** A chip more on a coin spot, or one less. */
export const chip = (seat, on) => send({ do: 'chip', seat, on });

for (let seat = 1; seat <= 7; seat++) {
  const element = $('seat').content.firstElementChild.cloneNode(true);
  element.dataset.seat = seat;
  element.setAttribute('aria-label', `Seat ${seat}`);
  element.querySelector('.ring').dataset.bit = 35 + seat;
  element.querySelectorAll('.bet').forEach((lamp, level) => { lamp.dataset.bit = 1 + 5 * (seat - 1) + level; });
  element.querySelector('.coin').addEventListener('click', event => chip(seat, !event.shiftKey));
  element.querySelector('.coin').addEventListener('contextmenu', event => { event.preventDefault(); chip(seat, false); });
  element.querySelector('.less').addEventListener('click', () => chip(seat, false));
  element.querySelector('.name').addEventListener('click', () => openIrregular(seat));
  $('seats').append(element);
}
fill($('chain'), [...Array(48).keys()], 'li', (item, bit) => { item.dataset.bit = bit; });

document.addEventListener('click', event => {
  const pressed = event.target.closest('[data-ask], [data-pick], [data-subject], #guide-own');
  if (!pressed) return;
  if (pressed.id === 'guide-own') ownAsks().forEach(send);
  else if (pressed.dataset.subject) choose(Number(pressed.dataset.subject));
  else if (pressed.dataset.pick) openPicker(JSON.parse(pressed.dataset.pick));
  else if (pressed.getAttribute('aria-disabled') === 'true') toast(pressed.title);
  else if (pressed.dataset.ask.includes('"reconstruct"')) openHand(JSON.parse(pressed.dataset.ask));
  else sendWithAmount(JSON.parse(pressed.dataset.ask));
});

/** Dollars with at most two digits for the cents; thousands may be apart. */
const AMOUNT = /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/;

/** The amount in the field in cents, or null if it is none. */
function amount() {
  const typed = $('stake').value.trim().replace(/^\$\s*/, '');
  const cents = AMOUNT.test(typed) ? Math.round(100 * Number(typed.replaceAll(',', ''))) : 0;
  return cents > 0 ? cents : null;
}

/** A wager takes the amount in the field. What is no amount is refused here; how much the table takes it says itself. */
function sendWithAmount(ask) {
  const isWager = ask.on && (ask.do === 'ante' || ask.do === 'side');
  if (!isWager) return send(ask);
  const cents = amount();
  if (cents !== null) return send({ ...ask, amount: cents });
  showAmount();
  toast(`"${$('stake').value}" is no amount: write dollars and cents, like 25 or 12.50`);
  $('stake').focus();
}

function showAmount() {
  $('stake').setAttribute('aria-invalid', amount() === null);
}

let beforeStake;
$('stake').addEventListener('focus', event => { beforeStake = event.relatedTarget; });
$('stake').addEventListener('click', event => event.target.select());
$('stake').addEventListener('input', showAmount);
$('stake').addEventListener('keydown', event => {
  if (event.key !== 'Enter') return;
  // Or the key would press what gets the focus.
  event.preventDefault();
  (beforeStake ?? document.querySelector('.coin')).focus();
});

$('configure').addEventListener('submit', event => {
  event.preventDefault();
  const readings = JSON.parse($('reading').value || '{}');
  send({ do: 'configure', game: $('games').value, readings });
});
