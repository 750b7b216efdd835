//! What the core sees of the chip around it.

use crate::time::{Span, Time};

/// An access that cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing is there: the core gets a bus fault, as on the board.
    Nothing,
    /// The model does not go that far, and says so rather than make something up.
    NotModelled(String),
}

/// The chip, as the core sees it.
pub trait Bus {
    /// A load of 1, 2 or 4 bytes. What is due up to now has happened.
    ///
    /// # Errors
    /// Nothing is there, or it is not modelled.
    fn read(&mut self, address: u32, bytes: u32, now: Time) -> Result<u32, Refused>;

    /// A store of 1, 2 or 4 bytes. What is due up to now has happened.
    ///
    /// # Errors
    /// Nothing is there, or it is not modelled.
    fn write(&mut self, address: u32, bytes: u32, value: u32, now: Time) -> Result<(), Refused>;

    /// Whether the last accesses have changed what the bus asks for, or when something happens next.
    fn take_changed(&mut self) -> bool;

    /// Whether code could run from there, on the board.
    fn is_memory(&self, address: u32) -> bool;

    /// Lets everything happen that happens up to now.
    fn advance(&mut self, now: Time);

    /// When something happens next by itself.
    fn next_event(&self) -> Time;

    /// The interrupts that are asked for, bit by bit.
    fn interrupts(&self) -> u128;

    /// An interrupt that nothing masks.
    fn nmi(&self) -> bool;

    /// One cycle of the core.
    fn cycle(&self) -> Span;

    /// Until when the core has to wait for the memory that it runs from, or for what it has just read.
    fn take_stall(&mut self) -> Option<Time>;

    /// A number that is never the same for different contents of the program's flash.
    fn code_version(&self) -> u64;

    /// Copies what that holds, and tells whether anything was different.
    fn copy_code(&self, to: &mut [u8]) -> bool;

    /// Double-words of it that cannot be read as they are: loads from there are told to the bus.
    fn watched_code(&self) -> Vec<u32>;

    /// A reset that the chip itself asks for.
    fn wants_reset(&self) -> bool;
}
