//! The page: the sign's content at one time, which follows from its subject. Drawing and text only spell out a [`Page`].

use shared_rules::wire::sign::{SignFault, SignPicture};

use super::amount::Amount;
use super::cycle::{SignAward, Subject};
use super::odometer::Reading;
use super::screen::Colour;
use super::words::{self, SignLine, SignLines, line};

/// The heading of the notice, and of the jackpot under it: bets on it are not announced as open.
const NO_PROGRESSIVE_BETS: &str = "NO PROGRESSIVE BETS";

/// A heading, and something below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The first line.
    pub heading: SignLine,
    /// Its colour.
    pub heading_colour: Colour,
    /// The amount or the words below the heading.
    pub body: PageBody,
    /// Its colour.
    pub body_colour: Colour,
}

/// The content below the heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageBody {
    /// An amount.
    Amount(Reading),
    /// One or two lines of words; the second one may be empty.
    Words([SignLine; 2]),
}

impl Page {
    /// The page of a picture about a subject.
    pub(super) fn of(
        picture: &SignPicture,
        subject: Subject,
        jackpot: Reading,
        link_lost: bool,
    ) -> Page {
        match subject {
            // Always exact, never rolling.
            Subject::Prize(award, amount) => {
                Page::award(award, PageBody::Amount(Reading::exact(amount)))
            }
            Subject::Hand(award) => {
                Page::award(award, PageBody::Words(words::award(award.award).map(line)))
            }
            Subject::NoProgressiveBets => Page::no_progressive_bets(),
            Subject::Fault(fault) => Page::fault(fault),
            Subject::Jackpot => Page::jackpot(picture, jackpot, link_lost),
            Subject::Limit(wager, limit) => Page::limits(wager, words::limit(limit)),
            Subject::ProgressiveBet(limits) => {
                Page::limits("PROGRESSIVE BET", words::progressive_bet(limits))
            }
        }
    }

    /// Before the first picture the amount is unknown, and no amount is shown.
    pub(super) fn without_picture(link_lost: bool) -> Page {
        let state = if link_lost { "NO LINK" } else { "STARTING" };
        Page::notice(state, Colour::Red, [line("WAITING FOR"), line("THE TABLE")])
    }

    /// The program's own check has failed: no amount is shown, because it could not be trusted.
    #[must_use]
    pub fn damaged() -> Page {
        let words = [line("PROGRAM"), line("DAMAGED")];
        Page::notice("SIGN FAULT", Colour::Red, words)
    }

    /// The version of the sign's program.
    pub(super) fn version(version: &str) -> Page {
        let words = [line(format_args!("VERSION {version}")), SignLine::new()];
        Page::notice("COINSPOT SIGN", Colour::Green, words)
    }

    /// The jackpot, with the most important notice about it as heading.
    fn jackpot(picture: &SignPicture, amount: Reading, link_lost: bool) -> Page {
        let pool_lost = picture.fault == Some(SignFault::Pool);
        let (heading, heading_colour) = match picture.phase {
            _ if link_lost => ("NO LINK: LAST KNOWN", Colour::Red),
            _ if pool_lost => ("LINK LOST", Colour::Red),
            _ if picture.no_progressive_bets => (NO_PROGRESSIVE_BETS, Colour::Red),
            phase => words::phase(phase),
        };
        Page {
            heading: line(heading),
            heading_colour,
            body: match picture.amount {
                Some(_) => PageBody::Amount(amount),
                None => PageBody::Words([line("AMOUNT"), line("NOT KNOWN")]),
            },
            // An amount that may be out of date must look different from a current one.
            body_colour: if link_lost || pool_lost {
                Colour::Red
            } else {
                Colour::Amber
            },
        }
    }

    fn award(award: SignAward, body: PageBody) -> Page {
        let (state, colour) = words::award_state(award.is_confirmed);
        let seat = award.seat.number();
        Page {
            heading: match award.table {
                None => line(format_args!("{state}: SEAT {seat}")),
                Some(table) => line(format_args!("{state}: TABLE {table} SEAT {seat}")),
            },
            heading_colour: colour,
            body,
            body_colour: colour,
        }
    }

    /// The notice of RWS6 5.17.2c: no progressive bets are accepted or paid.
    fn no_progressive_bets() -> Page {
        let words = [line("ACCEPTED"), line("OR PAID")];
        Page::notice(NO_PROGRESSIVE_BETS, Colour::Red, words)
    }

    fn limits(heading: &str, words: [SignLine; 2]) -> Page {
        Page {
            heading_colour: Colour::Amber,
            ..Page::notice(heading, Colour::Green, words)
        }
    }

    fn fault(fault: SignFault) -> Page {
        Page::notice("FAULT", Colour::Red, [words::fault(fault), SignLine::new()])
    }

    fn notice(heading: &str, colour: Colour, words: [SignLine; 2]) -> Page {
        Page {
            heading: line(heading),
            heading_colour: colour,
            body: PageBody::Words(words),
            body_colour: colour,
        }
    }

    /// The page as text.
    #[must_use]
    pub fn lines(&self) -> SignLines {
        let [first, second] = match &self.body {
            PageBody::Amount(reading) => [line(Amount(reading.cents)), SignLine::new()],
            PageBody::Words(words) => words.clone(),
        };
        SignLines([self.heading.clone(), first, second])
    }
}
