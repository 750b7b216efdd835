//! Prices, wins and meters to the tables, and notices to the house.

use crate::prelude::*;

const SECOND: u64 = 1_000;

/// Table 1 opens a round; table 2 plays one with a royal flush on the turn (25 %), which waits for the other.
fn claim_that_waits() -> Desk {
    let mut desk = Desk::new(Game::Rws6);
    desk.entry(1, 1, TableEntry::Open(1));
    desk.entry(2, 1, TableEntry::Open(1));
    desk.entry(2, 2, lock(1, START_MS));
    desk.entry(2, 3, settled(Game::Rws6, 1, Some(Award::RoyalFlushOnTurn)));
    desk
}

/// The prices among the letters: table, number of awards, final.
fn prices(letters: &[(u32, ToTable)]) -> Vec<(u32, usize, bool)> {
    let prices = letters.iter().filter_map(|(table, message)| match message {
        ToTable::Priced {
            awards, is_final, ..
        } => Some((*table, awards.len(), *is_final)),
        _ => None,
    });
    prices.collect()
}

#[test]
fn a_price_is_told_when_it_changes_and_again_every_second() {
    let mut desk = claim_that_waits();
    assert_eq!(prices(&desk.letters()), [(2, 1, false)]);
    desk.sequencer.poll(desk.now_ms);
    desk.letters();
    desk.sequencer.poll(desk.now_ms + SECOND - 1);
    assert_eq!(prices(&desk.letters()), []);
    desk.sequencer.poll(desk.now_ms + SECOND);
    assert_eq!(prices(&desk.letters()), [(2, 1, false)]);
    desk.entry(1, 2, TableEntry::Void(1));
    assert_eq!(prices(&desk.letters()), [(2, 1, true)]);
}

#[test]
fn a_price_names_the_last_message_that_it_includes() {
    let mut desk = claim_that_waits();
    let letters = desk.letters();
    let after = letters.iter().find_map(|(_, message)| match message {
        ToTable::Priced { after, .. } => Some(*after),
        _ => None,
    });
    assert_eq!(after, Some(3));
}

#[test]
fn a_permit_is_repeated_while_bets_are_open() {
    let mut desk = claim_that_waits();
    desk.letters();
    desk.sequencer.poll(desk.now_ms);
    let letters = desk.letters();
    assert!(letters.contains(&(1, ToTable::Permit(1))), "{letters:?}");
    assert!(!letters.contains(&(2, ToTable::Permit(1))), "{letters:?}");
}

/// Two claims of a table are struck at once, and both letters are lost: the table hears of both.
#[test]
fn strikes_are_told_again_every_second() {
    let mut desk = claim_that_waits();
    desk.entry(2, 4, TableEntry::Open(2));
    desk.entry(2, 5, lock(2, START_MS + 1));
    let again = settled(Game::Rws6, 2, Some(Award::RoyalFlushOnTurn));
    desk.entry(2, 6, again);
    for round in [1, 2] {
        desk.sequencer
            .rule(HouseRuling::Strike(2, round), desk.now_ms);
    }
    desk.commit();
    desk.sequencer.poll(desk.now_ms);
    desk.letters();
    desk.sequencer.poll(desk.now_ms + SECOND);
    assert_eq!(prices(&desk.letters()), [(2, 0, true); 2]);
}

#[test]
fn a_struck_claim_has_a_price_without_awards() {
    let mut desk = claim_that_waits();
    desk.letters();
    desk.sequencer.rule(HouseRuling::Strike(2, 1), desk.now_ms);
    desk.commit();
    assert_eq!(prices(&desk.letters()), [(2, 0, true)]);
    assert_eq!(desk.notices().len(), 1);
    // A table that starts later is told too.
    desk.send(&hello(2, 2));
    assert_eq!(prices(&desk.letters()), [(2, 0, true)]);
}

#[test]
fn a_ruling_that_cannot_be_is_refused_in_words() {
    let mut desk = claim_that_waits();
    desk.sequencer.rule(HouseRuling::Strike(9, 1), desk.now_ms);
    desk.sequencer.rule(HouseRuling::Lift(2), desk.now_ms);
    desk.commit();
    let words: Vec<String> = desk.notices().iter().map(ToString::to_string).collect();
    let expected = [
        "cannot rule: strike the claim of table 9, round 1: round 1 of table 9 has no unpaid claim",
        "cannot rule: lift the quarantine of table 2: the table is not quarantined",
    ];
    assert_eq!(words, expected);
}

#[test]
fn a_ruling_ends_the_wait() {
    let mut desk = claim_that_waits();
    desk.letters();
    desk.sequencer
        .rule(HouseRuling::DoNotWait(1, 1), desk.now_ms);
    desk.commit();
    assert_eq!(prices(&desk.letters()), [(2, 1, true)]);
}

#[test]
fn a_win_is_told_to_every_table() {
    let mut desk = claim_that_waits();
    desk.entry(1, 2, TableEntry::Void(1));
    desk.letters();
    desk.entry(2, 4, TableEntry::Confirmed(1));
    let letters = desk.letters();
    let wins = letters.iter().filter_map(|(table, message)| match message {
        ToTable::Won(win) => Some((*table, win.table, win.seat.number(), win.award)),
        _ => None,
    });
    let award = Award::RoyalFlushOnTurn;
    assert_eq!(Vec::from_iter(wins), [(1, 2, 1, award), (2, 2, 1, award)]);
}

#[test]
fn meters_come_at_most_ten_and_at_least_four_times_a_second() {
    let mut desk = Desk::new(Game::Ml9);
    desk.send(&hello(3, 1));
    desk.letters();
    for is_busy in [false, true] {
        let mut count = 0;
        let mut number = desk
            .sequencer
            .state()
            .member(3)
            .map_or(0, Member::last_number);
        let first_ms = desk.now_ms;
        while desk.now_ms < first_ms + 10 * SECOND {
            desk.now_ms += 1;
            if is_busy && desk.now_ms.is_multiple_of(10) {
                let round = number / 3 + 1;
                let entry = match number % 3 {
                    0 => TableEntry::Open(round),
                    1 => lock(round, desk.now_ms),
                    _ => settled(Game::Ml9, round, None),
                };
                number += 1;
                desk.entry(3, number, entry);
            }
            assert!(desk.sequencer.poll_at() <= desk.now_ms + 200);
            desk.sequencer.poll(desk.now_ms);
            let letters = desk.letters();
            let meters = letters
                .iter()
                .filter(|(_, message)| matches!(message, ToTable::Meter { .. }));
            count += meters.count();
        }
        let expected = if is_busy { 60..=100 } else { 40..=51 };
        assert!(
            expected.contains(&count),
            "{count} meters in ten seconds, busy: {is_busy}"
        );
    }
}

#[test]
fn a_time_of_dealing_outside_the_receipts_is_shown_to_the_house() {
    for (dealt, is_shown) in [
        (START_MS - 1, true),
        (START_MS, false),
        (START_MS + SECOND, false),
        (START_MS + SECOND + 1, true),
    ] {
        let mut desk = Desk::new(Game::Rws6);
        desk.entry(3, 1, TableEntry::Open(1));
        desk.now_ms += SECOND;
        desk.entry(3, 2, lock(1, dealt));
        let expected = HouseNotice::DealtOutside {
            table: 3,
            round: 1,
            dealt,
            opened_ms: START_MS,
            locked_ms: START_MS + SECOND,
        };
        let expected = is_shown.then_some(expected);
        assert_eq!(desk.notices(), Vec::from_iter(expected));
        // It decides nothing.
        assert_eq!(desk.sequencer.state().pool().entries(), 2);
    }
}

#[test]
fn a_claim_that_has_waited_for_five_minutes_is_shown_once() {
    let mut desk = claim_that_waits();
    desk.notices();
    let five_minutes = 5 * 60 * SECOND;
    desk.sequencer.poll(desk.now_ms + five_minutes - 1);
    assert_eq!(desk.notices(), []);
    for seconds in 1..5 {
        desk.sequencer
            .poll(desk.now_ms + five_minutes + seconds * SECOND);
    }
    let expected = HouseNotice::ClaimWaits {
        table: 2,
        round: 1,
        since_ms: START_MS,
        waits_for: vec![(1, 1)],
    };
    assert_eq!(desk.notices(), [expected]);
    // No time decides money.
    let is_final = desk
        .sequencer
        .state()
        .pool()
        .queue()
        .map(|claim| claim.is_final);
    assert_eq!(Vec::from_iter(is_final), [false]);
}
