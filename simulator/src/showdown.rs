//! A showdown in a few words: a table under a document, its cards, its seats, and the lines that the
//! settlement must have.
//!
//! A citation like `THB6 3.10.2` names the rule that a test is about, and with its tag the game that is
//! played. Stakes are in dollars; one progressive unit is $5. A seat that plays has an Ante of $10 and
//! every raise that follows from it, until a test says otherwise.

mod seated;
mod settled;

pub use seated::{Seated, folds, leaves, plays, sits};
pub use settled::{Settled, WagerLine, award, lose, push, returned, win};

use shared_rules::cards::Card;
use shared_rules::closed::{ClosedRound, Player, SeatCards, SeatRecord};
use shared_rules::games::{Game, RuleReadings};
use shared_rules::jackpot::{Jackpot, JackpotTerms};
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::refusal::{Reason, Refusal};
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::settle::{accepted_progressives, settle};
use shared_rules::wagers::{Limit, Limits, Terms};

/// So many dollars.
pub const fn dollars(dollars: u32) -> Cents {
    Cents::dollars(dollars)
}

/// So many cents.
pub const fn cents(cents: u64) -> Cents {
    Cents::new(cents)
}

/// Cards like `"As Kd"`; spaces only help to read.
pub fn cards(text: &str) -> Vec<Card> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let card = |pair: &[char]| pair.iter().collect::<String>().parse();
    let cards: Result<_, _> = letters.chunks(2).map(card).collect();
    cards.unwrap_or_else(|_| panic!("not cards: {text}"))
}

/// A table before its settlement.
#[derive(Clone, Debug)]
pub struct Showdown {
    terms: Terms,
    jackpot: Jackpot,
    dealer: Vec<Card>,
    board: Vec<Card>,
    seats: SeatMap<Option<SeatRecord>>,
}

impl Showdown {
    /// A table of the game whose document is cited, at a jackpot of $100,000 that resets to $10,000
    /// and does not grow.
    pub fn under(citation: &str) -> Showdown {
        let tag = citation.split(' ').next().unwrap_or_default();
        let game = Game::from_key(&tag.to_lowercase()).expect("the tag of a document");
        Showdown {
            terms: Terms {
                rules: game.rules(),
                readings: RuleReadings::default(),
                unit: dollars(5),
                limits: Limits::default(),
            },
            jackpot: jackpot(dollars(100_000), 0),
            dealer: Vec::new(),
            board: Vec::new(),
            seats: SeatMap::default(),
        }
    }

    /// The same with the dealer's cards and the community cards: flop, turn, river.
    pub fn dealt(citation: &str, dealer: &str, community: &str) -> Showdown {
        Showdown::under(citation).dealer(dealer).board(community)
    }

    /// How the house reads what the documents leave open.
    pub fn reading(mut self, change: impl FnOnce(&mut RuleReadings)) -> Showdown {
        change(&mut self.terms.readings);
        self
    }

    /// The minimum and maximum, in dollars, of Ante, Bonus and Pair Plus.
    pub fn limits(mut self, min: u32, max: u32) -> Showdown {
        let limit = Limit {
            min: dollars(min),
            max: Some(dollars(max)),
        };
        self.terms.limits = Limits {
            ante: limit,
            bonus: limit,
            pair_plus: limit,
        };
        self
    }

    /// Plays at this jackpot.
    pub fn jackpot(mut self, jackpot: Jackpot) -> Showdown {
        self.jackpot = jackpot;
        self
    }

    /// Plays at a meter that shows this and does not grow.
    pub fn meter(self, meter: Cents) -> Showdown {
        self.jackpot(jackpot(meter, 0))
    }

    /// The dealer's cards.
    pub fn dealer(mut self, hand: &str) -> Showdown {
        self.dealer = cards(hand);
        self
    }

    /// The community cards: flop, turn, river.
    pub fn board(mut self, community: &str) -> Showdown {
        self.board = cards(community);
        self
    }

    /// Seats a player.
    pub fn seat(mut self, number: u8, seated: Seated) -> Showdown {
        let Seated {
            cards,
            record,
            player,
        } = seated;
        let seat = Seat::new(number).expect("a seat");
        let hand = match cards.as_slice() {
            [] => SeatCards::Unknown,
            cards => SeatCards::new(self.terms.rules, seat, cards).expect("a hand of this game"),
        };
        *self.seats.get_mut(seat) = Some(SeatRecord {
            player: Player(player.unwrap_or(number)),
            cards: hand,
            ..record
        });
        self
    }

    fn close(&self) -> Result<ClosedRound, Refusal> {
        ClosedRound::new(&self.terms, &self.dealer, &self.board, &self.seats)
    }

    /// Why the round is refused, and the citation, if it is.
    pub fn refusal(&self) -> Option<(Reason, String)> {
        let refusal = self.close().err()?;
        Some((refusal.reason, refusal.rule.to_string()))
    }

    /// Puts the round's contributions on the meter, settles it, and checks that every cent is there.
    pub fn settle(&self) -> Settled {
        let round = self.close().unwrap_or_else(|refusal| panic!("{refusal}"));
        let mut jackpot = self.jackpot;
        for (_, stake) in accepted_progressives(&round) {
            jackpot.contribute(stake).expect("a small stake");
        }
        let settlement = settle(&round, &jackpot).expect("small amounts");
        let settled = Settled(settlement);
        settled.check_every_cent(&jackpot);
        settled
    }
}

/// A jackpot that resets to $10,000 and grows by so many hundredths of a percent of each stake.
pub fn jackpot(meter: Cents, contribution: u16) -> Jackpot {
    let terms = JackpotTerms {
        reset: dollars(10_000),
        contribution: BasisPoints::new(contribution).expect("at most the whole stake"),
        ..JackpotTerms::default()
    };
    Jackpot::new(terms, meter).expect("a small amount")
}
