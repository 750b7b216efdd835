// The page of the live table. It draws what the server sends and sends what is clicked; it knows no rules.
//
//   {"view": {...}}   everything but the fast parts     {"log": [...]}  the journal in words
//   {"lamps": n}      the 48 bits of the shift chain    {"sign": {...}} the dots of the sign
//   {"irregular": [...]} the pit manager's menu         {"error": "..."} why something could not be done

import './hands.js';
import './keyboard.js';
import { show } from './show.js';
import { connect } from './wire.js';

// A pit shows several tables side by side, each of them without its papers.
document.body.classList.toggle('compact', location.search === '?compact');
connect(show);
