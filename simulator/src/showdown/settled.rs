//! The settlement of a showdown as lines to compare, and the lines that a test expects.

use super::dollars;
use shared_rules::evaluate::Category;
use shared_rules::games::Award;
use shared_rules::jackpot::Jackpot;
use shared_rules::money::Cents;
use shared_rules::seats::Seat;
use shared_rules::settle::{Outcome, SeatResult, Settlement, Source, WagerResult};
use shared_rules::wagers::Wager;
use std::fmt;

/// A settled table.
#[derive(Debug)]
pub struct Settled(pub(super) Settlement);

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
    pub fn seat(&self, number: u8) -> Vec<WagerLine> {
        self.result(number)
            .wagers
            .iter()
            .map(WagerLine::from)
            .collect()
    }

    /// The wagers of a seat that are settled, in their order.
    pub fn wagers(&self, number: u8) -> Vec<Wager> {
        let lines = self.result(number).wagers.iter();
        lines.map(|line| line.wager).collect()
    }

    /// The line of one wager, if it was placed.
    pub fn line(&self, number: u8, wager: Wager) -> Option<WagerLine> {
        let mut lines = self.seat(number).into_iter();
        lines.find(|line| line.wager == wager)
    }

    /// Checks that a seat has this line for its wager; `case` says which test it is.
    #[track_caller]
    pub fn assert_line(&self, number: u8, line: &WagerLine, case: &str) {
        let found = self.line(number, line.wager);
        assert_eq!(found.as_ref(), Some(line), "seat {number}: {case}");
    }

    /// What of a wager is settled, and what of it goes back as too much.
    pub fn stake_and_excess(&self, number: u8, wager: Wager) -> Option<(Cents, Cents)> {
        let mut lines = self.result(number).wagers.iter();
        let line = lines.find(|line| line.wager == wager)?;
        Some((line.stake, line.excess))
    }

    /// The name of a seat's best hand, where it is known.
    pub fn hand(&self, number: u8) -> Option<&'static str> {
        self.result(number).hand.map(Category::name)
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

    /// Checks that every cent is where the lines and the payments say.
    pub(super) fn check_every_cent(&self, before: &Jackpot) {
        self.check_meter(before);
        for (seat, result) in self.0.seats.taken() {
            self.check_seat(seat.number(), result);
        }
    }

    /// What leaves the meter is what is paid from it, and only a reset puts money on it.
    fn check_meter(&self, before: &Jackpot) {
        let from_meter = self.paid(|payment| payment.3 == Source::Meter);
        assert_eq!(self.0.paid_from_meter.get(), from_meter);
        let came_on = self.meter().get() + from_meter - before.shown().get();
        let reset = before.terms().reset.get();
        assert!([0, reset].contains(&came_on), "{came_on} came on the meter");
    }

    /// What a seat is paid is on its lines, and what it wins is what it receives less what it staked.
    fn check_seat(&self, number: u8, result: &SeatResult) {
        let lines = || result.wagers.iter();
        let envy = result.envy.get();
        let progressive = lines().filter(|line| line.wager == Wager::Progressive);
        let award: u64 = progressive.map(|line| line.pays.get()).sum();
        let paid = self.paid(|payment| payment.0 == number);
        assert_eq!(paid, award + envy, "paid to seat {number}");
        let received = lines().map(received).sum::<u64>() + envy;
        let staked = lines().map(|line| line.stake.get()).sum();
        let won = signed(received) - signed(staked);
        assert_eq!(result.net, won, "net of seat {number}");
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
pub struct WagerLine {
    wager: Wager,
    outcome: Outcome,
    pays: Cents,
    award: Option<&'static str>,
    rule: String,
}

impl From<&WagerResult> for WagerLine {
    fn from(result: &WagerResult) -> WagerLine {
        WagerLine {
            wager: result.wager,
            outcome: result.outcome,
            pays: result.pays,
            award: result.award.map(Award::name),
            rule: result.rule.to_string(),
        }
    }
}

impl fmt::Debug for WagerLine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (wager, outcome, pays) = (self.wager.name(), self.outcome, self.pays);
        let award = self.award.unwrap_or_default();
        write!(f, "{wager}: {outcome:?} {pays} {award} ({})", self.rule)
    }
}

/// The wager pays so many dollars.
pub fn win(wager: Wager, pays: u32, rule: &str) -> WagerLine {
    WagerLine {
        pays: dollars(pays),
        ..no_pay(wager, Outcome::Win, rule)
    }
}

/// The wager is collected.
pub fn lose(wager: Wager, rule: &str) -> WagerLine {
    no_pay(wager, Outcome::Lose, rule)
}

/// The wager stands off.
pub fn push(wager: Wager, rule: &str) -> WagerLine {
    no_pay(wager, Outcome::Push, rule)
}

/// The wager does not count and goes back.
pub fn returned(wager: Wager, rule: &str) -> WagerLine {
    no_pay(wager, Outcome::Returned, rule)
}

/// The progressive wager wins this award.
pub fn award(name: &'static str, pays: Cents, rule: &str) -> WagerLine {
    WagerLine {
        pays,
        award: Some(name),
        ..no_pay(Wager::Progressive, Outcome::Win, rule)
    }
}

fn no_pay(wager: Wager, outcome: Outcome, rule: &str) -> WagerLine {
    WagerLine {
        wager,
        outcome,
        pays: Cents::ZERO,
        award: None,
        rule: rule.to_string(),
    }
}
