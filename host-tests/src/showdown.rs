//! A showdown in a few words: a table under a document, its cards, its seats, and the lines that the
//! settlement must have.
//!
//! A citation like `THB6 3.10.2` names the rule that a test is about, and with its tag the game that is
//! played. Stakes are in dollars; one progressive unit is $5. A seat that plays has an Ante of $10 and
//! every raise that follows from it, until a test says otherwise.

use shared_rules::cards::Card;
use shared_rules::closed::{ClosedRound, Decision, Player, SeatCards, SeatRecord};
use shared_rules::games::{Award, Game, Readings};
use shared_rules::jackpot::{Jackpot, JackpotTerms};
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::refusal::{Reason, Refusal};
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::settle::{
    Outcome, SeatResult, Settlement, Source, WagerResult, accepted_progressives, settle,
};
use shared_rules::wagers::{Limit, Limits, Terms, Wager};
use std::fmt;

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

/// What one player has on the table.
#[derive(Clone, Debug)]
pub struct Seated {
    cards: Vec<Card>,
    record: SeatRecord,
    player: Option<u8>,
}

/// A hand that plays to the end: Ante, Flop, Turn and River with two cards, Ante and Play with three.
pub fn plays(hand: &str) -> Seated {
    let seated = sits(hand).stake(Wager::Ante, 10);
    if seated.cards.len() == 3 {
        return seated.stake(Wager::Play, 10);
    }
    seated
        .stake(Wager::Flop, 20)
        .stake(Wager::Turn, 10)
        .stake(Wager::River, 10)
}

/// A hand that folds after the Ante.
pub fn folds(hand: &str) -> Seated {
    sits(hand).stake(Wager::Ante, 10).decides(Decision::Fold)
}

/// A hand whose player has placed an Ante and is not there for the first decision.
pub fn leaves(hand: &str) -> Seated {
    sits(hand).stake(Wager::Ante, 10).decides(Decision::Absent)
}

/// A hand with no wager yet.
pub fn sits(hand: &str) -> Seated {
    Seated {
        cards: cards(hand),
        record: SeatRecord::new(Player(0)),
        player: None,
    }
}

impl Seated {
    /// Places so many dollars on an area, in place of what is there.
    pub fn stake(mut self, wager: Wager, stake: u32) -> Seated {
        let area = self.record.stakes.get_mut(wager).expect("an area");
        *area = dollars(stake);
        self
    }

    /// Takes an area's wager away: a check, for Turn and River.
    pub fn without(self, wager: Wager) -> Seated {
        self.stake(wager, 0)
    }

    /// A progressive wager of one unit.
    pub fn progressive(self) -> Seated {
        self.units(1)
    }

    /// A progressive wager of so many units.
    pub fn units(mut self, units: u8) -> Seated {
        self.record.units = units;
        self
    }

    /// What the player decides.
    pub fn decides(mut self, decision: Decision) -> Seated {
        self.record.decision = decision;
        self
    }

    /// The hand is not exposed.
    pub fn unexposed(mut self) -> Seated {
        self.record.exposed = false;
        self
    }

    /// The player who holds the seat, where it is not the seat's own.
    pub fn of_player(mut self, player: u8) -> Seated {
        self.player = Some(player);
        self
    }

    /// The player had a wager under the minimum in an earlier round.
    pub fn under_minimum_before(mut self) -> Seated {
        self.record.under_minimum_before = true;
        self
    }
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
                readings: Readings::default(),
                unit: dollars(5),
                limits: Limits::default(),
            },
            jackpot: jackpot(dollars(100_000), 0),
            dealer: Vec::new(),
            board: Vec::new(),
            seats: SeatMap::default(),
        }
    }

    /// How the house reads what the documents leave open.
    pub fn reading(mut self, change: impl FnOnce(&mut Readings)) -> Showdown {
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
        let seat = Seat::new(number).expect("a seat");
        let hand = match seated.cards.as_slice() {
            [] => SeatCards::Unknown,
            cards => SeatCards::new(self.terms.rules, seat, cards).expect("a hand of this game"),
        };
        *self.seats.get_mut(seat) = Some(SeatRecord {
            player: Player(seated.player.unwrap_or(number)),
            cards: hand,
            ..seated.record
        });
        self
    }

    fn close(&self) -> Result<ClosedRound, Refusal> {
        ClosedRound::new(self.terms, &self.dealer, &self.board, self.seats)
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

/// A settled table.
#[derive(Debug)]
pub struct Settled(Settlement);

impl Settled {
    fn result(&self, number: u8) -> &SeatResult {
        let seat = Seat::new(number).expect("a seat");
        self.0
            .seats
            .get(seat)
            .as_ref()
            .expect("a seat in the round")
    }

    /// Every line of a seat.
    pub fn seat(&self, number: u8) -> Vec<Line> {
        self.result(number).wagers.iter().map(Line::from).collect()
    }

    /// The line of one wager, if it was placed.
    pub fn line(&self, number: u8, wager: Wager) -> Option<Line> {
        let mut lines = self.seat(number).into_iter();
        lines.find(|line| line.wager == wager)
    }

    /// What of a wager is settled, and what of it goes back as too much.
    pub fn stake_and_excess(&self, number: u8, wager: Wager) -> Option<(Cents, Cents)> {
        let mut lines = self.result(number).wagers.iter();
        let line = lines.find(|line| line.wager == wager)?;
        Some((line.stake, line.excess))
    }

    /// The name of a seat's best hand, where it is known.
    pub fn hand(&self, number: u8) -> Option<&'static str> {
        self.result(number).hand.map(|hand| hand.name())
    }

    /// What a seat receives for other players' hands.
    pub fn envy(&self, number: u8) -> Cents {
        self.result(number).envy
    }

    /// All that a seat receives less all that it staked, in cents.
    pub fn net(&self, number: u8) -> i64 {
        self.result(number).net
    }

    /// The payments in their order: seat, award, amount, payer.
    pub fn payments(&self) -> Vec<(u8, &'static str, Cents, Source)> {
        let payments = self.0.payments.iter();
        payments
            .map(|p| (p.seat.number(), p.award.name(), p.amount, p.from))
            .collect()
    }

    /// The jackpot after the round.
    pub fn jackpot(&self) -> Jackpot {
        self.0.jackpot
    }

    /// What the sign shows after the round.
    pub fn meter(&self) -> Cents {
        self.0.jackpot.shown()
    }

    /// What leaves the meter is what is paid from it, only a reset puts money on it, what a seat is paid is on its lines, and what it
    /// wins is what it receives less what it staked.
    fn check_every_cent(&self, before: &Jackpot) {
        let from_meter = self.paid(|payment| payment.3 == Source::Meter);
        assert_eq!(self.0.paid_from_meter.get(), from_meter);
        let came_on = self.meter().get() + from_meter - before.shown().get();
        assert!(
            [0, before.terms().reset.get()].contains(&came_on),
            "reset once"
        );
        for (seat, result) in self.0.seats.taken() {
            let number = seat.number();
            let lines = result.wagers.iter();
            let awards: u64 = lines
                .filter(|line| line.wager == Wager::Progressive)
                .map(|line| line.pays.get())
                .sum();
            let paid = self.paid(|payment| payment.0 == number);
            assert_eq!(paid, awards + result.envy.get(), "paid to seat {number}");
            let received: u64 = result.wagers.iter().map(received).sum();
            let staked: u64 = result.wagers.iter().map(|line| line.stake.get()).sum();
            let won = signed(received + result.envy.get()) - signed(staked);
            assert_eq!(result.net, won, "net of seat {number}");
        }
    }

    fn paid(&self, which: impl Fn(&(u8, &str, Cents, Source)) -> bool) -> u64 {
        let payments = self.payments();
        let chosen = payments.iter().filter(|payment| which(payment));
        chosen.map(|payment| payment.2.get()).sum()
    }
}

/// What a player is handed for a wager; the progressive stake never comes back with an award.
fn received(line: &WagerResult) -> u64 {
    let stake = match (line.outcome, line.wager) {
        (Outcome::Lose, _) | (Outcome::Win, Wager::Progressive) => 0,
        _ => line.stake.get(),
    };
    stake + line.pays.get()
}

fn signed(cents: u64) -> i64 {
    i64::try_from(cents).expect("a small amount")
}

/// One line of a settlement: a wager, what happens to it, and the paragraph that says so.
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    wager: Wager,
    outcome: Outcome,
    pays: Cents,
    award: Option<&'static str>,
    rule: String,
}

impl From<&WagerResult> for Line {
    fn from(result: &WagerResult) -> Line {
        Line {
            wager: result.wager,
            outcome: result.outcome,
            pays: result.pays,
            award: result.award.map(Award::name),
            rule: result.rule.to_string(),
        }
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (wager, outcome, pays) = (self.wager.name(), self.outcome, self.pays);
        let award = self.award.unwrap_or_default();
        write!(f, "{wager}: {outcome:?} {pays} {award} ({})", self.rule)
    }
}

/// The wager pays so many dollars.
pub fn win(wager: Wager, pays: u32, rule: &str) -> Line {
    Line {
        pays: dollars(pays),
        ..no_pay(wager, Outcome::Win, rule)
    }
}

/// The wager is collected.
pub fn lose(wager: Wager, rule: &str) -> Line {
    no_pay(wager, Outcome::Lose, rule)
}

/// The wager stands off.
pub fn push(wager: Wager, rule: &str) -> Line {
    no_pay(wager, Outcome::Push, rule)
}

/// The wager does not count and goes back.
pub fn returned(wager: Wager, rule: &str) -> Line {
    no_pay(wager, Outcome::Returned, rule)
}

/// The progressive wager wins this award.
pub fn award(name: &'static str, pays: Cents, rule: &str) -> Line {
    Line {
        pays,
        award: Some(name),
        ..no_pay(Wager::Progressive, Outcome::Win, rule)
    }
}

fn no_pay(wager: Wager, outcome: Outcome, rule: &str) -> Line {
    Line {
        wager,
        outcome,
        pays: Cents::ZERO,
        award: None,
        rule: rule.to_string(),
    }
}
