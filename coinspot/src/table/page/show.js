// Draws what the server sends: whole parts, into elements that stay where they are.

import { $, button, face, fill, isRed, text, toast } from './basics.js';
import { guide } from './guide.js';
import { showIrregular } from './irregular.js';
import { showLog } from './journal_tab.js';
import { collected, dealt, dropped } from './moves.js';
import { showUsed } from './picker.js';
import { showRound } from './round_link.js';
import { drawSign } from './sign.js';
import { soundAlarm, soundWin } from './sound.js';
import { watchSteps } from './steps_file.js';

const ALARM = 47;

let lamps, isFirst = true, paid = '';

const isLit = (bits, bit) => Math.floor(bits / 2 ** bit) % 2 === 1;

/** One function for each part that the server sends. */
export const show = {
  view(now) {
    const game = now.game;
    $('game').replaceChildren(game ? game.title : 'Not configured');
    if (game) {
      const small = document.createElement('small');
      small.textContent = `${game.house} · ${game.tag}, v${game.version}`;
      $('game').append(small);
    }
    text($('print'), game?.title ?? '');
    text($('units'), now.units_max > 1 ? `1 to ${now.units_max} units on the coin spot` : 'One unit on the coin spot');
    text($('round'), now.round ? `Round ${now.round}` : '');
    text($('phase'), now.phase);
    $('phase').dataset.phase = now.phase_key;
    showLamp($('power'), now.power);
    showLamp($('linked'), now.linked);
    document.body.classList.toggle('elsewhere', !now.has_felt);
    document.body.classList.toggle('off', !now.power);
    showStatus(now.status);
    document.querySelectorAll('.key').forEach((key, index) => {
      key.title = now.keys[index] ?? '';
      key.classList.toggle('idle', now.keys[index] !== null);
    });
    if ($('stake').dataset.smallest !== String(now.stake)) {
      $('stake').dataset.smallest = now.stake;
      $('stake').value = now.stake / 100;
    $('stake').setAttribute('aria-invalid', false);
    }
    fill($('notices'), now.notices, 'li', text);
    now.seats.forEach((seat, index) => showSeat(seat, index, now.side));
    showCards($('dealer'), now.dealer, 'dealer', 'dealer');
    text($('dealer-hand'), now.dealer_hand ?? 'Dealer');
    showCards($('board'), now.board, 'board', 'community');
    $('board-place').hidden = now.board.length === 0;
    showSteps(now.steps);
    showSupervisor(now);
    showMeters(now);
    showPayments(now);
    showPayTable(now.pay_table);
    showTroubles(now.troubles);
    showUsed(now.used_cards ?? []);
    showRound(now.round_json);
    watchSteps(now);
    guide(now.guide);
    const payments = now.payments.join();
    if (!isFirst && payments !== '' && paid === '') soundWin();
    paid = payments;
    isFirst = false;
  },

  lamps(bits) {
    lamps ??= document.querySelectorAll('[data-bit]');
    for (const lamp of lamps) showLamp(lamp, isLit(bits, lamp.dataset.bit));
    for (const seat of $('seats').children) nameCoin(seat);
    soundAlarm(isLit(bits, ALARM));
  },

  sign(sign) {
    // A real table has its own sign.
    if (!sign) return drawSign('0'.repeat(2048));
    $('sign').setAttribute('aria-label', `The jackpot sign: ${sign.text.replaceAll('\n', ', ')}`);
    drawSign(sign.dots);
  },

  log: showLog,

  irregular: showIrregular,

  error: toast,
};

/** The lamps of a spot in words, for whoever does not see them. */
function nameCoin(seat) {
  const coin = seat.querySelector('.coin'), lit = seat.querySelectorAll('.bet.lit').length;
  const chips = coin.dataset.chips ?? '0';
  const counted = lit === 1 ? '1 lamp is lit' : `${lit || 'no'} lamps are lit`;
  const name = `Seat ${seat.dataset.seat}, coin spot: ${chips === '1' ? '1 chip' : `${chips} chips`}, ${counted}`;
  if (coin.getAttribute('aria-label') !== name) coin.setAttribute('aria-label', name);
}

/** A lamp of the header also says in a word whether it is lit. */
function showLamp(lamp, on) {
  if (lamp.classList.contains('lit') === on && lamp.dataset.on) return;
  lamp.classList.toggle('lit', on);
  const word = lamp.parentElement.querySelector('.unseen');
  if (word) text(word, on ? ': on' : ': off');
  lamp.dataset.on = on;
}

function showStatus(status) {
  $('status').dataset.tone = status.tone;
  text($('waits'), status.waits);
  fill($('alerts'), status.alerts, 'li', (item, alert) => {
    if (!item.firstChild) item.append(document.createElement('span'), document.createElement('div'));
    text(item.firstChild, alert.text);
    fill(item.lastChild, alert.remedy ? [alert.remedy] : [], 'button', button);
  });
}

function showSeat(seat, index, side) {
  const element = $('seats').children[index];
  const find = name => element.querySelector(name);
  element.classList.toggle('unused', !seat.in_use);
  element.inert = !seat.in_use;
  text(find('.name'), `Seat ${seat.number}`);
  text(find('.player'), seat.player ?? '');
  text(find('.net'), seat.net ?? '');
  find('.net').classList.toggle('loss', seat.net?.startsWith('-') ?? false);
  text(find('.note'), seat.note);
  element.classList.toggle('warned', seat.warned);
  const coin = find('.coin');
  showChips(coin, seat.chips);
  nameCoin(element);
  find('.less').style.visibility = seat.chips ? 'visible' : 'hidden';
  const places = [['ante', 'Ante', seat.ante], ['side', side ?? 'Side', seat.side]];
  for (const [name, label, amount] of places) {
    const spot = find(`.${name}`);
    text(spot, amount?.replace('.00', '') ?? label);
    spot.title = label;
    spot.setAttribute('aria-pressed', amount !== null);
    spot.setAttribute('aria-label', `Seat ${seat.number}, ${label}${amount ? `: ${amount}` : ''}`);
    spot.dataset.ask = JSON.stringify({ do: name, seat: seat.number, on: amount === null });
  }
  showCards(find('.cards'), seat.cards, { seat: seat.number }, `seat ${seat.number}`);
  text(find('.hand'), seat.hand ?? '');
  find('.hand').classList.toggle('wins', seat.hand?.startsWith('Progressive wins') ?? false);
  text(find('.stakes'), seat.stakes.join(' · '));
  fill(find('.steps'), seat.steps, 'button', button);
}

function showChips(coin, chips) {
  const before = Number(coin.dataset.chips ?? chips);
  if (chips === 0 && before > 0 && !isFirst) collected(coin, before);
  coin.dataset.chips = chips;
  if (chips > before) dropped(coin, before, chips);
}

function showCards(parent, cards, place, name) {
  fill(parent, cards, 'button', (element, { card, picked }, index) => {
    const shown = card ?? picked;
    element.type = 'button';
    text(element, shown ? face(shown) : '');
    element.className = 'card';
    element.classList.toggle('dealt', card !== null);
    if (card !== null && element.dataset.card !== card && !isFirst) dealt(element, index);
    element.dataset.card = card ?? '';
    element.classList.toggle('picked', card === null && picked !== null);
    element.classList.toggle('red', shown !== null && isRed(shown));
    const state = card ? face(card) : picked ? `${face(picked)} is picked` : 'not dealt: pick it';
    element.setAttribute('aria-label', `Card ${index + 1} of ${name}: ${state}`);
    element.disabled = card !== null;
    element.dataset.pick = JSON.stringify({ place, index, name, card: picked });
  });
}

function showSteps(steps) {
  const next = steps.findIndex(step => step.refused === null);
  fill($('steps'), steps, 'button', (element, step, index) => {
    button(element, step);
    element.classList.toggle('next', index === next);
    if (index === next) element.dataset.key = 'x';
    else delete element.dataset.key;
  });
}

function showSupervisor(now) {
  for (const [id, on] of [['supervisor', now.supervisor], ['door', now.door]]) {
    $(id).setAttribute('aria-checked', on);
    $(id).dataset.ask = JSON.stringify({ do: 'turn', switch: id, on: !on });
  }
  const games = $('games');
  if (games.children.length === 0) {
    fill(games, now.games, 'option', (option, game) => {
      option.value = game.key;
      text(option, `${game.tag}: ${game.title}`);
    });
  }
  if (games.dataset.now !== now.game?.key) {
    games.value = games.dataset.now = now.game?.key ?? '';
  }
  $('configure').onchange = () => showReadings(now.games);
  showReadings(now.games);
  const waits = now.waiting.length > 0;
  text($('waiting'), waits ? `Waits: ${now.waiting.join('; ')}` : 'No award waits.');
  $('waiting').parentElement.classList.toggle('some', waits);
  $('waiting').classList.toggle('some', waits);
}

/** The readings to choose from for the selected game, and the cost of the chosen one. */
function showReadings(games) {
  const game = games.find(({ key }) => key === $('games').value);
  const choices = game?.readings ?? [];
  const select = $('reading');
  fill(select, choices, 'option', (option, choice) => {
    option.value = JSON.stringify(choice.readings);
    text(option, choice.label);
  });
  // What is configured is preselected; a choice in the making stays.
  const state = JSON.stringify([game?.key, choices.findIndex(({ chosen }) => chosen)]);
  if (select.dataset.state !== state) {
    select.dataset.state = state;
    select.selectedIndex = choices.findIndex(({ chosen }) => chosen);
  }
  select.hidden = choices.length === 0;
  const cost = choices[select.selectedIndex]?.cost ?? '';
  text($('cost'), cost);
  $('cost').hidden = cost === '';
}

function showMeters(now) {
  fill($('meters'), now.meters, 'div', (pair, [name, value]) => {
    if (!pair.firstChild) pair.append(document.createElement('dt'), document.createElement('dd'));
    text(pair.firstChild, name);
    text(pair.lastChild, value);
  });
  $('balanced').className = now.balanced ? 'good' : 'bad';
  text($('balanced'), now.balanced ? 'Balanced to the micro-cent' : 'The meters do not balance');
}

function showPayments(now) {
  const state = JSON.stringify([now.settled, now.payments]);
  if ($('payments').dataset.state === state) return;
  $('payments').dataset.state = state;
  $('payments').replaceChildren();
  if (now.settled.length === 0) {
    const empty = document.createElement('p');
    empty.className = 'empty';
    empty.textContent = 'Nothing is settled yet. Every wager will stand here with what happens to it and the paragraph that says so.';
    $('payments').append(empty);
  }
  for (const payment of now.payments) {
    const line = document.createElement('p');
    line.className = 'paid';
    line.textContent = payment;
    $('payments').append(line);
  }
  for (const seat of now.settled) {
    const head = document.createElement('h3');
    const hand = document.createElement('span');
    hand.textContent = [seat.hand, seat.net].filter(Boolean).join(', ');
    head.append(`Seat ${seat.seat}`, hand);
    const table = document.createElement('table');
    const envy = seat.envy ? [{ wager: 'envy', stake: '', outcome: 'wins', pays: seat.envy, award: '', rule: '' }] : [];
    for (const line of [...seat.wagers, ...envy]) {
      const row = table.insertRow();
      row.className = line.outcome;
      row.title = line.award;
      for (const cell of [line.wager, line.stake, line.outcome, line.pays, line.rule]) row.insertCell().textContent = cell;
      remark(table, line.excess);
    }
    remark(table, seat.no_bet);
    $('payments').append(head, table);
  }
}

/** A line of its own for chips that go back. */
function remark(table, words) {
  if (!words) return;
  const cell = table.insertRow().insertCell();
  cell.className = 'remark';
  cell.colSpan = 5;
  cell.textContent = words;
}

function showPayTable(sections) {
  const state = JSON.stringify(sections);
  if ($('paytable').dataset.state === state) return;
  $('paytable').dataset.state = state;
  $('paytable').replaceChildren(...sections.flatMap(section => {
    const head = document.createElement('h3');
    head.textContent = section.title;
    const table = document.createElement('table');
    for (const cells of section.rows) {
      const row = table.insertRow();
      for (const cell of cells) row.insertCell().textContent = cell;
    }
    return [head, table];
  }));
}

function showTroubles(troubles) {
  fill($('troubles'), troubles, 'button', (element, trouble) => {
    button(element, { label: trouble.label, ask: { do: 'trouble', name: trouble.name, on: !trouble.active }, refused: null });
    element.title = trouble.hint;
    element.dataset.trouble = trouble.name;
    element.setAttribute('aria-pressed', trouble.active);
  });
}
