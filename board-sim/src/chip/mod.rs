//! The chip around the core: its peripherals, one to a file, and the way to them. (RM0351 throughout)
//!
//! Peripherals are plain values. They are told the time, say when something happens next by themselves, and their
//! interrupts are levels computed from their flags.

pub mod exti;
pub mod flash;
pub mod gpio;
mod identity;
pub mod iwdg;
pub mod map;
mod pads;
pub mod pins;
pub mod rcc;
pub mod spi;
pub mod storage;
pub mod tim2;
pub mod usart;
pub mod wires;

use crate::cpu::{Bus, Refused};
use crate::time::{Span, Time};

use exti::Exti;
use flash::{Flash, PAGE_BYTES, Tear};
use iwdg::Iwdg;
use map::{FLASH, FLASH_END, SYSTEM_MEMORY, Unit, irq};
use pads::{Pads, Signal, SpiLines};
use pins::{Drive, Pin, Port};
use rcc::{Clocks, Rcc};
use spi::Spi;
use storage::Storage;
use tim2::Tim2;
use usart::{Arrival, Usart};
use wires::{Input, Serial, Wires};

/// Why the chip starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reset {
    /// Power came.
    Power,
    /// The button.
    Pin,
    /// The program asked for it.
    Software,
    /// The watchdog was not fed.
    Watchdog,
}

impl Reset {
    const fn flag(self) -> u32 {
        match self {
            Self::Power => rcc::cause::BROWN_OUT,
            Self::Pin => rcc::cause::PIN,
            Self::Software => rcc::cause::SOFTWARE,
            Self::Watchdog => rcc::cause::IWDG,
        }
    }
}

/// All that the chip remembers.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    rcc: Rcc,
    pwr: Storage,
    syscfg: Storage,
    dbgmcu: Storage,
    pub(crate) flash: Flash,
    pads: Pads,
    exti: Exti,
    spi: Spi,
    usart1: Usart,
    uart4: Usart,
    tim2: Tim2,
    iwdg: Iwdg,
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
            pwr: Storage::new(storage::PWR),
            syscfg: Storage::new(storage::SYSCFG),
            dbgmcu: Storage::new(storage::DBGMCU),
            flash,
            pads: Pads::default(),
            exti: Exti::default(),
            spi: Spi::new(clocks.pclk2_hz),
            usart1: Usart::new(clocks.usart1_hz),
            uart4: Usart::new(clocks.uart4_hz),
            tim2: Tim2::default(),
            iwdg: Iwdg::default(),
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
    /// An access has done something.
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

    /// Starts again. An operation of the flash that is under way is lost half-way, if it was not dealt with before.
    pub fn reset(&mut self, cause: Reset, now: Time) {
        let parts = &mut self.parts;
        parts.flash.cut(Tear::Torn(now.as_ps()));
        parts.flash.reset();
        parts.rcc.reset(cause.flag());
        if cause == Reset::Power {
            parts.rcc = Rcc::default();
        }
        parts.pwr = Storage::new(storage::PWR);
        parts.syscfg = Storage::new(storage::SYSCFG);
        parts.dbgmcu = Storage::new(storage::DBGMCU);
        parts.exti = Exti::default();
        parts.clocks = parts.rcc.clocks();
        parts.spi = Spi::new(parts.clocks.pclk2_hz);
        parts.usart1.reset();
        parts.uart4.reset();
        parts.tim2 = Tim2::default();
        parts.iwdg = Iwdg::default();
        (parts.stall, parts.bitten) = (None, false);
        self.release(now);
        self.clocks_changed(now);
    }

    /// All pins are let go, as by a reset or without power.
    pub(crate) fn release(&mut self, now: Time) {
        self.parts.pads.reset();
        for port in Port::ALL {
            self.parts.pads.refresh(port, &mut self.wires, now);
        }
        self.levels_changed();
    }

    /// What the chip does to a pin.
    #[must_use]
    pub fn drive(&self, pin: Pin) -> Drive {
        self.parts.pads.drive(pin)
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

    /// What runs how fast.
    #[must_use]
    pub const fn clocks(&self) -> Clocks {
        self.parts.clocks
    }

    /// How many bytes are still on their way to the chip.
    #[must_use]
    pub fn arriving(&self, serial: Serial) -> usize {
        match serial {
            Serial::Usart1 => self.parts.usart1.arriving(),
            Serial::Uart4 => self.parts.uart4.arriving(),
        }
    }

    /// The world does something to the chip.
    pub fn put(&mut self, input: Input, now: Time) {
        match input {
            Input::Level(pin, level) => {
                self.parts
                    .pads
                    .port_mut(pin.port)
                    .set_outside(pin.number, level);
                self.levels_changed();
            }
            Input::Byte(serial, arrival) => self.feed(serial, arrival, now),
        }
    }

    fn feed(&mut self, serial: Serial, arrival: Arrival, now: Time) {
        self.usart(serial).feed(arrival, now);
    }

    fn usart(&mut self, serial: Serial) -> &mut Usart {
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
        parts.spi.set_clock(clocks.pclk2_hz);
        parts.usart1.set_clock(clocks.usart1_hz);
        parts.uart4.set_clock(clocks.uart4_hz);
    }

    /// Lets the bits of SPI1 move, so that what happens to other pins comes in order.
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

    fn move_bytes(&mut self, now: Time) {
        for serial in [Serial::Usart1, Serial::Uart4] {
            let is_out = self.parts.pads.pin_of(Signal::Transmit(serial)).is_some();
            let usart = self.usart(serial);
            usart.advance(now);
            for departure in usart.take_sent() {
                if is_out {
                    self.wires.sent(serial, departure);
                }
            }
        }
    }

    /// Lets the world act, each time at its own time.
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

    fn read_unit(
        &mut self,
        unit: Unit,
        offset: u32,
        bytes: u32,
        now: Time,
    ) -> Result<u32, Refused> {
        let parts = &mut self.parts;
        let value = match unit {
            Unit::Flash => return parts.flash.read(offset),
            Unit::Tim2 => parts.tim2.read(offset, now),
            Unit::Iwdg => parts.iwdg.read(offset, now),
            Unit::Uart4 => parts.uart4.read(offset),
            Unit::Usart1 => parts.usart1.read(offset),
            Unit::Pwr => parts.pwr.read(offset),
            Unit::Syscfg => parts.syscfg.read(offset),
            Unit::Exti => parts.exti.read(offset),
            Unit::Spi1 => parts.spi.read(offset, bytes),
            Unit::Rcc => parts.rcc.read(offset, now),
            Unit::Gpio(port) => parts.pads.port(port).read(offset),
            Unit::Dbgmcu => parts.dbgmcu.read(offset),
        };
        value.ok_or_else(|| missing(unit, offset))
    }

    fn write_unit(
        &mut self,
        unit: Unit,
        offset: u32,
        bytes: u32,
        value: u32,
        now: Time,
    ) -> Result<(), Refused> {
        let parts = &mut self.parts;
        let done = match unit {
            Unit::Flash => return self.write_flash_register(offset, value, now),
            Unit::Tim2 => parts.tim2.write(offset, value, now),
            Unit::Iwdg => parts.iwdg.write(offset, value, now),
            Unit::Uart4 => parts.uart4.write(offset, value, now),
            Unit::Usart1 => parts.usart1.write(offset, value, now),
            Unit::Pwr => parts.pwr.write(offset, value),
            Unit::Syscfg => parts.syscfg.write(offset, value),
            Unit::Exti => parts.exti.write(offset, value),
            Unit::Spi1 => parts.spi.write(offset, bytes, value, now),
            Unit::Rcc => self.write_rcc(offset, value, now),
            Unit::Gpio(port) => parts.pads.port_mut(port).write(offset, value),
            Unit::Dbgmcu => parts.dbgmcu.write(offset, value),
        };
        done.ok_or_else(|| missing(unit, offset))?;
        match unit {
            Unit::Gpio(port) => self.parts.pads.refresh(port, &mut self.wires, now),
            Unit::Spi1 => self.move_bits(now),
            Unit::Uart4 | Unit::Usart1 => self.move_bytes(now),
            _ => {}
        }
        if matches!(unit, Unit::Gpio(_) | Unit::Syscfg) {
            self.levels_changed();
        }
        Ok(())
    }

    fn write_rcc(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        let parts = &mut self.parts;
        let before = parts.rcc.read(offset, now)?;
        let is_open = parts.pwr.read(storage::PWR_CR1)? & storage::PWR_DBP != 0;
        parts.rcc.write(offset, value, is_open, now)?;
        let switches = map::UNITS
            .iter()
            .filter_map(|(_, unit, switch)| Some((*unit, (*switch)?)));
        for (unit, switch) in switches.filter(|(_, switch)| switch.reset == offset) {
            if value & !before & 1 << switch.bit != 0 {
                self.reset_unit(unit, now);
            }
        }
        if self.parts.rcc.clocks() != self.parts.clocks {
            self.clocks_changed(now);
        }
        Some(())
    }

    fn reset_unit(&mut self, unit: Unit, now: Time) {
        let parts = &mut self.parts;
        match unit {
            Unit::Tim2 => parts.tim2 = Tim2::default(),
            Unit::Uart4 => parts.uart4.reset(),
            Unit::Usart1 => parts.usart1.reset(),
            Unit::Pwr => parts.pwr = Storage::new(storage::PWR),
            Unit::Syscfg => parts.syscfg = Storage::new(storage::SYSCFG),
            Unit::Spi1 => parts.spi = Spi::new(parts.clocks.pclk2_hz),
            Unit::Gpio(port) => {
                parts.pads.port_mut(port).reset(port);
                parts.pads.refresh(port, &mut self.wires, now);
            }
            Unit::Iwdg | Unit::Exti | Unit::Rcc | Unit::Flash | Unit::Dbgmcu => {}
        }
        self.clocks_changed(now);
    }

    /// A store into the control register while the flash is busy is done when it no longer is.
    fn write_flash_register(&mut self, offset: u32, value: u32, now: Time) -> Result<(), Refused> {
        let flash = &mut self.parts.flash;
        let at = flash.control_stall(offset).unwrap_or(now);
        self.parts.stall = self.parts.stall.max(flash.control_stall(offset));
        flash.advance(at);
        flash.write(offset, value, at)?;
        // The core runs from bank 1: it waits if that is what is being erased.
        self.parts.stall = self.parts.stall.max(flash.stall(0));
        Ok(())
    }

    /// The array: a busy bank makes the core wait.
    fn flash_ready(&mut self, offset: u32, now: Time) -> Time {
        let flash = &mut self.parts.flash;
        let at = flash.stall(offset).unwrap_or(now);
        self.parts.stall = self.parts.stall.max(flash.stall(offset));
        flash.advance(at);
        at
    }
}

fn missing(unit: Unit, offset: u32) -> Refused {
    Refused::NotModelled(format!("{unit:?}, offset {offset:#x}"))
}

/// Whether a unit may be accessed in other than words.
const fn takes_parts(unit: Unit) -> bool {
    matches!(unit, Unit::Spi1 | Unit::Usart1 | Unit::Uart4 | Unit::Tim2)
}

impl<W: Wires> Chip<W> {
    /// The unit at an address, with the offset there, and whether its clock is on.
    fn unit(&self, address: u32, bytes: u32) -> Result<(Unit, u32, bool), Refused> {
        let Some((base, unit, switch)) = map::unit(address) else {
            return Err(Refused::NotModelled(format!("{address:#010x}")));
        };
        let is_on =
            switch.is_none_or(|switch| self.parts.rcc.is_enabled(switch.enable, switch.bit));
        if bytes != 4 && !takes_parts(unit) {
            return Err(Refused::NotModelled(format!(
                "{unit:?} in {bytes} bytes, {address:#010x}"
            )));
        }
        Ok((unit, address - base, is_on))
    }
}

impl<W: Wires> Bus for Chip<W> {
    fn read(&mut self, address: u32, bytes: u32, now: Time) -> Result<u32, Refused> {
        match address {
            FLASH..FLASH_END => {
                self.flash_ready(address - FLASH, now);
                self.changed |= self.parts.stall.is_some()
                    || self.parts.flash.array().ecc(address - FLASH).is_some();
                Ok(self.parts.flash.load(address - FLASH, bytes))
            }
            SYSTEM_MEMORY..0x1FFF_8000 => {
                let word = identity::word(address & !3);
                let word = word.ok_or_else(|| Refused::NotModelled(format!("{address:#010x}")))?;
                Ok(word >> (8 * (address & 3)))
            }
            _ => {
                let (unit, offset, is_on) = self.unit(address, bytes)?;
                // Without its clock a unit reads as zero.
                if !is_on {
                    return Ok(0);
                }
                self.changed |= match unit {
                    Unit::Usart1 | Unit::Uart4 => offset == usart::RDR,
                    Unit::Spi1 => offset == spi::DR,
                    _ => false,
                };
                self.read_unit(unit, offset, bytes, now)
            }
        }
    }

    fn write(&mut self, address: u32, bytes: u32, value: u32, now: Time) -> Result<(), Refused> {
        match address {
            FLASH..FLASH_END => {
                let at = self.flash_ready(address - FLASH, now);
                self.parts.flash.store(address - FLASH, bytes, value, at);
                self.parts.stall = self.parts.stall.max(self.parts.flash.stall(0));
                Ok(())
            }
            _ => {
                let (unit, offset, is_on) = self.unit(address, bytes)?;
                if !is_on {
                    return Err(Refused::NotModelled(format!(
                        "a store to {unit:?} without its clock"
                    )));
                }
                self.advance(now);
                self.write_unit(unit, offset, bytes, value, now)
            }
        }
    }

    fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn is_memory(&self, address: u32) -> bool {
        map::MEMORY.iter().any(|memory| memory.contains(&address))
    }

    fn advance(&mut self, now: Time) {
        self.move_bits(now);
        self.move_bytes(now);
        self.parts.tim2.advance(now);
        self.parts.flash.advance(now);
        self.parts.bitten |= self.parts.iwdg.bites() <= now;
        self.let_the_world_act(now);
    }

    fn next_event(&self) -> Time {
        let parts = &self.parts;
        let own = [
            parts.usart1.next_event(),
            parts.uart4.next_event(),
            parts.tim2.next_event(),
            parts.flash.next_event(),
            parts.iwdg.bites(),
            parts.spi.next_event(),
        ];
        own.into_iter()
            .min()
            .unwrap_or(Time::NEVER)
            .min(self.wires.next_event())
    }

    fn interrupts(&self) -> u128 {
        let parts = &self.parts;
        let line = |asked: bool, number: u32| u128::from(asked) << number;
        line(parts.flash.interrupt(), irq::FLASH)
            | line(parts.tim2.interrupt(), irq::TIM2)
            | line(parts.spi.interrupt(), irq::SPI1)
            | line(parts.usart1.interrupt(), irq::USART1)
            | line(parts.uart4.interrupt(), irq::UART4)
            | parts.exti.interrupts()
    }

    fn nmi(&self) -> bool {
        self.parts.flash.nmi()
    }

    fn cycle(&self) -> Span {
        Span::of_hz(self.parts.clocks.hclk_hz)
    }

    fn take_stall(&mut self) -> Option<Time> {
        self.parts.stall.take()
    }

    fn code_version(&self) -> u64 {
        self.parts.flash.array().version(0)
    }

    fn copy_code(&self, to: &mut [u8]) -> bool {
        let pages = to
            .chunks_mut(PAGE_BYTES)
            .zip(self.parts.flash.array().pages());
        let differing = pages.filter(|(to, page)| *to != page.as_slice());
        differing.map(|(to, page)| to.copy_from_slice(page)).count() > 0
    }

    fn wants_reset(&self) -> bool {
        self.parts.bitten
    }
}
