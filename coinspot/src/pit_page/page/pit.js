// The page of the pit. Each table is a frame with the live table's own page; this page draws what they share.
//
//   {"pit": {...}}   meter, claims, tables, troubles, status     {"log": [...]}   the pool's log in words
//   {"error": "..."} why something could not be done

import { $, button, fill, text, toast } from './basics.js';
import { connect, send } from './wire.js';

const WAYS = { linked: 'linked', cut: 'link cut', lost: 'link lost', off: 'no power' };

const show = {
  pit(now) {
    text($('game'), `${now.title} · ${now.house} · ${now.tag}`);
    text($('file'), now.file ? `Kept in ${now.file}` : 'Nothing is kept: --file keeps it');
    showStatus(now.status);
    text($('meter'), now.meter);
    text($('promised'), now.promised ?? '');
    $('meter').classList.toggle('dead', !now.pool);
    $('balanced').className = now.balanced ? 'good' : 'bad';
    text($('balanced'), now.balanced ? 'Balanced to the micro-cent' : 'The meters do not balance');
    fill($('queue'), now.queue, 'li', showClaim);
    $('no-claims').hidden = now.queue.length > 0;
    fill($('troubles'), now.troubles, 'button', pitButton);
    now.tables.forEach(showTable);
    fill($('sums'), now.sums, 'div', (pair, [name, value]) => {
      if (!pair.firstChild) pair.append(document.createElement('dt'), document.createElement('dd'));
      text(pair.firstChild, name);
      text(pair.lastChild, value);
    });
  },

  log(lines) {
    fill($('log'), lines, 'li', (item, line) => {
      if (!item.firstChild) item.append(...['time', 'b', 'span'].map(tag => document.createElement(tag)));
      item.className = line.kind;
      item.title = `Block ${line.block}`;
      text(item.children[0], line.time);
      text(item.children[1], line.table === null ? '' : `T${line.table}`);
      text(item.children[2], line.text);
    });
  },

  error: toast,
};

function showStatus(status) {
  $('status').dataset.tone = status.tone;
  text($('last'), status.last);
  text($('waits'), status.waits);
  fill($('alerts'), status.alerts, 'li', text);
}

function pitButton(element, step) {
  button(element, step);
  element.title = step.refused ?? step.hint;
  element.setAttribute('aria-pressed', step.active);
}

function showClaim(item, claim) {
  if (!item.firstChild) item.append(...['b', 'span', 'em', 'div'].map(tag => document.createElement(tag)));
  const awards = claim.awards.map(({ seat, award, amount }) => `seat ${seat}, ${award}: ${amount}`);
  item.classList.toggle('final', claim.is_final);
  text(item.children[0], `Table ${claim.table}`);
  text(item.children[1], awards.join('; '));
  text(item.children[2], claim.stands);
  fill(item.children[3], claim.confirm ? [claim.confirm] : [], 'button', pitButton);
}

function showTable(table) {
  const article = $(`table-${table.number}`) ?? addTable(table.number);
  const phase = article.querySelector('.phase');
  text(phase, table.round ? `Round ${table.round}: ${table.phase}` : table.phase);
  phase.dataset.phase = table.phase_key;
  article.dataset.link = table.link;
  text(article.querySelector('.way'), WAYS[table.link]);
  pitButton(article.querySelector('button'), table.cut);
}

function addTable(number) {
  const article = $('table').content.firstElementChild.cloneNode(true);
  const path = `table/${number}/`;
  article.id = `table-${number}`;
  const link = article.querySelector('a');
  link.href = path;
  text(link, `Table ${number}`);
  const frame = article.querySelector('iframe');
  frame.title = `Table ${number}`;
  frame.src = `${path}?compact`;
  // A frame does not grow with its page by itself.
  frame.addEventListener('load', () => {
    const page = frame.contentDocument.documentElement;
    const fit = () => { frame.style.height = `${page.querySelector('body').scrollHeight}px`; };
    new ResizeObserver(fit).observe(page.querySelector('body'));
    fit();
  });
  $('tables').append(article);
  return article;
}

document.addEventListener('click', event => {
  const pressed = event.target.closest('[data-ask]');
  if (!pressed) return;
  if (pressed.getAttribute('aria-disabled') === 'true') toast(pressed.title);
  else send(JSON.parse(pressed.dataset.ask));
});

connect(show);
