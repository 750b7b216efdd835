//! The evening: all five games, jackpots, void rounds, wagers that go back, changes of the configuration, chips that
//! move after the lock, refused commands, a broken chain.

use shared_rules::games::HandFault;
use shared_rules::ledger::TakesEffect;
use shared_rules::wagers::Wager;
use simulator::controller_driver;
use simulator::round_driver::{
    HOLDEM, bonus, chips, community, dealer_hand, fold, hand, pair_plus, play_on, seats,
};

use crate::prelude::*;
use crate::step::{is_refused, supervised};

/// A house that changes its game from round to round does not wait for a win.
pub fn house(game: Game) -> Configuration {
    Configuration {
        takes_effect: TakesEffect::NextRound,
        ..controller_driver::house(game)
    }
}

/// Cards that win nothing from the progressive, for every seat of a hold'em game, the dealer, and the board.
const HOLE: [&str; 7] = ["3h8s", "4h8c", "5h8d", "6h8h", "3sTc", "4sTd", "5sTh"];
const DEALER: &str = "AcAd";
pub const BOARD: [&str; 3] = ["2c7d9h", "Js", "Kd"];

/// And for Three Card Poker.
const THREE: [&str; 3] = ["2h5s9c", "3h6s9d", "4h7s9h"];

/// The numbers of all positions on the game's layout.
pub fn positions(game: Game) -> Vec<u8> {
    (1..=game.rules().positions.1.number()).collect()
}

/// A new table is set up.
pub fn set_up() -> Vec<Step> {
    let parts = [
        vec![Step::Does(Command::Clock(1_700_000_000))],
        is_refused(Event::PlaceYourBets),
        vec![Step::IsRefused(Command::Configure(house(Game::Ml9)))],
        configures(house(Game::Ml9)),
    ];
    parts.concat()
}

/// The whole evening, at a table for ML9 that has played so many rounds before.
pub fn evening(played: u32) -> Vec<Step> {
    let rounds = [
        full_round(),
        jackpot(),
        void_rounds(played + 4),
        returned_wagers(played + 6),
        other_parameters(),
        other_house(played + 8),
        broken_chain(),
        configures(house(Game::Ml6)),
        plain_round(&[2, 6]),
        three_cards(),
    ];
    rounds.concat()
}

/// An Ante and one unit at each of these seats.
pub fn bets(numbers: &[u8]) -> Vec<Step> {
    let antes = [Felt::Antes(seats(numbers))].into_iter();
    let spots = numbers.iter().map(|number| Felt::Chips(seat(*number), 1));
    antes.chain(spots).map(Step::Felt).collect()
}

/// Bets of one unit at these seats, and "No more bets".
pub fn closes(numbers: &[u8]) -> Vec<Step> {
    let parts = [
        says([Event::PlaceYourBets]),
        bets(numbers),
        says([Event::NoMoreBets]),
    ];
    parts.concat()
}

/// Hole cards that win nothing, at these seats and the dealer's.
pub fn deals(numbers: &[u8]) -> Vec<Step> {
    let hands = numbers.iter().map(|number| {
        let cards = HOLE[usize::from(*number) - 1];
        Step::Does(Command::Round(hand(*number, cards)))
    });
    hands.chain(says([dealer_hand(DEALER)])).collect()
}

/// The board, settlement and payment.
pub fn plays_out(board: [&str; 3]) -> Vec<Step> {
    let mut steps = says(board.map(community));
    steps.extend(says([Event::Settle, Event::Paid]));
    steps.push(Step::Felt(Felt::Cleared));
    steps
}

/// Everyone at these seats plays on.
pub fn raises(numbers: &[u8]) -> Vec<Step> {
    says([Event::Raise(Wager::Flop, seats(numbers))])
}

/// A plain round of hold'em that nobody wins much in.
pub fn plain_round(numbers: &[u8]) -> Vec<Step> {
    let parts = [
        closes(numbers),
        deals(numbers),
        raises(numbers),
        plays_out(BOARD),
    ];
    parts.concat()
}

/// Seven seats, several units, a Bonus, a fold, and chips that are pushed about after the lock.
fn full_round() -> Vec<Step> {
    let all = [1, 2, 3, 4, 5, 6, 7];
    let mut open = closes(&all);
    let lock = open.pop();
    let more = [(2, 5), (3, 2), (4, 6), (4, 4)];
    open.extend(more.map(|(number, count)| Step::Felt(Felt::Chips(seat(number), count))));
    open.extend(says([bonus(1, 10), bonus(7, 25)]));
    open.extend(lock);
    let parts = [
        open,
        is_refused(chips(1, 2)),
        vec![
            Step::Felt(Felt::Chips(seat(3), 1)),
            Step::Felt(Felt::Chips(seat(3), 2)),
        ],
        deals(&all),
        says([fold(5)]),
        raises(&[1, 2, 3, 4, 6, 7]),
        is_refused(Event::NoMoreBets),
        plays_out(BOARD),
    ];
    parts.concat()
}

/// A royal flush on the flop: the award waits, the meter starts anew, the table plays on, the supervisor confirms.
/// Seat 1 wins the whole jackpot.
pub fn royal_round() -> Vec<Step> {
    let parts = [
        closes(&[1, 2]),
        says([
            hand(1, "AsKs"),
            hand(2, "4h8c"),
            dealer_hand(DEALER),
            Event::Raise(Wager::Flop, seats(&[1, 2])),
        ]),
        plays_out(["QsJsTs", "2c", "7d"]),
    ];
    parts.concat()
}

fn jackpot() -> Vec<Step> {
    let parts = [
        royal_round(),
        vec![Step::IsRefused(Command::Confirm)],
        plain_round(&[3]),
        confirms(),
        supervised(Step::IsRefused(Command::Confirm)),
    ];
    parts.concat()
}

/// One void after the lock, one by the keys after it was settled with an award.
fn void_rounds(number: u32) -> Vec<Step> {
    let void = Event::Void(number, VoidCause::ForeignCard);
    let void_by_key = supervised(Step::Felt(Felt::Press(TableKey::Void)));
    let parts = [
        closes(&[1, 2, 3]),
        says([void]),
        vec![Step::Felt(Felt::Cleared)],
        closes(&[6, 7]),
        says([hand(6, "AsKs"), hand(7, "5sTh"), dealer_hand(DEALER)]),
        raises(&[6, 7]),
        says(["QsJsTs", "2c", "7d"].map(community)),
        says([Event::Settle]),
        void_by_key,
        vec![Step::Forges(Command::Confirm)],
    ];
    parts.concat()
}

/// A hand with a wrong number of cards goes back, and the house lets the others choose.
fn returned_wagers(number: u32) -> Vec<Step> {
    let wrong = Event::Invalidate(number, seat(2), HandFault::WrongCount);
    let parts = [
        closes(&[1, 2, 3]),
        deals(&[1, 2, 3]),
        says([wrong, Event::PermitWithdrawal(seats(&[1, 3]))]),
        says([play_on(1), play_on(3)]),
        raises(&[1, 3]),
        plays_out(BOARD),
    ];
    parts.concat()
}

/// Other parameters wait until the jackpot is won, which happens in the next round.
fn other_parameters() -> Vec<Step> {
    let mut other = house(Game::Ml9);
    other.jackpot.reset = Cents::dollars(25_000);
    other.jackpot.limit = None;
    let parts = [
        configures(other),
        closes(&[4]),
        supervised(Step::IsRefused(Command::Configure(other))),
        says([hand(4, "AdKd"), dealer_hand("AcAs")]),
        raises(&[4]),
        plays_out(["QdJdTd", "2c", "7d"]),
    ];
    parts.concat()
}

/// The other house's game: a quarter of the jackpot on the turn, both awards are confirmed, and the shift manager undoes
/// the later one.
fn other_house(number: u32) -> Vec<Step> {
    let parts = [
        configures(house(Game::Rws6)),
        closes(&[2, 5]),
        says([hand(2, "AhKh"), hand(5, "3sTc"), dealer_hand(DEALER)]),
        raises(&[2, 5]),
        plays_out(["QhJh2c", "Th", "7d"]),
        confirms(),
        confirms(),
        supervised(Step::Does(Command::Overrule(number))),
        plain_round(&[1, 7]),
    ];
    parts.concat()
}

/// The chain breaks with bets open, which voids a round of RWS6, and in a round of THB6, where the shift manager
/// decides.
fn broken_chain() -> Vec<Step> {
    let breaks = vec![Step::Felt(Felt::ChainBreaks)];
    let repaired = vec![Step::Felt(Felt::ChainIsRepaired)];
    let mut open = closes(&[3, 4]);
    open.pop();
    let parts = [
        open,
        breaks.clone(),
        is_refused(Event::PlaceYourBets),
        repaired.clone(),
        configures(house(Game::Thb6)),
        closes(&[3, 4]),
        breaks,
        repaired,
        decides(Event::ShiftManager(Ruling::PlayOn)),
        deals(&[3, 4]),
        raises(&[3, 4]),
        plays_out(BOARD),
    ];
    parts.concat()
}

/// Three Card Poker, with Pair Plus and the royal flush of spades.
fn three_cards() -> Vec<Step> {
    let mut open = closes(&[1, 2, 3]);
    let lock = open.pop();
    open.extend(says([pair_plus(2, 15)]));
    open.extend(lock);
    let parts = [
        configures(house(Game::Tcp5)),
        open,
        says([
            hand(1, "AsKsQs"),
            hand(2, THREE[1]),
            hand(3, THREE[2]),
            dealer_hand("AcAdKd"),
            Event::Raise(Wager::Play, seats(&[1, 2])),
            fold(3),
            Event::Settle,
            Event::Paid,
        ]),
        vec![Step::Felt(Felt::Cleared)],
        confirms(),
    ];
    parts.concat()
}

/// A round of seat 1 alone.
pub fn another_round(game: Game) -> Vec<Step> {
    if HOLDEM.contains(&game) {
        return plain_round(&[1]);
    }
    let parts = [
        closes(&[1]),
        says([
            hand(1, THREE[0]),
            dealer_hand("AcAdKd"),
            Event::Raise(Wager::Play, seats(&[1])),
            Event::Settle,
            Event::Paid,
        ]),
        vec![Step::Felt(Felt::Cleared)],
    ];
    parts.concat()
}
