//! The peripheral behind each pin, and the chip's present drive of each pin. (Data sheet, table 17)

use super::gpio::{Gpio, Mode};
use super::pins::{ChipPin, Drive, Port};
use super::spi::SpiPins;
use super::wires::{Serial, Wires};
use crate::time::Time;

/// A line of a peripheral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    SpiClock,
    SpiOut,
    SpiIn,
    Transmit(Serial),
    Receive(Serial),
    /// TIM3, channel 1.
    Pulse,
}

/// The pin of TIM3's channel 1.
const PULSE: ChipPin = ChipPin::c(6);

/// The pins that have one, and the number of the function.
const ALTERNATES: [(ChipPin, u8, Signal); 11] = [
    (ChipPin::a(5), 5, Signal::SpiClock),
    (ChipPin::a(6), 5, Signal::SpiIn),
    (ChipPin::a(7), 5, Signal::SpiOut),
    (ChipPin::b(3), 5, Signal::SpiClock),
    (ChipPin::b(4), 5, Signal::SpiIn),
    (ChipPin::b(5), 5, Signal::SpiOut),
    (ChipPin::a(0), 8, Signal::Transmit(Serial::Uart4)),
    (ChipPin::a(1), 8, Signal::Receive(Serial::Uart4)),
    (ChipPin::b(6), 7, Signal::Transmit(Serial::Usart1)),
    (ChipPin::b(7), 7, Signal::Receive(Serial::Usart1)),
    (PULSE, 2, Signal::Pulse),
];

/// The ports, and the state of all pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pads {
    pub(super) ports: [Gpio; 8],
    drives: [[Drive; 16]; 8],
    clock: bool,
    data: bool,
    pulse: Drive,
}

impl Default for Pads {
    fn default() -> Self {
        Self {
            ports: Port::ALL.map(Gpio::new),
            drives: [[Drive::Released; 16]; 8],
            clock: false,
            data: false,
            pulse: Drive::Released,
        }
    }
}

impl Pads {
    pub(super) fn port(&self, port: Port) -> &Gpio {
        &self.ports[port as usize]
    }

    pub(super) fn port_mut(&mut self, port: Port) -> &mut Gpio {
        &mut self.ports[port as usize]
    }

    pub(super) fn reset(&mut self) {
        for (port, gpio) in Port::ALL.into_iter().zip(&mut self.ports) {
            gpio.reset(port);
        }
    }

    /// The pin that a signal is on, if the program has put it on one.
    pub(super) fn pin_of(&self, signal: Signal) -> Option<ChipPin> {
        let candidates = ALTERNATES.iter().filter(|(_, _, other)| *other == signal);
        let mut in_use = candidates.filter(|(pin, function, _)| {
            self.port(pin.port).mode(pin.number) == Mode::Alternate(*function)
        });
        in_use.next().map(|(pin, ..)| *pin)
    }

    fn alternate(&self, pin: ChipPin) -> Drive {
        let mode = self.port(pin.port).mode(pin.number);
        let signal = ALTERNATES
            .iter()
            .find(|(other, function, _)| *other == pin && mode == Mode::Alternate(*function));
        match signal.map(|(_, _, signal)| *signal) {
            Some(Signal::SpiClock) => Drive::level(self.clock),
            Some(Signal::SpiOut) => Drive::level(self.data),
            Some(Signal::Pulse) => self.pulse,
            // The world receives whole bytes, not levels; between bytes the line is high.
            Some(Signal::Transmit(_)) => Drive::High,
            Some(Signal::SpiIn | Signal::Receive(_)) | None => Drive::Released,
        }
    }

    /// Tells the world of changed drives of a port's pins.
    pub(super) fn refresh(&mut self, port: Port, wires: &mut impl Wires, at: Time) {
        for number in 0..16 {
            self.refresh_pin(ChipPin { port, number }, wires, at);
        }
    }

    /// Tells the world of changed drives of those pins of a port that are in `pins`, one bit each.
    pub(super) fn refresh_some(&mut self, port: Port, pins: u32, wires: &mut impl Wires, at: Time) {
        let mut left = pins & 0xFFFF;
        while left != 0 {
            let number = left.trailing_zeros().to_le_bytes()[0];
            self.refresh_pin(ChipPin { port, number }, wires, at);
            left &= left - 1;
        }
    }

    /// The pulse of TIM3 drives its pin so from now on.
    pub(super) fn pulse(&mut self, drive: Drive, wires: &mut impl Wires, at: Time) {
        if self.pulse != drive {
            self.pulse = drive;
            self.refresh_pin(PULSE, wires, at);
        }
    }

    fn refresh_pin(&mut self, pin: ChipPin, wires: &mut impl Wires, at: Time) {
        let drive = self.port(pin.port).drive(pin.number, self.alternate(pin));
        let last = &mut self.drives[pin.port as usize][usize::from(pin.number)];
        if *last != drive {
            *last = drive;
            wires.drive(pin, drive, at);
        }
    }

    /// The chip's present drive of a pin.
    pub(super) fn drive(&self, pin: ChipPin) -> Drive {
        self.drives[pin.port as usize][usize::from(pin.number & 0xF)]
    }
}

/// The lines of SPI1, through the pins that they are on.
pub(super) struct SpiLines<'a, W> {
    pub(super) pads: &'a mut Pads,
    pub(super) wires: &'a mut W,
}

impl<W: Wires> SpiLines<'_, W> {
    fn refresh(&mut self, signal: Signal, at: Time) {
        if let Some(pin) = self.pads.pin_of(signal) {
            self.pads.refresh_pin(pin, self.wires, at);
        }
    }
}

impl<W: Wires> SpiPins for SpiLines<'_, W> {
    fn clock(&mut self, level: bool, at: Time) {
        self.pads.clock = level;
        self.refresh(Signal::SpiClock, at);
    }

    fn data(&mut self, level: bool, at: Time) {
        self.pads.data = level;
        self.refresh(Signal::SpiOut, at);
    }

    fn sample(&mut self, at: Time) -> bool {
        let pin = self.pads.pin_of(Signal::SpiIn);
        pin.is_some_and(|pin| self.wires.sense(pin, at))
    }
}
