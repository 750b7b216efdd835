//! The chip around the core, as the core sees it.

use crate::time::{Span, Time};

/// An access that cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is nothing at the address: the core gets a bus fault, as on the board.
    Nothing,
    /// The access is not modelled. The model reports it rather than invent a value.
    NotModelled(String),
}

/// A transfer of one byte that the chip makes by itself, without the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// From memory to the chip, which gets it by [`Bus::loaded`].
    Load {
        /// Where the byte is.
        address: u32,
    },
    /// From the chip to memory.
    Store {
        /// Where the byte goes.
        address: u32,
        /// The byte.
        byte: u8,
    },
}

/// The chip, as the core sees it.
pub trait Bus {
    /// A load of 1, 2 or 4 bytes. Everything due up to `now` has happened.
    ///
    /// # Errors
    /// Nothing is there, or it is not modelled.
    fn read(&mut self, address: u32, bytes: u32, now: Time) -> Result<u32, Refused>;

    /// A store of 1, 2 or 4 bytes. Everything due up to `now` has happened.
    ///
    /// # Errors
    /// Nothing is there, or it is not modelled.
    fn write(&mut self, address: u32, bytes: u32, value: u32, now: Time) -> Result<(), Refused>;

    /// True if accesses since the last call have changed the interrupt requests or the time of the next event.
    fn take_changed(&mut self) -> bool;

    /// True if the board could execute code at this address.
    fn is_memory(&self, address: u32) -> bool;

    /// Advances the chip up to now.
    fn advance(&mut self, now: Time);

    /// The next transfer that is due. Without a DMA there is none.
    fn next_transfer(&mut self) -> Option<Transfer> {
        None
    }

    /// The byte of the last load.
    fn loaded(&mut self, _byte: u8, _now: Time) {}

    /// The time of the chip's next event.
    fn next_event(&self) -> Time;

    /// The interrupt requests, one bit each.
    fn interrupts(&self) -> u128;

    /// True while an NMI is requested.
    fn nmi(&self) -> bool;

    /// One cycle of the core.
    fn cycle(&self) -> Span;

    /// The time until which the core has to wait for the memory that it runs from, or for the data that it has just
    /// read.
    fn take_stall(&mut self) -> Option<Time>;

    /// A number that is never the same for different contents of the program's flash.
    fn code_version(&self) -> u64;

    /// Copies the program's flash, and returns true if any byte was different.
    fn copy_code(&self, to: &mut [u8]) -> bool;

    /// Double-words of the program's flash that cannot be read as they are: loads from there are reported to the bus.
    fn watched_code(&self) -> Vec<u32>;

    /// True while the chip itself requests a reset.
    fn wants_reset(&self) -> bool;
}
