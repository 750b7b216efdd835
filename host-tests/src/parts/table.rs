//! A whole table in virtual time: the controller with simulated chain, flash, sign and console, one millisecond a
//! step. One seed reproduces a run.

use embassy_futures::block_on;
use embedded_hal::digital::OutputPin;
use firmware::controller::Controller;
use firmware::lamps::Lamps;
use firmware::link::to_console::ToConsole;
use firmware::link::to_sign::ToSign;
use firmware::scan::{Scanner, ShiftChain};
use firmware::sensors::Sensors;
use shared_rules::wire::frame::Session;
use shared_rules::wire::key::Key;

use super::chain::{Change, Delay, Latch, SharedChain, Spi};
use super::console::Console;
use super::flash::{Chip, Socket};
use super::sign::SignBoard;
use super::wire::{Faults, Lane};

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

/// Pages of the journal's flash: two logs of 128.
pub const JOURNAL_PAGES: usize = 256;

/// The key that table and console share.
pub fn shared_key() -> Key {
    Key::new([0x5a; 32])
}

/// Both directions of a wire.
#[derive(Debug)]
pub struct Cable {
    /// From the table.
    pub out: Lane,
    /// To the table.
    pub back: Lane,
}

impl Cable {
    fn new(seed: u64) -> Cable {
        Cable {
            out: Lane::new(seed, Faults::NONE),
            back: Lane::new(seed.wrapping_add(1), Faults::NONE),
        }
    }

    /// Pulls the plug, or puts it back.
    pub fn cut(&mut self, is_cut: bool) {
        self.out.cut(is_cut);
        self.back.cut(is_cut);
    }

    /// Changes what goes wrong on it.
    pub fn set_rates(&mut self, rates: Faults) {
        self.out.set_rates(rates);
        self.back.set_rates(rates);
    }
}

/// The end of the console's wire where another console is: another program, by a serial port or a socket.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// Bytes from the table.
    pub heard: Vec<u8>,
    /// Bytes to the table.
    pub said: Vec<u8>,
}

/// What runs while there is power.
#[derive(Debug)]
pub struct Powered {
    /// The owner of the ledger.
    pub controller: Controller<Socket>,
    scanner: Scanner<Spi, Latch, Delay>,
    sensors: Sensors,
    to_sign: ToSign,
    to_console: ToConsole,
}

/// A table and what is connected to it.
#[derive(Debug)]
pub struct Table {
    /// The felt and its chain.
    pub chain: SharedChain,
    /// The journal's flash.
    pub flash: Socket,
    /// The sign on its wall.
    pub sign: SignBoard,
    /// The dealer's console.
    pub console: Console,
    /// Another console in its place.
    pub elsewhere: Option<Elsewhere>,
    /// The wire to the sign.
    pub sign_cable: Cable,
    /// The wire to the console.
    pub console_cable: Cable,
    powered: Option<Powered>,
    now_ms: u64,
}

impl Table {
    /// A new table, its flash blank, with power.
    pub fn new(seed: u64) -> Table {
        Table::with_flash(seed, Chip::new(JOURNAL_PAGES))
    }

    /// A table whose flash holds what it holds, with power.
    pub fn with_flash(seed: u64, chip: Chip) -> Table {
        let mut table = Table {
            chain: SharedChain::new(seed),
            flash: Socket::new(chip),
            sign: SignBoard::new(),
            console: Console::new(shared_key()),
            elsewhere: None,
            sign_cable: Cable::new(seed.wrapping_mul(3)),
            console_cable: Cable::new(seed.wrapping_mul(5)),
            powered: None,
            now_ms: 0,
        };
        table.power_on();
        table
    }

    /// Milliseconds since the beginning; the controller's own clock starts anew with it.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Whether there is power.
    pub fn is_powered(&self) -> bool {
        self.powered.is_some()
    }

    /// The controller, while there is power.
    pub fn controller(&self) -> &Controller<Socket> {
        &self.powered.as_ref().expect("power").controller
    }

    /// The controller, to be tampered with.
    pub fn controller_mut(&mut self) -> &mut Controller<Socket> {
        &mut self.powered.as_mut().expect("power").controller
    }

    /// Power comes.
    pub fn power_on(&mut self) {
        self.flash.chip().power_on();
        let wires = ShiftChain::new(self.chain.spi(), self.chain.latch(), self.chain.delay());
        let scanner = Scanner::start(wires).expect("simulated wires do not refuse");
        let Ok(()) = self.chain.output_enable().set_low();
        let start = Controller::start(self.flash.clone(), shared_key(), None);
        let controller = block_on(start).expect("a flash of the right size");
        let session = Session::of_boot(controller.ledger().boots());
        self.powered = Some(Powered {
            controller,
            scanner,
            sensors: Sensors::new(),
            to_sign: ToSign::new(session),
            to_console: ToConsole::new(session),
        });
    }

    /// Power goes: everything in RAM is gone.
    pub fn power_off(&mut self) {
        self.powered = None;
        let Ok(()) = self.chain.output_enable().set_high();
    }

    /// One millisecond.
    pub fn step(&mut self) {
        self.now_ms += 1;
        self.chain.with(|chain| chain.advance_to(self.now_ms * MS));
        self.deliver();
        if let Some(powered) = &mut self.powered {
            powered.step(self.now_ms);
        }
        self.send();
        self.sign.step(self.now_ms);
        self.console.step(self.now_ms);
        // A flash that lost its power takes the controller with it.
        if self.powered.is_some() && !self.flash.chip().is_powered() {
            self.power_off();
        }
    }

    /// So many milliseconds.
    pub fn run_ms(&mut self, count: u64) {
        (0..count).for_each(|_| self.step());
    }

    /// Something happens on the felt.
    pub fn change(&mut self, change: Change) {
        self.chain.with(|chain| chain.apply(change));
    }

    /// The lamps that the 48 bits of the chain light.
    pub fn lit(&self) -> u64 {
        let outputs = self.chain.with(|chain| chain.outputs());
        let bits = outputs.iter().enumerate();
        bits.map(|(bit, on)| u64::from(*on) << bit).sum()
    }

    fn deliver(&mut self) {
        let (now_ms, now_us) = (self.now_ms, self.now_ms * 1_000);
        while let Some(bytes) = self.sign_cable.out.arrived(now_us) {
            self.sign.receive(&bytes, now_ms);
        }
        while let Some(bytes) = self.console_cable.out.arrived(now_us) {
            match &mut self.elsewhere {
                Some(elsewhere) => elsewhere.heard.extend(bytes),
                None => self.console.receive(&bytes, now_ms),
            }
        }
        assert_eq!(self.console.misread, 0, "the table speaks the protocol");
        let Some(powered) = &mut self.powered else {
            return;
        };
        while let Some(bytes) = self.sign_cable.back.arrived(now_us) {
            bytes
                .iter()
                .for_each(|byte| powered.to_sign.receive(*byte, now_ms));
        }
        while let Some(bytes) = self.console_cable.back.arrived(now_us) {
            for byte in bytes {
                let controller = &mut powered.controller;
                powered.to_console.receive(byte, now_ms, controller);
            }
        }
    }

    fn send(&mut self) {
        let (now_ms, now_us) = (self.now_ms, self.now_ms * 1_000);
        if let Some(powered) = &mut self.powered {
            let picture = powered.controller.picture();
            let to_sign = || powered.to_sign.transmit(&picture, now_ms);
            send_all(&mut self.sign_cable.out, now_us, to_sign);
            let to_console = || powered.to_console.transmit(now_ms);
            send_all(&mut self.console_cable.out, now_us, to_console);
        }
        send_all(&mut self.sign_cable.back, now_us, || {
            self.sign.transmit(now_ms)
        });
        let back = &mut self.console_cable.back;
        match &mut self.elsewhere {
            Some(elsewhere) if elsewhere.said.is_empty() => {}
            Some(elsewhere) => back.send(now_us, &std::mem::take(&mut elsewhere.said)),
            None => send_all(back, now_us, || self.console.transmit(now_ms)),
        }
    }
}

/// Puts frames on a lane as long as it is free and there are some.
fn send_all<B: AsRef<[u8]>>(lane: &mut Lane, now_us: u64, mut frame: impl FnMut() -> Option<B>) {
    while lane.free_at_us() <= now_us
        && let Some(bytes) = frame()
    {
        lane.send(now_us, bytes.as_ref());
    }
}

impl Powered {
    fn step(&mut self, now_ms: u64) {
        let lamps: Lamps = self.controller.lamps(now_ms);
        let sample = self.scanner.scan(lamps.outputs(now_ms));
        let sample = sample.expect("simulated wires do not refuse");
        let readings = self.sensors.take(sample);
        block_on(self.controller.sense(&readings, now_ms));
        if self.controller.take_opened() {
            self.sensors.open_betting();
        }
        let links = (self.to_sign.is_up(now_ms), self.to_console.is_up(now_ms));
        block_on(self.controller.links(links.0, links.1, now_ms));
        block_on(self.to_console.work(&mut self.controller, now_ms));
    }
}
