//! The table without the bytes on its wires: requests reach the main loop as they are, and pictures reach the sign.
//! Everything else is there: chain, sensors, main loop, controller, ledger, journal and flash.

mod gateway;

use std::cell::RefCell;
use std::collections::VecDeque;

use embedded_hal::digital::OutputPin;
use firmware::felt::FeltEnd;
use firmware::main_loop::{ConsolePort, Ends, MainLoop, SignPort};
use firmware::scan::{Scanner, ShiftChain};
use link::Peer;
use link::to_console::Turn;
use shared_rules::ledger::{Entry, Table};
use shared_rules::settle::Settlement;
use shared_rules::wire::auth::Signer;
use shared_rules::wire::message::{Command, Meters, NoiseCounts, Report, Request};
use shared_rules::wire::payload;
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::Role;
use shared_rules::wire::session::SessionId;
use shared_rules::wire::sign::SignPicture;
use shared_rules::wire::why::Why;
use sign::Sign;

use super::{CommandAnswer, Cutting, Stage, pages_of};
use crate::engine::{key_of, key_ring};
use parts::chain::{ChainSpi, Change, Cut, Delay, Latch, SharedChain};
use parts::flash::{FlashChip, Socket};

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

#[derive(Debug)]
struct Powered {
    main_loop: MainLoop<Socket>,
    ends: Ends<RefCell<FeltEnd>, RefCell<DirectSign>, RefCell<DirectConsole>>,
    scanner: Scanner<ChainSpi, Latch, Delay>,
    signer: Option<Signer>,
}

/// A sign that is told its picture without a wire.
#[derive(Debug)]
struct DirectSign {
    is_up: bool,
    picture: Option<SignPicture>,
}

impl SignPort for DirectSign {
    fn is_up(&self, _: u64) -> bool {
        self.is_up
    }

    fn show(&mut self, picture: SignPicture) -> bool {
        self.picture.replace(picture) != Some(picture)
    }
}

/// A console that is served without a wire.
#[derive(Debug)]
struct DirectConsole {
    is_up: bool,
    turns: VecDeque<Turn>,
    answers: VecDeque<Payload>,
}

impl ConsolePort for DirectConsole {
    fn is_up(&self, _: u64) -> bool {
        self.is_up
    }

    fn turn(&mut self) -> Option<Turn> {
        self.turns.pop_front()
    }

    fn say(&mut self, message: Payload) {
        self.answers.push_back(message);
    }
}

/// A table without wires.
#[derive(Debug)]
pub struct Lean {
    chain: SharedChain,
    flash: Socket,
    powered: Option<Powered>,
    sign: Sign,
    picture: Option<SignPicture>,
    sign_is_out: bool,
    console_is_out: bool,
    now_ms: u64,
    starts: u64,
}

impl Lean {
    /// A new table, with power, whose journal has so many pages.
    pub fn new(seed: u64, pages: usize) -> Lean {
        Lean::with_flash(seed, FlashChip::new(pages))
    }

    /// The same with a flash that holds what it holds.
    pub fn with_flash(seed: u64, chip: FlashChip) -> Lean {
        let mut lean = Lean {
            chain: SharedChain::new(seed),
            flash: Socket::new(chip),
            powered: None,
            sign: Sign::new(0),
            picture: None,
            sign_is_out: false,
            console_is_out: false,
            now_ms: 0,
            starts: 0,
        };
        lean.power_on(None);
        lean
    }

    /// One bit in so many is flipped on the chain's data lines from now on, at random.
    pub fn disturb_chain(&mut self, one_in: u32, seed: u64) {
        self.chain.with(|chain| chain.set_noise(one_in, seed));
    }

    /// The disturbed samples of the felt, as the table reports them.
    ///
    /// # Panics
    /// If the table does not answer.
    pub fn noise_counts(&mut self) -> NoiseCounts {
        let noise = self.ask(&Request::Noise, |report| match report {
            Report::Noise(noise) => Some(noise),
            _ => None,
        });
        noise.expect("a table that answers")
    }

    fn step(&mut self) {
        self.now_ms += 1;
        let now_ms = self.now_ms;
        self.chain.with(|chain| chain.advance_to(now_ms * MS));
        let Some(powered) = &mut self.powered else {
            return;
        };
        powered.step(now_ms);
        let picture = powered.ends.sign.borrow().picture;
        if let Some(picture) = picture.filter(|_| !self.sign_is_out) {
            self.tell_sign(picture);
        }
        self.after_flash();
    }

    /// As the bytes that would be on the wire.
    fn tell_sign(&mut self, picture: SignPicture) {
        if self.picture != Some(picture) {
            let bytes = payload::write(&picture).expect("a short picture");
            let heard = payload::read(&bytes).expect("a picture");
            self.sign.hear(heard, self.now_ms);
            self.picture = Some(picture);
        }
        self.sign.heartbeat(self.now_ms);
    }

    /// A flash that lost its power takes the controller with it.
    fn after_flash(&mut self) {
        if !self.flash.chip().is_powered() {
            self.power_off();
        }
    }

    fn ask<T>(&mut self, request: &Request, read: impl Fn(Report) -> Option<T>) -> Option<T> {
        let request = payload::write(request).expect("a short request");
        let now_ms = self.now_ms;
        let powered = self.powered.as_mut()?;
        let report = powered.serve(Turn::Request(request), now_ms)?;
        read(payload::read(&report)?)
    }

    /// A session of its own for every start.
    fn greet(&mut self) {
        self.starts += 1;
        let mut session = SessionId::default();
        session[..8].copy_from_slice(&self.starts.to_le_bytes());
        let number = key_of(Role::ShiftManager).number;
        let now_ms = self.now_ms;
        if let Some(powered) = &mut self.powered {
            powered.serve(Turn::NewConsole(Peer { session, number }), now_ms);
        }
        let hello = self.ask(&Request::Hello, |report| match report {
            Report::Hello {
                session,
                last_counter,
                ..
            } => Some((session, last_counter)),
            _ => None,
        });
        let signer = hello.map(|(session, counter)| Signer::new(session, counter));
        if let Some(powered) = &mut self.powered {
            powered.signer = signer;
        }
    }
}

impl Powered {
    fn step(&mut self, now_ms: u64) {
        let lamps = self.ends.felt.borrow_mut().outputs(now_ms, false);
        let sample = self.scanner.scan(lamps);
        self.ends.felt.borrow_mut().accept(sample.ok());
        self.main_loop.poll(&self.ends, || now_ms);
    }

    /// Lets the main loop take a turn for the console, and returns its answer.
    fn serve(&mut self, turn: Turn, now_ms: u64) -> Option<Payload> {
        self.ends.console.borrow_mut().turns.push_back(turn);
        self.main_loop.poll(&self.ends, || now_ms);
        self.ends.console.borrow_mut().answers.pop_front()
    }
}

impl Stage for Lean {
    fn now_ms(&self) -> u64 {
        self.now_ms
    }

    fn scan_ms(&mut self, count: u64) {
        (0..count).for_each(|_| self.step());
    }

    fn skip_ms(&mut self, count: u64) {
        if let Some(before) = count.checked_sub(1) {
            self.now_ms += before;
            self.step();
        }
    }

    fn change(&mut self, change: Change) {
        self.chain.with(|chain| chain.apply(change));
    }

    fn cut_chain(&mut self, cut: Option<Cut>) {
        self.chain.with(|chain| chain.set_cut(cut));
    }

    fn sign_cable(&mut self, is_out: bool) {
        self.sign_is_out = is_out;
        if let Some(powered) = &self.powered {
            powered.ends.sign.borrow_mut().is_up = !is_out;
        }
    }

    fn console_cable(&mut self, is_out: bool) {
        self.console_is_out = is_out;
        if let Some(powered) = &self.powered {
            powered.ends.console.borrow_mut().is_up = !is_out;
        }
    }

    fn noise(&mut self, _is_noisy: bool) {}

    fn signed(&mut self, command: &Command) -> Option<Payload> {
        let signer = self.powered.as_ref()?.signer.as_ref()?;
        let bytes = payload::write(command).expect("a short command");
        let signed = signer.sign_next(&key_of(Role::ShiftManager), &bytes);
        payload::write(&Request::Command(signed)).ok()
    }

    fn send(&mut self, request: &Payload) -> Option<CommandAnswer> {
        if self.console_is_out {
            return None;
        }
        let powered = self.powered.as_mut()?;
        let report = powered.serve(Turn::Request(request.clone()), self.now_ms);
        self.after_flash();
        // A table that lost its power says nothing more.
        let powered = self.powered.as_mut()?;
        let report = report?;
        let report = payload::read(&report)?;
        let is_forged = matches!(report, Report::Refused(Why::Auth(_)));
        let is_command = matches!(payload::read(request), Some(Request::Command(_)));
        if let Some(signer) = &mut powered.signer
            && is_command
            && !is_forged
        {
            signer.skip();
        }
        match report {
            Report::Done(_) => Some(CommandAnswer::Done),
            Report::Refused(_) => Some(CommandAnswer::Refused),
            _ => None,
        }
    }

    fn meters(&mut self) -> Option<Meters> {
        self.ask(&Request::Meters, |report| match report {
            Report::Meters(meters) => Some(meters),
            _ => None,
        })
    }

    fn settlement(&self) -> Option<Settlement> {
        let ledger = self.powered.as_ref()?.main_loop.controller().ledger();
        ledger.table().and_then(Table::settlement)
    }

    fn lit(&self) -> u64 {
        self.chain.with(|chain| chain.lit())
    }

    fn pages(&self, from_ms: u64, count: usize) -> Vec<String> {
        let is_heard = self.powered.is_some() && !self.sign_is_out;
        pages_of(&self.sign, is_heard, from_ms, count)
    }

    fn is_halted(&self) -> bool {
        let powered = self.powered.as_ref();
        powered.is_some_and(|powered| powered.main_loop.controller().halt().is_some())
    }

    fn is_powered(&self) -> bool {
        self.powered.is_some()
    }

    fn power_off(&mut self) {
        self.powered = None;
        let Ok(()) = self.chain.output_enable().set_high();
    }

    fn power_on(&mut self, cutting: Option<Cutting>) {
        self.flash.chip().power_on();
        if let Some((after, tear, seed)) = cutting {
            self.flash.chip().cut_power_after(after, tear, seed);
        }
        let wires = (self.chain.spi(), self.chain.latch(), self.chain.delay());
        let scanner = Scanner::start(ShiftChain::new(wires.0, wires.1, wires.2));
        let Ok(()) = self.chain.output_enable().set_low();
        let main_loop = MainLoop::new(self.flash.clone());
        let mut main_loop = main_loop.expect("a flash of the right size");
        main_loop.controller_mut().start(&key_ring(), None);
        self.powered = Some(Powered {
            main_loop,
            ends: Ends {
                felt: RefCell::default(),
                sign: RefCell::new(DirectSign {
                    is_up: !self.sign_is_out,
                    picture: None,
                }),
                console: RefCell::new(DirectConsole {
                    is_up: !self.console_is_out,
                    turns: VecDeque::new(),
                    answers: VecDeque::new(),
                }),
            },
            scanner: scanner.expect("simulated wires do not refuse"),
            signer: None,
        });
        self.picture = None;
        self.greet();
        self.after_flash();
    }

    fn next_entry(&mut self) -> u32 {
        let next = self.ask(&Request::Hello, |report| match report {
            Report::Hello { next_entry, .. } => Some(next_entry),
            _ => None,
        });
        next.unwrap_or_default()
    }

    fn entries(&mut self, from: u32) -> Vec<Entry> {
        let followed = self.ask(&Request::Follow(from), |_| Some(()));
        let mut entries = Vec::new();
        while let (Some(()), Some(powered)) = (followed, &mut self.powered)
            && let Some(report) = powered.serve(Turn::Free, self.now_ms)
            && let Some(Report::Entry(_, bytes)) = payload::read(&report)
        {
            entries.extend(payload::read::<Entry>(bytes));
        }
        entries
    }

    fn with_flash<T>(&self, visit: impl FnOnce(&mut FlashChip) -> T) -> T {
        visit(&mut self.flash.chip())
    }
}
