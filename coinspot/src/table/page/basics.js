// Small things that every part of the page uses.

/** One table of a pit, in a frame: it has neither papers nor a guide, and makes no sound. */
export const isCompact = () => document.body.classList.contains('compact');

export const $ = id => document.getElementById(id);

/** Makes `parent` have one child a item, keeping those that are there, so that focus stays where it is. */
export function fill(parent, items, tag, update) {
  while (parent.children.length > items.length) parent.lastElementChild.remove();
  items.forEach((item, index) => {
    const child = parent.children[index] ?? parent.appendChild(document.createElement(tag));
    update(child, item, index);
  });
}

export function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

const SUITS = { c: '♣', d: '♦', h: '♥', s: '♠' };
export const face = card => card.replace('T', '10').replace(/[cdhs]$/, suit => SUITS[suit]);
export const isRed = card => /[dh]$/.test(card);

export function button(element, step) {
  element.type = 'button';
  text(element, step.label);
  element.dataset.ask = JSON.stringify(step.ask);
  element.title = step.refused ?? '';
  if (step.badge) element.dataset.badge = step.badge;
  else delete element.dataset.badge;
  element.setAttribute('aria-disabled', step.refused !== null);
}

export function toast(message) {
  const line = document.createElement('p');
  line.textContent = message;
  $('toasts').append(line);
  while ($('toasts').children.length > 4) $('toasts').firstElementChild.remove();
  setTimeout(() => line.remove(), 6000);
}
