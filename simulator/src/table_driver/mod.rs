//! An evening at the whole simulated table: short calls that play, look and read, so that a test reads like
//! what people at the table do and see.
//!
//! Seats go by their numbers, the house's figures are round (see [`house`]), and after every call the table
//! must be sound: not halted, and every micro-cent accounted for.

mod looks;
mod watching;

use std::cell::RefCell;
use std::collections::BTreeMap;

use shared_rules::games::{Game, RuleReadings, VoidCause};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{self, Configuration, Entry, Ledger, TakesEffect};
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::round::{Event, Phase, Round};
use shared_rules::seats::Seat;
use shared_rules::wagers::{Limit, Limits};
use shared_rules::wire::key::KeyEntry;
use shared_rules::wire::message::Command;

use crate::engine::HostEngine;
use crate::round_driver::seat;
use crate::table::SimulatedTable;
use console::{Answer, Words};
use parts::chain::Change;
use parts::engine::FreshEngine;

pub use looks::Look;
pub use watching::{Lamp, is_of_limits};

/// Milliseconds until a table that has started takes whatever is silent for broken.
pub const START_MS: u64 = 1_100;

/// Milliseconds in which everything on the felt comes to rest and is read.
pub const SETTLE_MS: u64 = 40;

/// Milliseconds within which every command is answered, on a line that loses most frames too.
const ANSWER_MS: u64 = 5_000;

/// The number of a journal's first entry.
const FIRST_ENTRY: u32 = 1;

/// The keys, in the order of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as on the table")]
pub enum FeltKey {
    PlaceYourBets,
    NoMoreBets,
    Void,
    Supervisor,
}

/// The house's configuration of every evening: a unit of $5 of which 10 % go on the meter and 5 % into the
/// reserve, a jackpot of $10,000, an Ante of at least $10, and every seat of the layout.
pub fn house(game: Game) -> Configuration {
    let last = game.rules().positions.1;
    Configuration {
        game,
        readings: RuleReadings::default(),
        unit: Cents::dollars(5),
        limits: Limits {
            ante: Limit {
                min: Cents::dollars(10),
                max: None,
            },
            ..Limits::default()
        },
        seats: Seat::ALL.into_iter().filter(|seat| *seat <= last).collect(),
        jackpot: JackpotTerms {
            reset: Cents::dollars(10_000),
            contribution: BasisPoints::new(1_000).expect("a tenth"),
            reserve: BasisPoints::new(500).expect("a twentieth"),
            limit: None,
        },
        contribution_max: None,
        takes_effect: TakesEffect::AfterWin,
    }
}

/// The same of a house that does not wait for a win to change game and unit.
pub fn at_once(game: Game) -> Configuration {
    Configuration {
        takes_effect: TakesEffect::NextRound,
        ..house(game)
    }
}

/// A table and whoever is around it.
#[derive(Debug)]
pub struct TableDriver<E: FreshEngine = HostEngine> {
    /// The table.
    pub table: SimulatedTable<E>,
    /// What the entries that have reached the console add up to.
    books: Ledger,
    /// The number of the first entry that is not in the books.
    unbooked: u32,
    /// The number of the first entry that has not been looked at.
    unread: u32,
}

impl<E: FreshEngine> TableDriver<E> {
    /// A new table that has just come up, without a configuration.
    pub fn before_configuration() -> TableDriver<E> {
        let mut evening = TableDriver {
            table: SimulatedTable::new(1),
            books: Ledger::new(),
            unbooked: FIRST_ENTRY,
            unread: 0,
        };
        evening.wait_ms(START_MS);
        evening.read_all();
        evening
    }

    /// A table that comes up on a journal of which the console knows every entry, from the first on.
    pub fn in_use(table: SimulatedTable<E>, entries: BTreeMap<u32, Entry>) -> TableDriver<E> {
        let next = entries.keys().next_back().map_or(0, |last| last + 1);
        let mut evening = TableDriver {
            table,
            books: Ledger::new(),
            unbooked: FIRST_ENTRY,
            unread: next,
        };
        let console = &mut evening.table.console;
        (console.entries, console.known) = (entries, vec![(0, next)]);
        console.follow_from(next);
        evening.wait_ms(START_MS);
        evening.read_all();
        evening
    }

    /// Ends the round that is going on, if one is, and confirms every award that waits.
    #[track_caller]
    pub fn clears_up(&mut self) {
        match self.phase() {
            Phase::Settled => self.says([Event::Paid]),
            Phase::BetsOpen | Phase::Playing => {
                let number = self.ledger().round().number();
                self.says([Event::Void(number, VoidCause::ShiftManager)]);
            }
            Phase::Idle | Phase::Paid | Phase::Void(_) => {}
        }
        while !self.ledger().waiting().is_empty() {
            self.confirms();
        }
    }

    /// A table at which the house has configured a game, and no round has been opened.
    pub fn of(game: Game) -> TableDriver<E> {
        let mut evening = TableDriver::before_configuration();
        evening.configures(house(game));
        evening.read_all();
        evening
    }

    /// The same with betting open.
    pub fn opened(game: Game) -> TableDriver<E> {
        let mut evening = TableDriver::of(game);
        evening.says([Event::PlaceYourBets]);
        evening.read_all();
        evening
    }

    /// The same with these units at these seats, and betting closed.
    pub fn locked(game: Game, bets: &[(u8, u8)]) -> TableDriver<E> {
        let mut evening = TableDriver::opened(game);
        for (number, units) in bets {
            evening.bets(*number, *units);
        }
        evening.says([Event::NoMoreBets]);
        evening.read_all();
        evening
    }

    /// Time passes.
    #[track_caller]
    pub fn wait_ms(&mut self, milliseconds: u64) {
        self.table.run_ms(milliseconds);
        self.keep_books();
        self.is_sound();
    }

    /// Enters what has reached the console. Entries come in their order; numbers that none has are a checkpoint's.
    #[track_caller]
    fn keep_books(&mut self) {
        for (number, entry) in self.table.console.entries.range(self.unbooked..) {
            let applied = self.books.apply(entry);
            assert!(applied.is_ok(), "entry {number}: {entry:?}: {applied:?}");
            self.unbooked = number + 1;
        }
    }

    /// The table is not halted, and seeds and contributions are still there or have been paid out.
    #[track_caller]
    pub fn is_sound(&self) {
        assert!(!self.table.engine.is_halted());
        let table = self.whole_ledger().table();
        assert!(table.is_none_or(ledger::Table::is_balanced));
    }

    /// The table's own ledger, or where that cannot be looked at, the console's books.
    fn whole_ledger(&self) -> &Ledger {
        HostEngine::of(&self.table.engine).map_or(&self.books, |host| host.controller().ledger())
    }

    /// What the ledger knows of a table that has been configured.
    pub fn ledger(&self) -> &ledger::Table {
        self.whole_ledger().table().expect("a configured table")
    }

    /// The round as the table itself has it, where that can be looked at: bets before the close are in no entry.
    pub fn own_round(&self) -> Option<&Round> {
        let host = HostEngine::of(&self.table.engine)?;
        let table = host.controller().ledger().table();
        table.map(ledger::Table::round)
    }

    /// Where the round is.
    pub fn phase(&self) -> Phase {
        self.whole_ledger().phase()
    }

    /// Something happens on the felt, and comes to rest.
    #[track_caller]
    pub fn happens(&mut self, change: Change) {
        self.table.change(change);
        self.wait_ms(SETTLE_MS);
    }

    /// So many chips now lie on a seat's coin spot.
    #[track_caller]
    pub fn chips(&mut self, number: u8, count: u8) {
        self.happens(Change::Chips(index(number), count));
    }

    /// A seat's Ante spot is now covered, or not.
    #[track_caller]
    pub fn ante(&mut self, number: u8, covered: bool) {
        self.happens(Change::Ante(index(number), covered));
    }

    /// A seat puts down an Ante and so many progressive units.
    #[track_caller]
    pub fn bets(&mut self, number: u8, units: u8) {
        self.ante(number, true);
        self.chips(number, units);
    }

    /// Everything is taken off a seat.
    #[track_caller]
    pub fn clears(&mut self, number: u8) {
        self.chips(number, 0);
        self.ante(number, false);
    }

    /// A key is held down, or let go.
    #[track_caller]
    pub fn holds(&mut self, key: FeltKey, down: bool) {
        self.happens(Change::Key(key as usize, down));
    }

    /// A key is pressed.
    #[track_caller]
    pub fn presses(&mut self, key: FeltKey) {
        self.holds(key, true);
        self.holds(key, false);
    }

    /// The console's command is answered.
    #[track_caller]
    pub fn answer_to(&mut self, command: Command) -> Answer {
        self.table.console.command(command);
        self.next_answer()
    }

    /// The next answer to whatever the console has been given to send.
    #[track_caller]
    pub fn next_answer(&mut self) -> Answer {
        let heard = self.table.console.answers.len();
        for _ in 0..ANSWER_MS {
            self.wait_ms(1);
            if let Some(answer) = self.table.console.answers.get(heard) {
                let answer = answer.clone();
                self.hear_entry(&answer);
                return answer;
            }
        }
        panic!("no answer within {ANSWER_MS} ms");
    }

    /// The entry that an answer speaks of comes right behind it.
    fn hear_entry(&mut self, answer: &Answer) {
        if let Answer::Done(Some(number)) = answer {
            let mut patience_ms = 500;
            while self.unbooked <= *number && patience_ms > 0 {
                self.wait_ms(1);
                patience_ms -= 1;
            }
        }
    }

    /// The console's command is carried out.
    #[track_caller]
    pub fn commands(&mut self, command: Command) {
        let asked = format!("{command:?}");
        let answer = self.answer_to(command);
        assert!(matches!(answer, Answer::Done(_)), "{asked}: {answer:?}");
    }

    /// The console says what happens in the round, and all of it is carried out. The supervisor's key is turned for what
    /// takes it.
    #[track_caller]
    pub fn says(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            let is_settled = matches!(self.ledger().round().phase(), Phase::Settled | Phase::Paid);
            let takes_key = match event {
                Event::Void(..) => is_settled,
                Event::ShiftManager(_) | Event::NextRounds(..) | Event::DeviceRepaired => true,
                _ => false,
            };
            match takes_key {
                true => self.with_key(Command::Round(event)),
                false => self.commands(Command::Round(event)),
            }
        }
    }

    /// The command is refused under this paragraph and with this text.
    #[track_caller]
    pub fn refuses(&mut self, command: Command, rule: &str, text: &str) {
        let asked = format!("{command:?}");
        let answer = self.answer_to(command);
        assert_eq!(answer, refusal(rule, text), "{asked}");
    }

    /// The event is refused under this paragraph and with this text.
    #[track_caller]
    pub fn refuses_event(&mut self, event: Event, rule: &str, text: &str) {
        self.refuses(Command::Round(event), rule, text);
    }

    /// The house configures the table, with the supervisor's key turned for it.
    #[track_caller]
    pub fn configures(&mut self, configuration: Configuration) {
        self.with_key(Command::Configure(configuration));
    }

    /// The supervisor confirms the award that has waited longest.
    #[track_caller]
    pub fn confirms(&mut self) {
        self.with_key(Command::Confirm);
    }

    #[track_caller]
    fn with_key(&mut self, command: Command) {
        self.holds(FeltKey::Supervisor, true);
        self.commands(command);
        self.holds(FeltKey::Supervisor, false);
    }

    /// Another console takes the place of the present one, and knows the entries that have been heard so far.
    #[track_caller]
    pub fn changes_console(&mut self, opening: KeyEntry, persons: Vec<KeyEntry>) {
        let console = &mut self.table.console;
        let entries = std::mem::take(&mut console.entries);
        let known = std::mem::take(&mut console.known);
        let answers = std::mem::take(&mut console.answers);
        self.table.replace_console(opening, persons);
        let console = &mut self.table.console;
        console.follow_from(entries.keys().next_back().map_or(0, |last| last + 1));
        (console.entries, console.known, console.answers) = (entries, known, answers);
        self.wait_ms(SETTLE_MS);
    }

    /// Power goes for a while and comes back, and the table has come up again.
    #[track_caller]
    pub fn loses_power(&mut self) {
        self.table.power_off();
        self.table.run_ms(1_500);
        self.table.power_on();
        self.wait_ms(START_MS);
    }
}

/// What an evening's console has heard: the entries with their numbers, and the answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard {
    /// The entries, in their order.
    pub entries: Vec<(u32, Entry)>,
    /// The answers, in theirs.
    pub answers: Vec<Answer>,
}

impl Heard {
    /// True if another engine has heard the same: the same entries under the same numbers, and the same answers. Its
    /// clock begins some milliseconds earlier or later, so that an entry may be in another second; and the code of a link
    /// covers the time.
    pub fn agrees_with(&self, other: &Heard) -> bool {
        let is_same = |(one, other): (&(u32, Entry), &(u32, Entry))| {
            one.0 == other.0 && is_like(&one.1, &other.1)
        };
        self.answers == other.answers
            && self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(is_same)
    }
}

fn is_like(one: &Entry, other: &Entry) -> bool {
    match (one, other) {
        (Entry::Time(one), Entry::Time(other)) => one.abs_diff(*other) <= 1,
        (Entry::TimeOfDay(one), Entry::TimeOfDay(other)) => one.abs_diff(*other) <= 1,
        (Entry::Chain(_), Entry::Chain(_)) => true,
        _ => one == other,
    }
}

thread_local! {
    static HEARD: RefCell<Vec<Heard>> = const { RefCell::new(Vec::new()) };
}

/// What every evening of this thread that is over has heard, since this was asked last.
pub fn take_heard() -> Vec<Heard> {
    HEARD.take()
}

impl<E: FreshEngine> Drop for TableDriver<E> {
    fn drop(&mut self) {
        let console = &self.table.console;
        let entries = console.entries.iter();
        let heard = Heard {
            entries: entries
                .map(|(number, entry)| (*number, entry.clone()))
                .collect(),
            answers: console.answers.clone(),
        };
        HEARD.with_borrow_mut(|all| all.push(heard));
    }
}

/// The wire's count of a seat.
pub fn index(number: u8) -> usize {
    seat(number).index().into()
}

/// A refusal under this paragraph and with this text.
pub fn refusal(rule: &str, text: &str) -> Answer {
    Answer::Refused(Words {
        rule: rule.to_string(),
        text: text.to_string(),
    })
}
