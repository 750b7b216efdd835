//! The checkpoint: the ledger in one piece, which makes all earlier entries unnecessary. It can be taken at any moment:
//! it holds the round in play and the state to which a settlement can still be undone. Bets that were never locked are
//! left out: they are no entries, so a reader of the journal after a power cut does not know them either.
//!
//! A ledger is large for the board's stack, so it is written and read part by part, each in its place. Everything that
//! writes and reads parts is `#[inline]`, so that it is compiled with its caller: on the board that is the program, which
//! is built for size, and not the rules, which are built for speed.

use postcard::ser_flavors::{Flavor, Slice};
use postcard::{Deserializer, Serializer, de_flavors};
use serde::{Deserialize, Serialize};

use super::table::Table;
use super::{Configuration, Contradiction, Ledger, LinkBook};

/// The destination of a checkpoint.
pub(crate) type Output<'b> = Serializer<Slice<'b>>;

/// The source of a checkpoint.
pub(crate) type Input<'b> = Deserializer<'b, de_flavors::Slice<'b>>;

/// The checkpoint is longer than the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckpointTooLong;

impl From<postcard::Error> for CheckpointTooLong {
    fn from(_: postcard::Error) -> CheckpointTooLong {
        CheckpointTooLong
    }
}

impl Ledger {
    /// Writes the ledger as a checkpoint, and returns its bytes.
    #[inline]
    pub fn write_checkpoint<'b>(
        &self,
        buffer: &'b mut [u8],
    ) -> Result<&'b [u8], CheckpointTooLong> {
        let mut output = Serializer {
            output: Slice::new(buffer),
        };
        let own = (self.boots, self.moment, self.signs, &self.faults);
        write(&own, &mut output)?;
        write(&self.hits, &mut output)?;
        let table = self.table.as_ref();
        write(&table.map(Table::configuration), &mut output)?;
        if let Some(table) = table {
            table.write(&mut output)?;
        }
        write(&self.link.is_some(), &mut output)?;
        if let Some(link) = &self.link {
            link.write(&mut output)?;
        }
        Ok(output.output.finalize()?)
    }

    /// Cold rather than never inlined, which would compile it with the rules: a new book is on the stack only while it
    /// is made.
    #[cold]
    #[inline]
    fn read_link(&mut self, input: &mut Input) -> Result<(), Contradiction> {
        let membership = read(input)?;
        let link = self.link.insert(LinkBook::new(membership));
        link.read(input)
    }

    /// Restores the ledger from a checkpoint. After an error the ledger must not be used.
    #[inline]
    pub fn read_checkpoint(&mut self, bytes: &[u8]) -> Result<(), Contradiction> {
        let mut input = Deserializer::from_bytes(bytes);
        (self.boots, self.moment, self.signs, self.faults) = read(&mut input)?;
        self.hits = read(&mut input)?;
        self.link = None;
        self.table = None;
        if let Some(configuration) = read::<Option<Configuration>>(&mut input)? {
            self.configure(&configuration)?;
        }
        if let Some(table) = &mut self.table {
            table.read(&mut input)?;
        }
        if read(&mut input)? {
            self.read_link(&mut input)?;
        }
        match input.finalize() {
            Ok([]) => Ok(()),
            _ => Err(Contradiction::Checkpoint),
        }
    }
}

/// Writes one part. Not inlined, like [`read`]: the part's data must leave the stack before the next part.
#[inline(never)]
pub(crate) fn write<T: Serialize>(part: &T, output: &mut Output) -> Result<(), CheckpointTooLong> {
    part.serialize(output)?;
    Ok(())
}

/// Reads one part.
#[inline(never)]
pub(crate) fn read<'b, T: Deserialize<'b>>(input: &mut Input<'b>) -> Result<T, Contradiction> {
    T::deserialize(input).map_err(|_| Contradiction::Checkpoint)
}
