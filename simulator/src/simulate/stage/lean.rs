//! The table without the bytes on its wires: requests go to the controller as they are, and pictures to the sign.
//! Everything else is there: chain, sensors, controller, ledger, journal and flash.

use embedded_hal::digital::OutputPin;
use firmware::controller::Controller;
use firmware::scan::{Scanner, ShiftChain};
use firmware::sensors::Sensors;
use link::to_console::Turn;
use shared_rules::ledger::{Entry, Table};
use shared_rules::settle::Settlement;
use shared_rules::wire::auth::Signer;
use shared_rules::wire::message::{Command, Meters, Report, Request};
use shared_rules::wire::payload;
use shared_rules::wire::payload::Payload;
use shared_rules::wire::sign::SignPicture;
use sign::Sign;

use super::{CommandAnswer, Cutting, Stage, pages_of};
use crate::engine::shared_key;
use parts::chain::{ChainSpi, Change, Cut, Delay, Latch, SharedChain};
use parts::flash::{FlashChip, Socket};

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

#[derive(Debug)]
struct Powered {
    controller: Controller<Socket>,
    scanner: Scanner<ChainSpi, Latch, Delay>,
    sensors: Sensors,
    signer: Option<Signer>,
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
}

impl Lean {
    /// A new table, with power, whose journal has so many pages.
    pub fn new(seed: u64, pages: usize) -> Lean {
        let mut lean = Lean {
            chain: SharedChain::new(seed),
            flash: Socket::new(FlashChip::new(pages)),
            powered: None,
            sign: Sign::new(0),
            picture: None,
            sign_is_out: false,
            console_is_out: false,
            now_ms: 0,
        };
        lean.power_on(None);
        lean
    }

    fn step(&mut self) {
        self.now_ms += 1;
        let now_ms = self.now_ms;
        self.chain.with(|chain| chain.advance_to(now_ms * MS));
        let links = (!self.sign_is_out, !self.console_is_out);
        let Some(powered) = &mut self.powered else {
            return;
        };
        powered.step(links, now_ms);
        if !self.sign_is_out {
            let picture = powered.controller.picture();
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
        let controller = &mut self.powered.as_mut()?.controller;
        let report = controller.serve(&Turn::Request(request), now_ms)?;
        read(payload::read(&report)?)
    }

    fn greet(&mut self) {
        let hello = self.ask(&Request::Hello, |report| match report {
            Report::Hello {
                boot, last_counter, ..
            } => Some((boot, last_counter)),
            _ => None,
        });
        let signer = hello.map(|(boot, counter)| Signer::new(shared_key(), boot, counter));
        if let Some(powered) = &mut self.powered {
            powered.signer = signer;
        }
    }
}

impl Powered {
    fn step(&mut self, (sign_up, console_up): (bool, bool), now_ms: u64) {
        let lamps = self.controller.lamps(now_ms);
        let sample = self.scanner.scan(lamps.outputs(now_ms));
        let sample = sample.expect("simulated wires do not refuse");
        let readings = self.sensors.accept(sample);
        self.controller.sense(&readings, now_ms);
        if self.controller.pop_opened() {
            self.sensors.open_betting();
        }
        self.controller.keep_watch(sign_up, console_up, now_ms);
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
    }

    fn console_cable(&mut self, is_out: bool) {
        self.console_is_out = is_out;
    }

    fn noise(&mut self, _is_noisy: bool) {}

    fn signed(&mut self, command: &Command) -> Option<Payload> {
        let signer = self.powered.as_mut()?.signer.as_mut()?;
        let bytes = payload::write(command).expect("a short command");
        payload::write(&Request::Command(signer.sign(&bytes))).ok()
    }

    fn send(&mut self, request: &Payload) -> Option<CommandAnswer> {
        if self.console_is_out {
            return None;
        }
        let controller = &mut self.powered.as_mut()?.controller;
        let report = controller.serve(&Turn::Request(request.clone()), self.now_ms);
        self.after_flash();
        // A table that lost its power says nothing more.
        self.powered.as_ref()?;
        match payload::read(&report?)? {
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
        let ledger = self.powered.as_ref()?.controller.ledger();
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
        let controller = self.powered.as_ref().map(|powered| &powered.controller);
        controller.is_some_and(|controller| controller.halt().is_some())
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
        let controller = Controller::new(self.flash.clone());
        let mut controller = controller.expect("a flash of the right size");
        controller.start(Some(shared_key()), None);
        self.powered = Some(Powered {
            controller,
            scanner: scanner.expect("simulated wires do not refuse"),
            sensors: Sensors::new(),
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
            && let Some(report) = powered.controller.serve(&Turn::Free, self.now_ms)
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
