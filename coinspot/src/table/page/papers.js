// The tabs beside the felt: payments, pay table, journal, irregularities.

import { $ } from './basics.js';
import { choose } from './irregular.js';

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

/** Shows the irregularities of a seat. */
export function openIrregular(seat) {
  choose(seat);
  openTab($('tab-irregular'));
}
