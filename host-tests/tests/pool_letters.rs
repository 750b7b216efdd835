//! A linked table and its pool, letter by letter: the test writes the pool's letters, and loses those that it likes.

use parts::chain::Change;
use shared_rules::games::{Game, NextRounds};
use shared_rules::ledger::{Configuration, Table, Waiting};
use shared_rules::money::Cents;
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, ToTable, write_letter};
use shared_rules::pool::{PoolTerms, PricedAward, TableEntry};
use shared_rules::round::{Event, Phase};
use shared_rules::seats::SeatSet;
use shared_rules::wagers::Wager;
use shared_rules::wire::message::{Command, LinkCommand};
use shared_rules::wire::payload::{self, Payload};
use simulator::engine::{JOURNAL_PAGES, pool_key};
use simulator::ledger_driver::house;
use simulator::round_driver::{community, dealer_hand, hand, seats};
use simulator::simulate::stage::{CommandAnswer, Lean, Stage};

const PLACE: Membership = Membership {
    link: 1,
    table: 1,
    generation: 1,
};

/// The chain is believed after these scans.
const START_MS: u64 = 600;

/// A message without an answer is repeated within this time.
const REPEATED_MS: u64 = 260;

/// The supervisor's key on the chain.
const SUPERVISOR: usize = 3;

/// A table and the pool's end of its letters.
struct Correspondence {
    table: Lean,
    counter: u64,
}

impl Correspondence {
    /// A table that has joined, and whose joining is acknowledged.
    fn of(game: Game) -> Correspondence {
        let mut table = Lean::new(1, JOURNAL_PAGES);
        table.change(Change::Key(SUPERVISOR, true));
        table.scan_ms(START_MS);
        let mut letters = Correspondence { table, counter: 0 };
        let configuration = house(game);
        letters.commands(&Command::Configure(configuration));
        letters.commands(&Command::Link(LinkCommand::Join(PLACE)));
        letters.table.attend(0);
        assert!(letters.said().contains(&ToPool::Hello));
        letters.hears(&[welcome(&configuration)]);
        assert_eq!(letters.numbers(), [1]);
        letters.hears(&[ToTable::Ack(1)]);
        letters
    }

    fn commands(&mut self, command: &Command) {
        let answer = self.table.say(command);
        assert_eq!(answer, Some(CommandAnswer::Done), "{command:?}");
        self.table.scan_ms(3);
    }

    fn events<const N: usize>(&mut self, events: [Event; N]) {
        for event in events {
            self.commands(&Command::Round(event));
        }
    }

    /// The pool says this, and its meter. The letters that the table has for it meanwhile are lost.
    fn hears(&mut self, messages: &[ToTable]) {
        let meter = ToTable::Meter {
            sequence: 0,
            shown: Cents::dollars(20_000),
            pending: false,
            now_ms: self.table.now_ms() + 1_000_000,
        };
        let boot = self.table.ledger().expect("power").boots();
        for message in messages.iter().chain([&meter]) {
            self.counter += 1;
            let direction = Direction::ToTable;
            let letter = write_letter(&pool_key(), direction, PLACE, boot, self.counter, message);
            self.table.converse(&[letter.expect("a short letter")]);
        }
    }

    /// The bytes of the messages that the table sends, or repeats.
    fn said_bytes(&mut self) -> Vec<Payload> {
        self.table.skip_ms(REPEATED_MS);
        let (letters, _) = self.table.converse(&[]);
        let bytes = letters.iter().map(|letter| {
            let letter: Letter<'_> = payload::read(letter).expect("a letter");
            let message: Option<ToPool> = letter.open(&pool_key(), Direction::ToPool);
            assert!(message.is_some(), "a genuine letter");
            Payload::from_slice(letter.bytes).expect("a short message")
        });
        bytes.collect()
    }

    fn said(&mut self) -> Vec<ToPool> {
        let bytes = self.said_bytes();
        let read = bytes.iter().map(|bytes| payload::read(bytes));
        read.map(|message| message.expect("a message")).collect()
    }

    /// The numbers of the entries that the table sends.
    fn numbers(&mut self) -> Vec<u32> {
        let said = self.said().into_iter();
        let numbers = said.filter_map(|message| match message {
            ToPool::Entry { number, .. } | ToPool::Open { number, .. } => Some(number),
            ToPool::Hello => None,
        });
        numbers.collect()
    }

    fn phase(&self) -> Phase {
        self.table.ledger().expect("power").phase()
    }

    fn waiting(&self) -> &[Waiting] {
        let table = self.table.ledger().and_then(|ledger| ledger.table());
        table.map_or(&[], Table::waiting)
    }

    /// The first round is open and has a bet of one unit at seat 1.
    fn bets(&mut self) {
        self.events([Event::PlaceYourBets]);
        assert_eq!(self.numbers(), [2]);
        self.hears(&[ToTable::Permit(1)]);
        assert_eq!(self.phase(), Phase::BetsOpen);
        for change in [Change::Ante(0, true), Change::Chips(0, 1)] {
            self.table.change(change);
            self.table.scan_ms(40);
        }
    }
}

fn welcome(configuration: &Configuration) -> ToTable {
    ToTable::Welcome {
        terms: PoolTerms {
            game: configuration.game,
            unit: configuration.unit,
            jackpot: configuration.jackpot,
        },
        last_number: 0,
    }
}

/// The acknowledgement of the question is lost, and its permit arrives: that is an acknowledgement too.
#[test]
fn a_permit_acknowledges_the_messages_before_it() {
    let mut letters = Correspondence::of(Game::Ml9);
    letters.bets();
    letters.events([Event::NoMoreBets]);
    assert_eq!(letters.numbers(), [3], "the lock");
}

/// RWS6 5.17.2c: the pool is lost before it has the lock, and the house plays on without it. The lock is said later
/// with the bytes that it always had.
#[test]
fn a_lock_keeps_its_bytes_through_a_round_without_the_pool() {
    let mut letters = Correspondence::of(Game::Rws6);
    letters.bets();
    letters.events([Event::NoMoreBets]);
    let lock = letters.said_bytes();
    assert_eq!(lock.len(), 1);
    // Nothing is heard for more than a second: the round is void (RWS6 5.16).
    letters.table.skip_ms(1_500);
    letters.table.scan_ms(3);
    assert!(matches!(letters.phase(), Phase::Void(_)));
    let without = Event::NextRounds(NextRounds::WithoutProgressive, SeatSet::EMPTY);
    letters.events([without, Event::PlaceYourBets]);
    assert_eq!(letters.phase(), Phase::BetsOpen);
    letters.hears(&[]);
    assert_eq!(letters.said_bytes(), lock);
}

/// The house strikes a claim after the table has written its final price down: nothing is left to confirm.
#[test]
fn a_struck_claim_is_not_paid_though_its_price_was_final() {
    let mut letters = Correspondence::of(Game::Ml9);
    letters.bets();
    letters.events([
        Event::NoMoreBets,
        hand(1, "AsKs"),
        dealer_hand("2c2d"),
        Event::Raise(Wager::Flop, seats(&[1])),
        community("QsJsTs"),
        community("Kd"),
        community("4c"),
        Event::Settle,
    ]);
    letters.hears(&[ToTable::Ack(3)]);
    let said = letters.said();
    let [ToPool::Entry { entry, .. }] = said.as_slice() else {
        panic!("{said:?}");
    };
    let TableEntry::Settled { made, .. } = entry else {
        panic!("{entry:?}");
    };
    let (seat, rows) = made.iter().next().expect("seat 1");
    let award = rows.of(Game::Ml9.rules()).next().expect("a row").award;
    let amount = Cents::dollars(20_000);
    let price = PricedAward {
        seat,
        award,
        amount,
    };
    letters.hears(&[ToTable::Ack(4), priced(&[price])]);
    assert_eq!(letters.waiting().len(), 1);
    letters.hears(&[priced(&[])]);
    assert_eq!(letters.waiting(), []);
    let answer = letters.table.say(&Command::Confirm);
    assert_eq!(answer, Some(CommandAnswer::Refused));
    assert_eq!(letters.numbers(), [0_u32; 0], "nothing is confirmed");
}

fn priced(awards: &[PricedAward]) -> ToTable {
    ToTable::Priced {
        round: 1,
        awards: awards.try_into().expect("few awards"),
        is_final: true,
        after: 4,
    }
}
