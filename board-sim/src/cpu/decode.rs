//! The few Thumb instructions that the engine cannot do alone, or that must be recognised before they run.
//!
//! Each address of the code is decoded once. (ARMv7-M ARM, A5.2 and A5.3; exclusives A3.4; hints A7.7.)

use std::collections::HashMap;

/// The kind of an instruction, as far as the core has to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Needs nothing but counting.
    Plain,
    /// IT, and the number of instructions that depend on it.
    IfThen(u8),
    /// Inside an IT block. The whole block counts with its IT, whatever its conditions.
    Inside(Exclusive),
    /// WFE and WFI.
    Wait { for_event: bool },
    /// SEV.
    SendEvent,
    /// YIELD, which does nothing here.
    Yield,
    /// CPSIE and CPSID.
    SetMask {
        primask: bool,
        faultmask: bool,
        to: bool,
    },
    /// MSR, from a core register to a special one.
    MoveToSpecial { from: u8, special: u8 },
    /// The exclusive loads and stores, and CLREX.
    Exclusive(Exclusive),
}

/// The effect of an instruction on the exclusive monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exclusive {
    /// Nothing.
    None,
    /// Opens it.
    Load,
    /// Stores if it is open, and closes it.
    Store,
    /// Closes it.
    Clear,
}

/// True if the instruction that begins with this half-word has 4 bytes. (A5.1)
pub(crate) const fn is_wide(first: u16) -> bool {
    first >= 0xE800
}

/// The kind of an instruction outside an IT block.
pub(crate) const fn kind(first: u16, second: u16) -> Kind {
    if is_wide(first) {
        wide(first, second)
    } else {
        narrow(first)
    }
}

const fn narrow(word: u16) -> Kind {
    const HINT: u16 = 0xBF00;
    const CPS: u16 = 0xB660;
    match word {
        0xBF10 => Kind::Yield,
        0xBF20 => Kind::Wait { for_event: true },
        0xBF30 => Kind::Wait { for_event: false },
        0xBF40 => Kind::SendEvent,
        _ if word & 0xFF00 == HINT && word & 0xF != 0 => {
            // The lowest one of the mask ends the block.
            Kind::IfThen(match word & 0xF {
                mask if mask & 1 != 0 => 4,
                mask if mask & 2 != 0 => 3,
                mask if mask & 4 != 0 => 2,
                _ => 1,
            })
        }
        _ if word & 0xFFEC == CPS => Kind::SetMask {
            primask: word & 0b10 != 0,
            faultmask: word & 0b01 != 0,
            to: word & 0x10 != 0,
        },
        _ => Kind::Plain,
    }
}

const fn wide(first: u16, second: u16) -> Kind {
    match (first, second) {
        (0xF3AF, 0x8001) => Kind::Yield,
        (0xF3AF, 0x8002) => Kind::Wait { for_event: true },
        (0xF3AF, 0x8003) => Kind::Wait { for_event: false },
        (0xF3AF, 0x8004) => Kind::SendEvent,
        _ if first & 0xFFF0 == 0xF380 && second & 0xF300 == 0x8000 => Kind::MoveToSpecial {
            from: (first & 0xF) as u8,
            special: (second & 0xFF) as u8,
        },
        _ => match exclusive(first, second) {
            Exclusive::None => Kind::Plain,
            exclusive => Kind::Exclusive(exclusive),
        },
    }
}

/// The effect of an instruction on the exclusive monitor.
pub(crate) const fn exclusive(first: u16, second: u16) -> Exclusive {
    match first & 0xFFF0 {
        0xE850 => Exclusive::Load,
        0xE840 => Exclusive::Store,
        // Byte and half-word; the same first half-word begins table branches and double-word exclusives.
        0xE8D0 if second & 0x0FEF == 0x0F4F => Exclusive::Load,
        0xE8C0 if second & 0x0FE0 == 0x0F40 => Exclusive::Store,
        0xF3B0 if second == 0x8F2F => Exclusive::Clear,
        _ => Exclusive::None,
    }
}

/// Number of words that an instruction pushes. (A7.7.99, A7.7.248)
pub(crate) const fn pushed_words(first: u16, second: u16) -> u32 {
    match first {
        0xB400..=0xB5FF => (first & 0x1FF).count_ones(),
        0xE92D => second.count_ones(),
        0xF84D if second & 0x0FFF == 0x0D04 => 1,
        // VPUSH: the number of words, which is twice the doubles or once the singles.
        0xED2D | 0xED6D => (second & 0xFF) as u32,
        _ => 0,
    }
}

/// The fields of an exclusive store: registers by number, an offset, and the number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExclusiveStore {
    pub(crate) status: u8,
    pub(crate) value: u8,
    pub(crate) base: u8,
    pub(crate) offset: u32,
    pub(crate) bytes: usize,
}

impl ExclusiveStore {
    /// STREX, or STREXB and STREXH. (A7.7.167 to A7.7.169)
    pub(crate) const fn decode(first: u16, second: u16) -> Self {
        let (base, value) = ((first & 0xF) as u8, (second >> 12) as u8);
        if first & 0xFFF0 == 0xE840 {
            let offset = 4 * (second & 0xFF) as u32;
            Self {
                status: (second >> 8 & 0xF) as u8,
                value,
                base,
                offset,
                bytes: 4,
            }
        } else {
            let bytes = if second & 0x10 == 0 { 1 } else { 2 };
            Self {
                status: (second & 0xF) as u8,
                value,
                base,
                offset: 0,
                bytes,
            }
        }
    }
}

/// The decoded instructions of the program's flash, by half-word. One byte each keeps the table in the host's caches; a
/// second table holds the few that need more.
#[derive(Debug)]
pub(crate) struct Known {
    base: u32,
    classes: Vec<Class>,
    special: HashMap<u32, Kind>,
    /// The address in front of which the run stops.
    stop: Option<u32>,
}

/// The work that an instruction needs before it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Class {
    /// It has not been decoded.
    #[default]
    Unknown,
    /// It is counted.
    Plain,
    /// No work: it was counted with its IT.
    Counted,
    /// Its kind decides.
    Special,
}

impl Known {
    pub(crate) fn new(base: u32, bytes: usize) -> Self {
        Self {
            base,
            classes: vec![Class::Unknown; bytes / 2],
            special: HashMap::new(),
            stop: None,
        }
    }

    #[inline]
    fn slot(&self, address: u32) -> usize {
        (address.wrapping_sub(self.base) >> 1) as usize
    }

    #[inline]
    pub(crate) fn class(&self, address: u32) -> Class {
        let class = self.classes.get(self.slot(address));
        class.copied().unwrap_or_default()
    }

    /// The kind of a special instruction.
    pub(crate) fn kind(&self, address: u32) -> Option<Kind> {
        self.special.get(&address).copied()
    }

    /// True if the address is in the program's flash.
    pub(crate) fn covers(&self, address: u32) -> bool {
        self.slot(address) < self.classes.len()
    }

    /// Stores the kind of an instruction. Outside the flash nothing is stored: code there may change.
    pub(crate) fn set(&mut self, address: u32, kind: Kind) {
        let slot = self.slot(address);
        let Some(class) = self.classes.get_mut(slot) else {
            return;
        };
        *class = match kind {
            _ if self.stop == Some(address) => Class::Special,
            Kind::Plain => Class::Plain,
            Kind::Inside(Exclusive::None) => Class::Counted,
            _ => Class::Special,
        };
        if *class == Class::Special {
            self.special.insert(address, kind);
        }
    }

    /// Makes the run stop in front of this address, in place of the previous one. It must not be in an IT block, which
    /// is never split.
    pub(crate) fn stop_at(&mut self, address: Option<u32>) {
        for changed in [std::mem::replace(&mut self.stop, address), address] {
            let slot = changed.map(|address| self.slot(address));
            if let Some(class) = slot.and_then(|slot| self.classes.get_mut(slot)) {
                *class = Class::Unknown;
            }
        }
    }

    /// True if the run stops in front of this instruction.
    pub(crate) fn stops_at(&self, address: u32) -> bool {
        self.stop == Some(address)
    }

    /// Discards everything: the flash has changed.
    pub(crate) fn forget(&mut self) {
        self.classes.fill(Class::Unknown);
        self.special.clear();
    }
}
