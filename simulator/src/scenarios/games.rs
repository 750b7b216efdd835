//! Each of the five games at the whole table, from the first chip to the last payment: lamps, sign and entries at
//! every step.

use super::prelude::*;
use shared_rules::round::{LockedBets, SeatBets};

/// Two seats with a unit each put this on the sign.
const LOCKED: &str = "$10,001.00";

/// The first round of a game: seat 2 wins an award, seat 5 nothing.
struct Round {
    game: Game,
    /// What is dealt and decided between the close and the settlement.
    play: Vec<Event>,
    /// The award's name and amount, as the sign spells them.
    award: &'static str,
    amount: &'static str,
    /// The meter after it.
    left: &'static str,
    left_cents: u64,
}

/// How the dealer announces.
#[derive(Clone, Copy)]
enum By {
    Keys,
    Console,
}

fn announce<E: FreshEngine>(evening: &mut TableDriver<E>, by: By, event: Event) {
    match (by, &event) {
        (By::Keys, Event::PlaceYourBets) => evening.presses(FeltKey::PlaceYourBets),
        (By::Keys, _) => evening.presses(FeltKey::NoMoreBets),
        (By::Console, _) => evening.says([event]),
    }
}

fn one_unit(number: u8) -> SeatBets {
    SeatBets {
        seat: seat(number),
        ante: Cents::dollars(10),
        bonus: Cents::ZERO,
        pair_plus: Cents::ZERO,
        units: 1,
    }
}

/// Opens, takes two bets and locks them.
fn bet<E: FreshEngine>(evening: &mut TableDriver<E>, by: By) {
    evening.lamps(Look::Dark, &[]);
    evening.sign(&["JACKPOT\n$10,000.00"]);

    announce(evening, by, Event::PlaceYourBets);
    evening.lamps(Look::Open, &[]);
    evening.sign(&["BETS OPEN\n$10,000.00"]);

    evening.bets(2, 1);
    evening.bets(5, 1);
    evening.lamps(Look::Open, &[(2, Look::Steady(1)), (5, Look::Steady(1))]);
    evening.sign(&["BETS OPEN\n$10,000.00"]);
    evening.wrote(&[Entry::Round(Event::PlaceYourBets)]);

    announce(evening, by, Event::NoMoreBets);
    let locked = LockedBets::from_iter([one_unit(2), one_unit(5)]);
    evening.wrote(&[Entry::Locked(locked)]);
}

/// Plays the whole round.
fn plays<E: FreshEngine>(round: Round, by: By) {
    let mut evening = TableDriver::<E>::of(round.game);
    bet(&mut evening, by);
    let locked = [(2, Look::Steady(1)), (5, Look::Steady(1))];
    let closed = format!("NO MORE BETS\n{LOCKED}");
    evening.lamps(Look::Dark, &locked);
    evening.sign(&[&closed]);

    evening.says(round.play.clone());
    evening.lamps(Look::Dark, &locked);
    evening.sign(&[&closed]);
    let written: Vec<Entry> = round.play.into_iter().map(Entry::Round).collect();
    evening.wrote(&written);

    evening.says([Event::Settle]);
    let Round {
        award,
        amount,
        left,
        ..
    } = round;
    let won_by = [(2, Look::Winner(1)), (5, Look::Steady(1))];
    let closed = format!("NO MORE BETS\n{left}");
    evening.lamps(Look::Dark, &won_by);
    evening.sign(&pending(2, amount, award, &closed));
    evening.wrote(&[Entry::Settled(Cents::new(round.left_cents))]);

    evening.confirms();
    evening.lamps(Look::Dark, &won_by);
    evening.sign(&won(2, amount, award, &closed));

    evening.says([Event::Paid]);
    evening.lamps(Look::Dark, &[]);
    evening.sign(&won(2, amount, award, &format!("JACKPOT\n{left}")));
    evening.wrote(&[Entry::Confirmed, Entry::Round(Event::Paid)]);

    evening.clears(2);
    evening.clears(5);
    announce(&mut evening, by, Event::PlaceYourBets);
    evening.lamps(Look::Open, &[]);
    evening.sign(&[&format!("BETS OPEN\n{left}")]);
}

/// Hold'em: both seats play on to the end, against a pair of nines.
fn hold_em(hole: &str, flop: &str, turn: &str) -> Vec<Event> {
    vec![
        hand(2, hole),
        hand(5, "8h8d"),
        dealer_hand("9c9d"),
        Event::Raise(Wager::Flop, seats(&[2, 5])),
        community(flop),
        Event::Raise(Wager::Turn, seats(&[2])),
        community(turn),
        community("3c"),
    ]
}

fn thb6() -> Round {
    Round {
        game: Game::Thb6,
        play: hold_em("AsKs", "QsJs2d", "Ts"),
        award: "ROYAL FLUSH\nON THE TURN",
        amount: "$2,500.25",
        left: "$7,500.75",
        left_cents: 750_075,
    }
}

pub fn texas_holdem_bonus_pays_a_quarter_for_a_royal_on_the_turn<E: FreshEngine>() {
    plays::<E>(thb6(), By::Keys);
}

fn rws6() -> Round {
    Round {
        game: Game::Rws6,
        play: hold_em("AsKs", "QsJsTs", "2d"),
        award: "ROYAL FLUSH\nON THE FLOP",
        amount: LOCKED,
        left: "$10,000.00",
        left_cents: 1_000_000,
    }
}

pub fn progressive_texas_holdem_pays_the_major_for_a_royal_on_the_flop<E: FreshEngine>() {
    plays::<E>(rws6(), By::Console);
}

fn ml6() -> Round {
    Round {
        game: Game::Ml6,
        play: hold_em("9s8s", "7s6s5s", "2d"),
        award: "STRAIGHT FLUSH",
        amount: "$1,000.10",
        left: "$9,000.90",
        left_cents: 900_090,
    }
}

pub fn megalink_6_pays_a_tenth_for_a_straight_flush<E: FreshEngine>() {
    plays::<E>(ml6(), By::Console);
}

fn ml9() -> Round {
    Round {
        game: Game::Ml9,
        play: hold_em("AsKs", "QsJsTs", "2d"),
        award: "ROYAL FLUSH",
        amount: LOCKED,
        left: "$10,000.00",
        left_cents: 1_000_000,
    }
}

pub fn megalink_9_pays_the_jackpot_for_a_royal<E: FreshEngine>() {
    plays::<E>(ml9(), By::Keys);
}

/// A folded hand keeps its award (TCP5 3.9.1), and seat 5 has envy for it (3.14).
fn tcp5() -> Round {
    Round {
        game: Game::Tcp5,
        play: vec![
            hand(2, "AsKsQs"),
            hand(5, "2h5s9c"),
            dealer_hand("AcAdKd"),
            fold(2),
            Event::Raise(Wager::Play, seats(&[5])),
        ],
        award: "ROYAL FLUSH\nOF SPADES",
        amount: LOCKED,
        left: "$10,000.00",
        left_cents: 1_000_000,
    }
}

pub fn three_card_poker_pays_the_jackpot_for_a_royal_of_spades<E: FreshEngine>() {
    plays::<E>(tcp5(), By::Console);
}

/// A round of every game at one table, each with its award.
pub fn five_games_in_one_evening<E: FreshEngine>() {
    play_five_games::<E>();
}

/// The five games, each with the deal and the decisions of a round in which seat 2 wins an award, and seat 5 nothing.
pub fn first_rounds() -> [(Game, Vec<Event>); 5] {
    [thb6(), rws6(), ml6(), ml9(), tcp5()].map(|round| (round.game, round.play))
}

/// The evening, for who wants to look at it when it is over: a chip is moved after the lock, the last round is void,
/// and power fails once.
pub fn play_five_games<E: FreshEngine>() -> TableDriver<E> {
    let mut evening = TableDriver::<E>::before_configuration();
    play_five_games_at(&mut evening);
    evening
}

/// The same at a table that is there already, with no round open and no award waiting.
pub fn play_five_games_at<E: FreshEngine>(evening: &mut TableDriver<E>) {
    for Round { game, play, .. } in [thb6(), rws6(), ml6(), ml9(), tcp5()] {
        evening.configures(at_once(game));
        locks(evening);
        evening.says(play);
        evening.says([Event::Settle]);
        evening.confirms();
        evening.says([Event::Paid]);
        evening.clears(2);
        evening.clears(5);
    }
    locks(evening);
    evening.chips(5, 2);
    evening.loses_power();
    let number = evening.ledger().round().number();
    evening.says([Event::Void(number, VoidCause::ShiftManager)]);
}

fn locks<E: FreshEngine>(evening: &mut TableDriver<E>) {
    evening.presses(FeltKey::PlaceYourBets);
    evening.bets(2, 1);
    evening.bets(5, 1);
    evening.says([Event::NoMoreBets]);
}
