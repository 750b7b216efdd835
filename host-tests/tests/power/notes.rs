//! What the journal says about its entries: when they were written, by whom, and whether the supervisor's key was turned;
//! and the figures that anybody can read.

use firmware::controller::Controller;
use shared_rules::closed::Player;
use shared_rules::ledger::{HITS_KEPT, JournalTime, LastWords};
use shared_rules::wire::role::Role;
use simulator::round_driver::{dealer_hand, hand};
use simulator::table::{key_of, key_ring};

use crate::evening::royal_round;
use crate::prelude::*;

const BEGAN_S: u64 = 1_700_000_000;

fn table() -> Desk {
    let mut desk = Desk::on(FlashChip::new(JOURNAL_PAGES), 0);
    desk.does_all(&configures(house(Game::Ml9)));
    desk
}

fn entries(desk: &Desk) -> Vec<Entry> {
    desk.lines.iter().map(|line| entry(&line.1)).collect()
}

/// Plays at the time of day, with pauses; gives each entry with the time at which it was really written.
fn plays_by_the_clock(desk: &mut Desk, steps: &[Step], pause_ms: u64) -> Vec<(u64, Entry)> {
    let mut timed = Vec::new();
    for step in steps {
        let now_ms = desk.now_ms;
        desk.controller
            .note_time(Some(BEGAN_S + now_ms / 1_000), now_ms);
        let before = desk.lines.len();
        desk.does(step);
        let now_s = BEGAN_S + desk.now_ms / 1_000;
        let new = desk.lines[before..].iter().map(|line| entry(&line.1));
        timed.extend(new.map(|entry| (now_s, entry)));
        desk.does(&Step::Waits(pause_ms));
    }
    timed
}

/// The time that the journal gives each entry is less than a minute old, and that of a settlement is exact.
#[test]
fn every_entry_has_its_time_to_the_minute_and_a_settlement_to_the_second() {
    let mut desk = table();
    let mut ledger = Ledger::new();
    for line in &desk.lines {
        ledger.apply(&entry(&line.1)).expect("an entry");
    }
    let rounds = vec![plain_round(&positions(Game::Ml9)); 20].concat();
    let timed = plays_by_the_clock(&mut desk, &rounds, 1_700);
    let (mut settled, mut stated) = (0, 0);
    for (now_s, entry) in &timed {
        ledger.apply(entry).expect("an entry");
        let JournalTime::TimeOfDay(said_s) = ledger.moment() else {
            panic!("{entry:?} has no time");
        };
        let late_s = now_s - said_s;
        match entry {
            Entry::Settled(_) => {
                settled += 1;
                assert!(late_s <= 1, "{late_s} s");
            }
            Entry::Time(_) | Entry::TimeOfDay(_) => stated += 1,
            _ => assert!(late_s < 60, "{entry:?}: {late_s} s"),
        }
    }
    let minutes = (timed[timed.len() - 1].0 - timed[0].0) / 60;
    assert_eq!(settled, 20);
    assert!(stated <= minutes + settled + 1, "{stated} in {minutes}");
}

/// Without a clock the time is that since the start, and each start begins anew.
#[test]
fn without_a_time_of_day_seconds_count_from_the_start() {
    let mut desk = table();
    desk.does(&Step::Waits(90_000));
    desk.does_all(&says([Event::PlaceYourBets]));
    let since = |desk: &Desk| match desk.ledger().moment() {
        JournalTime::SinceStart { boot, seconds } => (boot, seconds),
        moment @ JournalTime::TimeOfDay(_) => panic!("{moment:?}"),
    };
    assert_eq!(since(&desk), (1, 90));
    desk.restarts(None);
    assert_eq!(since(&desk), (2, 0));
    // More than eighteen hours: said in two statements, each with its entry.
    desk.felt(Felt::Cleared);
    desk.does(&Step::Waits(70_000_000));
    desk.does(&Step::Does(Command::Round(Event::Player(
        seat(1),
        Player(1),
    ))));
    desk.does(&Step::Does(Command::Round(Event::Player(
        seat(2),
        Player(2),
    ))));
    assert_eq!(since(&desk), (2, 70_000));
}

/// A board whose clock has run on through a reset says so before its first entry but the start's own.
#[test]
fn a_start_states_the_time_that_its_clock_has_kept() {
    let socket = Socket::new(FlashChip::new(JOURNAL_PAGES));
    let mut controller = Controller::new(socket.clone()).expect("a flash that fits");
    controller.note_time(Some(BEGAN_S), 7);
    let words = LastWords::try_from("it hung").expect("short words");
    controller.start(&key_ring(), Some(words.clone()));
    let lines = lines_in(&socket.chip(), 0);
    let written: Vec<Entry> = lines.iter().map(|line| entry(&line.1)).collect();
    let expected = [
        Entry::Boot(1),
        Entry::TimeOfDay(BEGAN_S),
        Entry::LastWords(words),
    ];
    assert_eq!(written, expected);
}

/// The board's clock is to be set once for each setting, and its old time does not count in between.
#[test]
fn the_console_sets_the_boards_clock() {
    let mut desk = table();
    assert_eq!(desk.controller.pop_clock_setting(), None);
    desk.does_all(&[Step::Waits(10_000), Step::Does(Command::Clock(BEGAN_S))]);
    let now_ms = desk.now_ms;
    desk.controller.note_time(Some(5), now_ms);
    assert_eq!(desk.controller.pop_clock_setting(), Some(BEGAN_S));
    assert_eq!(desk.controller.pop_clock_setting(), None);
    desk.does_all(&[Step::Waits(61_000)]);
    desk.does_all(&says([Event::PlaceYourBets]));
    let JournalTime::TimeOfDay(now) = desk.ledger().moment() else {
        panic!("{:?}", desk.ledger().moment());
    };
    assert_eq!(now, BEGAN_S + 61);
}

/// A person is an entry when it changes, and costs none where the command is refused.
#[test]
fn a_person_is_an_entry_when_it_changes() {
    let mut desk = table();
    let persons = |desk: &Desk| -> Vec<u8> {
        let entries = entries(desk).into_iter();
        let persons = entries.filter_map(|entry| match entry {
            Entry::Person(person) => Some(person),
            _ => None,
        });
        persons.collect()
    };
    let [dealer, supervisor, manager] =
        [Role::Dealer, Role::Supervisor, Role::ShiftManager].map(|role| key_of(role).number);
    assert_eq!(persons(&desk), [manager], "who configured the table");
    desk.person = Role::Dealer;
    desk.does_all(&says([Event::PlaceYourBets]));
    desk.does_all(&closes(&[1, 2])[1..]);
    assert_eq!(persons(&desk), [manager, dealer]);
    let written = entries(&desk);
    let mut places = written.iter();
    let _ = places.find(|entry| **entry == Entry::Person(dealer));
    assert_eq!(places.next(), Some(&Entry::Round(Event::PlaceYourBets)));
    desk.person = Role::Supervisor;
    desk.does(&Step::IsRefused(Command::Round(Event::PlaceYourBets)));
    desk.person = Role::Dealer;
    desk.does_all(&says([hand(1, "3h8s")]));
    assert_eq!(persons(&desk), [manager, dealer], "still the same person");
    desk.person = Role::Supervisor;
    desk.does_all(&says([hand(2, "4h8c"), dealer_hand("AcAd")]));
    assert_eq!(persons(&desk), [manager, dealer, supervisor]);
    desk.restarts(None);
    assert_eq!(desk.ledger().person(), None);
}

/// Whoever turns the key to and fro wears the flash out at a bounded rate, and nothing that needs the key is written
/// without it.
#[test]
fn the_supervisors_key_is_an_entry_at_each_turn_and_at_a_bounded_rate() {
    let mut desk = table();
    desk.does(&Step::Waits(20_000));
    desk.felt(Felt::Cleared);
    desk.does(&Step::Waits(20_000));
    let before = desk.lines.len();
    desk.felt(Felt::Supervisor(true));
    let mut written = entries(&desk).split_off(before);
    written.retain(|entry| !matches!(entry, Entry::Time(_)));
    assert_eq!(written, [Entry::Supervisor(true)]);
    desk.does(&Step::Waits(20_000));
    desk.felt(Felt::Supervisor(false));
    assert_eq!(entries(&desk).last(), Some(&Entry::Supervisor(false)));
    let (before, began_ms) = (desk.lines.len(), desk.now_ms);
    for turn in 0..10_000 {
        desk.felt(Felt::Supervisor(turn % 2 == 0));
        desk.flash.chip().clear_history();
    }
    let seconds = (desk.now_ms - began_ms) / 1_000;
    let written = desk.lines.len() - before;
    assert!(
        written as u64 <= 2 + seconds / 10,
        "{written} in {seconds} s"
    );
    desk.felt(Felt::Supervisor(false));
    desk.does_all(&configures(house(Game::Ml9)));
    let mut ledger = Ledger::new();
    for entry in entries(&desk) {
        let needs_key = matches!(entry, Entry::Configured(_));
        assert!(!needs_key || ledger.is_supervised(), "{entry:?}");
        ledger.apply(&entry).expect("an entry");
    }
}

/// Base, limit, threshold and hits can be read, also the hits from a number on.
#[test]
fn base_limit_threshold_and_hits_can_be_read() {
    let mut desk = table();
    let threshold = Some(Cents::new(1));
    desk.does_all(&configures(Configuration {
        contribution_max: threshold,
        ..house(Game::Ml9)
    }));
    let royal = |desk: &mut Desk| {
        desk.does_all(&royal_round());
        desk.does_all(&confirms());
        desk.flash.chip().clear_history();
    };
    (0..30).for_each(|_| royal(&mut desk));
    let Answer::Meters(meters) = desk.ask(&Request::Meters) else {
        panic!("no meters");
    };
    let jackpot = house(Game::Ml9).jackpot;
    assert_eq!((meters.base, meters.limit), (jackpot.reset, jackpot.limit));
    assert_eq!(meters.contribution_max, threshold);
    assert_eq!((meters.shares_won, meters.excessive), (30, 30));
    assert_eq!(meters.totals.hits, 30);
    let (mut from, mut read) = (0, Vec::new());
    while let Answer::Hits(first, hits) = desk.ask(&Request::Hits(from))
        && !hits.is_empty()
    {
        read.extend((first..).zip(hits));
        from = read.last().map_or(0, |(number, _)| number + 1);
    }
    let kept = desk.ledger().hits().last();
    assert_eq!(
        read,
        kept.map(|(number, hit)| (number, *hit)).collect::<Vec<_>>()
    );
    assert_eq!(read.len(), HITS_KEPT);
    assert_eq!(read[0].0, 6);
}

/// An unreasonable contribution is heard: the alarm sounds at the close, and the round goes on.
#[test]
fn an_unreasonable_contribution_sounds_the_alarm() {
    for (threshold, sounds) in [(1, true), (1_000_000, false)] {
        let mut desk = table();
        desk.does_all(&configures(Configuration {
            contribution_max: Some(Cents::new(threshold)),
            ..house(Game::Ml9)
        }));
        desk.does_all(&closes(&[1, 2]));
        let now_ms = desk.now_ms;
        assert_eq!(
            desk.controller.lamps(now_ms).alarm_until_ms.is_some(),
            sounds
        );
        desk.does_all(&says([hand(1, "3h8s")]));
    }
}
