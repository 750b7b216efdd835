//! The steps of a hostile table, read from an input.

use coinspot::table::ask::Ask;

use crate::input::{InputBytes, StepRow};

/// The next step.
#[derive(Clone, Debug)]
pub enum HostileStep {
    /// An entry of the journal with these bytes, and its number.
    Entry(Number, Vec<u8>),
    /// A message with these bytes, in a sound frame of its own session.
    Message(Vec<u8>),
    /// The content of a frame, sound or not, with a check that fits.
    Frame(Vec<u8>),
    /// Bytes as they are.
    Raw(Vec<u8>),
    /// Its link starts again, so many starts later, or earlier.
    Restart(i8),
    /// The page asks for something.
    Ask(Ask),
    /// The console asks for the meters.
    Meters,
    /// Time passes, in units of 20 ms.
    Wait(u8),
}

/// The number of an entry.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// After the last one.
    Next,
    /// At this distance below the last number that there is.
    BelowMax(u8),
    /// Any.
    Any(u16),
}

/// The asks of a page that need no chips.
const ASKS: [Ask; 5] = [Ask::Deal, Ask::Settle, Ask::Pay, Ask::Clear, Ask::Confirm];

impl HostileStep {
    /// The next step of an input.
    pub fn read(input: &mut InputBytes) -> HostileStep {
        match input.below(8) {
            0 => HostileStep::Entry(Number::read(input), input.bytes().into()),
            1 => HostileStep::Message(input.bytes().into()),
            2 => HostileStep::Frame(input.bytes().into()),
            3 => HostileStep::Raw(input.bytes().into()),
            4 => HostileStep::Restart(input.byte().cast_signed()),
            5 => HostileStep::Ask(ASKS[usize::from(input.below(5))].clone()),
            6 => HostileStep::Meters,
            _ => HostileStep::Wait(input.byte()),
        }
    }

    /// As an input.
    pub fn write(&self, row: &mut StepRow) {
        match self {
            HostileStep::Entry(number, bytes) => number.write(row.byte(0)).bytes(bytes),
            HostileStep::Message(bytes) => row.byte(1).bytes(bytes),
            HostileStep::Frame(content) => row.byte(2).bytes(content),
            HostileStep::Raw(bytes) => row.byte(3).bytes(bytes),
            HostileStep::Restart(later) => row.byte(4).byte(later.cast_unsigned()),
            HostileStep::Ask(ask) => {
                let place = ASKS.iter().position(|known| known == ask);
                let place = place.and_then(|place| u8::try_from(place).ok());
                row.byte(5).byte(place.unwrap_or_default())
            }
            HostileStep::Meters => row.byte(6),
            HostileStep::Wait(time) => row.byte(7).byte(*time),
        };
    }
}

impl Number {
    fn read(input: &mut InputBytes) -> Number {
        match input.below(3) {
            0 => Number::Next,
            1 => Number::BelowMax(input.byte()),
            _ => Number::Any(input.short()),
        }
    }

    fn write(self, row: &mut StepRow) -> &mut StepRow {
        match self {
            Number::Next => row.byte(0),
            Number::BelowMax(below) => row.byte(1).byte(below),
            Number::Any(number) => row.byte(2).short(number),
        }
    }

    /// The number, where `last` was the one before.
    pub(super) fn after(self, last: u32) -> u32 {
        match self {
            Number::Next => last.saturating_add(1),
            Number::BelowMax(below) => u32::MAX - u32::from(below),
            Number::Any(number) => number.into(),
        }
    }
}
