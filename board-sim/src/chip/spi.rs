//! SPI1 as a master, 8 or 16 bits, with its two FIFOs of 32 bits. (RM0351, chapter 42)
//!
//! Edges are delivered on demand, in order and with their times: delivering each bit as it happens would stop the core
//! a hundred thousand times a second without need.

use std::collections::VecDeque;

use crate::time::{Span, Time};

const CR1: u32 = 0x00;
const CR2: u32 = 0x04;
const SR: u32 = 0x08;
/// The data register. Reading it has a side effect.
pub(super) const DR: u32 = 0x0C;
const CRCPR: u32 = 0x10;

/// CR1.
const CPHA: u32 = 1 << 0;
const CPOL: u32 = 1 << 1;
const MSTR: u32 = 1 << 2;
const SPE: u32 = 1 << 6;
const LSBFIRST: u32 = 1 << 7;
/// The lines' other uses, and CRC.
const CR1_NOT_MODELLED: u32 = 0xFC00;
/// CR2.
const CR2_RESET: u32 = 0x0700;
const ERRIE: u32 = 1 << 5;
const RXNEIE: u32 = 1 << 6;
const TXEIE: u32 = 1 << 7;
const FRXTH: u32 = 1 << 12;
const RXDMAEN: u32 = 1 << 0;
const TXDMAEN: u32 = 1 << 1;
const CR2_NOT_MODELLED: u32 = 0b1_1000;
/// SR.
const RXNE: u32 = 1 << 0;
const TXE: u32 = 1 << 1;
const OVR: u32 = 1 << 6;
const BSY: u32 = 1 << 7;

const FIFO_BYTES: usize = 4;

/// The other end of the lines.
pub trait SpiPins {
    /// SCK changes.
    fn clock(&mut self, level: bool, at: Time);
    /// MOSI is set.
    fn data(&mut self, level: bool, at: Time);
    /// MISO as it is now.
    fn sample(&mut self, at: Time) -> bool;
}

/// A frame under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Frame {
    out: u16,
    input: u16,
    bits: u32,
    began: Time,
    half: Span,
    /// The half-bit that comes next.
    next: u32,
}

/// The block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spi {
    control: [u32; 2],
    overrun: bool,
    /// The data register was read after an overrun: reading SR clears it.
    overrun_read: bool,
    to_send: VecDeque<u8>,
    received: VecDeque<u8>,
    frame: Option<Frame>,
    hz: u64,
}

impl Spi {
    /// As after a reset, with this clock.
    #[must_use]
    pub const fn new(hz: u64) -> Self {
        Self {
            control: [0, CR2_RESET],
            overrun: false,
            overrun_read: false,
            to_send: VecDeque::new(),
            received: VecDeque::new(),
            frame: None,
            hz,
        }
    }

    /// Sets the frequency of its clock.
    pub const fn set_clock(&mut self, hz: u64) {
        self.hz = hz;
    }

    /// The idle level of SCK.
    #[must_use]
    pub const fn idle_clock(&self) -> bool {
        self.control[0] & CPOL != 0
    }

    /// True while a frame is under way.
    #[must_use]
    pub const fn is_moving(&self) -> bool {
        self.frame.is_some()
    }

    /// Half a bit: the bus clock divided by 2 to 256, and by two. (42.6.1, BR)
    #[must_use]
    pub fn half_bit(&self) -> Span {
        Span::of_hz(self.hz).times(1 << (self.control[0] >> 3 & 0b111))
    }

    const fn frame_bits(&self) -> u32 {
        // Values below 4 bits are forced to 8. (42.6.2, DS)
        match self.control[1] >> 8 & 0xF {
            0..=2 => 8,
            size => size + 1,
        }
    }

    const fn frame_bytes(&self) -> usize {
        if self.frame_bits() > 8 { 2 } else { 1 }
    }

    /// True if frames of this length are modelled.
    const fn is_modelled(&self) -> bool {
        matches!(self.frame_bits(), 8 | 16)
    }

    /// Moves the bits up to now.
    pub fn advance(&mut self, now: Time, lines: &mut dyn SpiPins) {
        while let Some(mut frame) = self.frame {
            if !frame.advance(now, self.control[0], lines) {
                self.frame = Some(frame);
                return;
            }
            self.frame = None;
            self.take_in(frame);
            self.begin(frame.end());
        }
    }

    fn take_in(&mut self, frame: Frame) {
        let bytes = self.frame_bytes();
        if self.received.len() + bytes > FIFO_BYTES {
            self.overrun = true;
            return;
        }
        self.received
            .extend(frame.input.to_le_bytes().into_iter().take(bytes));
    }

    fn begin(&mut self, now: Time) {
        let bytes = self.frame_bytes();
        let is_on = self.control[0] & (SPE | MSTR) == SPE | MSTR;
        if !is_on || self.frame.is_some() || self.to_send.len() < bytes {
            return;
        }
        let mut out = [0; 2];
        for slot in out.iter_mut().take(bytes) {
            *slot = self.to_send.pop_front().unwrap_or(0);
        }
        self.frame = Some(Frame {
            out: u16::from_le_bytes(out),
            input: 0,
            bits: self.frame_bits(),
            began: now,
            half: self.half_bit(),
            next: 0,
        });
    }

    /// The time at which the frame under way is complete.
    #[must_use]
    pub fn next_event(&self) -> Time {
        self.frame.map_or(Time::NEVER, Frame::end)
    }

    /// True while it requests an interrupt. (42.5.9)
    #[must_use]
    pub fn interrupt(&self) -> bool {
        let (status, control) = (self.status(), self.control[1]);
        status & TXE != 0 && control & TXEIE != 0
            || status & RXNE != 0 && control & RXNEIE != 0
            || status & OVR != 0 && control & ERRIE != 0
    }

    fn status(&self) -> u32 {
        let flag = |set: bool, bit| if set { bit } else { 0 };
        let level = |bytes: usize| match bytes {
            0 => 0_u32,
            1 => 1,
            2 => 2,
            _ => 3,
        };
        let enough = if self.control[1] & FRXTH != 0 { 1 } else { 2 };
        flag(self.received.len() >= enough, RXNE)
            | flag(self.to_send.len() <= FIFO_BYTES / 2, TXE)
            | flag(self.overrun, OVR)
            | flag(self.frame.is_some() || !self.to_send.is_empty(), BSY)
            | level(self.received.len()) << 9
            | level(self.to_send.len()) << 11
    }

    /// True if it asks the DMA to read it.
    pub(super) fn asks_to_be_read(&self) -> bool {
        self.control[1] & RXDMAEN != 0 && self.status() & RXNE != 0
    }

    /// True if it asks the DMA to write it.
    pub(super) fn asks_to_be_written(&self) -> bool {
        self.control[1] & TXDMAEN != 0 && self.status() & TXE != 0
    }

    /// The oldest byte received.
    pub(super) fn take_byte(&mut self) -> u8 {
        self.received.pop_front().unwrap_or(0)
    }

    /// A byte to send.
    pub(super) fn put_byte(&mut self, byte: u8, now: Time) {
        self.to_send.push_back(byte);
        self.begin(now);
    }

    /// A register, if there is one at this offset; the data register in the width of the access.
    pub fn read(&mut self, offset: u32, bytes: u32) -> Option<u32> {
        Some(match offset {
            CR1 => self.control[0],
            CR2 => self.control[1],
            SR => {
                let status = self.status();
                self.overrun &= !self.overrun_read;
                self.overrun_read = false;
                status
            }
            DR => {
                self.overrun_read = self.overrun;
                let take = bytes.min(2) as usize;
                let mut word = [0; 4];
                for slot in word.iter_mut().take(take) {
                    *slot = self.received.pop_front().unwrap_or(0);
                }
                u32::from_le_bytes(word)
            }
            CRCPR => 7,
            _ => return None,
        })
    }

    /// Stores. Modes that nothing here uses are not modelled.
    pub fn write(&mut self, offset: u32, bytes: u32, value: u32, now: Time) -> Option<()> {
        match offset {
            CR1 if value & CR1_NOT_MODELLED == 0 => {
                self.control[0] = value;
                if value & SPE == 0 {
                    self.to_send.clear();
                    self.received.clear();
                }
                self.begin(now);
            }
            CR2 if value & CR2_NOT_MODELLED == 0 => self.control[1] = value,
            SR => {}
            DR if self.is_modelled() => {
                let room = FIFO_BYTES - self.to_send.len();
                let count = (bytes.min(2) as usize).min(room);
                self.to_send
                    .extend(value.to_le_bytes().into_iter().take(count));
                self.begin(now);
            }
            _ => return None,
        }
        Some(())
    }
}

impl Frame {
    fn end(self) -> Time {
        self.began + self.half.times(2 * u64::from(self.bits))
    }

    /// Moves up to now, one half-bit after another. Returns true if the frame has ended.
    ///
    /// The data line is set half a bit before it is sampled: with CPHA at the first edge, without it before that.
    fn advance(&mut self, now: Time, control: u32, lines: &mut dyn SpiPins) -> bool {
        let idle = control & CPOL != 0;
        let is_late = control & CPHA != 0;
        while self.next <= 2 * self.bits {
            let at = self.began + self.half.times(self.next.into());
            if at > now {
                return false;
            }
            if self.next.is_multiple_of(2) {
                if self.next > 0 && !is_late {
                    lines.clock(idle, at);
                }
                if self.next < 2 * self.bits {
                    lines.data(self.out >> self.position(control) & 1 != 0, at);
                }
                if self.next < 2 * self.bits && is_late {
                    lines.clock(!idle, at);
                }
            } else {
                self.input |= u16::from(lines.sample(at)) << self.position(control);
                lines.clock(idle == is_late, at);
            }
            self.next += 1;
        }
        true
    }

    fn position(&self, control: u32) -> u32 {
        let index = self.next / 2;
        if control & LSBFIRST != 0 {
            index
        } else {
            self.bits - 1 - index
        }
    }
}
