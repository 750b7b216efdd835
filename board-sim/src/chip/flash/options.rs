//! The option bytes: they outlive power cuts, are changed behind a second pair of keys, and take effect when they are
//! loaded, at power-on or at a launch. (RM0351, 3.4)

use super::{BANK_BYTES, PAGE_BYTES};

pub(super) const OPTR: u32 = 0x20;
pub(super) const WRP1AR: u32 = 0x2C;

/// The keys of OPTKEYR.
const KEYS: [u32; 2] = [0x0819_2A3B, 0x4C5D_6E7F];

/// Protection that this board does not use: off, and not writable here.
const OTHERS: [(u32, u32); 7] = [
    (0x24, 0xFFFF_FFFF),
    (0x28, 0x0000_0000),
    (0x30, 0x0000_00FF),
    (0x44, 0xFFFF_FFFF),
    (0x48, 0x0000_0000),
    (0x4C, 0x0000_00FF),
    (0x50, 0x0000_00FF),
];

/// The option bytes that this board uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionBytes {
    /// Readout protection, brown-out level, watchdogs, banks.
    pub optr: u32,
    /// The first and the last page of bank 1 that cannot be written.
    pub wrp1ar: u32,
}

impl OptionBytes {
    /// As shipped: two banks, watchdogs started by software, the lowest brown-out level, no protection.
    pub const SHIPPED: Self = Self {
        optr: 0xFFEF_F8AA,
        wrp1ar: 0x0000_00FF,
    };

    /// A provisioned board: brown-out at level 3, all of bank 1 but the last page protected.
    pub const PROVISIONED: Self = Self {
        optr: 0xFFEF_FBAA,
        wrp1ar: 0x00FE_0000,
    };
}

/// The bytes as they are stored, the registers, and the lock between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    stored: OptionBytes,
    /// As written by the program.
    registers: OptionBytes,
    /// As loaded: what is in force.
    loaded: OptionBytes,
    /// Number of correct keys so far. After a wrong key, none is accepted until a reset.
    keys: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        let shipped = OptionBytes::SHIPPED;
        Self {
            stored: shipped,
            registers: shipped,
            loaded: shipped,
            keys: Some(0),
        }
    }
}

impl Options {
    /// Any reset locks them again.
    pub(super) const fn lock(&mut self) {
        self.keys = Some(0);
    }

    /// Accepts a key; true once both were right.
    pub(super) fn unlock(&mut self, key: u32) -> bool {
        let count = self.keys.filter(|count| KEYS.get(*count) == Some(&key));
        self.keys = count.map(|count| count + 1);
        self.keys == Some(KEYS.len())
    }

    pub(super) fn read(&self, offset: u32) -> Option<u32> {
        match offset {
            OPTR => Some(self.registers.optr),
            WRP1AR => Some(self.registers.wrp1ar),
            _ => OTHERS.iter().find(|(at, _)| *at == offset).map(|(_, v)| *v),
        }
    }

    /// Stores, if they are unlocked. Readout protection cannot be changed here.
    pub(super) fn write(&mut self, offset: u32, value: u32) -> Option<()> {
        match offset {
            OPTR if value & 0xFF == self.registers.optr & 0xFF => self.registers.optr = value,
            WRP1AR => self.registers.wrp1ar = value,
            _ => return None,
        }
        Some(())
    }

    /// The registers have been programmed.
    pub(super) const fn store(&mut self) {
        self.stored = self.registers;
    }

    /// Loads the stored bytes.
    pub(super) const fn load(&mut self) {
        (self.registers, self.loaded) = (self.stored, self.stored);
    }

    /// Replaces the stored bytes from outside, as a probe does.
    pub(super) const fn replace(&mut self, bytes: OptionBytes) {
        self.stored = bytes;
        self.load();
    }

    /// True if a page of these bytes of the array cannot be written.
    pub(super) fn protects(&self, offset: u32, bytes: u32) -> bool {
        let (first, last) = (self.loaded.wrp1ar & 0xFF, self.loaded.wrp1ar >> 16 & 0xFF);
        let pages = offset / PAGE_BYTES..(offset + bytes).div_ceil(PAGE_BYTES);
        offset < BANK_BYTES && pages.start <= last && first < pages.end && first <= last
    }
}
