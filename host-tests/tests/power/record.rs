//! A run with good power, recorded step by step: what was done to the flash, what was written, what was seen.
//!
//! Until power fails a run goes as it would without the failure, so the flash at any cut can be made from the
//! recorded operations, without running the controller again.

use firmware::journal::Journal;

use crate::desk::{Line, Seen};
use crate::evening::{evening, set_up};
use crate::prelude::*;

/// The smallest flash that the journal takes, so that its ring soon comes round.
pub const SMALL: usize = 32;

/// Rounds that an aged table has played.
const AGED_ROUNDS: u32 = 200;

/// One step, or the start.
pub struct Frame {
    /// The flash before it.
    pub before: FlashChip,
    /// What it did to the flash.
    pub operations: Vec<Operation>,
    /// What could be seen before it, unless power was off.
    pub seen: Option<Seen>,
}

/// A run.
pub struct Record {
    pub frames: Vec<Frame>,
    /// Every entry of the run.
    pub lines: Vec<Line>,
    /// The ledger after so many of them.
    ledgers: Vec<Ledger>,
}

impl Frame {
    /// The flash when power failed during the operation with this index.
    pub fn torn(&self, index: usize, tear: Tear) -> FlashChip {
        let mut chip = self.before.clone();
        let (before, at) = (&self.operations[..index], self.operations[index]);
        for operation in before {
            chip.operate(*operation).expect("as it was recorded");
        }
        chip.cut_power_after(0, tear, index as u64);
        chip.operate(at).expect_err("power fails");
        chip.power_on();
        chip.clear_history();
        chip
    }

    /// Entries below this number had been acknowledged.
    pub fn acknowledged(&self) -> u32 {
        self.seen.as_ref().map_or(0, |seen| seen.next_entry)
    }
}

impl Record {
    /// Runs these steps on a table whose entries so far led to `ledger`, and whose next entry has the number `from`.
    pub fn of(mut chip: FlashChip, ledger: Ledger, from: u32, steps: &[Step]) -> Record {
        chip.clear_history();
        let before = chip.clone();
        let mut desk = Desk::on(chip, from);
        let mut frames = vec![Frame {
            before,
            operations: desk.flash.chip().history().to_vec(),
            seen: None,
        }];
        for step in steps {
            desk.flash.chip().clear_history();
            let before = desk.flash.chip().clone();
            let seen = Some(desk.seen());
            desk.does(step);
            let operations = desk.flash.chip().history().to_vec();
            frames.push(Frame {
                before,
                operations,
                seen,
            });
        }
        let lines = desk.lines;
        let ledgers = fold(ledger, &lines);
        Record {
            frames,
            lines,
            ledgers,
        }
    }

    /// The number of the first entry.
    pub fn first(&self) -> u32 {
        self.lines[0].0
    }

    /// The ledger that so many entries lead to.
    pub fn ledger(&self, durable: usize) -> &Ledger {
        &self.ledgers[durable]
    }

    /// Every operation, as frame and index.
    pub fn operations(&self) -> impl Iterator<Item = (usize, usize)> {
        let frames = self.frames.iter().enumerate();
        frames.flat_map(|(number, frame)| (0..frame.operations.len()).map(move |at| (number, at)))
    }
}

/// The ledger before the first line and after each.
fn fold(ledger: Ledger, lines: &[Line]) -> Vec<Ledger> {
    let mut ledgers = vec![ledger];
    for (number, bytes) in lines {
        let mut next = ledgers[ledgers.len() - 1].clone();
        let applied = next.apply(&entry(bytes));
        applied.unwrap_or_else(|error| panic!("entry {number}: {error:?}"));
        ledgers.push(next);
    }
    ledgers
}

/// The evening at a new table.
pub fn on_a_new_table() -> Record {
    let steps = [set_up(), evening(0)].concat();
    Record::of(FlashChip::new(SMALL), Ledger::new(), 0, &steps)
}

/// The evening at a table whose ring has come round, with a checkpoint due in it.
pub fn on_an_old_table() -> Record {
    let mut desk = Desk::on(FlashChip::new(SMALL), 0);
    let mut played = 0;
    let mut checkpoints = Vec::new();
    desk.does_all(&configures(house(Game::Ml9)));
    while !is_nearly_due(&checkpoints, played) {
        let lines = desk.lines.len();
        desk.does_all(&plain_round(&[1, 2, 3, 4, 5, 6, 7]));
        played += 1;
        if has_gap(&desk.lines[lines - 1..]) {
            checkpoints.push(played);
        }
    }
    evening_at(desk, played)
}

/// The evening on a flash of the board's size, on which every restart reads many rounds.
pub fn on_an_aged_table() -> Record {
    let mut desk = Desk::on(FlashChip::new(JOURNAL_PAGES), 0);
    desk.does_all(&configures(house(Game::Ml9)));
    for _ in 0..AGED_ROUNDS {
        desk.does_all(&plain_round(&[1, 2, 3, 4, 5, 6, 7]));
    }
    evening_at(desk, AGED_ROUNDS)
}

fn evening_at(mut desk: Desk, played: u32) -> Record {
    let next = desk.seen().next_entry;
    let ledger = fold(Ledger::new(), &desk.lines).pop().expect("a ledger");
    let chip = desk.flash.chip().clone();
    Record::of(chip, ledger, next, &evening(played))
}

/// Whether the ring has come round, and a few rounds later the next checkpoint is due.
fn is_nearly_due(checkpoints: &[u32], played: u32) -> bool {
    match checkpoints {
        [.., before, last] => last - before - (played - last) <= 3 && checkpoints.len() > 2,
        _ => false,
    }
}

/// Whether there are numbers between the lines, which are those of a checkpoint's parts.
pub fn has_gap(lines: &[Line]) -> bool {
    lines.windows(2).any(|pair| pair[1].0 != pair[0].0 + 1)
}

/// What a journal over this chip holds from a number on, read by nothing but the journal.
pub fn lines_in(chip: &FlashChip, from: u32) -> Vec<Line> {
    let mut journal = Journal::new(Socket::new(chip.clone())).expect("a flash that fits");
    journal.recover().expect("a sound journal");
    let mut reader = journal.read_from(from);
    let mut lines = Vec::new();
    while let Some(entry) = reader.next().expect("a sound journal") {
        let bytes = [&[entry.kind.code()], entry.payload].concat();
        lines.push((entry.sequence, bytes));
    }
    lines
}
