//! The chip around the core: its peripherals, one to a file, and the way to them. (RM0351 throughout)
//!
//! Peripherals are plain values. They are given the time, report the time of their next event, and their interrupts are
//! levels computed from their flags.

mod access;
mod as_bus;
pub mod clocks;
pub mod counter;
pub mod dma;
pub mod exti;
pub mod flash;
pub mod gpio;
mod identity;
pub mod iwdg;
pub mod map;
mod pads;
pub mod pins;
pub mod pwr;
pub mod rcc;
pub mod rng;
pub mod spi;
pub mod storage;
pub mod tim2;
pub mod tim3;
pub mod tim6;
pub mod usart;
pub mod wires;

use crate::time::Time;

use clocks::Clocks;
use dma::Dma;
use exti::Exti;
use flash::{ArrayTear, Flash};
use iwdg::Iwdg;
use pads::{Pads, Signal, SpiLines};
use pins::{ChipPin, Drive, Port};
use pwr::Pwr;
use rcc::Rcc;
use rng::Rng;
use spi::{Spi, SpiPins};
use storage::Storage;
use tim2::Tim2;
use tim3::Tim3;
use tim6::Tim6;
use usart::{Arrival, Usart};
use wires::{BoardInput, Serial, Wires};

/// The cause of a reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reset {
    /// Power-on.
    Power,
    /// The reset button.
    Pin,
    /// A request of the program.
    Software,
    /// The watchdog was not fed.
    Watchdog,
    /// The program has had the option bytes loaded.
    OptionBytes,
}

impl Reset {
    const fn flag(self) -> u32 {
        match self {
            Self::Power => rcc::cause::BROWN_OUT,
            Self::Pin => rcc::cause::PIN,
            Self::Software => rcc::cause::SOFTWARE,
            Self::Watchdog => rcc::cause::IWDG,
            Self::OptionBytes => rcc::cause::OPTION_BYTES,
        }
    }
}

/// The whole state of the chip.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    rcc: Rcc,
    pwr: Pwr,
    syscfg: Storage,
    dbgmcu: Storage,
    pub(crate) flash: Flash,
    pads: Pads,
    exti: Exti,
    spi: Spi,
    dma: Dma,
    usart1: Usart,
    uart4: Usart,
    tim2: Tim2,
    tim3: Tim3,
    tim6: Tim6,
    iwdg: Iwdg,
    rng: Rng,
    clocks: Clocks,
    stall: Option<Time>,
    bitten: bool,
}

impl Parts {
    fn new(flash: Flash) -> Self {
        let rcc = Rcc::default();
        let clocks = rcc.clocks();
        Self {
            rcc,
            pwr: Pwr::default(),
            syscfg: Storage::new(storage::SYSCFG),
            dbgmcu: Storage::new(storage::DBGMCU),
            flash,
            pads: Pads::default(),
            exti: Exti::default(),
            spi: Spi::new(clocks.pclk2_hz),
            dma: Dma::default(),
            usart1: Usart::new(clocks.usart1_hz),
            uart4: Usart::new(clocks.uart4_hz),
            tim2: Tim2::default(),
            tim3: Tim3::default(),
            tim6: Tim6::default(),
            iwdg: Iwdg::default(),
            rng: Rng::default(),
            clocks,
            stall: None,
            bitten: false,
        }
    }
}

/// The chip, with the world around it.
#[derive(Clone, Debug)]
pub struct Chip<W> {
    pub(crate) parts: Parts,
    /// An access has changed something.
    changed: bool,
    /// The world.
    pub wires: W,
}

impl<W: Wires> Chip<W> {
    /// A chip with erased flash, before its first reset.
    pub fn new(wires: W) -> Self {
        Self {
            parts: Parts::new(Flash::new(flash::Array::default())),
            changed: false,
            wires,
        }
    }

    /// Resets the chip. An operation of the flash that is under way is lost half-way, unless the caller has handled it
    /// before.
    pub fn reset(&mut self, cause: Reset, now: Time) {
        let parts = &mut self.parts;
        parts.flash.cut(ArrayTear::by_chance(now.as_ps()));
        parts.flash.reset();
        parts.rcc.reset(cause.flag());
        if cause == Reset::Power {
            parts.rcc = Rcc::default();
        }
        if matches!(cause, Reset::Power | Reset::OptionBytes) {
            parts.flash.load_options();
        }
        parts.pwr.reset();
        parts.syscfg = Storage::new(storage::SYSCFG);
        parts.dbgmcu = Storage::new(storage::DBGMCU);
        parts.exti = Exti::default();
        parts.clocks = parts.rcc.clocks();
        parts.spi = Spi::new(parts.clocks.pclk2_hz);
        parts.dma = Dma::default();
        parts.usart1.reset();
        parts.uart4.reset();
        parts.tim2 = Tim2::default();
        (parts.tim3, parts.tim6) = (Tim3::default(), Tim6::default());
        parts.iwdg = Iwdg::default();
        parts.rng.reset();
        (parts.stall, parts.bitten) = (None, false);
        self.release(now);
        self.clocks_changed(now);
    }

    /// Releases all pins, as in a reset or without power.
    pub(crate) fn release(&mut self, now: Time) {
        self.parts.pads.reset();
        for port in Port::ALL {
            self.parts.pads.refresh(port, &mut self.wires, now);
        }
        self.levels_changed();
    }

    /// The chip's drive of a pin.
    #[must_use]
    pub fn drive(&self, pin: ChipPin) -> Drive {
        self.parts.pads.drive(pin)
    }

    /// A register of a port, if there is one at this offset.
    #[must_use]
    pub fn port_register(&self, port: Port, offset: u32) -> Option<u32> {
        self.parts.pads.port(port).read(offset)
    }

    /// The flash.
    #[must_use]
    pub const fn flash(&self) -> &Flash {
        &self.parts.flash
    }

    /// The flash, to change it from outside.
    pub const fn flash_mut(&mut self) -> &mut Flash {
        &mut self.parts.flash
    }

    /// The reason for which the chip resets itself, if it does.
    #[must_use]
    pub const fn own_reset(&self) -> Option<Reset> {
        match (self.parts.flash.launches(), self.parts.bitten) {
            (true, _) => Some(Reset::OptionBytes),
            (false, true) => Some(Reset::Watchdog),
            (false, false) => None,
        }
    }

    /// The frequencies of the clocks.
    #[must_use]
    pub const fn clocks(&self) -> Clocks {
        self.parts.clocks
    }

    /// Number of bytes that are still on their way to the chip.
    #[must_use]
    pub fn arriving(&self, serial: Serial) -> usize {
        self.usart(serial).arriving()
    }

    /// Number of bytes lost since the last reset because the byte before had not been read.
    #[must_use]
    pub fn overruns(&self, serial: Serial) -> u64 {
        self.usart(serial).overruns()
    }

    const fn usart(&self, serial: Serial) -> &Usart {
        match serial {
            Serial::Usart1 => &self.parts.usart1,
            Serial::Uart4 => &self.parts.uart4,
        }
    }

    /// Applies an input from outside.
    pub fn put(&mut self, input: BoardInput, now: Time) {
        match input {
            BoardInput::Level(pin, level) => {
                self.parts
                    .pads
                    .port_mut(pin.port)
                    .set_outside(pin.number, level);
                self.levels_changed();
            }
            BoardInput::Byte(serial, arrival) => self.feed(serial, arrival, now),
            BoardInput::Arrived(serial, arrival) => self.usart_mut(serial).arrive(arrival, now),
            BoardInput::Supply(millivolts) => self.parts.pwr.set_supply(millivolts),
            BoardInput::Randomness(fault) => self.parts.rng.set_fault(fault),
        }
    }

    fn feed(&mut self, serial: Serial, arrival: Arrival, now: Time) {
        self.usart_mut(serial).feed(arrival, now);
    }

    fn usart_mut(&mut self, serial: Serial) -> &mut Usart {
        match serial {
            Serial::Usart1 => &mut self.parts.usart1,
            Serial::Uart4 => &mut self.parts.uart4,
        }
    }

    /// The lines of EXTI see the pins that SYSCFG chooses.
    fn levels_changed(&mut self) {
        let parts = &mut self.parts;
        let levels = (0..16).filter(|line| {
            let register = storage::SYSCFG_EXTICR1 + u32::from(line / 4) * 4;
            let choice = parts.syscfg.read(register).unwrap_or(0) >> (4 * (line % 4)) & 0b111;
            Port::ALL
                .get(choice as usize)
                .is_some_and(|port| parts.pads.port(*port).level(*line))
        });
        let levels = levels.fold(0, |levels, line| levels | 1 << line);
        parts.exti.set_levels(levels);
    }

    fn clocks_changed(&mut self, now: Time) {
        let parts = &mut self.parts;
        let clocks = parts.rcc.clocks();
        parts.clocks = clocks;
        parts.tim2.set_clock(clocks.tim1_hz, now);
        parts.tim3.set_clock(clocks.tim1_hz, now);
        parts.tim6.set_clock(clocks.tim1_hz, now);
        parts.spi.set_clock(clocks.pclk2_hz);
        parts.usart1.set_clock(clocks.usart1_hz);
        parts.uart4.set_clock(clocks.uart4_hz);
        parts.rng.set_clock(clocks.rng_hz, clocks.hclk_hz);
    }

    /// Moves the bits of SPI1 up to now, so that changes of other pins come in the right order.
    fn move_bits(&mut self, now: Time) {
        let Parts { spi, pads, .. } = &mut self.parts;
        spi.advance(
            now,
            &mut SpiLines {
                pads,
                wires: &mut self.wires,
            },
        );
    }

    /// Between frames SCK rests at the idle level of the mode.
    fn rest_clock(&mut self, now: Time) {
        let Parts { spi, pads, .. } = &mut self.parts;
        if !spi.is_moving() {
            let wires = &mut self.wires;
            SpiLines { pads, wires }.clock(spi.idle_clock(), now);
        }
    }

    /// Counts with TIM3 up to now, and moves the pin of its pulse.
    fn move_pulse(&mut self, now: Time) {
        let Parts { tim3, pads, .. } = &mut self.parts;
        let wires = &mut self.wires;
        tim3.advance(now, |(drive, at)| pads.pulse(drive, wires, at));
        pads.pulse(tim3.drive(), wires, now);
    }

    fn move_bytes(&mut self, now: Time) {
        for serial in [Serial::Usart1, Serial::Uart4] {
            let usart = self.usart_mut(serial);
            usart.advance(now);
            let (begun, sent) = (usart.take_begun(), usart.take_sent());
            if begun.is_empty() && sent.is_empty() {
                continue;
            }
            if self.parts.pads.pin_of(Signal::Transmit(serial)).is_some() {
                begun
                    .into_iter()
                    .for_each(|departure| self.wires.begins(serial, departure));
                sent.into_iter()
                    .for_each(|departure| self.wires.sent(serial, departure));
            }
        }
    }

    /// Lets the world act, each time at the time that it named.
    fn let_the_world_act(&mut self, now: Time) {
        let mut inputs = Vec::new();
        while self.wires.next_event() <= now {
            let at = self.wires.next_event();
            self.wires.act(at, &mut inputs);
            for input in inputs.drain(..) {
                self.put(input, at);
            }
        }
    }
}
