//! USART1 and UART4: asynchronous, 8 bits, no parity, one stop bit. (RM0351, chapter 40)

use std::collections::VecDeque;

use crate::time::{Span, Time};

const CR1: u32 = 0x00;
const CR2: u32 = 0x04;
const CR3: u32 = 0x08;
const BRR: u32 = 0x0C;
const RTOR: u32 = 0x14;
const RQR: u32 = 0x18;
const ISR: u32 = 0x1C;
const ICR: u32 = 0x20;
/// The receive data register. Reading it has a side effect.
pub(super) const RDR: u32 = 0x24;
const TDR: u32 = 0x28;

/// CR1.
const UE: u32 = 1 << 0;
const RE: u32 = 1 << 2;
const TE: u32 = 1 << 3;
const IDLEIE: u32 = 1 << 4;
const RXNEIE: u32 = 1 << 5;
const TCIE: u32 = 1 << 6;
const TXEIE: u32 = 1 << 7;
const OVER8: u32 = 1 << 15;
/// The bits that are modelled. PEIE is among them: without parity it has nothing to report.
const CR1_MODELLED: u32 = UE | RE | TE | IDLEIE | RXNEIE | TCIE | TXEIE | OVER8 | 1 << 8;
/// CR3.
const EIE: u32 = 1 << 0;
const CR3_MODELLED: u32 = EIE | ONEBIT | OVRDIS;
const ONEBIT: u32 = 1 << 11;
const OVRDIS: u32 = 1 << 12;

/// ISR, and the flags that ICR clears.
const FE: u32 = 1 << 1;
const NF: u32 = 1 << 2;
const ORE: u32 = 1 << 3;
const IDLE: u32 = 1 << 4;
const RXNE: u32 = 1 << 5;
const TC: u32 = 1 << 6;
const TXE: u32 = 1 << 7;
const BUSY: u32 = 1 << 16;
const TEACK: u32 = 1 << 21;
const REACK: u32 = 1 << 22;
const CLEARABLE: u32 = 1 | FE | NF | ORE | IDLE | TC;
/// RQR: discard the received data; discard the data to be sent.
const RXFRQ: u32 = 1 << 3;
const TXFRQ: u32 = 1 << 4;

/// Start, eight bits, stop.
const FRAME_BITS: u64 = 10;

/// A byte on its way to the chip, and the errors of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The byte.
    pub byte: u8,
    /// The line was not steady while it was sampled.
    pub noise: bool,
    /// The stop bit was low.
    pub framing: bool,
    /// The length of a bit.
    pub bit: Span,
}

impl Arrival {
    /// A byte without errors, at this rate.
    #[must_use]
    pub const fn clean(byte: u8, baud: u64) -> Self {
        Self {
            byte,
            noise: false,
            framing: false,
            bit: Span::of_hz(baud),
        }
    }
}

/// A byte that has left the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Departure {
    /// The byte.
    pub byte: u8,
    /// When its stop bit ended.
    pub at: Time,
    /// The length of a bit.
    pub bit: Span,
}

/// One of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Usart {
    control: [u32; 3],
    divider: u32,
    status: u32,
    received: u8,
    to_send: Option<u8>,
    /// The byte being sent, and the end of its stop bit.
    sending: Option<(u8, Time)>,
    /// Bytes whose start bit has fallen, and those that have left, since the world was told.
    begun: Vec<Departure>,
    sent: Vec<Departure>,
    arriving: VecDeque<Arrival>,
    /// The time at which the first of those has arrived.
    arrives: Option<Time>,
    /// The time at which the line will have been idle for a frame, after a byte was received.
    idle: Option<Time>,
    hz: u64,
    overruns: u64,
}

impl Usart {
    /// As after a reset, with this clock.
    #[must_use]
    pub fn new(hz: u64) -> Self {
        Self {
            status: TXE | TC,
            hz,
            ..Self::default()
        }
    }

    /// Resets the block. Bytes on the line go on arriving.
    pub fn reset(&mut self) {
        let arriving = std::mem::take(&mut self.arriving);
        *self = Self {
            arriving,
            arrives: self.arrives,
            ..Self::new(self.hz)
        };
    }

    /// Sets the frequency of its clock.
    pub fn set_clock(&mut self, hz: u64) {
        self.hz = hz;
    }

    /// The length of a bit: the clock divided. (40.5.4)
    #[must_use]
    pub fn bit(&self) -> Span {
        let clocks = if self.control[0] & OVER8 == 0 {
            u64::from(self.divider)
        } else {
            // Eight samples to a bit: the lower nibble is shifted.
            u64::from(self.divider & 0xFFF0 | (self.divider & 0b111) << 1) / 2
        };
        Span::of_hz(self.hz).times(clocks)
    }

    const fn has(&self, bits: u32) -> bool {
        self.control[0] & bits == bits
    }

    /// A byte begins to arrive as soon as those before it have arrived.
    pub fn feed(&mut self, arrival: Arrival, now: Time) {
        self.arriving.push_back(arrival);
        if self.arriving.len() == 1 {
            self.begin_arrival(now);
        }
    }

    /// Number of bytes that are still on their way.
    #[must_use]
    pub fn arriving(&self) -> usize {
        self.arriving.len()
    }

    fn begin_arrival(&mut self, now: Time) {
        self.arrives = self
            .arriving
            .front()
            .map(|arrival| now + arrival.bit.times(FRAME_BITS));
        self.idle = self.idle.filter(|_| self.arrives.is_none());
    }

    /// Advances the block up to now.
    pub fn advance(&mut self, now: Time) {
        while let Some((byte, until)) = self.sending
            && until <= now
        {
            self.sent.push(Departure {
                byte,
                at: until,
                bit: self.bit(),
            });
            self.sending = None;
            self.begin_sending(until);
            if self.sending.is_none() {
                self.status |= TC;
            }
        }
        while let Some(at) = self.arrives
            && at <= now
        {
            if let Some(arrival) = self.arriving.pop_front() {
                self.receive(arrival, at);
            }
            self.begin_arrival(at);
        }
        if self.idle.is_some_and(|at| at <= now) {
            self.idle = None;
            self.status |= IDLE;
        }
    }

    fn receive(&mut self, arrival: Arrival, at: Time) {
        if !self.has(UE | RE) {
            return;
        }
        self.idle = Some(at + self.bit().times(FRAME_BITS));
        if self.status & RXNE != 0 && self.control[2] & OVRDIS == 0 {
            // The new byte is lost, the old one stays. (40.8.8, ORE)
            self.status |= ORE;
            self.overruns += 1;
            return;
        }
        let misses_stop = !rates_agree(self.bit(), arrival.bit);
        self.received = if misses_stop {
            arrival.byte.rotate_left(3)
        } else {
            arrival.byte
        };
        self.status |= RXNE;
        self.status |= if arrival.noise { NF } else { 0 };
        self.status |= if arrival.framing || misses_stop {
            FE
        } else {
            0
        };
    }

    fn begin_sending(&mut self, at: Time) {
        if let Some(byte) = self.to_send.take() {
            let bit = self.bit();
            let until = at + bit.times(FRAME_BITS);
            self.sending = Some((byte, until));
            self.begun.push(Departure {
                byte,
                at: until,
                bit,
            });
            self.status |= TXE;
        }
    }

    /// The time of the next event.
    #[must_use]
    pub fn next_event(&self) -> Time {
        let sent = self.sending.map(|(_, until)| until);
        [sent, self.arrives, self.idle]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(Time::NEVER)
    }

    /// True while it requests an interrupt. (40.7)
    #[must_use]
    pub const fn interrupt(&self) -> bool {
        let (status, control) = (self.status, self.control[0]);
        control & UE != 0
            && (control & RXNEIE != 0 && status & (RXNE | ORE) != 0
                || control & IDLEIE != 0 && status & IDLE != 0
                || control & TCIE != 0 && status & TC != 0
                || control & TXEIE != 0 && status & TXE != 0
                || self.control[2] & EIE != 0 && status & (FE | NF | ORE) != 0)
    }

    /// Number of bytes lost because the byte before had not been read.
    #[must_use]
    pub const fn overruns(&self) -> u64 {
        self.overruns
    }

    /// A byte has arrived: its stop bit ends now.
    pub fn arrive(&mut self, arrival: Arrival, now: Time) {
        // The line was not idle while it came.
        self.idle = self.idle.filter(|at| *at < now);
        self.advance(now);
        self.receive(arrival, now);
    }

    /// The bytes that have begun to leave since the last call.
    pub fn take_begun(&mut self) -> Vec<Departure> {
        std::mem::take(&mut self.begun)
    }

    /// The bytes sent since the last call.
    pub fn take_sent(&mut self) -> Vec<Departure> {
        std::mem::take(&mut self.sent)
    }

    /// A register, if it is here.
    pub fn read(&mut self, offset: u32) -> Option<u32> {
        Some(match offset {
            CR1 => self.control[0],
            CR2 => self.control[1],
            CR3 => self.control[2],
            BRR => self.divider,
            RTOR | RQR | ICR => 0,
            ISR => self.isr(),
            RDR => {
                self.status &= !RXNE;
                u32::from(self.received)
            }
            TDR => 0,
            _ => return None,
        })
    }

    fn isr(&self) -> u32 {
        let flag = |set: bool, bit| if set { bit } else { 0 };
        self.status
            | flag(self.arrives.is_some() && self.has(UE | RE), BUSY)
            | flag(self.has(UE | TE), TEACK)
            | flag(self.has(UE | RE), REACK)
    }

    /// Stores. Modes that nothing here uses are not modelled.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        match offset {
            CR1 if value & !CR1_MODELLED == 0 => self.set_control(value),
            CR2 if value == 0 => {}
            CR3 if value & !CR3_MODELLED == 0 => self.control[2] = value,
            BRR => self.divider = value & 0xFFFF,
            RTOR if value == 0 => {}
            RQR => {
                self.status &= if value & RXFRQ != 0 { !RXNE } else { !0 };
                if value & TXFRQ != 0 {
                    self.to_send = None;
                    self.status |= TXE;
                }
            }
            ICR => self.status &= !(value & CLEARABLE),
            TDR => self.send(value, now),
            _ => return None,
        }
        Some(())
    }

    fn set_control(&mut self, value: u32) {
        if self.control[0] & UE != 0 && value & UE == 0 {
            // While UE is off, the flags have their reset values. (40.8.1)
            self.status = TXE | TC;
            (self.sending, self.to_send, self.idle) = (None, None, None);
        }
        self.control[0] = value;
    }

    fn send(&mut self, value: u32, now: Time) {
        if !self.has(UE | TE) {
            return;
        }
        self.to_send = Some(value.to_le_bytes()[0]);
        self.status &= !(TXE | TC);
        if self.sending.is_none() {
            self.begin_sending(now);
        }
    }
}

/// A receiver samples the stop bit nine and a half bits after the start: by then the rates may differ by half a bit.
fn rates_agree(ours: Span, theirs: Span) -> bool {
    let apart = ours.as_ps().abs_diff(theirs.as_ps());
    apart * 19 <= ours.as_ps()
}
