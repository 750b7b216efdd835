//! The console's wire with a hostile table at its other end, as an engine of the live table: like
//! `coinspot::table::remote`, without a clock.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::mem;
use std::rc::Rc;

use coinspot::table::engine::LiveEngine;
use console::{Console, News};
use link::{LinkEvent, SILENCE_MS};
use shared_rules::wire::message::{Command, Report, Request, VERSION};
use shared_rules::wire::payload::{self, MAX_PAYLOAD, Payload};
use shared_rules::wire::role::Role;
use simulator::linked::EitherLink;
use simulator::table::console_of;

use super::step::HostileStep;
use crate::frames::sealed;

/// The interval at which both ends are looked at.
const TICK_MS: u64 = 5;

/// The life of the sound table at the end, which no other one has.
const SOUND: u32 = 0x5A3C_96E1;

/// A sound table has to be heard within this time.
const PATIENCE_MS: u64 = 5_000;

/// The table's end, as a line that the console reads and writes.
#[derive(Debug)]
struct TableEnd {
    link: EitherLink,
    now_ms: u64,
    /// Bytes on their way to the console.
    sent: VecDeque<u8>,
    /// Requests that have come from the console.
    asked: Vec<Vec<u8>>,
}

impl Read for TableEnd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(frame) = self.link.transmit(self.now_ms) {
            self.sent.extend(frame);
        }
        match self.sent.is_empty() {
            true => Err(ErrorKind::WouldBlock.into()),
            false => self.sent.read(buffer),
        }
    }
}

impl Write for TableEnd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if let Some(LinkEvent::Payload(request)) = self.link.receive(*byte, self.now_ms) {
                self.asked.push(request.to_vec());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Both ends of the wire.
#[derive(Debug)]
pub(super) struct Wire {
    console: Console,
    table: TableEnd,
    boot: u32,
    last_number: u32,
    /// The least number that the next entry may have.
    next_entry: u32,
    /// Requests that the console's owner has made, less the answers.
    unanswered: usize,
}

impl Wire {
    pub(super) fn new() -> Wire {
        let boot = 100;
        Wire {
            console: console_of(Role::ShiftManager, 7),
            table: TableEnd {
                link: EitherLink::of(0, boot),
                now_ms: 0,
                sent: VecDeque::new(),
                asked: Vec::new(),
            },
            boot,
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
                let _ = report.map(|report| self.table.link.send(report));
            }
            HostileStep::Message(bytes) => {
                let bytes = &bytes[..bytes.len().min(MAX_PAYLOAD)];
                let _ = Payload::from_slice(bytes).map(|message| self.table.link.send(message));
            }
            HostileStep::Frame(content) => {
                self.console.receive(&sealed(content), self.table.now_ms);
            }
            HostileStep::Raw(bytes) => self.console.receive(bytes, self.table.now_ms),
            HostileStep::Restart(later) => {
                self.boot = self.boot.saturating_add_signed((*later).into());
                self.table.link = EitherLink::of(0, self.boot);
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
        self.table.now_ms += TICK_MS;
        let now_ms = self.table.now_ms;
        let exchanged = self.console.exchange(&mut self.table, now_ms);
        exchanged.expect("a wire in memory");
        mem::take(&mut self.table.asked)
    }

    /// Another table takes the place after a silence. It is asked who it is, and believed.
    pub(super) fn hears_a_sound_table(&mut self) {
        self.table.now_ms += 2 * SILENCE_MS;
        self.table.link = EitherLink::of(0, SOUND);
        let hello = Report::Hello {
            version: VERSION,
            boot: 3,
            session: [9; 16],
            last_counter: 9,
            next_entry: 1,
            chip: None,
        };
        for _ in 0..PATIENCE_MS / TICK_MS {
            let asked = self.exchange();
            if asked.iter().any(|request| is_hello(request)) {
                let hello = payload::write(&hello).expect("a short report");
                self.table.link.send(hello).expect("a free wire");
            }
        }
        assert!(self.console.is_up(self.table.now_ms), "it is not heard");
        assert!(self.console.has_signer(), "it was never asked");
        assert_eq!(self.console.boot, Some(3));
    }

    fn hear(&mut self) -> Vec<News> {
        let news = self.console.drain_news();
        for piece in &news {
            match piece {
                News::Entry(number, _) => {
                    let least = self.next_entry;
                    assert!(*number >= least, "{number} after {least}");
                    self.next_entry = number.checked_add(1).expect("a number with a successor");
                }
                News::Halted(_) => {}
                News::Answer(_) => {
                    let left = self.unanswered.checked_sub(1);
                    self.unanswered = left.expect("an answer to a request");
                }
            }
        }
        news
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

    fn is_linked(&self) -> bool {
        let wire = self.0.borrow();
        wire.console.is_up(wire.table.now_ms)
    }

    fn command(&mut self, command: Command) -> Result<(), String> {
        let mut wire = self.0.borrow_mut();
        let queued = wire.console.queue(command);
        queued.map_err(|busy| busy.to_string())?;
        wire.unanswered += 1;
        Ok(())
    }

    fn ask_sign(&mut self) {
        let mut wire = self.0.borrow_mut();
        wire.console.ask(Request::Sign);
        wire.unanswered += 1;
    }

    fn is_idle(&self) -> bool {
        self.0.borrow().console.is_idle()
    }

    fn hear(&mut self) -> Vec<News> {
        self.0.borrow_mut().hear()
    }
}
