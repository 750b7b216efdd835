//! Troubles at one seat before the close: what its lamps say, what is written down, and that the others play on.

use super::prelude::*;
use parts::chain::{Trouble, gate};
use shared_rules::closed::SeatRecord;
use shared_rules::refusal::{Reason, Refusal};
use shared_rules::round::Bet;

/// Long enough for a fault to be told and for its end to be believed.
const FAULT_MS: u64 = 2_000;

const NEVER_NS: u64 = u64::MAX;

/// What is bet at a seat before the close, where it can be looked at.
#[track_caller]
fn has_bet<E: FreshEngine>(evening: &TableDriver<E>, number: u8, expected: Bet) {
    if let Some(round) = evening.own_round() {
        assert_eq!(round.bet(seat(number)), expected);
    }
}

/// What the round knows of a seat, after the close.
fn record<E: FreshEngine>(evening: &TableDriver<E>, number: u8) -> Option<SeatRecord> {
    *evening.ledger().round().seats().get(seat(number))
}

/// Why the chips of a seat are not acceptable before the close, where it can be looked at.
#[track_caller]
fn not_acceptable<E: FreshEngine>(evening: &TableDriver<E>, number: u8, expected: (Reason, &str)) {
    match evening.own_round().map(|round| round.bet(seat(number))) {
        Some(Bet::NotAcceptable(_, Refusal { reason, rule, .. })) => {
            assert_eq!((reason, rule.to_string().as_str()), expected);
        }
        Some(other) => panic!("seat {number}: {other:?}"),
        None => {}
    }
}

/// An unplugged seat is a fault, never chips; the Ante that was seen before still stands, whatever happens at
/// other seats. Plugged in again, the bet is back.
pub fn a_seat_cable_is_pulled_while_betting_is_open<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(2, 3);
    evening.bets(5, 1);
    evening.happens(Change::Plugged(index(2), false));
    evening.lamps(Look::Open, &[(2, Look::Faulted), (5, Look::Steady(1))]);
    assert!(evening.is_lit(Lamp::Fault) && evening.is_lit(Lamp::BetsOpen));
    evening.sign(&["FAULT\nSEAT 2 SENSORS", "BETS OPEN\n$10,000.00"]);
    has_bet(&evening, 2, Bet::None);
    evening.chips(5, 2);
    if let Some(round) = evening.own_round() {
        let record = round.seats().get(seat(2)).as_ref();
        assert!(record.is_some_and(SeatRecord::has_hand));
    }
    evening.wrote(&[Entry::Fault(Fault::Seat(seat(2)))]);

    evening.happens(Change::Plugged(index(2), true));
    evening.wait_ms(FAULT_MS);
    evening.lamps(Look::Open, &[(2, Look::Steady(3)), (5, Look::Steady(2))]);
    assert!(!evening.is_lit(Lamp::Fault));
    evening.sign(&["BETS OPEN\n$10,000.00"]);
    evening.wrote(&[Entry::Healed(Fault::Seat(seat(2)))]);
}

/// A hole in the stack is a sensor fault, never a bet.
pub fn a_hole_is_no_bet<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.ante(3, true);
    evening.happens(Change::Trouble(
        gate(index(3), 1),
        Trouble::Blocked,
        NEVER_NS,
    ));
    has_bet(&evening, 3, Bet::None);
    evening.wait_ms(FAULT_MS);
    evening.lamps(Look::Open, &[(3, Look::Faulted)]);
    evening.sign(&["FAULT\nSEAT 3 SENSORS", "BETS OPEN\n$10,000.00"]);
    evening.wrote(&[Entry::Fault(Fault::Seat(seat(3)))]);

    evening.happens(Change::Mended);
    evening.wait_ms(FAULT_MS);
    evening.lamps(Look::Open, &[]);
    evening.wrote(&[Entry::Healed(Fault::Seat(seat(3)))]);
}

/// More chips than the game takes blink; at the close as many count as the game takes, and the others lie there without
/// an alarm until the dealer hands them back (THB6 3.4.2, 5.14).
pub fn five_chips_in_a_game_of_one_unit<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Thb6);
    evening.bets(4, 5);
    evening.bets(6, 1);
    evening.lamps(
        Look::Open,
        &[(4, Look::NotAcceptable(5)), (6, Look::Steady(1))],
    );
    let reason = Reason::TooManyUnits { units: 5, most: 1 };
    not_acceptable(&evening, 4, (reason, "THB6 3.4.2"));
    evening.read_all();

    evening.presses(FeltKey::NoMoreBets);
    evening.lamps(Look::Dark, &[(4, Look::Steady(1)), (6, Look::Steady(1))]);
    evening.sign(&["NO MORE BETS\n$10,001.00"]);
    // The excess goes back, which is no alarm; a chip fewer than counts is one.
    evening.chips(4, 1);
    evening.lamps(Look::Dark, &[(4, Look::Steady(1)), (6, Look::Steady(1))]);
    let written = evening.new_entries();
    assert!(matches!(written[..], [Entry::Locked(_)]), "{written:?}");
    evening.chips(4, 0);
    evening.wrote(&[Entry::Moved(seat(4), 0)]);
}

/// Before the close the Ante can be placed or the chip taken back (THB6 5.12.1); after it the chip is returned at
/// the end of the hand, and has put nothing on the meter (THB6 5.12.2).
pub fn a_chip_without_an_ante<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Thb6);
    evening.chips(1, 1);
    evening.bets(2, 1);
    evening.lamps(
        Look::Open,
        &[(1, Look::NotAcceptable(1)), (2, Look::Steady(1))],
    );
    let without_base = (Reason::BaseMissing, "THB6 5.12.1");
    not_acceptable(&evening, 1, without_base);

    evening.ante(1, true);
    evening.lamps(Look::Open, &[(1, Look::Steady(1)), (2, Look::Steady(1))]);
    evening.ante(1, false);
    not_acceptable(&evening, 1, without_base);

    evening.says([Event::NoMoreBets]);
    evening.lamps(Look::Dark, &[(1, Look::Steady(1)), (2, Look::Steady(1))]);
    evening.sign(&["NO MORE BETS\n$10,000.50"]);
    evening.says(dealt(&[(2, "8h8d")], "2d5sJc"));
    evening.says([Event::Settle]);
    let settlement = evening.ledger().settlement().expect("settled");
    let result = settlement.seats.get(seat(1)).as_ref().expect("a seat");
    let [line] = result.wagers[..] else {
        panic!("{:?}", result.wagers);
    };
    let got = (line.wager, line.outcome, line.rule.to_string());
    let returned = (Wager::Progressive, Outcome::Returned, "THB6 5.12.2".into());
    assert_eq!(got, returned);
}

/// What lies on a spot when betting opens is flagged and not counted, whoever opens, not even for a moment; it
/// may be bet once the spot has been seen empty. Nothing is broken, so no fault is written down.
pub fn a_spot_that_is_not_empty_when_betting_opens<E: FreshEngine>() {
    for by_key in [true, false] {
        let mut evening = TableDriver::<E>::of(Game::Ml9);
        evening.bets(3, 2);
        if by_key {
            evening
                .table
                .change(Change::Key(FeltKey::PlaceYourBets as usize, true));
        } else {
            let open = Command::Round(Event::PlaceYourBets);
            evening.table.console.command(open);
        }
        for _ in 0..100 {
            evening.wait_ms(1);
            let lamps = evening.table.lit() >> gate(index(3), 0) & 0b1_1111;
            has_bet(&evening, 3, Bet::None);
            assert_eq!(lamps, 0, "by key: {by_key}");
        }
        evening.lamps(Look::Open, &[(3, Look::Faulted)]);
        evening.sign(&["BETS OPEN\n$10,000.00"]);
        evening.wrote(&[Entry::Round(Event::PlaceYourBets)]);

        evening.chips(3, 0);
        evening.chips(3, 2);
        evening.lamps(Look::Open, &[(3, Look::Steady(2))]);
    }
}

/// An Ante that lies there before the announcement is in the round, though nothing moves on the felt.
pub fn an_ante_that_was_there_before_betting_opened<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.ante(4, true);
    evening.says([Event::PlaceYourBets]);
    evening.wait_ms(100);
    evening.says([Event::NoMoreBets]);
    assert!(record(&evening, 4).is_some_and(|record| record.has_hand()));
}

/// The spot is covered by Pair Plus alone (TCP5 3.5): what the console says of it stands, whatever else moves.
pub fn pair_plus_without_an_ante<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Tcp5);
    evening.bets(2, 1);
    evening.says([pair_plus(2, 10), ante(2, 0)]);
    evening.bets(5, 1);
    evening.lamps(Look::Open, &[(2, Look::Steady(1)), (5, Look::Steady(1))]);
    evening.says([Event::NoMoreBets]);
    let stakes = record(&evening, 2).expect("a seat with a bet").stakes;
    assert!(stakes.ante.is_zero() && !stakes.pair_plus.is_zero());
}
