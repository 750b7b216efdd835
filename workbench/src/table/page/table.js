// The page of the live table. It draws what the server sends and sends what is clicked; it knows no rules.
//
//   {"view": {...}}   everything but the fast parts     {"log": [...]}  the journal in words
//   {"lamps": n}      the 48 bits of the shift chain    {"sign": {...}} the dots of the sign
//   {"error": "..."}  why something could not be done

const $ = id => document.getElementById(id);
let socket, view = { seats: [] }, lastRefusal = null;

// ---- the wire ----

function connect() {
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => { $('closed').hidden = true; };
  socket.onmessage = event => {
    for (const [part, value] of Object.entries(JSON.parse(event.data))) show[part]?.(value);
  };
  socket.onclose = () => {
    $('closed').hidden = false;
    setTimeout(connect, 1000);
  };
}

const send = ask => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(ask));

// ---- small helpers ----

/** Makes `parent` have one child a item, keeping those that are there, so that focus stays where it is. */
function fill(parent, items, tag, update) {
  while (parent.children.length > items.length) parent.lastElementChild.remove();
  items.forEach((item, index) => {
    const child = parent.children[index] ?? parent.appendChild(document.createElement(tag));
    update(child, item, index);
  });
}

function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

const SUITS = { c: '♣', d: '♦', h: '♥', s: '♠' };
const face = card => card.replace('T', '10').replace(/[cdhs]$/, suit => SUITS[suit]);
const isRed = card => /[dh]$/.test(card);

function button(element, step) {
  element.type = 'button';
  text(element, step.label);
  element.dataset.ask = JSON.stringify(step.ask);
  element.title = step.refused ?? '';
  element.setAttribute('aria-disabled', step.refused !== null);
}

function toast(message) {
  const line = document.createElement('p');
  line.textContent = message;
  $('toasts').append(line);
  while ($('toasts').children.length > 4) $('toasts').firstElementChild.remove();
  setTimeout(() => line.remove(), 6000);
}

// ---- what the server sends ----

const show = {
  view(now) {
    view = now;
    const game = now.game;
    $('game').replaceChildren(game ? game.title : 'Not configured');
    if (game) {
      const small = document.createElement('small');
      small.textContent = `${game.house} · ${game.tag}, version ${game.version}`;
      $('game').append(small);
    }
    text($('print'), game?.title ?? '');
    text($('units'), now.units_max > 1 ? `1 to ${now.units_max} units on the coin spot` : 'One unit on the coin spot');
    text($('round'), now.round ? `Round ${now.round}` : '');
    text($('phase'), now.phase);
    $('phase').dataset.phase = now.phase_key;
    $('power').classList.toggle('lit', now.power);
    $('linked').classList.toggle('lit', now.linked);
    document.body.classList.toggle('elsewhere', !now.has_felt);
    now.seats.forEach(showSeat);
    showCards($('dealer'), now.dealer, 'dealer', 'dealer');
    showCards($('board'), now.board, 'board', 'community');
    $('board-place').hidden = now.board.length === 0;
    showSteps(now.steps);
    showSupervisor(now);
    showMeters(now);
    showPayments(now);
    showPayTable(now.pay_table);
    showTroubles(now.troubles);
  },

  lamps(bits) {
    for (const lamp of lamps) {
      lamp.classList.toggle('lit', Math.floor(bits / 2 ** lamp.dataset.bit) % 2 === 1);
    }
  },

  sign(sign) {
    // A real table has its own sign.
    if (!sign) return drawSign('0'.repeat(2048));
    $('sign').setAttribute('aria-label', `The jackpot sign: ${sign.text.replaceAll('\n', ', ')}`);
    drawSign(sign.dots);
  },

  log(lines) {
    fill($('log'), lines.toReversed(), 'li', (item, line) => {
      item.className = line.kind;
      item.dataset.entry = line.entry ?? '·';
      text(item, line.text);
    });
    const refused = lines.filter(line => line.kind === 'refused' && line.entry === null);
    const newest = refused.at(-1)?.id ?? 0;
    if (lastRefusal !== null) refused.filter(line => line.id > lastRefusal).forEach(line => toast(line.text));
    lastRefusal = Math.max(lastRefusal ?? 0, newest);
  },

  error: toast,
};

function showSeat(seat, index) {
  const element = $('seats').children[index];
  const find = name => element.querySelector(name);
  element.classList.toggle('unused', !seat.in_use);
  element.inert = !seat.in_use;
  text(find('h3'), `Seat ${seat.number}`);
  text(find('.net'), seat.net ?? '');
  find('.net').classList.toggle('loss', seat.net?.startsWith('-') ?? false);
  text(find('.note'), seat.note);
  const coin = find('.coin');
  coin.dataset.chips = seat.chips;
  coin.setAttribute('aria-label', `Seat ${seat.number}, coin spot: ${seat.chips} chips`);
  find('.less').style.visibility = seat.chips ? 'visible' : 'hidden';
  const places = [['ante', 'Ante', seat.ante], ['side', view.side ?? 'Side', seat.side]];
  for (const [name, label, on] of places) {
    const spot = find(`.${name}`);
    text(spot, label);
    spot.setAttribute('aria-pressed', on);
    spot.setAttribute('aria-label', `Seat ${seat.number}, ${label}`);
    spot.dataset.ask = JSON.stringify({ do: name, seat: seat.number, on: !on });
  }
  showCards(find('.cards'), seat.cards, { seat: seat.number }, `seat ${seat.number}`);
  text(find('.stakes'), seat.stakes.join(' · '));
  fill(find('.steps'), seat.steps, 'button', button);
}

function showCards(parent, cards, place, name) {
  fill(parent, cards, 'button', (element, { card, picked }, index) => {
    const shown = card ?? picked;
    element.type = 'button';
    text(element, shown ? face(shown) : '');
    element.className = 'card';
    element.classList.toggle('dealt', card !== null);
    element.classList.toggle('picked', card === null && picked !== null);
    element.classList.toggle('red', shown !== null && isRed(shown));
    const state = card ? face(card) : picked ? `${face(picked)} is picked` : 'not dealt: pick it';
    element.setAttribute('aria-label', `Card ${index + 1} of ${name}: ${state}`);
    element.disabled = card !== null;
    element.dataset.pick = JSON.stringify({ place, index, name });
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
  const waits = now.waiting.length > 0;
  text($('waiting'), waits ? `Waits: ${now.waiting.join('; ')}` : 'No award waits.');
  $('waiting').parentElement.classList.toggle('some', waits);
  $('waiting').classList.toggle('some', waits);
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
    const head = document.createElement('h4');
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
    }
    $('payments').append(head, table);
  }
}

function showPayTable(sections) {
  const state = JSON.stringify(sections);
  if ($('paytable').dataset.state === state) return;
  $('paytable').dataset.state = state;
  $('paytable').replaceChildren(...sections.flatMap(section => {
    const head = document.createElement('h4');
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

// ---- the sign: 128 x 32 dots of a red and a green LED each ----

const SCALE = Math.ceil(devicePixelRatio);
const DOT = 5 * SCALE;
const COLOURS = ['#231c15', '#ff4030', '#3be477', '#ffb02e'];
const sprites = COLOURS.map(sprite);
$('sign').width = 128 * DOT;
$('sign').height = 32 * DOT;

function sprite(colour, index) {
  const canvas = new OffscreenCanvas(DOT, DOT), pen = canvas.getContext('2d'), middle = DOT / 2;
  if (index > 0) {
    const glow = pen.createRadialGradient(middle, middle, 0, middle, middle, middle * 1.3);
    glow.addColorStop(0, colour);
    glow.addColorStop(1, `${colour}22`);
    pen.fillStyle = glow;
    pen.fillRect(0, 0, DOT, DOT);
  }
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(middle, middle, (index > 0 ? 2.1 : 1.6) * SCALE, 0, 2 * Math.PI);
  pen.fill();
  return canvas;
}

/** Two dots a hexadecimal digit, row by row. */
function drawSign(dots) {
  const pen = $('sign').getContext('2d');
  pen.clearRect(0, 0, 128 * DOT, 32 * DOT);
  for (let at = 0; at < dots.length; at++) {
    const pair = parseInt(dots[at], 16);
    const x = (at % 64) * 2, y = Math.floor(at / 64);
    pen.drawImage(sprites[pair & 3], x * DOT, y * DOT);
    pen.drawImage(sprites[pair >> 2], (x + 1) * DOT, y * DOT);
  }
}

// ---- hands on the table ----

const chip = (seat, on) => send({ do: 'chip', seat, on });

for (let seat = 1; seat <= 7; seat++) {
  const element = $('seat').content.firstElementChild.cloneNode(true);
  element.dataset.seat = seat;
  element.setAttribute('aria-label', `Seat ${seat}`);
  element.querySelector('.ring').dataset.bit = 34 + seat;
  element.querySelectorAll('.bet').forEach((lamp, level) => { lamp.dataset.bit = 5 * (seat - 1) + level; });
  element.querySelector('.coin').addEventListener('click', event => chip(seat, !event.shiftKey));
  element.querySelector('.coin').addEventListener('contextmenu', event => { event.preventDefault(); chip(seat, false); });
  element.querySelector('.less').addEventListener('click', () => chip(seat, false));
  $('seats').append(element);
}
fill($('chain'), [...Array(48).keys()], 'li', (item, bit) => { item.dataset.bit = bit; });
const lamps = document.querySelectorAll('[data-bit]');

document.addEventListener('click', event => {
  const pressed = event.target.closest('[data-ask], [data-pick]');
  if (!pressed) return;
  if (pressed.dataset.pick) openPicker(JSON.parse(pressed.dataset.pick));
  else if (pressed.getAttribute('aria-disabled') === 'true') toast(pressed.title);
  else send(JSON.parse(pressed.dataset.ask));
});

$('configure').addEventListener('submit', event => {
  event.preventDefault();
  send({ do: 'configure', game: $('games').value });
});

// ---- picking cards ----

let picking;

function openPicker({ place, index, name }) {
  picking = { do: 'pick', place, index };
  text($('picker-title'), `Card ${index + 1} of ${name}`);
  $('picker').showModal();
}

const DECK = ['s', 'h', 'd', 'c'].flatMap(suit => [...'AKQJT98765432'].map(rank => rank + suit));
fill($('deck'), DECK, 'button', (element, card) => {
  element.type = 'button';
  element.className = `card dealt${isRed(card) ? ' red' : ''}`;
  element.dataset.card = card;
  text(element, face(card));
  element.addEventListener('click', () => {
    send({ ...picking, card });
    $('picker').close();
  });
});
$('chance').addEventListener('click', () => send({ ...picking, card: null }));

// ---- papers and keys ----

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

$('help').addEventListener('click', () => $('keys').showModal());

document.addEventListener('keydown', event => {
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select, input, dialog');
  if (elsewhere) return;
  const seat = event.target.closest('.seat');
  const inSeat = name => seat?.querySelector(name);
  const atSeat = {
    ArrowUp: () => chip(Number(seat.dataset.seat), true),
    ArrowDown: () => chip(Number(seat.dataset.seat), false),
    a: () => inSeat('.ante').click(),
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
    document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
  }
});

connect();
