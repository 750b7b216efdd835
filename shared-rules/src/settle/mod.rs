//! Settlement: one pure function from a closed round to the result of every wager of every seat and the payments of the
//! jackpot. It settles every wager to the cent and cites the paragraph that decides it.
//!
//! The parts, in the order of the work: `standing` (the wagers that are settled at all, and the most of each),
//! `showing` (the cards and their ranks), `main_wagers` (against the dealer and by the cards), `award` (the award of a
//! progressive wager), `payment` (the order of payments, and the payer: meter or house). `account` sums a seat's
//! wagers.

mod account;
mod award;
mod main_wagers;
mod payment;
mod showing;
mod standing;

use heapless::Vec;

use crate::cards::Card;
use crate::cite::Cite;
use crate::closed::{ClosedRound, SeatRecord};
use crate::deal::Deal;
use crate::evaluate::Category;
use crate::games::{Award, AwardRow, AwardsLeft};
use crate::jackpot::Jackpot;
use crate::money::{Cents, MoneyError};
use crate::pool::{PricedAward, Rows};
use crate::seats::{Seat, SeatMap, SeatSet};
use crate::wagers::{Terms, Wager};

use account::Sums;
pub(crate) use award::value;
use payment::{Claims, Payments};
pub(crate) use payment::{Winner, put_in_order, shares};
use showing::{Shared, Shown};
use standing::{Stand, Standing};
pub(crate) use standing::{at_stake, folded, returned};

/// The result of a wager.
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
    /// The wager.
    pub wager: Wager,
    /// The stake that is settled.
    pub stake: Cents,
    /// The part of the wager above that stake, which is given back outside the settlement.
    pub excess: Cents,
    /// The result.
    pub outcome: Outcome,
    /// The amount that the player receives beyond the stake.
    pub pays: Cents,
    /// The award, for a progressive wager that wins.
    pub award: Option<Award>,
    /// The paragraph that decides it.
    pub rule: Cite,
}

/// The most wagers that a seat has: five areas and the progressive.
pub const WAGERS_MAX: usize = 6;

/// One settled seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// The best hand, if it is known.
    pub hand: Option<Category>,
    /// The wagers that were placed.
    pub wagers: Vec<WagerResult, WAGERS_MAX>,
    /// The amount that the seat receives for other players' hands.
    pub envy: Cents,
    /// All receipts less all stakes.
    pub net: i64,
    /// The terms of `net`.
    sums: Sums,
}

/// The payer of an award.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The jackpot's meter.
    Meter,
    /// The house.
    House,
    /// The jackpot that linked tables share.
    Pool,
}

/// One payment of an award.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// The seat that is paid.
    pub seat: Seat,
    /// The award that is paid.
    pub award: Award,
    /// The amount.
    pub amount: Cents,
    /// The payer. An award that the meter covers in part is two payments.
    pub from: Source,
}

/// The amounts of a round's progressive awards.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Pricing {
    /// The table's own jackpot, or fixed amounts.
    #[default]
    Own,
    /// The round claims a share of a jackpot that linked tables share. The amounts are not known yet.
    Unpriced,
    /// The pool has priced the claim, in the order of payment.
    Priced(Vec<PricedAward, 7>),
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
    /// The amount that left the meter.
    pub paid_from_meter: Cents,
    /// The amounts of the progressive awards.
    pub pricing: Pricing,
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
    /// Nothing is settled yet at `jackpot`, which includes the round's contributions. A settlement is large, so it is
    /// filled in where it is.
    pub fn new(jackpot: &Jackpot) -> Settlement {
        Settlement {
            seats: SeatMap::default(),
            payments: Vec::new(),
            jackpot: *jackpot,
            paid_from_meter: Cents::ZERO,
            pricing: Pricing::Own,
        }
    }
}

/// Settles `round` at `jackpot`, which includes the round's contributions.
pub fn settle(round: &ClosedRound, jackpot: &Jackpot) -> Result<Settlement, MoneyError> {
    let mut settlement = Settlement::new(jackpot);
    settle_into(&mut settlement, round)?;
    Ok(settlement)
}

/// Settles `round` into an empty settlement.
pub fn settle_into(settlement: &mut Settlement, round: &ClosedRound) -> Result<(), MoneyError> {
    let shared = Shared::new(round.deal(), &round.terms().readings);
    let mut claims = Claims::new();
    let Settlement {
        seats,
        jackpot,
        pricing,
        ..
    } = settlement;
    for ((seat, record), result) in round.seats().iter().zip(seats.values_mut()) {
        if let Some(record) = record {
            let stand = Stand::new(round.terms(), record);
            let result = result.insert(SeatResult::new());
            let at = (&*jackpot, &*pricing);
            settle_seat(&stand, &shared, at, seat, result, &mut claims)?;
        }
    }
    Payments::new(round, settlement).pay(&mut claims)
}

/// Settles a seat except the amount of its award. Not inlined: beside the rest of a round there are not enough
/// registers for its amounts.
#[inline(never)]
fn settle_seat(
    stand: &Stand,
    shared: &Shared,
    (jackpot, pricing): (&Jackpot, &Pricing),
    seat: Seat,
    result: &mut SeatResult,
    claims: &mut Claims,
) -> Result<(), MoneyError> {
    let shown = shared.beside(stand.record);
    main_wagers::settle(stand, &shown, result)?;
    if stand.record.units > 0 && *pricing != Pricing::Own {
        claimed(stand, shared, &shown, pricing, seat, result)?;
    } else if stand.record.units > 0
        && let Some(row) = progressive(stand, shared, &shown, jackpot, result)?
    {
        claims.note_award(seat, row, stand.progressive_stake()?);
    }
    claims.note_envied(stand, shared, &shown);
    result.sum_up()
}

/// The seats with a wager under the minimum that was won or lost; a stand-off does not count (THB6 5.13). Without a
/// [`ClosedRound`], which is large: a round that has been settled is consistent.
#[inline(never)]
pub(crate) fn settled_under_minimum(
    terms: &Terms,
    dealer: &[Card],
    community: &[Card],
    seats: &SeatMap<Option<SeatRecord>>,
) -> SeatSet {
    let Ok(deal) = Deal::new(terms.rules, dealer, community) else {
        return SeatSet::EMPTY;
    };
    let shared = Shared::new(&deal, &terms.readings);
    seats.which(|record| {
        let mut result = SeatResult::new();
        let settled = main_wagers::settle(
            &Stand::new(terms, record),
            &shared.beside(record),
            &mut result,
        );
        settled.is_ok()
            && result.wagers.iter().any(|line| {
                matches!(line.outcome, Outcome::Win | Outcome::Lose)
                    && terms.limits.is_under(&record.stakes, line.wager)
            })
    })
}

/// Settles a round that is void under `rule`: everything goes back (RWS6 5.21). A hand that was returned before keeps
/// its own paragraph.
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
        let result = settlement.seats.get_mut(seat).insert(SeatResult::new());
        main_wagers::settle(&stand, &Shown::Unknown, result)?;
        if record.units > 0 {
            result.enter(refund(&stand, rule)?)?;
        }
    }
    Ok(())
}

/// True if the progressive wager of a seat goes back, in a round that is not void.
pub(crate) fn progressive_goes_back(terms: &Terms, record: &SeatRecord) -> bool {
    Stand::new(terms, record).progressive_refund().is_some()
}

/// Settles the progressive wager of a seat, and returns the award that it has won: the amount is not known before all
/// awards are paid in turn.
fn progressive(
    stand: &Stand,
    shared: &Shared,
    shown: &Shown,
    jackpot: &Jackpot,
    result: &mut SeatResult,
) -> Result<Option<&'static AwardRow>, MoneyError> {
    let stake = stand.progressive_stake()?;
    if let Some(rule) = stand.progressive_refund() {
        result.enter(refund(stand, rule)?)?;
        return Ok(None);
    }
    let rules = stand.terms.rules;
    // No part of the cards makes a better hand than all of them, so nearly every wager needs no look at the pay table.
    let row = match shown.category() {
        Some(category) if category < rules.progressive.lowest => None,
        _ => award::best(stand, shared, shown, jackpot, stake)?,
    };
    let rule = match (row, stand.standing) {
        (Some(row), _) => rules.cite(payment::paragraph(rules, row, stand.counted_units())),
        // The fold decides the wager if it cost the hand its own awards.
        (None, Standing::Folded(rule)) if stand.awards_left() != AwardsLeft::All => rule,
        (None, _) if !stand.record.exposed => rules.cite(rules.paragraphs.unexposed),
        (None, _) => rules.cite(rules.paragraphs.awards),
    };
    result.enter(WagerResult {
        wager: Wager::Progressive,
        stake,
        excess: stand.progressive_excess()?,
        outcome: row.map_or(Outcome::Lose, |_| Outcome::Win),
        pays: Cents::ZERO,
        award: row.map(|row| row.award),
        rule,
    })?;
    Ok(row)
}

/// Settles the progressive wager of a seat whose round claims a share of a pool. The amount comes with the price.
#[inline(never)]
fn claimed(
    stand: &Stand,
    shared: &Shared,
    shown: &Shown,
    pricing: &Pricing,
    seat: Seat,
    result: &mut SeatResult,
) -> Result<(), MoneyError> {
    let stake = stand.progressive_stake()?;
    if let Some(rule) = stand.progressive_refund() {
        return result.enter(refund(stand, rule)?);
    }
    let rules = stand.terms.rules;
    let award = match pricing {
        Pricing::Priced(awards) => awards.iter().find(|priced| priced.seat == seat),
        Pricing::Own | Pricing::Unpriced => None,
    };
    let wins = match pricing {
        Pricing::Priced(_) => award.is_some(),
        Pricing::Own | Pricing::Unpriced => !award::rows_made(stand, shared, shown).is_empty(),
    };
    result.enter(WagerResult {
        wager: Wager::Progressive,
        stake,
        excess: stand.progressive_excess()?,
        outcome: if wins { Outcome::Win } else { Outcome::Lose },
        pays: Cents::ZERO,
        award: award.map(|priced| priced.award),
        rule: rules.cite(rules.paragraphs.awards),
    })
}

/// The rows of the pay table that each hand makes and keeps: the part of a settlement that does not depend on the meter.
pub(crate) fn rows_made(round: &ClosedRound) -> SeatMap<Rows> {
    let shared = Shared::new(round.deal(), &round.terms().readings);
    let mut made = SeatMap::default();
    for (seat, record) in round.seats().taken() {
        let stand = Stand::new(round.terms(), record);
        if record.units > 0 && stand.progressive_refund().is_none() {
            *made.get_mut(seat) = award::rows_made(&stand, &shared, &shared.beside(record));
        }
    }
    made
}

/// A progressive wager that goes back.
#[inline(never)]
fn refund(stand: &Stand, rule: Cite) -> Result<WagerResult, MoneyError> {
    Ok(WagerResult {
        wager: Wager::Progressive,
        stake: stand.progressive_stake()?,
        excess: stand.progressive_excess()?,
        outcome: Outcome::Returned,
        pays: Cents::ZERO,
        award: None,
        rule,
    })
}
