//! The portable controller on the host, as the engine of a table.

use std::any::Any;

use embedded_hal::digital::OutputPin;
use firmware::controller::Controller;
use firmware::scan::{Scanner, ShiftChain};
use firmware::sensors::Sensors;
use link::frame::Session;
use link::to_console::{ToConsole, Turn};
use link::to_sign::ToSign;
use shared_rules::wire::key::SharedKey;

use parts::chain::{ChainSpi, Delay, Latch, SharedChain};
use parts::engine::{FreshEngine, KEY, Lanes, TableEngine};
use parts::flash::{FlashChip, Socket};

/// Pages of the journal's flash: two logs of 128.
pub const JOURNAL_PAGES: usize = 256;

/// The key that table and console share.
pub fn shared_key() -> SharedKey {
    SharedKey::new(KEY)
}

/// The portable controller, run by the host.
#[derive(Debug)]
pub struct HostEngine {
    /// The journal's flash.
    pub flash: Socket,
    powered: Option<Powered>,
}

/// What runs while there is power.
#[derive(Debug)]
struct Powered {
    controller: Controller<Socket>,
    scanner: Scanner<ChainSpi, Latch, Delay>,
    sensors: Sensors,
    to_sign: ToSign,
    to_console: ToConsole,
}

impl HostEngine {
    /// One whose flash holds what it holds.
    pub fn with_flash(chip: FlashChip) -> HostEngine {
        HostEngine::with_socket(Socket::new(chip))
    }

    /// The same with the chip in its socket.
    pub fn with_socket(flash: Socket) -> HostEngine {
        HostEngine {
            flash,
            powered: None,
        }
    }

    /// An engine of some type, if it is this one: the others cannot be looked into.
    pub fn of<E: 'static>(engine: &E) -> Option<&HostEngine> {
        (engine as &dyn Any).downcast_ref()
    }

    /// The controller, while there is power.
    pub fn controller(&self) -> &Controller<Socket> {
        &self.powered.as_ref().expect("power").controller
    }

    /// The controller, to be tampered with.
    pub fn controller_mut(&mut self) -> &mut Controller<Socket> {
        &mut self.powered.as_mut().expect("power").controller
    }
}

impl FreshEngine for HostEngine {
    fn fresh() -> HostEngine {
        HostEngine::with_flash(FlashChip::new(JOURNAL_PAGES))
    }
}

impl TableEngine for HostEngine {
    fn power_on(&mut self, chain: &SharedChain) {
        self.flash.chip().power_on();
        let wires = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
        let scanner = Scanner::start(wires).expect("simulated wires do not refuse");
        let Ok(()) = chain.output_enable().set_low();
        let controller = Controller::new(self.flash.clone());
        let mut controller = controller.expect("a flash of the right size");
        controller.start(Some(shared_key()), None);
        let session = Session::of_boot(controller.ledger().boots());
        self.powered = Some(Powered {
            controller,
            scanner,
            sensors: Sensors::new(),
            to_sign: ToSign::new(session),
            to_console: ToConsole::new(session),
        });
    }

    fn power_off(&mut self, chain: &SharedChain) {
        self.powered = None;
        let Ok(()) = chain.output_enable().set_high();
    }

    fn is_powered(&self) -> bool {
        self.powered.is_some()
    }

    fn step(&mut self, now_ms: u64, chain: &SharedChain, sign: &mut Lanes, console: &mut Lanes) {
        let Some(powered) = &mut self.powered else {
            return;
        };
        powered.receive(now_ms, sign, console);
        powered.run(now_ms);
        powered.transmit(now_ms, sign, console);
        // A flash that lost its power takes the controller with it.
        if !self.flash.chip().is_powered() {
            self.power_off(chain);
        }
    }

    fn is_halted(&self) -> bool {
        self.controller().halt().is_some()
    }
}

impl Powered {
    fn receive(&mut self, now_ms: u64, sign: &mut Lanes, console: &mut Lanes) {
        let now_us = now_ms * 1_000;
        while let Some(bytes) = sign.back.arrived(now_us) {
            bytes
                .iter()
                .for_each(|byte| self.to_sign.receive(*byte, now_ms));
        }
        while let Some(bytes) = console.back.arrived(now_us) {
            bytes
                .iter()
                .for_each(|byte| self.to_console.receive(*byte, now_ms));
        }
    }

    fn run(&mut self, now_ms: u64) {
        let lamps = self.controller.lamps(now_ms);
        let sample = self.scanner.scan(lamps.outputs(now_ms));
        let sample = sample.expect("simulated wires do not refuse");
        let readings = self.sensors.take(sample);
        self.controller.sense(&readings, now_ms);
        if self.controller.take_opened() {
            self.sensors.open_betting();
        }
        let links = (self.to_sign.is_up(now_ms), self.to_console.is_up(now_ms));
        self.controller.links(links.0, links.1, now_ms);
        self.serve_console(now_ms);
    }

    /// As long as there is something to do for it and the wire takes the answer.
    fn serve_console(&mut self, now_ms: u64) {
        while let Some(turn) = self.to_console.turn() {
            let is_free = turn == Turn::Free;
            match self.controller.serve(&turn, now_ms) {
                Some(message) => self.to_console.say(message),
                None if is_free => break,
                None => {}
            }
        }
    }

    fn transmit(&mut self, now_ms: u64, sign: &mut Lanes, console: &mut Lanes) {
        let picture = self.controller.picture();
        sign.out
            .send_all(now_ms * 1_000, || self.to_sign.transmit(&picture, now_ms));
        console
            .out
            .send_all(now_ms * 1_000, || self.to_console.transmit(now_ms));
    }
}
