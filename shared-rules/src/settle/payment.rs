//! Pays the awards in order and chooses the payer: lower hands first, the whole jackpot last (THB6 3.15, ML9 3.15.2,
//! TCP5 3.20.1), straight flushes of one round from a pool (ML9 3.15.1), envy after all.

use heapless::Vec;

use super::award::{is_made, value};
use super::showing::{Shared, Shown};
use super::standing::{Stand, Standing};
use super::{Payment, Pricing, Settlement, Source, accepted_progressives};
use crate::cite::{Cite, Paragraph};
use crate::closed::{ClosedRound, Player};
use crate::games::{Award, AwardPays, AwardRow, EnvyFor, EnvyPairPlus, FixedAwards, RuleSet};
use crate::money::{Cents, MoneyError, Percent};
use crate::seats::Seat;
use crate::wagers::Wager;

/// A progressive wager that won.
pub(crate) struct Winner {
    pub seat: Seat,
    pub row: &'static AwardRow,
    pub stake: Cents,
}

/// The awards and the envy that the hands of a round have earned.
pub(super) struct Claims {
    winners: Vec<Winner, 7>,
    /// Hands for which envy is paid, with its amount.
    envied: Vec<(Player, Cents), 7>,
    /// Players whose hand cancels the envy of all others (TCP5 3.15).
    cancelling: Vec<Player, 7>,
}

impl Claims {
    pub const fn new() -> Claims {
        Claims {
            winners: Vec::new(),
            envied: Vec::new(),
            cancelling: Vec::new(),
        }
    }

    /// Notes a progressive wager that has won.
    pub fn note_award(&mut self, seat: Seat, row: &'static AwardRow, stake: Cents) {
        // At most one entry a seat, so there is always room.
        let _ = self.winners.push(Winner { seat, row, stake });
    }

    /// Notes a hand for which others receive envy: one with an Ante, folded or not, that is exposed (TCP5 3.14). One
    /// with Pair Plus alone gives none, and in one reading cancels the envy for other hands (TCP5 3.15).
    pub fn note_envied(&mut self, stand: &Stand, shared: &Shared, shown: &Shown) {
        let progressive = &stand.terms.rules.progressive;
        if !progressive.gives_envy {
            return;
        }
        let played = matches!(stand.standing, Standing::Compared | Standing::Folded(_));
        if !played {
            return;
        }
        let envied = progressive
            .awards
            .iter()
            .filter(|row| row.envy.is_some() && is_made(row, shared, shown))
            .find_map(|row| row.envy);
        let Some(amount) = envied else {
            return;
        };
        let record = stand.record;
        let cancels = stand.terms.readings.envy_pair_plus == EnvyPairPlus::All;
        // At most one entry a seat, so there is always room.
        if record.stakes.ante.is_zero() {
            let has_pair_plus = !record.stakes.pair_plus.is_zero();
            if cancels && has_pair_plus && stand.refund(Wager::PairPlus).is_none() {
                let _ = self.cancelling.push(record.player);
            }
        } else if stand.refund(Wager::Ante).is_none() {
            let _ = self.envied.push((record.player, amount));
        }
    }

    /// The envy of a player for other players' hands.
    fn envy_of(&self, player: Player) -> Result<Cents, MoneyError> {
        let is_other = |other: &Player| *other != player;
        if self.cancelling.iter().any(is_other) {
            return Ok(Cents::ZERO);
        }
        let others = self.envied.iter().filter(|(other, _)| is_other(other));
        others
            .map(|(_, amount)| *amount)
            .try_fold(Cents::ZERO, Cents::plus)
    }
}

/// Pays the claims of a round. Few rounds have any: the steps are not inlined, so that the others do not bear them.
pub(super) struct Payments<'a> {
    round: &'a ClosedRound,
    settlement: &'a mut Settlement,
}

impl<'a> Payments<'a> {
    pub const fn new(round: &'a ClosedRound, settlement: &'a mut Settlement) -> Payments<'a> {
        Payments { round, settlement }
    }

    /// Pays every winner in order and enters the amounts with the seats.
    pub fn pay(&mut self, claims: &mut Claims) -> Result<(), MoneyError> {
        self.pay_priced()?;
        put_in_order(self.rules(), &mut claims.winners);
        for group in claims.winners.chunk_by(|a, b| a.row.award == b.row.award) {
            self.pay_group(group)?;
        }
        self.pay_envy(claims)
    }

    const fn rules(&self) -> &'static RuleSet {
        self.round.terms().rules
    }

    /// Enters the amounts that a pool has priced: the pool pays the shares of its jackpot, the house the fixed ones.
    #[inline(never)]
    fn pay_priced(&mut self) -> Result<(), MoneyError> {
        let Pricing::Priced(awards) = &self.settlement.pricing else {
            return Ok(());
        };
        for priced in awards.clone() {
            let mut rows = self.rules().progressive.awards.iter();
            let row = rows.find(|row| row.award == priced.award);
            let from = match row.map(|row| row.pays) {
                Some(AwardPays::Jackpot(_)) => Source::Pool,
                _ => Source::House,
            };
            self.record(priced.seat, priced.award, priced.amount, from)?;
            self.enter(priced.seat, priced.amount, None)?;
        }
        Ok(())
    }

    /// Pays the winners of one award, in the order of dealing.
    #[inline(never)]
    fn pay_group(&mut self, group: &[Winner]) -> Result<(), MoneyError> {
        let Some(first) = group.first() else {
            return Ok(());
        };
        if let (AwardPays::Jackpot(percent), Some(paragraph)) = (first.row.pays, first.row.pooled) {
            return self.pay_pool(group, percent, paragraph);
        }
        for winner in group {
            let amount = self.pay_one(winner)?;
            self.enter(winner.seat, amount, None)?;
        }
        Ok(())
    }

    fn pay_one(&mut self, winner: &Winner) -> Result<Cents, MoneyError> {
        let row = winner.row;
        let AwardPays::Jackpot(percent) = row.pays else {
            let amount = value(row, &self.settlement.jackpot, winner.stake)?;
            self.pay_fixed(winner.seat, row.award, amount)?;
            return Ok(amount);
        };
        let amount = self.take(percent)?;
        if row.takes_all() {
            self.settlement.jackpot.reset()?;
        }
        self.record(winner.seat, row.award, amount, Source::Meter)?;
        Ok(amount)
    }

    /// Pays a pool: the sum of the shares that the winners would take one after the other, divided equally. The cents
    /// that do not divide go to the first in the order of dealing (ML9 3.15.1).
    fn pay_pool(
        &mut self,
        group: &[Winner],
        percent: Percent,
        paragraph: Paragraph,
    ) -> Result<(), MoneyError> {
        let mut pool = Cents::ZERO;
        for _ in group {
            pool = pool.plus(self.take(percent)?)?;
        }
        let paragraph = (group.len() > 1).then_some(paragraph);
        for (winner, amount) in group.iter().zip(shares(pool, group.len())?) {
            self.record(winner.seat, winner.row.award, amount, Source::Meter)?;
            let rule = paragraph.map(|paragraph| self.rules().cite(paragraph));
            self.enter(winner.seat, amount, rule)?;
        }
        Ok(())
    }

    /// Every accepted progressive wager, or the first of every player, receives envy for each other player's hand that
    /// gives some (TCP5 3.14).
    #[inline(never)]
    fn pay_envy(&mut self, claims: &Claims) -> Result<(), MoneyError> {
        if claims.envied.is_empty() {
            return Ok(());
        }
        let once = self.round.terms().readings.envy_for == EnvyFor::Player;
        let mut received: Vec<Player, 7> = Vec::new();
        for (seat, _) in accepted_progressives(self.round) {
            let Some(player) = self.round.seats().get(seat).map(|record| record.player) else {
                continue;
            };
            if once && received.contains(&player) {
                continue;
            }
            let _ = received.push(player);
            let envy = claims.envy_of(player)?;
            self.pay_fixed(seat, Award::Envy, envy)?;
            if let Some(result) = self.settlement.seats.get_mut(seat) {
                result.envy = envy;
                result.receive(envy)?;
            }
        }
        Ok(())
    }

    /// Pays a fixed amount, by the house or from the meter as far as the meter goes.
    #[inline(never)]
    fn pay_fixed(&mut self, seat: Seat, award: Award, amount: Cents) -> Result<(), MoneyError> {
        let from_meter = match self.round.terms().readings.fixed_awards {
            FixedAwards::House => Cents::ZERO,
            FixedAwards::Meter => self.settlement.jackpot.take_at_most(amount)?,
        };
        self.count(from_meter)?;
        let from_house = amount.minus(from_meter)?;
        if !from_meter.is_zero() {
            self.record(seat, award, from_meter, Source::Meter)?;
        }
        if !from_house.is_zero() {
            self.record(seat, award, from_house, Source::House)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn take(&mut self, percent: Percent) -> Result<Cents, MoneyError> {
        let amount = self.settlement.jackpot.take_percent(percent)?;
        self.count(amount)?;
        Ok(amount)
    }

    /// Adds to the amount that left the meter.
    fn count(&mut self, amount: Cents) -> Result<(), MoneyError> {
        let paid = &mut self.settlement.paid_from_meter;
        *paid = paid.plus(amount)?;
        Ok(())
    }

    #[inline(never)]
    fn record(
        &mut self,
        seat: Seat,
        award: Award,
        amount: Cents,
        from: Source,
    ) -> Result<(), MoneyError> {
        let payment = Payment {
            seat,
            award,
            amount,
            from,
        };
        let payments = &mut self.settlement.payments;
        payments.push(payment).map_err(|_| MoneyError::Overflow)
    }

    /// Enters the amount paid to a progressive wager, and the rule if another one decided the amount.
    #[inline(never)]
    fn enter(&mut self, seat: Seat, amount: Cents, rule: Option<Cite>) -> Result<(), MoneyError> {
        if let Some(result) = self.settlement.seats.get_mut(seat) {
            let lines = result.wagers.iter_mut();
            for line in lines.filter(|line| line.wager == Wager::Progressive) {
                line.pays = amount;
                line.rule = rule.unwrap_or(line.rule);
            }
            result.receive(amount)?;
        }
        Ok(())
    }
}

/// Lower hands first, the whole jackpot last, and equal ones in the order of dealing. A selection sort: there are at
/// most seven winners, and nothing else needs less code.
pub(crate) fn put_in_order(rules: &RuleSet, mut winners: &mut [Winner]) {
    let order = |winner: &Winner| {
        let row = winner.row;
        (row.takes_all(), rules.order(row.category), winner.seat)
    };
    while let Some((first, others)) = winners.split_first_mut() {
        for other in others.iter_mut() {
            if order(other) < order(first) {
                core::mem::swap(first, other);
            }
        }
        winners = others;
    }
}

/// Equal shares of `pool` for `count` winners. The cents that do not divide go to the first ones.
pub(crate) fn shares(pool: Cents, count: usize) -> Result<impl Iterator<Item = Cents>, MoneyError> {
    let count = u32::try_from(count).map_err(|_| MoneyError::Overflow)?;
    let (share, odd_cents) = pool.split_floor(count).ok_or(MoneyError::Overflow)?;
    let more = share.plus(Cents::new(1))?;
    Ok((0..count).map(move |place| if place < odd_cents { more } else { share }))
}

/// The paragraph that decides the amount of `row` for this number of units.
pub(super) fn paragraph(rules: &RuleSet, row: &AwardRow, units: u8) -> Paragraph {
    match row.pays {
        AwardPays::ForOne(_) if units > 1 => rules.paragraphs.multiplied,
        _ => row.paragraph,
    }
}
