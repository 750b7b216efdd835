//! The console's wire with a hostile table at its other end, as an engine of the live table. It is what
//! `coinspot::table::remote` is, without a clock.

use std::cell::RefCell;
use std::rc::Rc;

use coinspot::table::engine::{FeltWires, Heard, LiveEngine, SignNow, queue};
use console::Console;
use link::frame::Session;
use link::{Event, Link, SILENCE_MS};
use shared_rules::wire::message::{Command, Report, Request, VERSION};
use shared_rules::wire::payload;
use shared_rules::wire::payload::{MAX_PAYLOAD, Payload};
use simulator::table::shared_key;

use super::step::HostileStep;
use crate::frames::sealed;

/// How often both ends are looked at.
const TICK_MS: u64 = 5;

/// The console's own session, and that of the sound table at the end, which nobody guesses.
const CONSOLE: Session = Session::of_boot(7);
const SOUND: Session = Session::of_boot(0x5A3C_96E1);

/// How long a sound table may take to be heard.
const PATIENCE_MS: u64 = 5_000;

/// Both ends of the wire.
#[derive(Debug)]
pub(super) struct Wire {
    console: Console,
    table: Link,
    boot: u32,
    now_ms: u64,
    last_number: u32,
    /// From which entry on the console's owner listens.
    next_entry: u32,
    /// Requests that the console's owner has made, less the answers.
    unanswered: usize,
}

impl Wire {
    pub(super) fn new() -> Wire {
        let boot = 100;
        Wire {
            console: Console::of_session(shared_key(), CONSOLE),
            table: Link::new(Session::of_boot(boot)),
            boot,
            now_ms: 0,
            last_number: 0,
            next_entry: 0,
            unanswered: 0,
        }
    }

    /// The table says something. What the wire is not free for is not said.
    pub(super) fn say(&mut self, step: &HostileStep) {
        match step {
            HostileStep::Entry(number, bytes) => {
                self.last_number = number.after(self.last_number);
                let report = payload::write(&Report::Entry(self.last_number, bytes));
                let _ = report.map(|report| self.table.send(report));
            }
            HostileStep::Message(bytes) => {
                let bytes = &bytes[..bytes.len().min(MAX_PAYLOAD)];
                let _ = Payload::from_slice(bytes).map(|message| self.table.send(message));
            }
            HostileStep::Frame(content) => self.console.receive(&sealed(content), self.now_ms),
            HostileStep::Raw(bytes) => self.console.receive(bytes, self.now_ms),
            HostileStep::Restart(later) => {
                self.boot = self.boot.saturating_add_signed((*later).into());
                self.table = Link::new(Session::of_boot(self.boot));
            }
            HostileStep::Meters => {
                self.console.ask(Request::Meters);
                self.unanswered += 1;
            }
            HostileStep::Ask(_) | HostileStep::Wait(_) => {}
        }
    }

    /// Both ends exchange what they have to say. Gives what the table was asked.
    fn exchange(&mut self) -> Vec<Vec<u8>> {
        self.now_ms += TICK_MS;
        let now_ms = self.now_ms;
        while let Some(frame) = self.table.transmit(now_ms) {
            self.console.receive(&frame, now_ms);
        }
        self.console.step(now_ms);
        let mut asked = Vec::new();
        while let Some(frame) = self.console.transmit(now_ms) {
            for byte in frame {
                if let Some(Event::Payload(request)) = self.table.receive(byte, now_ms) {
                    asked.push(request.to_vec());
                }
            }
        }
        asked
    }

    /// Another table takes the place after a silence. It is asked who it is, and believed.
    pub(super) fn hears_a_sound_table(&mut self) {
        self.now_ms += 2 * SILENCE_MS;
        self.table = Link::new(SOUND);
        let hello = Report::Hello {
            version: VERSION,
            boot: 3,
            last_counter: 9,
            next_entry: 1,
        };
        for _ in 0..PATIENCE_MS / TICK_MS {
            let asked = self.exchange();
            if asked.iter().any(|request| is_hello(request)) {
                let hello = payload::write(&hello).expect("a short report");
                self.table.send(hello).expect("a free wire");
            }
        }
        assert!(self.console.is_up(self.now_ms), "it is not heard");
        assert!(self.console.has_signer(), "it was never asked");
        assert_eq!(self.console.boot, Some(3));
    }

    fn hear(&mut self) -> Vec<Heard> {
        let mut least = self.next_entry;
        let heard = Heard::by(&mut self.console, &mut self.next_entry);
        for heard in &heard {
            match heard {
                Heard::Entry(number, _) => {
                    assert!(*number >= least, "{number} after {least}");
                    least = number.checked_add(1).expect("a number with a successor");
                }
                Heard::Halted(_) => {}
                Heard::Answer(_) => {
                    let left = self.unanswered.checked_sub(1);
                    self.unanswered = left.expect("an answer to a request");
                }
            }
        }
        heard
    }
}

fn is_hello(request: &[u8]) -> bool {
    matches!(payload::read(request), Some(Request::Hello))
}

/// The wire as an engine, and as what the input is said to.
#[derive(Debug)]
pub(super) struct Shared(pub(super) Rc<RefCell<Wire>>);

impl LiveEngine for Shared {
    fn run_ms(&mut self, count: u64) -> u64 {
        for _ in 0..count.div_ceil(TICK_MS) {
            // A hostile table does not care what it is asked.
            self.0.borrow_mut().exchange();
        }
        count
    }

    fn has_felt(&self) -> bool {
        false
    }

    fn felt(&mut self) -> Option<&mut dyn FeltWires> {
        None
    }

    fn lit(&self) -> Option<u64> {
        None
    }

    fn sign(&self) -> Option<SignNow> {
        None
    }

    fn is_powered(&self) -> bool {
        self.is_linked()
    }

    fn is_linked(&self) -> bool {
        let wire = self.0.borrow();
        wire.console.is_up(wire.now_ms)
    }

    fn command(&mut self, command: Command) -> Result<(), String> {
        let mut wire = self.0.borrow_mut();
        queue(&mut wire.console, command)?;
        wire.unanswered += 1;
        Ok(())
    }

    fn is_idle(&self) -> bool {
        self.0.borrow().console.is_idle()
    }

    fn hear(&mut self) -> Vec<Heard> {
        self.0.borrow_mut().hear()
    }
}
