// A hand at the page: chips, buttons, cards that are picked, papers, and the keyboard.

import { $, face, fill, isRed, text, toast } from './basics.js';
import { choose } from './irregular.js';
import { send } from './wire.js';

const chip = (seat, on) => send({ do: 'chip', seat, on });

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
  const pressed = event.target.closest('[data-ask], [data-pick], [data-subject]');
  if (!pressed) return;
  if (pressed.dataset.subject) choose(Number(pressed.dataset.subject));
  else if (pressed.dataset.pick) openPicker(JSON.parse(pressed.dataset.pick));
  else if (pressed.getAttribute('aria-disabled') === 'true') toast(pressed.title);
  else if (pressed.dataset.ask.includes('"reconstruct"')) openHand(JSON.parse(pressed.dataset.ask));
  else send(withAmount(JSON.parse(pressed.dataset.ask)));
});

/** Where there is no amount in the field, the table takes its smallest. */
function withAmount(ask) {
  const amount = Math.round(100 * $('stake').valueAsNumber);
  const isWager = ask.on && (ask.do === 'ante' || ask.do === 'side');
  return isWager && amount >= 0 ? { ...ask, amount } : ask;
}

let beforeStake;
$('stake').addEventListener('focus', event => { beforeStake = event.relatedTarget; });
$('stake').addEventListener('click', event => event.target.select());
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

// ---- picking cards ----

let picking;

function openPicker({ place, index, name }) {
  picking = { do: 'pick', place, index };
  text($('picker-title'), `Card ${index + 1} of ${name}`);
  $('picker').showModal();
}

/** Every card of a hand that is put back into its order. */
function openHand(ask) {
  picking = ask;
  text($('picker-title'), `The cards of seat ${ask.seat}, as intended`);
  $('picker').showModal();
}

/** True when nothing is left to pick. */
function pick(card) {
  if (picking.do === 'pick') return send({ ...picking, card });
  picking.cards.push(card);
  const hand = $('seats').children[picking.seat - 1].querySelectorAll('.cards .card');
  return picking.cards.length === hand.length && send(picking);
}

const DECK = ['s', 'h', 'd', 'c'].flatMap(suit => [...'AKQJT98765432'].map(rank => rank + suit));
fill($('deck'), DECK, 'button', (element, card) => {
  element.type = 'button';
  element.className = `card dealt${isRed(card) ? ' red' : ''}`;
  element.dataset.card = card;
  text(element, face(card));
  element.addEventListener('click', () => {
    element.classList.add('chosen');
    if (pick(card) !== false) $('picker').close();
  });
});
$('picker').addEventListener('close', () => $('deck').querySelectorAll('.chosen').forEach(card => card.classList.remove('chosen')));
$('chance').addEventListener('click', () => picking.do === 'pick' && send({ ...picking, card: null }));

// ---- papers and keys ----

const tabs = [...document.querySelectorAll('[role="tab"]')];

function openTab(tab) {
  for (const other of tabs) {
    const open = other === tab;
    other.setAttribute('aria-selected', open);
    other.tabIndex = open ? 0 : -1;
    $(other.getAttribute('aria-controls')).hidden = !open;
  }
}

tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => openTab(tab));
  tab.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
    if (!step) return;
    const next = tabs[(index + step) % tabs.length];
    openTab(next);
    next.focus();
  });
});

function openIrregular(seat) {
  choose(seat);
  openTab($('tab-irregular'));
}

$('help').addEventListener('click', () => $('keys').showModal());

document.addEventListener('keydown', event => {
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select, input, dialog');
  if (elsewhere) return;
  const seat = event.target.closest('.seat');
  const inSeat = name => seat?.querySelector(name);
  const atSeat = {
    ArrowUp: () => chip(Number(seat.dataset.seat), true),
    ArrowDown: () => chip(Number(seat.dataset.seat), false),
    a: () => inSeat('.ante').click(),
    i: () => openIrregular(Number(seat.dataset.seat)),
    w: () => inSeat('.side').click(),
    r: () => inSeat('.steps button:first-child')?.click(),
    f: () => inSeat('.steps button:last-child')?.click(),
  }[event.key];
  if (seat && atSeat) {
    event.preventDefault();
    atSeat();
  } else if (/^[1-7]$/.test(event.key)) {
    $('seats').children[event.key - 1].querySelector('.coin').focus();
  } else if (event.key === '?') {
    $('keys').showModal();
  } else {
    const wanted = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (wanted?.matches('input')) {
      event.preventDefault();
      wanted.focus();
    }
    wanted?.click();
  }
});
