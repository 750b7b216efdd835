//! Settlement: one pure function from a closed round to what every wager of every seat wins, loses or
//! gets back, what the jackpot pays, and the paragraph that says so.
//!
//! The parts, in the order of the work: `standing` (which wagers are settled at all, and up to which
//! amount), `showing` (the cards beside each other), `main_wagers` (against the dealer and by the cards),
//! `award` (which award a progressive wager earned), `payment` (who is paid in which order, from the
//! meter or by the house).

mod award;
mod main_wagers;
mod payment;
mod showing;
mod standing;

use heapless::Vec;

use crate::cite::Cite;
use crate::closed::{ClosedRound, SeatRecord};
use crate::evaluate::Category;
use crate::games::{Award, AwardsLeft};
use crate::jackpot::Jackpot;
use crate::money::{Cents, MoneyError};
use crate::seats::{Seat, SeatMap};
use crate::wagers::{Terms, Wager};

use payment::Payments;
use showing::{Shared, Shown};
pub(crate) use standing::returned;
use standing::{Stand, Standing};

/// What happens to a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is paid, and unless it is the progressive the stake goes back with it.
    Win,
    /// The stake is collected.
    Lose,
    /// Stand-off: the stake goes back.
    Push,
    /// The wager does not count: the stake goes back.
    Returned,
}

/// One settled wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WagerResult {
    /// Which one.
    pub wager: Wager,
    /// The stake that is settled.
    pub stake: Cents,
    /// What was placed above it, which is given back outside the settlement.
    pub excess: Cents,
    /// What happens to it.
    pub outcome: Outcome,
    /// What the player receives beyond the stake.
    pub pays: Cents,
    /// The award, for a progressive wager that wins.
    pub award: Option<Award>,
    /// The paragraph that says so.
    pub rule: Cite,
}

/// The most wagers that a seat has: five areas and the progressive.
pub const WAGERS_MAX: usize = 6;

/// One settled seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// The best hand, where it is known.
    pub hand: Option<Category>,
    /// The wagers that were placed.
    pub wagers: Vec<WagerResult, WAGERS_MAX>,
    /// What the seat receives for other players' hands.
    pub envy: Cents,
    /// All that is received less all that is staked.
    pub net: i64,
}

/// Who pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The jackpot's meter.
    Meter,
    /// The house.
    House,
}

/// One payment of an award.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// To whom.
    pub seat: Seat,
    /// For what.
    pub award: Award,
    /// How much.
    pub amount: Cents,
    /// By whom. An award that the meter covers in part is two payments.
    pub from: Source,
}

/// The most payments of a round: an award and an envy for each seat, each by two payers.
pub const PAYMENTS_MAX: usize = 28;

/// A settled round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// The seats.
    pub seats: SeatMap<Option<SeatResult>>,
    /// The payments of awards, in their order.
    pub payments: Vec<Payment, PAYMENTS_MAX>,
    /// The jackpot after them.
    pub jackpot: Jackpot,
    /// What left the meter.
    pub paid_from_meter: Cents,
}

/// The progressive stakes that count, in the order of dealing: those that contribute to the jackpot.
pub fn accepted_progressives(round: &ClosedRound) -> impl Iterator<Item = (Seat, Cents)> {
    let terms = round.terms();
    round.seats().taken().filter_map(move |(seat, record)| {
        let stand = Stand::new(terms, record);
        let stake = stand.progressive_stake().ok()?;
        (!stake.is_zero() && stand.progressive_refund().is_none()).then_some((seat, stake))
    })
}

impl Settlement {
    /// Nothing is settled yet at `jackpot`, on which the round's contributions already are. A settlement is large, so
    /// it is filled in where it is.
    pub fn new(jackpot: &Jackpot) -> Settlement {
        Settlement {
            seats: SeatMap::default(),
            payments: Vec::new(),
            jackpot: *jackpot,
            paid_from_meter: Cents::ZERO,
        }
    }

    fn seat(&mut self, seat: Seat) -> &mut SeatResult {
        self.seats.get_mut(seat).get_or_insert(SeatResult {
            hand: None,
            wagers: Vec::new(),
            envy: Cents::ZERO,
            net: 0,
        })
    }
}

/// Settles `round` at `jackpot`, on which the round's contributions already are.
pub fn settle(round: &ClosedRound, jackpot: &Jackpot) -> Result<Settlement, MoneyError> {
    let mut settlement = Settlement::new(jackpot);
    settle_into(&mut settlement, round)?;
    Ok(settlement)
}

/// Settles `round` where nothing is settled yet.
pub fn settle_into(settlement: &mut Settlement, round: &ClosedRound) -> Result<(), MoneyError> {
    let shared = Shared::new(round.deal());
    let mut payments = Payments::new(round.terms(), settlement);
    for (seat, record) in round.seats().taken() {
        let stand = Stand::new(round.terms(), record);
        let shown = shared.beside(record.cards);
        main_wagers::settle(&stand, &shown, payments.seat(seat))?;
        if record.units > 0 {
            progressive(&stand, &shared, &shown, seat, &mut payments)?;
        }
        payments.note_envied(&stand, &shared, &shown);
    }
    payments.pay()?;
    for (_, result) in settlement.seats.taken_mut() {
        result.net = net(result)?;
    }
    Ok(())
}

/// Settles a round that is void under `rule`: everything goes back (RWS6 5.21), what was returned before
/// under its own paragraph.
pub(crate) fn settle_void_into(
    settlement: &mut Settlement,
    terms: &Terms,
    records: &SeatMap<Option<SeatRecord>>,
    rule: Cite,
) -> Result<(), MoneyError> {
    for (seat, record) in records.taken() {
        let rule = returned(terms, record).unwrap_or(rule);
        let gone = SeatRecord {
            returned: Some(rule),
            ..*record
        };
        let stand = Stand::new(terms, &gone);
        let result = settlement.seat(seat);
        main_wagers::settle(&stand, &Shown::Unknown, result)?;
        if record.units > 0 {
            let stake = stand.progressive_stake()?;
            push(&mut result.wagers, refund(stake, rule))?;
        }
    }
    Ok(())
}

/// Settles the progressive wager of a seat; an award is entered with `payments`, which fill in the amount.
fn progressive(
    stand: &Stand,
    shared: &Shared,
    shown: &Shown,
    seat: Seat,
    payments: &mut Payments,
) -> Result<(), MoneyError> {
    let stake = stand.progressive_stake()?;
    if let Some(rule) = stand.progressive_refund() {
        return push(&mut payments.seat(seat).wagers, refund(stake, rule));
    }
    let terms = stand.terms;
    // No part of the cards makes a better hand than all of them, so nearly every wager needs no look at the pay table.
    let row = match shown.category() {
        Some(category) if category < payments.lowest => None,
        _ => award::best(stand, shared, shown, payments.jackpot(), stake)?,
    };
    payments.accept(seat, stand.record.player, row, stake);
    let rules = terms.rules;
    let rule = match (row, stand.standing) {
        (Some(row), _) => rules.cite(payment::paragraph(rules, row, stand.record.units)),
        (None, Standing::Unexposed) => rules.cite(rules.paragraphs.unexposed),
        // The fold decided it, where it cost the hand its own awards.
        (None, Standing::Folded(rule)) if stand.awards_left() != AwardsLeft::All => rule,
        (None, _) => rules.cite(rules.paragraphs.awards),
    };
    let line = WagerResult {
        wager: Wager::Progressive,
        stake,
        excess: Cents::ZERO,
        outcome: row.map_or(Outcome::Lose, |_| Outcome::Win),
        pays: Cents::ZERO,
        award: row.map(|row| row.award),
        rule,
    };
    push(&mut payments.seat(seat).wagers, line)
}

/// A progressive wager that goes back.
fn refund(stake: Cents, rule: Cite) -> WagerResult {
    WagerResult {
        wager: Wager::Progressive,
        stake,
        excess: Cents::ZERO,
        outcome: Outcome::Returned,
        pays: Cents::ZERO,
        award: None,
        rule,
    }
}

/// Adds a wager to a seat's list, which has room for every wager of every game.
fn push(wagers: &mut Vec<WagerResult, WAGERS_MAX>, line: WagerResult) -> Result<(), MoneyError> {
    wagers.push(line).map_err(|_| MoneyError::Overflow)
}

/// All that a seat receives less all that it staked.
fn net(result: &SeatResult) -> Result<i64, MoneyError> {
    let (mut received, mut kept) = (result.envy, Cents::ZERO);
    for line in &result.wagers {
        received = received.plus(line.pays)?;
        // A stake that goes back cancels out; that of the progressive stays, even with an award.
        if let (Outcome::Lose, _) | (Outcome::Win, Wager::Progressive) = (line.outcome, line.wager)
        {
            kept = kept.plus(line.stake)?;
        }
    }
    let net = received.signed()?.checked_sub(kept.signed()?);
    net.ok_or(MoneyError::Overflow)
}
