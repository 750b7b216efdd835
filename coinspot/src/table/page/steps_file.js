// Plays a file of steps that a table's page has saved: each step in its turn, as soon as the table has written as many
// entries as it had before that step. The cards are part of the file, so the same round is played again.

import { $, text, toast } from './basics.js';
import { send } from './wire.js';

/** Long enough for the table to see a chip or a key; a longer pause of the recording is cut short. */
const PAUSE_MS_MIN = 180, PAUSE_MS_MAX = 700;

/** A table that writes nothing for so long does not write it any more. */
const PATIENCE_MS = 15000;

const STEPS_MAX = 5000;

let view = null, waiting = null, isPlaying = false;

/** The table as it is now. */
export function watchSteps(now) {
  view = now;
  waiting?.();
}

const sleep = ms => new Promise(done => setTimeout(done, ms));

async function until(isSo, what) {
  const end = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (!isPlaying) throw new Error('stopped');
    if (performance.now() > end) throw new Error(what);
    await Promise.race([sleep(500), new Promise(heard => { waiting = heard; })]);
  }
}

/** The steps of a file, or an error that says why there are none. */
function read(content) {
  const file = JSON.parse(content);
  if (file?.coinspot_steps !== 1 || !Array.isArray(file.steps)) throw new Error('it is no file of steps');
  if (file.steps.length === 0) throw new Error('it has no steps');
  if (file.is_truncated || file.steps.length > STEPS_MAX) throw new Error(`it has more than ${STEPS_MAX} steps`);
  return file;
}

/** The game of the file, as the supervisor configures it. */
function configuring({ beginning }) {
  if (!beginning || beginning.game === view.game?.key) return [];
  return [
    { do: 'turn', switch: 'supervisor', on: true },
    { do: 'configure', game: beginning.game, readings: beginning.readings },
    { do: 'turn', switch: 'supervisor', on: false },
  ];
}

async function play(file) {
  if (!['idle', 'paid', 'void'].includes(view.phase_key)) throw new Error('finish the round on the table first');
  tell('Clearing the felt');
  for (const ask of [{ do: 'clear' }, ...configuring(file)]) {
    send(ask);
    await sleep(PAUSE_MS_MAX);
  }
  const before = view.heard;
  for (const [index, { after, pause_ms, ask }] of file.steps.entries()) {
    tell(`Step ${index + 1} of ${file.steps.length}`);
    await until(() => view.heard - before >= after, `the table did not come as far as step ${index + 1}`);
    await sleep(ask.do === 'pick' ? 0 : Math.min(Math.max(pause_ms, PAUSE_MS_MIN), PAUSE_MS_MAX));
    if (!isPlaying) throw new Error('stopped');
    send(ask);
  }
}

function tell(words) {
  text($('steps-say'), words);
}

function turn(on) {
  isPlaying = on;
  $('steps-stop').hidden = !on;
  $('steps-play').disabled = on;
}

$('steps-play').addEventListener('click', () => $('steps-file').click());
$('steps-stop').addEventListener('click', () => turn(false));
$('steps-file').addEventListener('change', async event => {
  const [chosen] = event.target.files;
  event.target.value = '';
  if (!chosen || isPlaying) return;
  turn(true);
  try {
    await play(read(await chosen.text()));
    tell('All steps are played.');
  } catch (error) {
    tell('');
    toast(`The steps end here: ${error.message}`);
  }
  turn(false);
});
