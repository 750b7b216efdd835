//! Translates the rules' commands and settlements into the oracle's words, and the oracle's parts of a table into the
//! simulated ones. The matches are exhaustive: a new variant does not compile until it is translated.

use oracle::table::words::{self, House};
use oracle::table::{Line, Payment, SeatWorth, Worth};
use parts::chain::{Cut, Trouble};
use shared_rules::cards::Card;
use shared_rules::closed::Player;
use shared_rules::games::{
    BonusOnLoss, DealerQualifies, DealingError, FixedAwards, Game, HandFault, NextRounds, Readings,
    UnexposedCommunity, VoidCause,
};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{Configuration, Fault};
use shared_rules::money::Cents;
use shared_rules::round::{CardList, Choice, Event, Phase, Ruling};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::settle::{Outcome, Settlement, Source};
use shared_rules::wagers::{Limit, Wager};
use shared_rules::wire::message::Command;

/// Enums whose variants have the same names on both sides.
macro_rules! same_names {
    ($($name:ident, $back:ident: $kind:ident { $($variant:ident),+ $(,)? })+) => {
        $(
            #[doc = concat!("The oracle's [`", stringify!($kind), "`].")]
            pub const fn $name(from: $kind) -> words::$kind {
                match from {
                    $($kind::$variant => words::$kind::$variant,)+
                }
            }

            const fn $back(from: words::$kind) -> $kind {
                match from {
                    $(words::$kind::$variant => $kind::$variant,)+
                }
            }
        )+
    };
}

same_names! {
    wager, wager_from: Wager { Ante, Bonus, Flop, Turn, River, Play, PairPlus, AnteBonus, Progressive }
    void_cause, void_cause_from: VoidCause {
        ForeignCard, CardsMissingOrExtra, Unshuffled, TooFewCards, DealtIncorrectly, CommunityCount, DealerCount,
        TwoCardsExposed, CountInDoubt, BurntCardKept, ShiftManager,
    }
    hand_fault, hand_fault_from: HandFault { WrongCount, NotConfidential }
    dealing_error, dealing_error_from: DealingError { BurntCardKept, DrawnTogether, Other }
    next_rounds, next_rounds_from: NextRounds { CloseTable, BlockBox, WithoutProgressive }
    choice, choice_from: Choice { PlayOn, Withdraw }
    ruling, ruling_from: Ruling { PlayOn, Void }
}

/// The oracle's game.
pub const fn game(from: Game) -> words::Game {
    match from {
        Game::Thb6 => words::Game::Thb6,
        Game::Rws6 => words::Game::Rws6,
        Game::Ml6 => words::Game::Ml6,
        Game::Ml9 => words::Game::Ml9,
        Game::Tcp5 => words::Game::Tcp5,
    }
}

/// The oracle's phase.
pub const fn phase(from: Phase) -> oracle::table::Phase {
    match from {
        Phase::Idle => oracle::table::Phase::Idle,
        Phase::BetsOpen => oracle::table::Phase::Open,
        Phase::Playing => oracle::table::Phase::Playing,
        Phase::Settled => oracle::table::Phase::Settled,
        Phase::Paid => oracle::table::Phase::Paid,
        Phase::Void(_) => oracle::table::Phase::Void,
    }
}

/// A command of the console.
pub fn command(from: &Command) -> words::Command {
    match from {
        Command::Round(from) => words::Command::Round(event(from)),
        Command::Confirm => words::Command::Confirm,
        Command::Configure(from) => words::Command::Configure(house(from)),
        Command::Clock(_) => words::Command::Clock,
    }
}

/// An event of the round.
pub fn event(from: &Event) -> words::Event {
    use words::Event as To;
    match from {
        Event::PlaceYourBets => To::PlaceYourBets,
        Event::Chips(at, count) => To::Chips(seat(*at), *count),
        Event::Stake(at, on, amount) => To::Stake(seat(*at), wager(*on), amount.get()),
        Event::Player(at, player) => To::Player(seat(*at), player.0),
        Event::NoMoreBets => To::NoMoreBets,
        Event::Hand(at, hand) => To::Hand(seat(*at), cards(hand)),
        Event::Dealer(hand) => To::Dealer(cards(hand)),
        Event::Community(shown) => To::Community(cards(shown)),
        Event::Viewed(at) => To::Viewed(seat(*at)),
        Event::Raise(by, at) => To::Raise(wager(*by), seats(*at)),
        Event::Fold(at) => To::Fold(seat(*at)),
        Event::Absent(at) => To::Absent(seat(*at)),
        Event::Unexposed(at) => To::Unexposed(seat(*at)),
        Event::Settle => To::Settle,
        Event::Paid => To::Paid,
        Event::Void(number, cause) => To::Void(*number, void_cause(*cause)),
        Event::Invalidate(number, at, fault) => {
            To::Invalidate(*number, seat(*at), hand_fault(*fault))
        }
        Event::SeveralHands(player) => To::SeveralHands(player.0),
        Event::DealingError(error, at) => To::DealingError(dealing_error(*error), seats(*at)),
        Event::Choose(at, chosen) => To::Choose(seat(*at), choice(*chosen)),
        Event::DeviceFault => To::DeviceFault,
        Event::DeviceRepaired => To::DeviceRepaired,
        Event::NextRounds(next, at) => To::NextRounds(next_rounds(*next), seats(*at)),
        Event::PowerFailure => To::PowerFailure,
        Event::ShiftManager(ruled) => To::ShiftManager(ruling(*ruled)),
    }
}

/// The way back of [`event`], for the events that follow from the oracle's felt, cables and power.
pub fn event_from(from: &words::Event) -> Event {
    use words::Event as From;
    match from {
        From::PlaceYourBets => Event::PlaceYourBets,
        From::Chips(at, count) => Event::Chips(Seat::ALL[*at], *count),
        From::Stake(at, on, amount) => {
            Event::Stake(Seat::ALL[*at], wager_from(*on), Cents::new(*amount))
        }
        From::Player(at, player) => Event::Player(Seat::ALL[*at], Player(*player)),
        From::NoMoreBets => Event::NoMoreBets,
        From::Hand(at, hand) => Event::Hand(Seat::ALL[*at], cards_from(hand)),
        From::Dealer(hand) => Event::Dealer(cards_from(hand)),
        From::Community(shown) => Event::Community(cards_from(shown)),
        From::Viewed(at) => Event::Viewed(Seat::ALL[*at]),
        From::Raise(by, at) => Event::Raise(wager_from(*by), seats_from(at)),
        From::Fold(at) => Event::Fold(Seat::ALL[*at]),
        From::Absent(at) => Event::Absent(Seat::ALL[*at]),
        From::Unexposed(at) => Event::Unexposed(Seat::ALL[*at]),
        From::Settle => Event::Settle,
        From::Paid => Event::Paid,
        From::Void(number, cause) => Event::Void(*number, void_cause_from(*cause)),
        From::Invalidate(number, at, fault) => {
            Event::Invalidate(*number, Seat::ALL[*at], hand_fault_from(*fault))
        }
        From::SeveralHands(player) => Event::SeveralHands(Player(*player)),
        From::DealingError(error, at) => {
            Event::DealingError(dealing_error_from(*error), seats_from(at))
        }
        From::Choose(at, chosen) => Event::Choose(Seat::ALL[*at], choice_from(*chosen)),
        From::DeviceFault => Event::DeviceFault,
        From::DeviceRepaired => Event::DeviceRepaired,
        From::NextRounds(next, at) => Event::NextRounds(next_rounds_from(*next), seats_from(at)),
        From::PowerFailure => Event::PowerFailure,
        From::ShiftManager(ruled) => Event::ShiftManager(ruling_from(*ruled)),
    }
}

/// A configuration.
pub fn house(from: &Configuration) -> House {
    House {
        game: game(from.game),
        readings: readings(&from.readings),
        unit: from.unit.get(),
        ante: limit(&from.limits.ante),
        bonus: limit(&from.limits.bonus),
        pair_plus: limit(&from.limits.pair_plus),
        seats: Seat::ALL.map(|seat| from.seats.contains(seat)),
        jackpot: jackpot(&from.jackpot),
    }
}

/// The jackpot's parameters.
pub fn jackpot(from: &JackpotTerms) -> words::JackpotTerms {
    words::JackpotTerms {
        reset: from.reset.get(),
        contribution: from.contribution.get(),
        reserve: from.reserve.get(),
        limit: from.limit.map(Cents::get),
    }
}

fn readings(from: &Readings) -> words::Readings {
    words::Readings {
        bonus_on_hole_cards: match from.bonus_on_loss {
            BonusOnLoss::Letter => false,
            BonusOnLoss::HoleCards => true,
        },
        low_pair_qualifies: match from.dealer_qualifies {
            DealerQualifies::Letter => false,
            DealerQualifies::QueenHighOrBetter => true,
        },
        unexposed_community_is_paid: match from.unexposed_community {
            UnexposedCommunity::Letter => false,
            UnexposedCommunity::Paid => true,
        },
        meter_pays_fixed_awards: match from.fixed_awards {
            FixedAwards::House => false,
            FixedAwards::Meter => true,
        },
    }
}

fn limit(from: &Limit) -> words::Limit {
    words::Limit {
        min: from.min.get(),
        max: from.max.map(Cents::get),
    }
}

/// A seat, counted from 0.
pub fn seat(from: Seat) -> usize {
    usize::from(from.index())
}

/// A set of seats.
pub fn seats(from: SeatSet) -> Vec<usize> {
    from.iter().map(seat).collect()
}

fn seats_from(from: &[usize]) -> SeatSet {
    from.iter().map(|seat| Seat::ALL[*seat]).collect()
}

fn cards(from: &[Card]) -> Vec<words::Card> {
    let card = |card: &Card| (card.rank() as u8 + 2, card.suit() as u8);
    from.iter().map(card).collect()
}

fn cards_from(from: &[words::Card]) -> CardList {
    let card = |(rank, suit): &words::Card| Card::from_index(13 * suit + rank - 2);
    from.iter().filter_map(card).collect()
}

/// The table's settlement.
pub fn worth(from: &Settlement) -> Worth {
    let seats = from.seats.taken().map(|(at, result)| SeatWorth {
        seat: seat(at),
        lines: result
            .wagers
            .iter()
            .map(|line| Line {
                wager: line.wager.name().into(),
                stake: line.stake.get(),
                excess: line.excess.get(),
                outcome: outcome(line.outcome).into(),
                pays: line.pays.get(),
                award: line.award.map(|award| award.name().into()),
            })
            .collect(),
        envy: result.envy.get(),
        net: result.net,
    });
    let payments = from.payments.iter().map(|payment| Payment {
        seat: seat(payment.seat),
        award: payment.award.name().into(),
        amount: payment.amount.get(),
        from_meter: payment.from == Source::Meter,
    });
    Worth {
        seats: seats.collect(),
        payments: payments.collect(),
    }
}

const fn outcome(from: Outcome) -> &'static str {
    match from {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Push => "push",
        Outcome::Returned => "returned",
    }
}

/// A fault, as the ledger has it.
pub const fn fault(from: oracle::table::Fault) -> Fault {
    match from {
        oracle::table::Fault::Seat(seat) => Fault::Seat(Seat::ALL[seat]),
        oracle::table::Fault::Chain => Fault::Chain,
        oracle::table::Fault::Sign => Fault::Sign,
        oracle::table::Fault::Console => Fault::Console,
    }
}

/// The place of a key on the simulated chain.
pub const fn key(from: words::Key) -> usize {
    match from {
        words::Key::PlaceYourBets => 0,
        words::Key::NoMoreBets => 1,
        words::Key::Void => 2,
    }
}

/// A break of the simulated chain.
pub const fn cut(from: words::Cut) -> Cut {
    match from {
        words::Cut::Into595(chip, stump) => Cut::Into595(chip, stump),
        words::Cut::OutOf165(chip, stump) => Cut::OutOf165(chip, stump),
    }
}

/// A trouble of a simulated gate.
pub const fn trouble(from: words::Trouble) -> Trouble {
    match from {
        words::Trouble::Blocked => Trouble::Blocked,
        words::Trouble::Leaking => Trouble::Leaking,
        words::Trouble::Light => Trouble::Light,
    }
}
