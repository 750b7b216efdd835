// The irregularities that a pit manager enters: those of the round, or of the seat that is chosen.

import { $, button, fill, text } from './basics.js';

let subjects = [], chosen = 0;

export function showIrregular(now) {
  subjects = now;
  draw();
}

export function choose(seat) {
  if (chosen !== seat) $('groups').scrollTop = 0;
  chosen = seat;
  draw();
}

function draw() {
  const subject = subjects.find(({ seat }) => seat === chosen) ?? subjects[0];
  fill($('subjects'), subjects, 'button', (element, { seat }) => {
    element.type = 'button';
    element.dataset.subject = seat;
    element.setAttribute('aria-label', seat ? `Seat ${seat}` : 'The round');
    element.setAttribute('aria-pressed', seat === subject.seat);
    text(element, seat ? String(seat) : 'Round');
  });
  fill($('groups'), subject?.groups ?? [], 'section', showGroup);
}

function showGroup(section, group) {
  if (!section.firstChild) section.append(document.createElement('h3'), document.createElement('div'));
  text(section.firstChild, group.title);
  section.lastChild.className = group.short ? 'choices' : 'rows';
  fill(section.lastChild, group.steps, 'button', (element, step) => {
    button(element, step);
    element.dataset.rule = step.rule ?? '';
  });
}
