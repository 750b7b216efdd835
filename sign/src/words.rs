//! The sign's vocabulary, as tables, and its lines of text.

use core::fmt::{self, Write};

use heapless::String;
use shared_rules::evaluate::Category;
use shared_rules::games::Award;
use shared_rules::wire::sign::{SignFault, SignPhase};

use super::screen::Colour;

/// Room for the longest line, which is the largest amount: `$184,467,440,737,095,516.15`.
const LINE: usize = 27;

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
    }
}
