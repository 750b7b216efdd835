//! The memory of the reference board's chip, as data: each region with its purpose. Addresses and lengths are those of
//! `memory.x`, which the linker uses.

use core::ops::Range;

/// A part of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Its name in the linker's script.
    pub name: &'static str,
    /// Its first address.
    pub start: u32,
    /// Its length in bytes.
    pub bytes: u32,
    /// Its contents.
    pub purpose: &'static str,
}

// FLASH, KEY, JOURNAL, STACK, SECRET and RAM: the first address and the bytes of each.
include!(concat!(env!("OUT_DIR"), "/regions.rs"));

/// Every region in use. Flash comes in two banks: reading one while the other is written does not stall.
pub const REGIONS: [Region; 6] = [
    region("FLASH", FLASH, "the image (bank 1)"),
    region("KEY", KEY, "the keys shared with persons and devices"),
    region("JOURNAL", JOURNAL, "the journal, logs A and B (bank 2)"),
    region("STACK", STACK, "the stack (SRAM2)"),
    region("SECRET", SECRET, "keys and what is made of them (SRAM2)"),
    region("RAM", RAM, "everything else that is static (SRAM1)"),
];

/// The bank of the flash that holds the program.
pub const BANK_1: Range<u32> = FLASH.0..JOURNAL.0;

const fn region(name: &'static str, (start, bytes): (u32, u32), purpose: &'static str) -> Region {
    Region {
        name,
        start,
        bytes,
        purpose,
    }
}
