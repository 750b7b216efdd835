//! The sign's vocabulary, as tables, and its lines of text.

use core::fmt::{self, Write};

use heapless::String;
use shared_rules::evaluate::Category;
use shared_rules::games::Award;
use shared_rules::money::Cents;
use shared_rules::wagers::Limit;
use shared_rules::wire::sign::{BetLimits, SignFault, SignPhase};

use super::amount::Amount;
use super::screen::Colour;

/// Room for the longest line, which is the largest limit: `MAX $184,467,440,737,095,516.15`.
const LINE: usize = 31;

/// A line of text.
pub type SignLine = String<LINE>;

/// Writes a line. The sign's own texts fit; anything longer is cut.
pub(super) fn line(text: impl fmt::Display) -> SignLine {
    let mut line = SignLine::new();
    let _cut = write!(line, "{text}");
    line
}

/// The sign's content as text: the heading, then the amount or the words below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignLines(pub [SignLine; 3]);

impl fmt::Display for SignLines {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [heading, below @ ..] = &self.0;
        f.write_str(heading)?;
        for line in below.iter().filter(|line| !line.is_empty()) {
            write!(f, "\n{line}")?;
        }
        Ok(())
    }
}

/// The heading over the amount while no notice is needed.
pub(super) const fn phase(phase: SignPhase) -> (&'static str, Colour) {
    match phase {
        SignPhase::Idle => ("JACKPOT", Colour::Amber),
        SignPhase::Open => ("BETS OPEN", Colour::Green),
        SignPhase::Closed => ("NO MORE BETS", Colour::Red),
    }
}

/// The state of an award, over its pages.
pub(super) const fn award_state(is_confirmed: bool) -> (&'static str, Colour) {
    match is_confirmed {
        true => ("WIN", Colour::Green),
        false => ("PENDING", Colour::Amber),
    }
}

/// An award, in one line or in two.
pub(super) const fn award(award: Award) -> [&'static str; 2] {
    match award {
        Award::Hand(category) => [hand(category), ""],
        Award::RoyalFlushOnFlop => ["ROYAL FLUSH", "ON THE FLOP"],
        Award::RoyalFlushOnTurn => ["ROYAL FLUSH", "ON THE TURN"],
        Award::RoyalFlushOnRiver => ["ROYAL FLUSH", "ON THE RIVER"],
        Award::RoyalFlushSpades => ["ROYAL FLUSH", "OF SPADES"],
        Award::Community(category) => ["COMMUNITY", hand(category)],
        Award::Envy => ["ENVY BONUS", ""],
    }
}

const fn hand(category: Category) -> &'static str {
    match category {
        Category::HighCard => "HIGH CARD",
        Category::OnePair => "ONE PAIR",
        Category::TwoPairs => "TWO PAIRS",
        Category::ThreeOfAKind => "THREE OF A KIND",
        Category::Straight => "STRAIGHT",
        Category::Flush => "FLUSH",
        Category::FullHouse => "FULL HOUSE",
        Category::FourOfAKind => "FOUR OF A KIND",
        Category::StraightFlush => "STRAIGHT FLUSH",
        Category::RoyalFlush => "ROYAL FLUSH",
    }
}

/// The name of the faulty part.
pub(super) fn fault(fault: SignFault) -> SignLine {
    match fault {
        SignFault::Seat(seat) => line(format_args!("SEAT {} SENSORS", seat.number())),
        SignFault::Chain => line("TABLE SENSORS"),
        SignFault::Journal => line("JOURNAL"),
        SignFault::Console => line("DEALER CONSOLE"),
        SignFault::Controller => line("CONTROLLER"),
        SignFault::Pool => line("LINK LOST"),
    }
}

/// The minimum and the maximum of a wager (RWS6 3.3, THB6 3.4).
pub(super) fn limit(limit: Limit) -> [SignLine; 2] {
    let min = Some(limit.min).filter(|min| !min.is_zero());
    let end = |name: &str, amount: Option<Cents>| match amount {
        Some(amount) => line(format_args!("{name} {:#}", Amount(amount))),
        None => line(format_args!("NO {name}IMUM")),
    };
    [end("MIN", min), end("MAX", limit.max)]
}

/// The prescribed progressive bet (RWS6 3.3, ML9 3.5.3).
pub(super) fn progressive_bet(limits: BetLimits) -> [SignLine; 2] {
    let unit = Amount(limits.unit);
    match limits.units_max {
        0 | 1 => [line(format_args!("{unit:#}")), SignLine::new()],
        most => [
            line(format_args!("1 TO {most} UNITS")),
            line(format_args!("OF {unit:#}")),
        ],
    }
}
