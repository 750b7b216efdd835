// The deck from which a card is picked for a place, or a hand is put back into its order.

import { $, face, fill, isRed, text } from './basics.js';
import { send } from './wire.js';

const DECK = ['s', 'h', 'd', 'c'].flatMap(suit => [...'AKQJT98765432'].map(rank => rank + suit));
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

let picking, used = [];

/** The cards that lie on the table or are picked. */
export function showUsed(cards) {
  used = cards;
  draw();
}

/** Picks a card for a place that has none yet. */
export function openPicker({ place, index, name, card }) {
  picking = { ask: { do: 'pick', place, index }, own: [card].filter(Boolean) };
  open(`Card ${index + 1} of ${name}`, false);
}

/** Every card of a hand that is put back into its order. */
export function openHand(ask) {
  picking = { ask, own: handOf(ask.seat) };
  open(`The cards of seat ${ask.seat}, as intended`, true);
}

const handOf = seat => {
  const cards = $('seats').children[seat - 1].querySelectorAll('.cards .card');
  return [...cards].map(card => card.dataset.card).filter(Boolean);
};

function open(title, isHand) {
  text($('picker-title'), title);
  $('chance').hidden = isHand;
  text($('picker-says'), '');
  draw();
  $('picker').showModal();
}

/** A card that lies elsewhere is grey; those of the place itself are free. */
function draw() {
  const chosen = picking?.ask.cards ?? [];
  for (const element of $('deck').children) {
    const card = element.dataset.card;
    const isUsed = chosen.includes(card) || (used.includes(card) && !picking?.own.includes(card));
    element.setAttribute('aria-disabled', isUsed);
    element.title = isUsed ? `${face(card)} lies on the table or is picked already` : '';
    element.classList.toggle('chosen', chosen.includes(card));
  }
}

/** True when nothing is left to pick. */
function pick(card) {
  const { ask } = picking;
  if (ask.do === 'pick') {
    send({ ...ask, card });
    return true;
  }
  ask.cards.push(card);
  const hand = $('seats').children[ask.seat - 1].querySelectorAll('.cards .card');
  if (ask.cards.length < hand.length) return false;
  send(ask);
  return true;
}

fill($('deck'), DECK, 'button', (element, card) => {
  element.type = 'button';
  element.className = `card dealt${isRed(card) ? ' red' : ''}`;
  element.dataset.card = card;
  element.setAttribute('aria-label', `${face(card).slice(0, -1)} of ${SUITS[card[1]]}`);
  text(element, face(card));
  element.addEventListener('click', () => {
    text($('picker-says'), element.title);
    if (element.title !== '') return;
    if (pick(card)) $('picker').close();
    else draw();
  });
});
$('chance').addEventListener('click', () => picking.ask.do === 'pick' && send({ ...picking.ask, card: null }));
