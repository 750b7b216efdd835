//! Power fails in each phase of a round: the table comes back to its last durable entry, applies the game's rule
//! (THB6 5.16, RWS6 5.7), and the console has every entry exactly once.

use super::prelude::*;

const BETS: [(u8, u8); 2] = [(2, 1), (5, 1)];
const LOCKED: [(u8, Look); 2] = [(2, Look::Steady(1)), (5, Look::Steady(1))];

/// A game of each house, and the name of what seat 2 wins in it.
const ROYALS: [(Game, &str); 2] = [
    (Game::Ml9, "ROYAL FLUSH"),
    (Game::Rws6, "ROYAL FLUSH\nON THE FLOP"),
];

/// Seat 2 wins the jackpot, seat 5 nothing; nothing is decided before the flop.
fn cards() -> [Event; 3] {
    [hand(2, "AsKs"), hand(5, "8h8d"), dealer_hand("9c9d")]
}

fn board() -> [Event; 4] {
    [
        Event::Raise(Wager::Flop, seats(&[2, 5])),
        community("QsJsTs"),
        community("3c"),
        community("4h"),
    ]
}

fn void<E: FreshEngine>(evening: &TableDriver<E>) -> bool {
    evening.phase() == Phase::Void(cite(Game::Rws6, "5.7.2"))
}

/// Power goes and comes; the restart is one entry, and no entry is missing.
#[track_caller]
fn restarts<E: FreshEngine>(evening: &mut TableDriver<E>) {
    evening.read_all();
    evening.loses_power();
    evening.wrote(&[Entry::Boot(2)]);
    let numbers: Vec<u32> = evening.table.console.entries.keys().copied().collect();
    assert!(
        numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]),
        "{numbers:?}"
    );
}

/// MBS while open: bets stay open and are read from the felt again; every player may still withdraw.
pub fn mbs_while_open<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    BETS.into_iter()
        .for_each(|(number, units)| evening.bets(number, units));
    restarts(&mut evening);
    evening.lamps(Look::Open, &LOCKED);
    evening.sign(&["BETS OPEN\n$10,000.00"]);
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,001.00"]);
}

/// MBS after the lock, with or without cards: each player is asked (5.16.1), and the round waits for the answers.
/// Whoever withdraws takes the contribution back: the other one's is all that the jackpot has grown by.
pub fn mbs_after_the_lock<E: FreshEngine>() {
    for dealt_before in [false, true] {
        let mut evening = TableDriver::<E>::locked(Game::Ml9, &BETS);
        if dealt_before {
            evening.says(cards());
        }
        restarts(&mut evening);
        evening.lamps(Look::Dark, &LOCKED);
        evening.sign(&["NO MORE BETS\n$10,001.00"]);
        if !dealt_before {
            evening.says(cards());
        }
        let [raise, flop, turn, river] = board();
        evening.says([raise]);
        let text = "seat 2: the player has not said whether to play on or to withdraw";
        evening.refuses_event(flop.clone(), "ML9 5.16.1", text);
        evening.says([play_on(2), withdraw(5), flop, turn, river, Event::Settle]);
        let closed = "NO MORE BETS\n$10,000.00";
        evening.sign(&pending(2, "$10,000.50", "ROYAL FLUSH", closed));
    }
}

/// Once a wager is decided the round goes on as if nothing had been (5.16.2, RWS6 5.7.1).
pub fn both_go_on_after_an_outcome<E: FreshEngine>() {
    for game in [Game::Ml9, Game::Rws6] {
        let mut evening = TableDriver::<E>::locked(game, &BETS);
        evening.says(cards());
        evening.says([fold(5)]);
        restarts(&mut evening);
        assert_eq!(evening.phase(), Phase::Playing);
        evening.lamps(Look::Dark, &LOCKED);
        evening.sign(&["NO MORE BETS\n$10,001.00"]);
        evening.says([
            Event::Raise(Wager::Flop, seats(&[2])),
            community("QsJs5c"),
            community("3c"),
            community("4h"),
            Event::Settle,
        ]);
    }
}

/// After the settlement the winner still chases and the award still waits.
pub fn both_keep_a_settlement<E: FreshEngine>() {
    for (game, award) in ROYALS {
        let mut evening = TableDriver::<E>::locked(game, &BETS);
        evening.says(cards());
        evening.says(board());
        evening.says([Event::Settle]);
        restarts(&mut evening);
        evening.lamps(Look::Dark, &[(2, Look::Winner(1)), (5, Look::Steady(1))]);
        let closed = "NO MORE BETS\n$10,000.00";
        evening.sign(&pending(2, "$10,001.00", award, closed));
        evening.confirms();
        evening.says([Event::Paid]);
    }
}

/// Between rounds an award that waits goes on waiting, and the next round opens.
pub fn both_keep_an_award_that_waits<E: FreshEngine>() {
    for (game, award) in ROYALS {
        let mut evening = TableDriver::<E>::locked(game, &BETS);
        evening.says(cards());
        evening.says(board());
        evening.says([Event::Settle, Event::Paid]);
        evening.clears(2);
        evening.clears(5);
        restarts(&mut evening);
        evening.lamps(Look::Dark, &[]);
        evening.says([Event::PlaceYourBets]);
        evening.lamps(Look::Open, &[]);
        let open = "BETS OPEN\n$10,000.00";
        evening.sign(&pending(2, "$10,001.00", award, open));
    }
}

/// The winner is shown again after a power cut, until the next round opens (68 IAC 2-6-38).
pub fn both_show_the_winner_again<E: FreshEngine>() {
    for (game, award) in ROYALS {
        let mut evening = TableDriver::<E>::locked(game, &BETS);
        evening.says(cards());
        evening.says(board());
        evening.says([Event::Settle]);
        evening.confirms();
        evening.says([Event::Paid]);
        evening.clears(2);
        evening.clears(5);
        let idle = "JACKPOT\n$10,000.00";
        evening.sign(&won(2, "$10,001.00", award, idle));
        restarts(&mut evening);
        evening.sign(&won(2, "$10,001.00", award, idle));
        evening.says([Event::PlaceYourBets]);
        evening.sign(&["BETS OPEN\n$10,000.00"]);
    }
}

/// RWS without an outcome: void, and every contribution goes back (RWS6 5.7.2, 5.21).
pub fn rws_is_void_without_an_outcome<E: FreshEngine>() {
    let mut open = TableDriver::<E>::opened(Game::Rws6);
    BETS.into_iter()
        .for_each(|(number, units)| open.bets(number, units));
    let locked = TableDriver::<E>::locked(Game::Rws6, &BETS);
    let mut dealt = TableDriver::<E>::locked(Game::Rws6, &BETS);
    dealt.says(cards());
    for mut evening in [open, locked, dealt] {
        restarts(&mut evening);
        assert!(void(&evening), "{:?}", evening.phase());
        evening.lamps(Look::Dark, &[]);
        evening.sign(&["JACKPOT\n$10,000.00"]);
        evening.clears(2);
        evening.clears(5);
        evening.says([Event::PlaceYourBets]);
    }
}

/// The sign says that it hears nothing while the table has no power.
pub fn the_sign_says_so_while_power_is_off<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Ml9, &BETS);
    evening.wait_ms(1_000);
    evening.table.power_off();
    assert_eq!(evening.table.lit(), 0);
    evening.table.run_ms(1_100);
    assert_eq!(evening.sign_now(), "NO LINK: LAST KNOWN\n$10,001.00");
}

/// Chips over the game's most lie there without an alarm, also after a power cut; a locked bet that is gone when power
/// is back is one.
pub fn what_lies_there_after_a_power_cut<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml6);
    evening.bets(2, 5);
    evening.bets(3, 1);
    evening.says([Event::NoMoreBets]);
    evening.loses_power();
    evening.lamps(Look::Dark, &[(2, Look::Steady(1)), (3, Look::Steady(1))]);
    assert!(!evening.is_lit(Lamp::Alarm));
    evening.table.power_off();
    evening.table.change(Change::Chips(index(3), 0));
    evening.table.run_ms(100);
    evening.table.power_on();
    evening.wait_ms(START_MS);
    assert!(evening.is_lit(Lamp::Alarm));
    evening.lamps(Look::Dark, &[(2, Look::Steady(1)), (3, Look::Changed(1))]);
}

/// THB6 3.4.3, 5.16.1: no entry holds open bets, so nobody knows after a power cut at which seat a player who is held to
/// one position bet first. The lowest seat counts, the lamps show it, and the player may choose again.
pub fn after_a_power_cut_the_lowest_seat_of_a_held_player_counts<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Thb6);
    evening.says([player(2, 9), player(5, 9)]);
    evening.says([Event::HoldPlayer(Player(9), PlayerHold::OneSeat)]);
    evening.says([Event::PlaceYourBets]);
    evening.bets(5, 1);
    evening.bets(2, 1);
    let before = [(2, Look::NotAcceptable(1)), (5, Look::Steady(1))];
    evening.lamps(Look::Open, &before);
    evening.loses_power();
    let after = [(2, Look::Steady(1)), (5, Look::NotAcceptable(1))];
    evening.lamps(Look::Open, &after);
    evening.clears(2);
    evening.lamps(Look::Open, &[(5, Look::Steady(1))]);
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,000.50"]);
}
