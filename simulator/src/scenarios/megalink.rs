//! Megalink 9 at the whole table: one to five units, and awards that wait for the supervisor while play goes on
//! (ML9 3.5.3, 3.14, 3.15).

use super::prelude::*;
use shared_rules::ledger::Totals;
use shared_rules::money::MicroCents;
use shared_rules::wire::message::{Meters, Request};

/// From the dealer's word to the winning value on the sign.
const SHOWN_MS_MAX: u64 = 1_000;

/// The sign's page after the close of bets, once the jackpot has been won.
const RESEEDED: &str = "NO MORE BETS\n$10,000.00";

/// Deals these hands, plays them out with this flop, and settles.
fn settles<E: FreshEngine>(evening: &mut TableDriver<E>, hands: &[(u8, &str)], flop: &str) {
    evening.says(dealt(hands, flop));
    evening.says([Event::Settle]);
}

/// Bets these units at these seats, locks and settles.
fn plays<E: FreshEngine>(evening: &mut TableDriver<E>, bets: &[(u8, u8, &str)], flop: &str) {
    evening.says([Event::PlaceYourBets]);
    for (number, units, _) in bets {
        evening.bets(*number, *units);
    }
    evening.says([Event::NoMoreBets]);
    let hands: Vec<(u8, &str)> = bets.iter().map(|(n, _, cards)| (*n, *cards)).collect();
    settles(evening, &hands, flop);
}

/// The round is over and every spot is cleared.
fn pays<E: FreshEngine>(evening: &mut TableDriver<E>) {
    evening.says([Event::Paid]);
    (1..=7).for_each(|number| evening.clears(number));
}

fn meters<E: FreshEngine>(evening: &mut TableDriver<E>) -> Meters {
    evening.table.console.ask(Request::Meters);
    match evening.next_answer() {
        Answer::Meters(meters) => meters,
        other => panic!("not the meters: {other:?}"),
    }
}

fn micro(cents: u64) -> MicroCents {
    MicroCents::from_cents(Cents::new(cents)).expect("a small amount")
}

fn waiting<E: FreshEngine>(evening: &TableDriver<E>) -> Vec<(u32, u8, u64)> {
    let waiting = evening.ledger().waiting().iter();
    waiting
        .map(|award| (award.round, award.seat.number(), award.amount.get()))
        .collect()
}

/// Five straights: 20 for 1, times the multiple (ML9 3.5.3.1, 4.2), paid by the house at once.
pub fn one_to_five_units_are_lit_locked_contributed_and_paid<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    (1..=5).for_each(|n| evening.bets(n, n));
    let multiples = [1, 2, 3, 4, 5].map(|n| (n, Look::Steady(n)));
    evening.lamps(Look::Open, &multiples);
    evening.says([Event::NoMoreBets]);
    evening.lamps(Look::Dark, &multiples);
    evening.sign(&["NO MORE BETS\n$10,007.50"]);

    let hands = [
        (1, "TcJd"),
        (2, "TdJh"),
        (3, "ThJs"),
        (4, "TsJc"),
        (5, "5c6d"),
    ];
    settles(&mut evening, &hands, "7h8s9d");
    evening.lamps(Look::Dark, &multiples.map(|(n, _)| (n, Look::Winner(n))));
    evening.sign(&["NO MORE BETS\n$10,007.50"]);
    let settlement = evening.ledger().settlement().expect("settled");
    let paid: Vec<(u8, Cents)> = settlement
        .payments
        .iter()
        .map(|payment| (payment.seat.number(), payment.amount))
        .collect();
    let expected: Vec<(u8, Cents)> = (1..=5)
        .map(|n| (n, Cents::dollars(100 * u32::from(n))))
        .collect();
    assert_eq!(paid, expected);
    assert_eq!(waiting(&evening), []);

    let meters = meters(&mut evening);
    let found = (meters.meter, meters.reserve);
    assert_eq!(found, (micro(1_000_750), micro(375)));
    let totals = Totals {
        seeds: micro(1_000_000),
        contributions: micro(1_125),
        ..Totals::default()
    };
    assert_eq!(meters.totals, totals);
}

/// A tenth of the jackpot, never multiplied (ML9 3.5.3.1), locked until the supervisor turns the key.
pub fn a_straight_flush_waits_for_the_supervisor<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    plays(&mut evening, &[(3, 5, "9s8s")], "7s6s5s");
    evening.lamps(Look::Dark, &[(3, Look::Winner(5))]);
    let closed = "NO MORE BETS\n$9,002.25";
    let waits = pending(3, "$1,000.25", "STRAIGHT FLUSH", closed);
    evening.sign(&waits);
    evening.read_all();
    evening.refuses(Command::Confirm, "", "the supervisor's key is not turned");
    evening.sign(&waits);

    evening.confirms();
    evening.sign(&won(3, "$1,000.25", "STRAIGHT FLUSH", closed));
    assert_eq!(evening.new_entries().last(), Some(&Entry::Confirmed));
    pays(&mut evening);
    evening.lamps(Look::Dark, &[]);
}

/// The royal takes all, the meter reseeds by itself, and play goes on (ML9 4.2; 68 IAC 2-6-38).
pub fn a_royal_reseeds_the_meter<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    plays(&mut evening, &[(3, 5, "AsKs"), (4, 1, "8h8d")], "QsJsTs");
    assert_eq!(waiting(&evening), [(1, 3, 1_000_300)]);
    evening.sign(&pending(3, "$10,003.00", "ROYAL FLUSH", RESEEDED));
    let totals = meters(&mut evening).totals;
    assert_eq!((totals.seeds, totals.hits), (micro(2_000_000), 1));
    assert_eq!(totals.awards, micro(1_000_300));
}

/// The winning value is on the sign within a second of the dealer's word, exact from its first dot on (Arkansas 29.1(d),
/// which allows 30).
pub fn a_win_is_on_the_sign_within_a_second<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(3, 5);
    evening.says([Event::NoMoreBets]);
    evening.says(dealt(&[(3, "AsKs")], "QsJsTs"));
    let asked_ms = evening.table.now_ms();
    evening.table.console.command(Command::Round(Event::Settle));
    while !evening.sign_now().starts_with("PENDING") {
        evening.wait_ms(1);
        let took_ms = evening.table.now_ms() - asked_ms;
        assert!(took_ms <= SHOWN_MS_MAX, "not within {took_ms} ms");
    }
    assert_eq!(evening.sign_now(), "PENDING: SEAT 3\n$10,002.50");
    evening.read_all();
}

/// The straight flush is paid first, the royal from what is left (ML9 3.15.2).
pub fn two_hits_in_one_round_keep_their_order<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    plays(&mut evening, &[(1, 1, "AsKs"), (6, 1, "9s8s")], "QsJsTs");
    assert_eq!(waiting(&evening), [(1, 6, 100_010), (1, 1, 900_090)]);
    evening.lamps(Look::Dark, &[(1, Look::Winner(1)), (6, Look::Winner(1))]);
    evening.confirms();
    evening.sign(&pending(1, "$9,000.90", "ROYAL FLUSH", RESEEDED));
    evening.confirms();
    evening.sign(&won(1, "$9,000.90", "ROYAL FLUSH", RESEEDED));
    assert_eq!(waiting(&evening), []);
}

/// An award that waits holds nobody up, and the next one is behind it (DEQ Jackpot Lock; 9 NYCRR 5321.18(b)).
pub fn the_next_round_plays_on_while_an_award_waits<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    plays(&mut evening, &[(2, 1, "9s8s")], "7s6s5s");
    pays(&mut evening);
    assert_eq!(waiting(&evening), [(1, 2, 100_005)]);

    evening.says([Event::PlaceYourBets]);
    evening.bets(4, 4);
    evening.lamps(Look::Open, &[(4, Look::Steady(4))]);
    evening.says([Event::NoMoreBets]);
    let phase = "NO MORE BETS\n$9,002.45";
    evening.sign(&pending(2, "$1,000.05", "STRAIGHT FLUSH", phase));
    settles(&mut evening, &[(4, "AsKs")], "QsJsTs");
    assert_eq!(waiting(&evening), [(1, 2, 100_005), (2, 4, 900_245)]);
    evening.confirms();
    pays(&mut evening);
    assert_eq!(waiting(&evening), [(2, 4, 900_245)]);
    let phase = "JACKPOT\n$10,000.00";
    evening.sign(&pending(4, "$9,002.45", "ROYAL FLUSH", phase));
}
