//! Real sessions, step by step: seeds for the console's target, and what the journals of the journal's target hold.

use shared_rules::games::{Game, VoidCause};
use shared_rules::round::{Event, Ruling};
use shared_rules::wagers::Wager;
use shared_rules::wire::message::{Command, Request};
use shared_rules::wire::payload;
pub use simulator::controller_driver::house;
use simulator::round_driver::{
    bonus, cards, community, dealer_hand, fold, hand, pair_plus, seat, seats,
};

use crate::console::step::{Signature, Step};
use firmware::keys::TableKey;

/// The bytes of a command.
pub fn bytes(command: &Command) -> Vec<u8> {
    payload::write(command).expect("a short command").to_vec()
}

/// The console asks for it.
pub fn asks(command: &Command) -> Step {
    Step::Send(Signature::Right, bytes(command))
}

/// The console says that it has happened.
pub fn says(event: Event) -> Step {
    asks(&Command::Round(event))
}

/// With the supervisor's key turned.
fn supervised(step: Step) -> Vec<Step> {
    vec![Step::Supervisor(true), step, Step::Supervisor(false)]
}

/// The table is set up for a game.
pub fn set_up(game: Game) -> Vec<Step> {
    let mut steps = vec![asks(&Command::Clock(1_700_000_000))];
    steps.extend(supervised(asks(&Command::Configure(house(game)))));
    steps
}

/// Bets at seats 1 and 2, closed.
fn bets() -> Vec<Step> {
    let mut steps = vec![says(Event::PlaceYourBets)];
    for number in [1, 2] {
        steps.push(Step::Ante(seat(number), true));
        steps.push(Step::Chips(seat(number), 1));
    }
    steps.push(says(Event::NoMoreBets));
    steps
}

/// A round whose first seat has these cards, on this board where there is one.
pub fn round(game: Game, first: &str, board: [&str; 3]) -> Vec<Step> {
    let mut steps = bets();
    let three = game == Game::Tcp5;
    let (second, dealer) = if three {
        ("3h6s9d", "AcAdKd")
    } else {
        ("4h8c", "AcAd")
    };
    steps.extend([hand(1, first), hand(2, second), dealer_hand(dealer)].map(says));
    if three {
        steps.push(says(Event::Raise(Wager::Play, seats(&[1]))));
    } else {
        steps.push(says(community(board[0])));
        steps.push(says(Event::Raise(Wager::Flop, seats(&[1]))));
    }
    steps.push(says(fold(2)));
    if !three {
        steps.extend([community(board[1]), community(board[2])].map(says));
    }
    steps.extend([Event::Settle, Event::Paid].map(says));
    steps.extend([1, 2].map(|number| Step::Chips(seat(number), 0)));
    steps.extend([1, 2].map(|number| Step::Ante(seat(number), false)));
    steps
}

/// A round that nobody wins much in.
pub fn plain_round(game: Game) -> Vec<Step> {
    let first = if game == Game::Tcp5 { "2h5s9c" } else { "3h8s" };
    round(game, first, ["2c7d9h", "Js", "Kd"])
}

/// A round that wins the jackpot, and the supervisor's confirmation.
pub fn jackpot(game: Game) -> Vec<Step> {
    let first = if game == Game::Tcp5 { "AsKsQs" } else { "AsKs" };
    let mut steps = round(game, first, ["QsJsTs", "2d", "3c"]);
    steps.extend(supervised(asks(&Command::Confirm)));
    steps
}

/// A round that is opened and closed with keys and is void.
pub fn void_round(number: u32) -> Vec<Step> {
    let mut steps = bets();
    steps[0] = Step::Press(TableKey::PlaceYourBets);
    steps.pop();
    steps.extend([bonus(1, 20), pair_plus(2, 20)].map(says));
    steps.push(Step::Press(TableKey::NoMoreBets));
    steps.push(says(Event::Void(number, VoidCause::ShiftManager)));
    steps
}

/// Power is cut and the chain breaks in the middle of a round.
pub fn troubles() -> Vec<Step> {
    let mut steps = bets();
    steps.push(says(Event::Hand(seat(1), cards("3h8s"))));
    steps.push(Step::Restart);
    steps.push(says(Event::ShiftManager(Ruling::Void)));
    steps.extend([Step::Chain(false), Step::Wait(60), Step::Chain(true)]);
    steps.extend([Step::Wait(60), Step::Links(true, true), Step::Chain(true)]);
    steps.extend([
        Step::Links(false, true),
        Step::Wait(60),
        Step::Links(false, true),
    ]);
    steps
}

/// Everything that somebody without the key might try, and the console afterwards.
pub fn attacks() -> Vec<Step> {
    let open = bytes(&Command::Round(Event::PlaceYourBets));
    let clock = bytes(&Command::Clock(1));
    let signatures = [
        Signature::OtherKey,
        Signature::OtherSession,
        Signature::Tampered(20),
        Signature::Counter(128),
        Signature::Counter(127),
    ];
    let mut steps = vec![
        Step::HoldBack(open.clone()),
        Step::Send(Signature::Right, clock.clone()),
        Step::Again(1),
        Step::Again(0),
        Step::Truncated(1, 9),
        Step::Send(Signature::Counter(131), clock.clone()),
        Step::Raw(vec![0]),
        Step::Raw(vec![2]),
        Step::Raw(payload::write(&Request::Follow(0)).expect("short").to_vec()),
        Step::Raw(vec![]),
    ];
    steps.extend(signatures.map(|signature| Step::Send(signature, clock.clone())));
    steps.push(Step::Send(Signature::Right, open.clone()));
    steps.push(Step::Wait(1_501));
    steps.push(Step::Send(Signature::Right, open));
    steps
}
