//! A journal whose ring has come round, with its head page nearly full: the next entries erase a page that holds old
//! ones.

use board_sim::chip::flash::BANK_BYTES;
use board_sim::table::BoardEngine;
use firmware::journal::{EntryKind, Journal};
use parts::flash::{FlashChip, Socket};
use shared_rules::games::{Game, VoidCause};
use shared_rules::ledger::{Entry, LastWords, Ledger, RefusedKind};
use shared_rules::round::Event;
use shared_rules::wire::message::Command;
use shared_rules::wire::payload;
use simulator::engine::JOURNAL_PAGES;
use simulator::ledger_driver::checkpoint;
use simulator::table::SimulatedTable;
use simulator::table_driver::house;

use crate::evening::{Changes, Story, Watched, story_of};

/// Short entries for which the head page has room, about.
const FEW: u32 = 5;

/// A log of a table that has been in use for long.
struct OldLog {
    journal: Journal<Socket>,
    flash: Socket,
    ledger: Ledger,
    last: u32,
}

/// Some rounds at a table with such a journal, each opened and void.
pub fn record_on_an_old_table() -> (Changes, Story) {
    let mut old = OldLog::new();
    old.comes_round();
    let mut engine = BoardEngine::with_image(BoardEngine::built_image());
    engine
        .board
        .flash_contents_mut()
        .load(BANK_BYTES, old.flash.chip().image());
    let mut table: SimulatedTable<Watched<Changes>> =
        SimulatedTable::with_engine(1, Watched::new(engine));
    // The console has followed so far.
    table.console.follow_from(old.last + 1);
    table.run_ms(1_500);
    for round in 1..=FEW {
        let void = Event::Void(round, VoidCause::ShiftManager);
        for event in [Event::PlaceYourBets, void] {
            table.console.command(Command::Round(event));
            table.run_ms(200);
        }
    }
    story_of(&mut table)
}

fn long_entry() -> Entry {
    Entry::LastWords(LastWords::try_from("x".repeat(64).as_str()).expect("64 bytes"))
}

fn short_entry() -> Entry {
    Entry::Refused(RefusedKind::Unauthentic, 1)
}

impl OldLog {
    fn new() -> Self {
        let flash = Socket::new(FlashChip::new(JOURNAL_PAGES));
        let mut old = Self {
            journal: Journal::new(flash.clone()).expect("a flash that fits"),
            flash,
            ledger: Ledger::new(),
            last: 0,
        };
        let checkpoint = old.checkpoint();
        old.journal.format(&checkpoint).expect("a good flash");
        old.put(&Entry::Boot(1));
        old.put(&Entry::Configured(house(Game::Ml9)));
        old
    }

    /// Every page has been erased before, and a few short entries more turn the page.
    fn comes_round(&mut self) {
        while self
            .flash
            .chip()
            .erasures()
            .iter()
            .any(|erasures| *erasures < 2)
        {
            self.put(&long_entry());
        }
        self.turns_page();
        // One of two pages may hold a checkpoint.
        let in_a_page = self.turns_page().max(self.turns_page());
        (FEW..in_a_page).for_each(|_| self.put(&short_entry()));
    }

    /// Turns the page of log A, and says how many short entries that took.
    fn turns_page(&mut self) -> u32 {
        let erasures = |flash: &Socket| {
            flash.chip().erasures()[..JOURNAL_PAGES / 2]
                .iter()
                .sum::<u32>()
        };
        let (before, mut count) = (erasures(&self.flash), 0);
        while erasures(&self.flash) == before {
            self.put(&short_entry());
            count += 1;
        }
        count
    }

    fn put(&mut self, entry: &Entry) {
        if self.journal.needs_checkpoint() {
            let checkpoint = self.checkpoint();
            self.journal
                .append_checkpoint(&checkpoint)
                .expect("a good flash");
        }
        let bytes = payload::write(entry).expect("a short entry");
        let (kind, bytes) = bytes.split_first().expect("a variant");
        let kind = EntryKind::new(*kind).expect("a kind of entry");
        self.last = self.journal.append(kind, bytes).expect("a good flash");
        self.ledger.apply(entry).expect("what can be");
    }

    fn checkpoint(&self) -> Vec<u8> {
        checkpoint(&self.ledger)
    }
}
