//! An input as a row of choices: whatever the bytes are, they mean something, so that a mutation changes what is done
//! and seldom makes nonsense of it.
//!
//! Read by hand rather than derived: a choice takes the bytes that one expects, so that real sessions can be written as
//! inputs ([`StepRow`]).

use arbitrary::Unstructured;

/// Reads choices. Where the bytes are at their end, every further choice is zero.
#[derive(Debug)]
pub struct InputBytes<'a>(Unstructured<'a>);

impl<'a> InputBytes<'a> {
    /// The choices of these bytes.
    pub fn new(bytes: &'a [u8]) -> InputBytes<'a> {
        InputBytes(Unstructured::new(bytes))
    }

    /// True if no choices are left.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// A number below `count`.
    pub fn below(&mut self, count: u8) -> u8 {
        self.byte() % count
    }

    /// A flag.
    pub fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A number of two bytes, the low one first.
    pub fn short(&mut self) -> u16 {
        self.0.arbitrary().unwrap_or_default()
    }

    /// Bytes preceded by their count; fewer if the input ends.
    pub fn bytes(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte()).min(self.0.len());
        self.0.bytes(length).unwrap_or_default()
    }
}

/// Writes choices, for inputs that are made by hand.
#[derive(Clone, Debug, Default)]
pub struct StepRow(pub Vec<u8>);

impl StepRow {
    /// A byte, a number below a count, or a flag.
    pub fn byte(&mut self, byte: u8) -> &mut StepRow {
        self.0.push(byte);
        self
    }

    /// A number of two bytes.
    pub fn short(&mut self, number: u16) -> &mut StepRow {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// Bytes preceded by their count.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut StepRow {
        self.0.push(u8::try_from(bytes.len()).unwrap_or(u8::MAX));
        self.0
            .extend(&bytes[..bytes.len().min(usize::from(u8::MAX))]);
        self
    }
}
