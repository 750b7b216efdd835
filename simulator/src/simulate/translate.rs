//! Translates the rules' commands and settlements into the oracle's words, and the oracle's parts of a table into the
//! simulated ones. The matches are exhaustive: a new variant does not compile until it is translated.

use oracle::table::words::{self, House};
use oracle::table::{Line, Payment, SeatWorth, Worth};
use parts::chain::{Cut, Trouble};
use shared_rules::cards::Card;
use shared_rules::closed::Player;
use shared_rules::games::{
    BonusOnLoss, DealerQualifies, DealingError, EnvyFor, EnvyPairPlus, FixedAwards, Game,
    HandFault, NextRounds, RuleReadings, UnexposedCommunity, UnexposedUnqualified, VoidCause,
};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{Configuration, Fault, Postponed, TakesEffect};
use shared_rules::money::Cents;
use shared_rules::round::{CardList, Choice, Event, Phase, PlayerHold, Ruling};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::settle::{Outcome, Settlement, Source};
use shared_rules::wagers::{Limit, Wager};
use shared_rules::wire::message::Command;

/// A word of the rules that the oracle has too.
pub trait Word {
    /// The oracle's.
    type Oracle;

    /// The same in the oracle's words.
    fn to_oracle(&self) -> Self::Oracle;

    /// The way back, for events that follow from the oracle's felt, cables and power.
    fn from_oracle(from: &Self::Oracle) -> Self;
}

/// Words with a conversion in each direction.
macro_rules! words {
    ($($word:ty, $oracle:ty: |$to:ident| $there:expr, |$from:ident| $back:expr;)+) => {
        $(impl Word for $word {
            type Oracle = $oracle;

            fn to_oracle(&self) -> $oracle {
                let $to = self;
                $there
            }

            fn from_oracle($from: &$oracle) -> $word {
                $back
            }
        })+
    };
}

words! {
    u8, u8: |count| *count, |count| *count;
    u32, u32: |number| *number, |number| *number;
    Cents, u64: |amount| amount.get(), |amount| Cents::new(*amount);
    Player, u8: |player| player.0, |player| Player(*player);
    Seat, usize: |seat| seat.index().into(), |seat| Seat::ALL[*seat];
    SeatSet, Vec<usize>:
        |seats| seats.iter().map(|seat| seat.to_oracle()).collect(),
        |seats| seats.iter().map(Word::from_oracle).collect();
    Card, words::Card:
        |card| (card.rank() as u8 + 2, card.suit() as u8),
        |card| Card::from_index(13 * card.1 + card.0 - 2).expect("one of 52");
    CardList, Vec<words::Card>:
        |cards| cards.iter().map(Word::to_oracle).collect(),
        |cards| cards.iter().map(Word::from_oracle).collect();
}

/// Enums whose variants have the same names on both sides, and fields that are words.
macro_rules! same_names {
    ($($word:ident { $($variant:ident $(($($field:ident),+))?),+ $(,)? })+) => {
        $(impl Word for $word {
            type Oracle = words::$word;

            fn to_oracle(&self) -> words::$word {
                match self {
                    $($word::$variant $(($($field),+))? => words::$word::$variant $(($($field.to_oracle()),+))?,)+
                }
            }

            fn from_oracle(from: &words::$word) -> $word {
                match from {
                    $(words::$word::$variant $(($($field),+))? => $word::$variant $(($(Word::from_oracle($field)),+))?,)+
                }
            }
        })+
    };
}

same_names! {
    Event {
        PlaceYourBets, Chips(seat, count), Stake(seat, wager, amount), Player(seat, player), NoMoreBets,
        Hand(seat, cards), Dealer(cards), Community(cards), Viewed(seat), Raise(wager, seats), Fold(seat), Absent(seat),
        Unexposed(seat), Settle, Paid, Void(number, cause), Invalidate(number, seat, fault), SeveralHands(player),
        DealingError(error, seats), Choose(seat, choice), DeviceFault, DeviceRepaired, NextRounds(choice, seats),
        PowerFailure, ShiftManager(ruling), MoveHand(from, to), Reconstruct(seat, cards), HoldPlayer(player, hold),
        PermitWithdrawal(seats),
    }
    Game { Thb6, Rws6, Ml6, Ml9, Tcp5 }
    Wager { Ante, Bonus, Flop, Turn, River, Play, PairPlus, AnteBonus, Progressive }
    VoidCause {
        ForeignCard, CardsMissingOrExtra, Unshuffled, TooFewCards, DealtIncorrectly, CommunityCount, DealerCount,
        TwoCardsExposed, CountInDoubt, BurntCardKept, ShiftManager,
    }
    HandFault { WrongCount, NotConfidential, ShiftManager }
    PlayerHold { Barred, OneSeat, Lifted }
    DealingError { BurntCardKept, DrawnTogether, Other }
    NextRounds { CloseTable, BlockBox, WithoutProgressive }
    Choice { PlayOn, Withdraw }
    Ruling { PlayOn, Void }
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
        Command::Round(from) => words::Command::Round(from.to_oracle()),
        Command::Confirm => words::Command::Confirm,
        Command::Configure(from) => words::Command::Configure(house(from)),
        Command::Clock(_) => words::Command::Clock,
        Command::Overrule(round) => words::Command::Overrule(*round),
        Command::Link(_) => panic!("a history of a table with its own jackpot"),
    }
}

/// A configuration.
pub fn house(from: &Configuration) -> House {
    House {
        game: from.game.to_oracle(),
        readings: readings(&from.readings),
        unit: from.unit.get(),
        ante: limit(&from.limits.ante),
        bonus: limit(&from.limits.bonus),
        pair_plus: limit(&from.limits.pair_plus),
        seats: Seat::ALL.map(|seat| from.seats.contains(seat)),
        jackpot: jackpot(&from.jackpot),
        contribution_max: from.contribution_max.map(Cents::get),
        waits_for_win: match from.takes_effect {
            TakesEffect::AfterWin => true,
            TakesEffect::NextRound => false,
        },
    }
}

/// The parameters of a house that wait until the jackpot has been won: all others hold already.
pub fn wanted(holds: &House, from: &Postponed) -> House {
    House {
        game: from.game.to_oracle(),
        unit: from.unit.get(),
        readings: words::Readings {
            meter_pays_fixed_awards: from.fixed_awards == FixedAwards::Meter,
            ..holds.readings
        },
        seats: Seat::ALL.map(|seat| from.seats.contains(seat)),
        waits_for_win: from.takes_effect == TakesEffect::AfterWin,
        ..*holds
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

fn readings(from: &RuleReadings) -> words::Readings {
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
        envy_once_a_player: match from.envy_for {
            EnvyFor::Seat => false,
            EnvyFor::Player => true,
        },
        pair_plus_cancels_envy: match from.envy_pair_plus {
            EnvyPairPlus::ThatHand => false,
            EnvyPairPlus::All => true,
        },
        unexposed_ante_is_paid: match from.unexposed_unqualified {
            UnexposedUnqualified::Loses => false,
            UnexposedUnqualified::Paid => true,
        },
    }
}

fn limit(from: &Limit) -> words::Limit {
    words::Limit {
        min: from.min.get(),
        max: from.max.map(Cents::get),
    }
}

/// The table's settlement.
pub fn worth(from: &Settlement) -> Worth {
    let seats = from.seats.taken().map(|(at, result)| SeatWorth {
        seat: at.to_oracle(),
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
        seat: payment.seat.to_oracle(),
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
