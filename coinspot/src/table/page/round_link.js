// The settled round as JSON for `coinspot settle` and `coinspot show`: to copy, to save, and as the address of a page.

import { $, text, toast } from './basics.js';

let round = null, file = null;

/** `{Ok: text}`, `{Err: why}`, or nothing before a round is settled. */
export function showRound(settled) {
  $('round-tools').hidden = !settled;
  if (!settled) return;
  const json = settled.Ok ?? null;
  for (const id of ['round-copy', 'round-open', 'round-file']) $(id).hidden = json === null;
  text($('round-not'), json === null ? `This round cannot be written as JSON: ${settled.Err}` : '');
  if (json === null || json === round) return;
  round = json;
  $('round-open').href = `round.html#${encodeURIComponent(json)}`;
  if (file) URL.revokeObjectURL(file);
  file = URL.createObjectURL(new Blob([json, '\n'], { type: 'application/json' }));
  $('round-file').href = file;
}

$('round-copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(round);
    toast('The round is copied: paste it into a file for coinspot show');
  } catch {
    toast('The browser does not allow copying: save the round as a file');
  }
});
