//! Decides which wagers of a seat are settled at all, and up to which amount: invalid hands, folds, hands that are not
//! exposed, limits, and a progressive wager without its base.

use crate::cite::{Cite, Paragraph};
use crate::closed::{Decision, SeatRecord, first_raise};
use crate::games::{Absent, AwardsLeft, Base, UnderMinimum, UnexposedCommunity};
use crate::money::{Cents, MoneyError};
use crate::wagers::{Terms, Wager, areas};

/// The standing of a seat when hands are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// The hand is invalid or withdrawn: everything goes back.
    Returned(Cite),
    /// The player did not expose the hand (THB6 3.10.1, RWS6 4.3).
    Unexposed,
    /// The hand folded, by choice or by absence.
    Folded(Cite),
    /// The hand is compared.
    Compared,
}

/// A seat with its standing.
pub(super) struct Stand<'a> {
    pub terms: &'a Terms,
    pub record: &'a SeatRecord,
    pub standing: Standing,
    /// The Ante up to its maximum.
    pub ante: Cents,
    /// Without this no wager goes back, and nearly every hand is without: no wager of it needs a closer look.
    may_go_back: bool,
}

impl<'a> Stand<'a> {
    pub fn new(terms: &'a Terms, record: &'a SeatRecord) -> Stand<'a> {
        let standing = standing(terms, record);
        let is_returned = matches!(standing, Standing::Returned(_));
        let has_ante = !record.stakes.ante.is_zero();
        Stand {
            terms,
            record,
            standing,
            ante: terms.limits.ante.capped(record.stakes.ante),
            may_go_back: is_returned || !has_ante || record.under_minimum_before,
        }
    }

    /// The most that is settled of a stake on `wager`: the maximum (THB6 5.14, RWS6 5.1.1), and for a raise its
    /// multiple of such an Ante (RWS6 5.3.1).
    pub fn most(&self, wager: Wager) -> Result<Cents, MoneyError> {
        let limits = &self.terms.limits;
        match wager {
            Wager::Ante => Ok(self.ante),
            Wager::Bonus => Ok(limits.bonus.most()),
            Wager::PairPlus => Ok(limits.pair_plus.most()),
            raise => self.ante.times(raise.antes()),
        }
    }

    /// The paragraph under which `wager` goes back, if it does.
    pub fn refund(&self, wager: Wager) -> Option<Cite> {
        if !self.may_go_back {
            return None;
        }
        let paragraphs = &self.terms.rules.paragraphs;
        // A Bonus without its Ante was never a wager, whatever becomes of the round (THB6 3.5, RWS6 3.9).
        if wager == Wager::Bonus && self.record.stakes.ante.is_zero() {
            return Some(self.cite(paragraphs.bonus_needs_ante));
        }
        if let Standing::Returned(rule) = self.standing {
            return Some(rule);
        }
        // Without its Ante the hand has no other wagers, except Pair Plus.
        let again = self.is_under_minimum_again(wager)
            || (wager != Wager::PairPlus && self.is_under_minimum_again(Wager::Ante));
        again.then(|| self.cite(paragraphs.under_minimum))
    }

    /// A wager under the minimum of a player who had one before (THB6 5.13).
    fn is_under_minimum_again(&self, wager: Wager) -> bool {
        let settled_once = self.terms.rules.irregular.under_minimum == UnderMinimum::SettledOnce;
        self.record.under_minimum_before
            && settled_once
            && self.terms.limits.is_under(&self.record.stakes, wager)
    }

    /// The units that count: at most as many as the game takes (THB6 5.14, RWS6 5.1.1).
    pub fn counted_units(&self) -> u8 {
        self.record.counted_units(self.terms.rules)
    }

    pub fn progressive_stake(&self) -> Result<Cents, MoneyError> {
        self.terms.unit.times(u32::from(self.counted_units()))
    }

    /// The chips over the most that the game takes.
    pub fn progressive_excess(&self) -> Result<Cents, MoneyError> {
        match self.record.units.saturating_sub(self.counted_units()) {
            // Nearly always, and a multiplication is expensive.
            0 => Ok(Cents::ZERO),
            over => self.terms.unit.times(u32::from(over)),
        }
    }

    /// The paragraph under which the progressive wager goes back, if it does.
    pub fn progressive_refund(&self) -> Option<Cite> {
        if !self.may_go_back {
            return None;
        }
        if let Some(rule) = self.record.returned {
            return Some(rule);
        }
        let counts =
            |wager| !self.record.stakes.get(wager).is_zero() && !self.is_under_minimum_again(wager);
        let has_base = match self.terms.rules.base {
            Base::Ante => counts(Wager::Ante),
            Base::AnteOrPairPlus => counts(Wager::Ante) || counts(Wager::PairPlus),
        };
        match self.standing {
            _ if !has_base => Some(self.cite(self.terms.rules.paragraphs.base_missing_closed)),
            Standing::Returned(rule) => Some(rule),
            _ => None,
        }
    }

    /// The awards that the progressive wager can still win.
    pub fn awards_left(&self) -> AwardsLeft {
        let progressive = &self.terms.rules.progressive;
        match self.standing {
            Standing::Returned(_) => AwardsLeft::None,
            Standing::Compared => AwardsLeft::All,
            Standing::Folded(_) => progressive.after_fold,
            Standing::Unexposed => match self.terms.readings.unexposed_community {
                UnexposedCommunity::Letter => progressive.unexposed,
                UnexposedCommunity::Paid => AwardsLeft::Community,
            },
        }
    }

    pub fn cite(&self, paragraph: Paragraph) -> Cite {
        self.terms.rules.cite(paragraph)
    }
}

/// The record without the wagers that go back: neither cards nor decisions win or lose those.
pub(crate) fn at_stake(terms: &Terms, record: &SeatRecord) -> SeatRecord {
    let stand = Stand::new(terms, record);
    let mut left = *record;
    for wager in areas(&terms.rules.main) {
        if let (Some(_), Some(stake)) = (stand.refund(*wager), left.stakes.get_mut(*wager)) {
            *stake = Cents::ZERO;
        }
    }
    if stand.progressive_refund().is_some() {
        left.units = 0;
    }
    left
}

/// The paragraph under which the whole hand goes back, if it does: it was invalidated or withdrawn, or its
/// player was absent before the first raise (THB6 5.11).
pub(crate) fn returned(terms: &Terms, record: &SeatRecord) -> Option<Cite> {
    let rules = terms.rules;
    let absent = record.decision == Decision::Absent
        && rules.irregular.absent == Absent::InvalidUnlessRaised
        && misses_raise(terms, record);
    let absent = absent.then(|| rules.cite(rules.paragraphs.absent));
    record.returned.or(absent)
}

fn standing(terms: &Terms, record: &SeatRecord) -> Standing {
    let rules = terms.rules;
    if let Some(rule) = returned(terms, record) {
        return Standing::Returned(rule);
    }
    // A folded hand declines no comparison: the fold decides, exposed or not.
    match folded(terms, record) {
        Some(paragraph) => Standing::Folded(rules.cite(paragraph)),
        None if record.exposed => Standing::Compared,
        None => Standing::Unexposed,
    }
}

/// The paragraph under which the hand folded, if it did: by the player's decision, or by absence while a decision was
/// open (RWS6 5.5). With the River placed nothing is left to decide (RWS6 5.6).
pub(crate) fn folded(terms: &Terms, record: &SeatRecord) -> Option<Paragraph> {
    let rules = terms.rules;
    match record.decision {
        Decision::Fold => Some(rules.paragraphs.fold),
        Decision::Absent
            if rules.irregular.absent == Absent::Folds && record.stakes.river.is_zero() =>
        {
            Some(rules.paragraphs.absent)
        }
        Decision::Play | Decision::Absent => None,
    }
}

/// True if the wager with which the hand would play on is missing. Pair Plus alone needs none (TCP5 3.9.3).
fn misses_raise(terms: &Terms, record: &SeatRecord) -> bool {
    let stakes = &record.stakes;
    let pair_plus_alone = stakes.ante.is_zero() && !stakes.pair_plus.is_zero();
    stakes.get(first_raise(&terms.rules.main)).is_zero() && !pair_plus_alone
}
