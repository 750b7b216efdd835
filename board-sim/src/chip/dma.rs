//! DMA1, as far as SPI1 uses it: channel 2 receives, channel 3 sends, byte by byte. (RM0351, chapter 11)
//!
//! A transfer moves at the time at which SPI1 asks for it; the bus takes no time.

use super::spi::Spi;
use crate::cpu::Transfer;
use crate::time::Time;

const ISR: u32 = 0x00;
const IFCR: u32 = 0x04;
const FIRST_CHANNEL: u32 = 0x08;
const CHANNEL_BYTES: u32 = 0x14;
const CSELR: u32 = 0xA8;

/// Registers of a channel.
const CCR: u32 = 0x00;
const CNDTR: u32 = 0x04;
const CPAR: u32 = 0x08;
const CMAR: u32 = 0x0C;

/// CCR.
const EN: u32 = 1 << 0;
const INTERRUPTS: u32 = 0b111;
const FROM_MEMORY: u32 = 1 << 4;
const MINC: u32 = 1 << 7;
/// Bits that change nothing here: the priority of the channel.
const PRIORITY: u32 = 0b11 << 12;

/// Flags of a channel, of which `COMPLETE` and `HALF` are set here; `ANY` is set with each.
const ANY: u32 = 1 << 0;
const COMPLETE: u32 = 1 << 1;
const HALF: u32 = 1 << 2;
const FLAG_BITS: u32 = 4;

/// The channels of SPI1, counted from 0, and their request. (Table 44)
const RECEIVE: usize = 1;
const SEND: usize = 2;
const OF_SPI1: u32 = 1;
const CHANNELS: usize = 7;

/// The data register of SPI1.
const SPI1_DR: u32 = 0x4001_300C;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Channel {
    control: u32,
    left: u32,
    /// Transfers since the channel was enabled.
    done: u32,
    peripheral: u32,
    memory: u32,
    flags: u32,
}

/// The block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dma {
    channels: [Channel; CHANNELS],
    select: u32,
}

impl Dma {
    /// A register, if there is one at this offset.
    #[must_use]
    pub fn read(&self, offset: u32) -> Option<u32> {
        Some(match offset {
            ISR => self.flags(),
            IFCR => 0,
            CSELR => self.select,
            _ => {
                let (channel, register) = place(offset)?;
                let channel = self.channels.get(channel)?;
                match register {
                    CCR => channel.control,
                    CNDTR => channel.left,
                    CPAR => channel.peripheral,
                    CMAR => channel.memory,
                    _ => return None,
                }
            }
        })
    }

    fn flags(&self) -> u32 {
        let channels = self.channels.iter().rev();
        channels.fold(0, |flags, channel| flags << FLAG_BITS | channel.flags)
    }

    /// Stores. Transfers that nothing here uses are not modelled.
    pub fn write(&mut self, offset: u32, value: u32) -> Option<()> {
        match offset {
            IFCR => self.clear(value),
            CSELR => self.select = value,
            _ => {
                let (number, register) = place(offset)?;
                let is_off = self.channels.get(number)?.control & EN == 0;
                let is_selected = self.select >> (4 * number) & 0xF == OF_SPI1;
                let channel = self.channels.get_mut(number)?;
                match register {
                    CCR if value & EN == 0 => channel.control = value,
                    CCR if is_off && is_selected && channel.is_modelled(number, value) => {
                        channel.done = 0;
                        channel.control = value;
                    }
                    // Read-only while the channel is on. (11.6.4)
                    CNDTR if is_off => channel.left = value & 0xFFFF,
                    CPAR if is_off => channel.peripheral = value,
                    CMAR if is_off => channel.memory = value,
                    _ => return None,
                }
            }
        }
        Some(())
    }

    fn clear(&mut self, value: u32) {
        for (number, channel) in self.channels.iter_mut().enumerate() {
            let flags = value >> (FLAG_BITS as usize * number) & 0xF;
            let cleared = if flags & ANY != 0 { 0xF } else { flags };
            channel.flags &= !cleared;
            if channel.flags == ANY {
                channel.flags = 0;
            }
        }
    }

    /// The next transfer that SPI1 asks for. A load is answered with [`Dma::loaded`].
    pub fn next_transfer(&mut self, spi: &mut Spi) -> Option<Transfer> {
        let [_, receive, send, ..] = &mut self.channels;
        if receive.is_due() && spi.asks_to_be_read() {
            let byte = spi.take_byte();
            let address = receive.step();
            return Some(Transfer::Store { address, byte });
        }
        (send.is_due() && spi.asks_to_be_written()).then(|| Transfer::Load {
            address: send.step(),
        })
    }

    /// The byte of the last load.
    pub fn loaded(&mut self, byte: u8, spi: &mut Spi, now: Time) {
        spi.put_byte(byte, now);
    }

    /// The interrupt requests, one bit for each channel, channel 1 in bit 0.
    #[must_use]
    pub fn interrupts(&self) -> u32 {
        let asks = |channel: &Channel| {
            // The enabling bits of CCR are in the order of the flags.
            channel.flags & channel.control & INTERRUPTS << 1 != 0
        };
        let channels = self.channels.iter().enumerate();
        channels
            .filter(|(_, channel)| asks(channel))
            .fold(0, |lines, (number, _)| lines | 1 << number)
    }
}

impl Channel {
    /// True if it is a transfer of bytes between SPI1 and increasing addresses.
    fn is_modelled(&self, number: usize, control: u32) -> bool {
        let kind = control & !(EN | INTERRUPTS << 1 | PRIORITY);
        let expected = match number {
            RECEIVE => MINC,
            SEND => MINC | FROM_MEMORY,
            _ => return false,
        };
        kind == expected && self.peripheral == SPI1_DR
    }

    const fn is_due(&self) -> bool {
        self.control & EN != 0 && self.left > 0
    }

    /// Counts a transfer, and returns its address in memory.
    fn step(&mut self) -> u32 {
        let address = self.memory + self.done;
        (self.done, self.left) = (self.done + 1, self.left - 1);
        if self.left == 0 {
            self.flags |= ANY | COMPLETE;
        }
        if self.done == (self.done + self.left) / 2 {
            self.flags |= ANY | HALF;
        }
        address
    }
}

/// A channel, and the offset of its register.
fn place(offset: u32) -> Option<(usize, u32)> {
    let offset = offset.checked_sub(FIRST_CHANNEL)?;
    let channel = (offset / CHANNEL_BYTES) as usize;
    (channel < CHANNELS).then_some((channel, offset % CHANNEL_BYTES))
}
