//! The chip as the core sees it.

use super::flash::{BANK_BYTES, PAGE_BYTES};
use super::map::{self, FLASH, FLASH_END, SYSTEM_MEMORY, Unit, irq};
use super::wires::Wires;
use super::{Chip, Parts, identity, spi, usart};
use crate::cpu::{Bus, Refused, Transfer};
use crate::time::{Span, Time};

impl<W: Wires> Bus for Chip<W> {
    fn read(&mut self, address: u32, bytes: u32, now: Time) -> Result<u32, Refused> {
        match address {
            FLASH..FLASH_END => {
                self.flash_ready(address - FLASH, now);
                self.changed |= self.parts.stall.is_some()
                    || self.parts.flash.array().ecc(address - FLASH).is_some();
                Ok(self.parts.flash.load(address - FLASH, bytes, now))
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
        self.parts.tim6.advance(now);
        self.move_pulse(now);
        self.parts.flash.advance(now);
        self.parts.bitten |= self.parts.iwdg.bites() <= now;
        self.let_the_world_act(now);
    }

    fn next_transfer(&mut self) -> Option<Transfer> {
        let Parts { dma, spi, .. } = &mut self.parts;
        dma.next_transfer(spi)
    }

    fn loaded(&mut self, byte: u8, now: Time) {
        let Parts { dma, spi, .. } = &mut self.parts;
        dma.loaded(byte, spi, now);
        self.move_bits(now);
    }

    fn next_event(&self) -> Time {
        let parts = &self.parts;
        let own = [
            parts.usart1.next_event(),
            parts.uart4.next_event(),
            parts.tim2.next_event(),
            parts.tim6.next_event(),
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
            | line(parts.tim6.interrupt(), irq::TIM6)
            | line(parts.spi.interrupt(), irq::SPI1)
            | line(parts.usart1.interrupt(), irq::USART1)
            | line(parts.uart4.interrupt(), irq::UART4)
            | u128::from(parts.dma.interrupts()) << irq::DMA1_CHANNEL1
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
            .chunks_mut(PAGE_BYTES as usize)
            .zip(self.parts.flash.array().pages());
        let differing = pages.filter(|(to, page)| *to != page.as_slice());
        differing.map(|(to, page)| to.copy_from_slice(page)).count() > 0
    }

    fn watched_code(&self) -> Vec<u32> {
        let wrong = self.parts.flash.array().wrong();
        let offsets = wrong
            .map(|(offset, _)| offset)
            .filter(|offset| *offset < BANK_BYTES);
        offsets.map(|offset| FLASH + offset).collect()
    }

    fn wants_reset(&self) -> bool {
        self.own_reset().is_some()
    }
}
