// The journal's tab: the last lines, narrowed down by kind and by words.

import { $, fill, text, toast } from './basics.js';

let lines = [], lastRefusal = null;

const KINDS = { money: ['money'], faults: ['fault', 'mended', 'halted'], refused: ['refused'] };

export function showLog(now) {
  lines = now;
  draw();
  const refused = lines.filter(line => line.kind === 'refused' && line.entry === null);
  const newest = refused.at(-1)?.id ?? 0;
  if (lastRefusal !== null) refused.filter(line => line.id > lastRefusal).forEach(line => toast(line.text));
  lastRefusal = Math.max(lastRefusal ?? 0, newest);
}

function draw() {
  const kinds = KINDS[$('log-kind').value], words = $('log-words').value.trim().toLowerCase();
  const isWanted = line => (!kinds || kinds.includes(line.kind)) && line.text.toLowerCase().includes(words);
  const wanted = lines.filter(isWanted);
  fill($('log'), wanted.toReversed(), 'li', (item, line) => {
    item.className = line.kind;
    item.dataset.entry = line.entry ?? '·';
    text(item, line.text);
  });
  text($('log-count'), wanted.length === lines.length ? '' : `${wanted.length} of the last ${lines.length} lines`);
}

$('log-kind').addEventListener('change', draw);
$('log-words').addEventListener('input', draw);
