// The keys that act on the table. They can be switched off, for whoever speaks to the machine or uses keys of their own.

import { $ } from './basics.js';
import { chip } from './hands.js';
import { openIrregular } from './papers.js';
import { remember, remembered } from './settings.js';

$('keys-on').checked = remembered('keys', true);
$('keys-on').addEventListener('change', event => remember('keys', event.target.checked));
$('help').addEventListener('click', () => $('keys').showModal());

document.addEventListener('keydown', event => {
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select, input, dialog');
  if (elsewhere || !$('keys-on').checked) return;
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
