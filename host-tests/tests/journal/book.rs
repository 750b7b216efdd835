//! What the tests of the journal share: random things to write, and a [`Book`] of what must come back.

use firmware::journal::{EntryKind, Error, Journal, Repairs};
use parts::flash::{FlashChip, Socket};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Pages in both logs together: the fewest that the journal accepts, so that the ring comes round often.
pub const SMALL: usize = 32;

/// The kind of the entries whose kind does not matter.
pub const KIND: EntryKind = match EntryKind::new(7) {
    Some(kind) => kind,
    None => unreachable!(),
};

/// One thing to write.
#[derive(Clone, Debug)]
pub enum Step {
    Entry(u8, Vec<u8>),
    Checkpoint(Vec<u8>),
}

/// The newest checkpoint and the entries after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    pub checkpoint: Vec<u8>,
    pub entries: Vec<(u8, Vec<u8>)>,
}

impl Book {
    pub fn add(&mut self, step: &Step) {
        match step {
            Step::Entry(kind, payload) => self.entries.push((*kind, payload.clone())),
            Step::Checkpoint(payload) => {
                self.checkpoint = payload.clone();
                self.entries.clear();
            }
        }
    }

    pub fn after(&self, step: &Step) -> Book {
        let mut book = self.clone();
        book.add(step);
        book
    }
}

/// An endless row of things to write, in sizes as a table writes them, with a long one now and then.
pub struct Script(ChaCha8Rng);

impl Script {
    pub fn new(seed: u64) -> Script {
        Script(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A checkpoint where the journal asks for one, and sometimes where it does not.
    pub fn next(&mut self, journal: &Journal<Socket>) -> Step {
        if journal.needs_checkpoint() || self.0.random_ratio(1, 400) {
            let length = self.0.random_range(0..=1024);
            return Step::Checkpoint(self.bytes(length));
        }
        let length = match self.0.random_range(0..100) {
            0..80 => self.0.random_range(0..=3),
            80..97 => self.0.random_range(4..=80),
            _ => self.0.random_range(81..=240),
        };
        Step::Entry(self.0.random_range(0..=254), self.bytes(length))
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.0.random()).collect()
    }
}

/// A journal that begins with an empty checkpoint.
pub fn formatted(pages: usize) -> (Socket, Journal<Socket>) {
    let socket = Socket::new(FlashChip::new(pages));
    let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
    journal.format(&[]).expect("a new flash");
    (socket, journal)
}

pub fn write(journal: &mut Journal<Socket>, step: &Step) -> Result<u32, Error> {
    match step {
        Step::Entry(kind, payload) => {
            let kind = EntryKind::new(*kind).expect("no checkpoint's kind");
            journal.append(kind, payload)
        }
        Step::Checkpoint(payload) => journal.append_checkpoint(payload),
    }
}

/// A journal that starts up on this chip, and what it had to repair.
pub fn restart(chip: FlashChip) -> Result<(Socket, Journal<Socket>, Repairs), Error> {
    let socket = Socket::new(chip);
    let mut journal = Journal::new(socket.clone())?;
    let recovery = journal.recover()?;
    Ok((socket, journal, recovery.repairs))
}

/// What the journal hands out at start-up.
pub fn replayed(journal: &mut Journal<Socket>) -> Result<Book, Error> {
    let mut book = Book {
        checkpoint: journal.latest_checkpoint()?.to_vec(),
        ..Book::default()
    };
    let mut reader = journal.replay()?;
    let mut last = None;
    while let Some(entry) = reader.next()? {
        assert!(last < Some(entry.sequence), "numbers grow");
        last = Some(entry.sequence);
        let content = (entry.kind.code(), entry.payload.to_vec());
        book.entries.push(content);
    }
    Ok(book)
}

/// Starts up on a copy of this chip and reads everything.
pub fn recovered(chip: &FlashChip) -> Result<(Book, Repairs), Error> {
    let (_, mut journal, repairs) = restart(chip.clone())?;
    Ok((replayed(&mut journal)?, repairs))
}
