//! The way from an address to a register of a peripheral, and the consequences of a store.

use super::Chip;
use super::dma::Dma;
use super::map::{self, Unit};
use super::pins::Port;
use super::spi::Spi;
use super::storage::{self, Storage};
use super::tim2::Tim2;
use super::tim3::Tim3;
use super::tim6::Tim6;
use super::wires::Wires;
use crate::cpu::Refused;
use crate::time::Time;

impl<W: Wires> Chip<W> {
    /// The unit at an address, the offset in it, and the state of its clock: true if it is on.
    pub(super) fn unit(&self, address: u32, bytes: u32) -> Result<(Unit, u32, bool), Refused> {
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

    pub(super) fn read_unit(
        &mut self,
        unit: Unit,
        offset: u32,
        bytes: u32,
        now: Time,
    ) -> Result<u32, Refused> {
        if unit == Unit::Tim3 {
            self.move_pulse(now);
        }
        let parts = &mut self.parts;
        let value = match unit {
            Unit::Flash => return parts.flash.read(offset),
            Unit::Dma1 => parts.dma.read(offset),
            Unit::Tim2 => parts.tim2.read(offset, now),
            Unit::Tim3 => parts.tim3.read(offset),
            Unit::Tim6 => parts.tim6.read(offset, now),
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
            Unit::Rng => parts.rng.read(offset, now),
        };
        value.ok_or_else(|| missing(unit, offset))
    }

    pub(super) fn write_unit(
        &mut self,
        unit: Unit,
        offset: u32,
        bytes: u32,
        value: u32,
        now: Time,
    ) -> Result<(), Refused> {
        let (offset, value) = match unit {
            // A part of a register, the rest of which stays; where it reads as zero, nothing happens to the rest.
            Unit::Gpio(port) if bytes != 4 => self.merged(port, offset, bytes, value),
            _ => (offset, value),
        };
        let outputs = self.outputs(unit);
        let parts = &mut self.parts;
        let done = match unit {
            Unit::Flash => return self.write_flash_register(offset, value, now),
            Unit::Dma1 => parts.dma.write(offset, value),
            Unit::Tim2 => parts.tim2.write(offset, value, now),
            Unit::Tim3 => parts.tim3.write(offset, value, now),
            Unit::Tim6 => parts.tim6.write(offset, value, now),
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
            Unit::Rng => parts.rng.write(offset, value, now),
        };
        done.ok_or_else(|| missing(unit, offset))?;
        match unit {
            Unit::Gpio(port) => self.refresh(port, outputs, now),
            Unit::Tim3 => self.move_pulse(now),
            Unit::Spi1 => {
                self.move_bits(now);
                self.rest_clock(now);
            }
            Unit::Uart4 | Unit::Usart1 => self.move_bytes(now),
            _ => {}
        }
        if matches!(unit, Unit::Gpio(_) | Unit::Syscfg) {
            self.levels_changed();
        }
        Ok(())
    }

    /// The output register of a port.
    fn outputs(&self, unit: Unit) -> Option<u32> {
        match unit {
            Unit::Gpio(port) => Some(self.parts.pads.port(port).outputs()),
            _ => None,
        }
    }

    /// Moves the pins of a port after a store: those whose output has changed, or all of them if it was another
    /// register.
    fn refresh(&mut self, port: Port, before: Option<u32>, now: Time) {
        let changed = before.map_or(0, |before| before ^ self.parts.pads.port(port).outputs());
        match changed {
            0 => self.parts.pads.refresh(port, &mut self.wires, now),
            _ => self
                .parts
                .pads
                .refresh_some(port, changed, &mut self.wires, now),
        }
    }

    /// A store to a part of a port's register, as one to the whole of it.
    fn merged(&self, port: Port, offset: u32, bytes: u32, value: u32) -> (u32, u32) {
        let (register, shift) = (offset & !3, 8 * (offset & 3));
        let mask = (u32::MAX >> (32 - 8 * bytes)) << shift;
        let whole = self.parts.pads.port(port).read(register).unwrap_or(0);
        (register, whole & !mask | value << shift & mask)
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
            Unit::Dma1 => parts.dma = Dma::default(),
            Unit::Tim2 => parts.tim2 = Tim2::default(),
            Unit::Tim3 => parts.tim3 = Tim3::default(),
            Unit::Tim6 => parts.tim6 = Tim6::default(),
            Unit::Uart4 => parts.uart4.reset(),
            Unit::Usart1 => parts.usart1.reset(),
            Unit::Pwr => parts.pwr.reset(),
            Unit::Syscfg => parts.syscfg = Storage::new(storage::SYSCFG),
            Unit::Rng => parts.rng.reset(),
            Unit::Spi1 => parts.spi = Spi::new(parts.clocks.pclk2_hz),
            Unit::Gpio(port) => {
                parts.pads.port_mut(port).reset(port);
                parts.pads.refresh(port, &mut self.wires, now);
            }
            Unit::Iwdg | Unit::Exti | Unit::Rcc | Unit::Flash | Unit::Dbgmcu => {}
        }
        self.clocks_changed(now);
    }

    /// A store into the control register while the flash is busy takes effect when the flash is ready.
    fn write_flash_register(&mut self, offset: u32, value: u32, now: Time) -> Result<(), Refused> {
        let flash = &mut self.parts.flash;
        let at = flash.control_stall(offset).unwrap_or(now);
        self.parts.stall = self.parts.stall.max(flash.control_stall(offset));
        flash.advance(at);
        flash.write(offset, value, at)?;
        // The core runs from bank 1: it stalls while that bank is being erased.
        self.parts.stall = self.parts.stall.max(flash.stall(0));
        Ok(())
    }

    /// The array: a busy bank stalls the core.
    pub(super) fn flash_ready(&mut self, offset: u32, now: Time) -> Time {
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

/// True if a unit may be accessed in bytes and half-words.
const fn takes_parts(unit: Unit) -> bool {
    matches!(
        unit,
        Unit::Spi1 | Unit::Usart1 | Unit::Uart4 | Unit::Tim2 | Unit::Gpio(_)
    )
}
