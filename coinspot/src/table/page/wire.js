// The WebSocket to the table. Asks go out as JSON; whatever comes in is a part of the page to draw.

import { $ } from './basics.js';

let socket;

export const send = ask => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(ask));

/** Gives every part to its function in `show`, and tries again when the table is closed. */
export function connect(show) {
  socket = new WebSocket(new URL('socket', location.href.replace(/^http/, 'ws')));
  socket.onopen = () => { $('closed').hidden = true; };
  socket.onmessage = event => {
    for (const [part, value] of Object.entries(JSON.parse(event.data))) show[part]?.(value);
  };
  socket.onclose = () => {
    $('closed').hidden = false;
    setTimeout(connect, 1000, show);
  };
}
