//! The page: the sign's content at one time. All decisions about the content are made here; drawing and text only spell
//! out a [`Page`].

use shared_rules::seats::Seat;
use shared_rules::wire::sign::{Banner, SignFault, SignPicture, Win};

use super::amount::Amount;
use super::odometer::Reading;
use super::screen::Colour;
use super::words::{self, SignLine, SignLines, line};

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

/// The number of pages of a picture: those of a win, one for a fault, and the jackpot's.
pub(super) fn page_count(picture: &SignPicture) -> u64 {
    let jackpot_and_fault = if picture.fault.is_some() { 2 } else { 1 };
    win_pages(picture.banner).saturating_add(jackpot_and_fault)
}

/// The number of pages of a banner. A banner that fits over the jackpot takes no page of its own.
const fn win_pages(banner: Banner) -> u64 {
    match banner {
        Banner::None | Banner::NoProgressiveBets => 0,
        Banner::Pending(_) | Banner::Winner(_) => 2,
    }
}

impl Page {
    /// Page `number` of a picture, counted from 0. The jackpot's page is always the last one.
    pub(super) fn of(
        picture: &SignPicture,
        number: u64,
        jackpot: Reading,
        link_lost: bool,
    ) -> Page {
        match (picture.banner, number, picture.fault) {
            (Banner::Winner(win), 0, _) => Page::prize("WIN", win, Colour::Green),
            (Banner::Winner(win), 1, _) => Page::hand("WIN", win, Colour::Green),
            (Banner::Pending(win), 0, _) => Page::prize("PENDING", win, Colour::Amber),
            (Banner::Pending(win), 1, _) => Page::hand("PENDING", win, Colour::Amber),
            (banner, _, Some(fault)) if number == win_pages(banner) => Page::fault(fault),
            _ => Page::jackpot(picture, jackpot, link_lost),
        }
    }

    /// Before the first picture the amount is unknown, and no amount is shown.
    pub(super) fn without_picture(link_lost: bool) -> Page {
        let state = if link_lost { "NO LINK" } else { "STARTING" };
        Page::notice(state, Colour::Red, [line("WAITING FOR"), line("THE TABLE")])
    }

    /// The jackpot, with the most important notice about it as heading.
    fn jackpot(picture: &SignPicture, amount: Reading, link_lost: bool) -> Page {
        let (heading, heading_colour) = match picture.banner {
            _ if link_lost => ("NO LINK: LAST KNOWN", Colour::Red),
            Banner::NoProgressiveBets => ("NO PROGRESSIVE BETS", Colour::Red),
            _ => words::phase(picture.phase),
        };
        Page {
            heading: line(heading),
            heading_colour,
            body: match picture.amount {
                Some(_) => PageBody::Amount(amount),
                None => PageBody::Words([line("AMOUNT"), line("NOT KNOWN")]),
            },
            // An amount that may be out of date must look different from a current one.
            body_colour: if link_lost {
                Colour::Red
            } else {
                Colour::Amber
            },
        }
    }

    /// The amount won: always exact, never rolling.
    fn prize(state: &str, win: Win, colour: Colour) -> Page {
        Page {
            heading: seat_heading(state, win.seat),
            heading_colour: colour,
            body: PageBody::Amount(Reading::exact(win.amount)),
            body_colour: colour,
        }
    }

    fn hand(state: &str, win: Win, colour: Colour) -> Page {
        Page {
            heading: seat_heading(state, win.seat),
            heading_colour: colour,
            body: PageBody::Words(words::award(win.award).map(line)),
            body_colour: colour,
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

fn seat_heading(state: &str, seat: Seat) -> SignLine {
    line(format_args!("{state}: SEAT {}", seat.number()))
}
