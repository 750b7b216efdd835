//! How much flash the entries take: flash wears, and a day of rounds has to fit.
//!
//! A record of the journal has 4 bytes around its content and takes whole double-words of 8 bytes.

use firmware::journal::MAX_CHECKPOINT;
use shared_rules::ledger::{Fault, HITS_KEPT, JackpotHit, RefusedKind, WAITING_MAX, Waiting};
use shared_rules::wagers::Limit;
use simulator::round_driver::{JACKPOT, bonus, seat};

use crate::prelude::*;

const ROUND_BYTES_MAX: usize = 420;

fn flash_bytes(entry: &Entry) -> usize {
    (bytes(entry).len() + 4).div_ceil(8) * 8
}

/// Seven seats with Ante, Bonus and the progressive, every one of which raises three times, one at a time.
fn full_round() -> Vec<Event> {
    let mut events = vec![Event::PlaceYourBets];
    for number in 1..=7 {
        events.extend([ante(number, 100), bonus(number, 25), chips(number, 1)]);
    }
    events.push(Event::NoMoreBets);
    let hands = ["3h8s", "4h8c", "5h8d", "6h8h", "3sTc", "4sTd", "5sTh"];
    events.extend((1..).zip(hands).map(|(number, text)| hand(number, text)));
    events.push(dealer_hand("AcAd"));
    let streets = [
        (Wager::Flop, "2c7d9h"),
        (Wager::Turn, "Js"),
        (Wager::River, "Kd"),
    ];
    for (wager, cards) in streets {
        events.extend((1..=7).map(|number| Event::Raise(wager, seats(&[number]))));
        events.push(community(cards));
    }
    events.extend([Event::Settle, Event::Paid]);
    events
}

/// The entries of a full round, at a meter of $100,000.
fn entries_of_a_full_round(game: Game) -> Vec<Entry> {
    let mut configuration = house(game);
    configuration.jackpot.reset = Cents::dollars(JACKPOT);
    let mut keeper = LedgerDriver::new(&configuration);
    let mut entries = Vec::new();
    for event in full_round() {
        entries.extend(
            keeper
                .ledger
                .propose(&event)
                .expect("an event of the round"),
        );
        keeper.does([event]);
    }
    entries
}

/// One of each kind, as large as it usually is.
fn one_of_each() -> Vec<(&'static str, Entry)> {
    let round = entries_of_a_full_round(Game::Thb6);
    let find = |kind: fn(&Entry) -> bool| round.iter().find(|entry| kind(entry)).cloned();
    let locked = find(|entry| matches!(entry, Entry::Locked(_))).expect("bets are locked");
    let settled = find(|entry| matches!(entry, Entry::Settled(_))).expect("it is settled");
    let words = "panicked at firmware/src/journal/log.rs:120:9: index out of";
    vec![
        ("boot", Entry::Boot(1_000)),
        ("place your bets", Entry::Round(Event::PlaceYourBets)),
        ("locked, seven seats", locked),
        ("hand", Entry::Round(hand(1, "AhKh"))),
        ("hand of three", Entry::Round(hand(1, "AhKhQh"))),
        ("dealer", Entry::Round(dealer_hand("AcAd"))),
        (
            "raise of all",
            Entry::Round(Event::Raise(Wager::Flop, house(Game::Thb6).seats)),
        ),
        ("fold", Entry::Round(Event::Fold(Seat::One))),
        ("flop", Entry::Round(community("2c7d9h"))),
        ("turn or river", Entry::Round(community("Js"))),
        ("settled", settled),
        ("paid", Entry::Round(Event::Paid)),
        (
            "void",
            Entry::Round(Event::Void(100_000, VoidCause::ForeignCard)),
        ),
        (
            "invalid",
            Entry::Round(Event::Invalidate(100_000, Seat::One, HandFault::WrongCount)),
        ),
        ("confirmed", Entry::Confirmed),
        ("configured", Entry::Configured(house(Game::Thb6))),
        ("clock", Entry::Clock(1_785_542_400)),
        ("fault", Entry::Fault(Fault::Seat(Seat::One))),
        ("healed", Entry::Healed(Fault::Seat(Seat::One))),
        ("moved", Entry::Moved(Seat::One, 2)),
        ("ante moved", Entry::AnteMoved(Seat::One, true)),
        ("refused", Entry::Refused(RefusedKind::AgainstTheRules, 3)),
        (
            "last words",
            Entry::LastWords(words.try_into().expect("64 bytes")),
        ),
        ("door", Entry::Door(true)),
        ("time", Entry::Time(u16::MAX)),
        ("time of day", Entry::TimeOfDay(1_785_542_400)),
        ("person", Entry::Person(u8::MAX)),
        ("supervisor's key", Entry::Supervisor(true)),
        ("chip", Entry::Chip([0xFF; 12])),
        ("link of the chain", Entry::Chain([0xFF; 8])),
    ]
}

/// A table to read; and none is larger than a record of the journal.
#[test]
fn every_kind_of_entry_fits_into_a_record() {
    println!("{:<20} {:>5} {:>5}", "entry", "bytes", "flash");
    for (name, entry) in one_of_each() {
        let (size, flash) = (bytes(&entry).len(), flash_bytes(&entry));
        println!("{name:<20} {size:>5} {flash:>5}");
        assert!(size <= 241, "{name}: {size} bytes");
    }
}

/// What happens most often takes one double-word.
#[test]
fn most_events_of_a_round_take_one_double_word() {
    for game in [Game::Thb6, Game::Rws6, Game::Ml9] {
        let entries = entries_of_a_full_round(game);
        let short = entries
            .iter()
            .filter(|entry| flash_bytes(entry) == 8)
            .count();
        assert!(2 * short > entries.len(), "{short} of {}", entries.len());
    }
}

/// A hold'em round at a full table, entered one event at a time.
#[test]
fn a_full_round_takes_little_flash() {
    for game in [Game::Thb6, Game::Rws6, Game::Ml9] {
        let sizes: Vec<usize> = entries_of_a_full_round(game)
            .iter()
            .map(flash_bytes)
            .collect();
        let sum: usize = sizes.iter().sum();
        println!("{game:?}: {} entries, {sum} bytes of flash", sizes.len());
        assert!(sum <= ROUND_BYTES_MAX, "{game:?}: {sum} bytes: {sizes:?}");
    }
}

/// A table that has seen everything: every fault, as many players as are remembered, and a settled round at a full
/// table with the largest stakes, every seat of which has been asked something.
fn largest_without_awards() -> LedgerDriver {
    let amount = Cents::new(1_000_000_000_000);
    let limit = Limit {
        min: amount,
        max: Some(amount),
    };
    let mut configuration = house(Game::Ml9);
    configuration.limits.ante = limit;
    configuration.limits.bonus = limit;
    configuration.limits.pair_plus = limit;
    configuration.unit = amount;
    configuration.jackpot.reset = amount;
    configuration.jackpot.limit = Some(amount);
    let mut keeper = LedgerDriver::new(&configuration);
    let hands = ["3h8s", "4h8c", "5h8d", "6h8h", "5cTc", "4sTd", "5sTh"];
    for players in [1_u8, 101, 201] {
        for (number, first) in (1..=7).zip(players..) {
            keeper.does([player(number, first)]);
        }
        let hands: Vec<(u8, &str)> = (1..).zip(hands).collect();
        keeper.plays(&hands, "2c7d9h");
    }
    let faults = [
        Fault::Chain,
        Fault::Sign,
        Fault::Console,
        Fault::Journal,
        Fault::Image,
    ];
    let seats = Seat::ALL.map(Fault::Seat);
    for fault in seats.into_iter().chain(faults) {
        assert!(keeper.write(&Entry::Fault(fault)).is_ok());
    }
    assert!(keeper.write(&Entry::Clock(u64::from(u32::MAX))).is_ok());
    keeper.does([Event::PlaceYourBets]);
    // Flop is twice the Ante.
    let half = Cents::new(500_000_000_000);
    for number in 1..=7 {
        keeper.does([
            Event::Stake(seat(number), Wager::Ante, half),
            Event::Stake(seat(number), Wager::Bonus, amount),
            chips(number, 5),
        ]);
    }
    keeper.does([Event::NoMoreBets]);
    let hands: Vec<(u8, &str)> = (1..).zip(hands).collect();
    for (number, _) in &hands {
        keeper.does([Event::Viewed(seat(*number))]);
    }
    for (number, text) in hands {
        keeper.does([hand(number, text)]);
    }
    let all = house(Game::Thb6).seats;
    keeper.does([
        dealer_hand("2d7c"),
        Event::Raise(Wager::Flop, all),
        community("2c7d9h"),
        Event::Raise(Wager::Turn, all),
        community("3s"),
        Event::Raise(Wager::River, all),
        community("4c"),
    ]);
    keeper.does([Event::Settle]);
    keeper
}

/// A checkpoint is its parts one after the other, so every award that waits adds its own bytes; so does a question for
/// each seat, and numbers that have become large.
#[test]
fn the_largest_checkpoint_fits() {
    let largest = Waiting {
        round: u32::MAX,
        seat: Seat::Seven,
        award: Award::Community(Category::StraightFlush),
        amount: Cents::new(1_000_000_000_000),
    };
    let hit = JackpotHit {
        round: u32::MAX,
        seat: Seat::Seven,
        award: largest.award,
        amount: largest.amount,
        at: JournalTime::TimeOfDay(1 << 34),
    };
    let hits = (HITS_KEPT + 3) * bytes(&hit).len();
    let confirmed = bytes(&largest).len();
    let questions = 7 * (1 + 3 + 1);
    let numbers = 4 * 4;
    // The chip's number and the person who acts.
    let signs = 12 + 1;
    let rest = checkpoint(&largest_without_awards().ledger).len();
    let awards = WAITING_MAX * bytes(&largest).len() + hits + confirmed;
    let sum = rest + awards + questions + numbers + signs;
    println!("the largest checkpoint: {rest} bytes and what may come on top, {sum} bytes");
    assert!(sum <= MAX_CHECKPOINT, "{sum} bytes");
}
