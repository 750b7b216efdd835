//! A configured table: its round, its jackpot, and the awards that wait for the supervisor. Only the ledger changes it.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::table_link::TableLink;
use super::{
    CheckpointTooLong, Configuration, Contradiction, Entry, Input, LedgerRefusal, LinkEntry,
    Output, Postponed, TakesEffect, read, write,
};
use crate::games::{Award, AwardPays, AwardRow};
use crate::jackpot::{Contribution, Jackpot};
use crate::money::{Cents, MicroCents, MoneyError};
use crate::refusal::{Reason, Refusal};
use crate::round::{Event, LockedBets, Phase, Round, Transition};
use crate::seats::{Seat, SeatMap, SeatSet};
use crate::settle::{Outcome, Settlement};
use crate::wagers::Wager;

/// An award from the jackpot that waits for the supervisor's confirmation, at the value that was locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named as in a payment")]
pub struct Waiting {
    pub round: u32,
    pub seat: Seat,
    pub award: Award,
    pub amount: Cents,
}

/// The most awards that wait at once. A round can have three, since no deal has more royal and straight flushes at
/// once; no round is opened while there is no room for three.
pub const WAITING_MAX: usize = 8;

/// The most shares of the jackpot that one round can win.
const SHARES_A_ROUND: usize = 3;

/// All money in and out, for the identity that must hold.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub struct Totals {
    /// The first value of the meter and all reset values.
    pub seeds: MicroCents,
    /// All shares of stakes that were kept, and those that the house bore after a device fault (RWS6 5.17.1).
    pub contributions: MicroCents,
    /// All awards that the meter paid.
    pub awards: MicroCents,
    /// The number of times that the whole jackpot was won.
    pub hits: u32,
}

/// The state to which a settlement or a void can be undone, until the next round commences.
#[derive(Clone, Copy, Debug, Hash, Serialize, Deserialize)]
struct BeforeAwards {
    jackpot: Jackpot,
    totals: Totals,
    /// An award of the round has been confirmed, and so paid: only the shift manager undoes it.
    is_confirmed: bool,
}

/// The part of a settlement that is kept: a settlement is large and can be made again.
#[derive(Clone, Copy, Debug, Hash, Serialize, Deserialize)]
pub(super) struct Settled {
    /// The jackpot that it was made at.
    pub at: Jackpot,
    /// The seats whose progressive wager won.
    pub winners: SeatSet,
}

/// A configured table.
#[derive(Clone, Debug, Hash)]
pub struct Table {
    configuration: Configuration,
    /// Parameters that wait until the jackpot has been won.
    postponed: Option<Postponed>,
    round: Round,
    pub(super) jackpot: Jackpot,
    /// The contributions of the round that go back with their wagers.
    contributions: SeatMap<Contribution>,
    pub(super) totals: Totals,
    pub(super) waiting: Vec<Waiting, WAITING_MAX>,
    /// The award that was confirmed last, until the next round opens.
    confirmed: Option<Waiting>,
    /// The rounds whose contribution was unreasonable.
    excessive: u32,
    pub(super) settled: Option<Settled>,
    before_awards: Option<BeforeAwards>,
    /// The table shares its jackpot with others.
    pub(super) link: Option<TableLink>,
}

impl Table {
    pub(super) fn new(configuration: &Configuration) -> Result<Table, MoneyError> {
        let reset = configuration.jackpot.reset;
        Ok(Table {
            configuration: *configuration,
            postponed: None,
            round: Round::new(configuration.terms()),
            jackpot: Jackpot::new(configuration.jackpot, reset)?,
            contributions: SeatMap::default(),
            totals: Totals {
                seeds: MicroCents::from_cents(reset)?,
                ..Totals::default()
            },
            waiting: Vec::new(),
            confirmed: None,
            excessive: 0,
            settled: None,
            before_awards: None,
            link: None,
        })
    }

    /// Sets another configuration. The jackpot's parameters wait until it is won (9 NYCRR 5321.18(b)); everything else
    /// holds from the next round.
    pub(super) fn configure(&mut self, configuration: &Configuration) {
        let before = self.next_configuration();
        self.postponed = match self.postpones(&before) {
            true => configuration.postponed(&before, self.totals.hits),
            false => None,
        };
        self.change_to(self.until_won(configuration));
    }

    /// The configuration as far as it holds before the jackpot is won.
    pub(super) fn until_won(&self, configuration: &Configuration) -> Configuration {
        let before = self.next_configuration();
        match self.postpones(&before) {
            true => configuration.without_parameters(&before),
            false => *configuration,
        }
    }

    /// True if a table with this configuration keeps its game and unit until the jackpot that is played for is won.
    fn postpones(&self, configuration: &Configuration) -> bool {
        configuration.takes_effect == TakesEffect::AfterWin && !self.jackpot.is_at_reset()
    }

    /// The configuration of the next round, if it is opened now: parameters that waited take effect with it once the
    /// jackpot has been won, or its meter stands at the reset value.
    pub fn next_configuration(&self) -> Configuration {
        let due = |postponed: &&Postponed| {
            self.totals.hits > postponed.hits || self.jackpot.is_at_reset()
        };
        let postponed = self.postponed.as_ref().filter(due);
        postponed.map_or(self.configuration, |postponed| {
            self.configuration.with(postponed)
        })
    }

    /// The parameters that wait until the jackpot has been won, and take effect with the round after that.
    pub const fn postponed(&self) -> Option<&Postponed> {
        self.postponed.as_ref()
    }

    /// A round is to be opened: parameters that waited for it take effect.
    fn take_effect(&mut self) {
        let next = self.next_configuration();
        if self.is_between_rounds() && next != self.configuration {
            self.postponed = None;
            self.change_to(next);
        }
    }

    fn change_to(&mut self, configuration: Configuration) {
        self.configuration = configuration;
        self.round = self.round.renewed(configuration.terms());
        self.settled = None;
        self.before_awards = None;
    }

    /// The house's configuration. The jackpot may still run under the parameters of the previous one.
    pub const fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The round.
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The jackpot.
    pub const fn jackpot(&self) -> &Jackpot {
        &self.jackpot
    }

    /// All money in and out.
    pub const fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The awards that wait for the supervisor, first come first.
    pub fn waiting(&self) -> &[Waiting] {
        &self.waiting
    }

    /// The award that was confirmed last, until the next round opens: the sign shows the winner.
    pub const fn confirmed(&self) -> Option<&Waiting> {
        self.confirmed.as_ref()
    }

    /// The number of rounds whose contribution was over the house's threshold.
    pub const fn excessive(&self) -> u32 {
        self.excessive
    }

    /// The settlement of the round, once it is settled or void and until the next round commences.
    pub fn settlement(&self) -> Option<Settlement> {
        let settled = self.settled.as_ref()?;
        let settlement = self.round.settlement_at(&settled.at, self.pricing()).ok()?;
        Some(Settlement {
            jackpot: self.jackpot,
            ..settlement
        })
    }

    /// The seats whose progressive wager has won, as long as there is a settlement.
    pub fn winners(&self) -> SeatSet {
        self.settled
            .map_or(SeatSet::EMPTY, |settled| settled.winners)
    }

    pub(super) fn is_between_rounds(&self) -> bool {
        let over = matches!(
            self.round.phase(),
            Phase::Idle | Phase::Paid | Phase::Void(_)
        );
        over && !self.round.is_waiting()
    }

    /// The entry of an event that would be accepted.
    pub(super) fn propose(&self, event: &Event) -> Result<Option<Entry>, LedgerRefusal> {
        let meter = self.tried(event)?;
        Ok(match event {
            _ if self.is_bet(event) => None,
            Event::NoMoreBets => Some(Entry::Locked(self.round.bets())),
            Event::Settle => Some(Entry::Settled(meter)),
            _ => Some(Entry::Round(event.clone())),
        })
    }

    /// True if the event is no entry: while bets are open they come and go. After the close chips are refused, or
    /// confirm the locked bets.
    fn is_bet(&self, event: &Event) -> bool {
        match event {
            Event::Stake(..) => self.round.phase() == Phase::BetsOpen,
            Event::Chips(..) => true,
            _ => false,
        }
    }

    /// Tries an event on a copy, which has left the stack when the entry is made, and returns the meter that it leads
    /// to.
    #[inline(never)]
    fn tried(&self, event: &Event) -> Result<Cents, LedgerRefusal> {
        let mut tried = self.clone();
        match event {
            _ if self.is_bet(event) => tried.bet(event)?,
            Event::NoMoreBets => tried.lock_own()?,
            Event::Settle => tried.settle()?,
            _ => tried.event(event)?,
        };
        Ok(tried.jackpot.shown())
    }

    /// Applies an entry to a copy that then replaces the table; a refusal leaves the table as it is. Not inlined, so
    /// that the copy is on the stack once.
    #[inline(never)]
    pub(super) fn apply(&mut self, entry: &Entry) -> Result<Transition, Contradiction> {
        let mut next = self.clone();
        let transition = next.replay(entry)?;
        *self = next;
        Ok(transition)
    }

    /// The same in place: after an error the table must not be used.
    pub(super) fn replay(&mut self, entry: &Entry) -> Result<Transition, Contradiction> {
        Ok(match entry {
            Entry::Boot(_) => self.event(&Event::PowerFailure)?,
            Entry::Round(event) => self.event(event)?,
            Entry::Locked(bets) => self.lock(bets)?,
            Entry::Settled(meter) => {
                let transition = self.settle()?;
                if self.jackpot.shown() != *meter {
                    return Err(Contradiction::Meter);
                }
                transition
            }
            Entry::Confirmed => self.confirm()?,
            Entry::Overruled(round) => self.overrule(*round)?,
            Entry::Link(LinkEntry::Locked { bets, seen, .. }) => self.lock_linked(bets, *seen)?,
            Entry::Link(LinkEntry::Registered(amount)) => self.register_shared(*amount)?,
            Entry::Link(LinkEntry::Priced(round, awards)) => self.price(*round, awards)?,
            Entry::Link(LinkEntry::Left) => self.leave()?,
            _ => Transition::Noted,
        })
    }

    pub(super) fn bet(&mut self, event: &Event) -> Result<Transition, LedgerRefusal> {
        if let Event::Chips(seat, 1..) | Event::Stake(seat, ..) = event {
            self.is_in_use(*seat)?;
        }
        Ok(self.round.step(event)?)
    }

    /// A seat that the house does not use counts as no position of the layout.
    #[inline(never)]
    fn is_in_use(&self, seat: Seat) -> Result<(), Refusal> {
        if self.configuration.seats.contains(seat) {
            return Ok(());
        }
        let rules = self.configuration.game.rules();
        let paragraph = rules.paragraphs.positions;
        Err(rules.refusal(Reason::NoSuchPosition, Some(seat), paragraph))
    }

    /// The close with the bets that were accepted. Not inlined, so that they are not on the stack of other events.
    #[inline(never)]
    fn lock_own(&mut self) -> Result<Transition, LedgerRefusal> {
        let bets = self.round.bets();
        self.lock(&bets)
    }

    /// Bets are closed: every accepted unit contributes.
    pub(super) fn lock(&mut self, bets: &LockedBets) -> Result<Transition, LedgerRefusal> {
        for bet in bets {
            self.is_in_use(bet.seat)?;
        }
        let transition = self.round.lock_bets(bets)?;
        self.contributions = SeatMap::default();
        if self.contributes_too_much()? {
            self.excessive = self.excessive.saturating_add(1);
        }
        if self.link.is_some() {
            // The pool works out the shares.
            return Ok(transition);
        }
        let unit = self.configuration.unit;
        for (seat, units) in self.round.contributing_units() {
            let contribution = self.jackpot.contribute(unit.times(u32::from(units))?)?;
            *self.contributions.get_mut(seat) = contribution;
            self.totals.contributions = self.totals.contributions.plus(sum(&contribution)?)?;
        }
        Ok(transition)
    }

    /// True if the shares of the round's stakes are more than the house's threshold.
    fn contributes_too_much(&self) -> Result<bool, MoneyError> {
        let Some(threshold) = self.configuration.contribution_max else {
            return Ok(false);
        };
        let terms = self.jackpot.terms();
        let mut shares = MicroCents::ZERO;
        for (_, units) in self.round.contributing_units() {
            let stake = self.configuration.unit.times(u32::from(units))?;
            shares = shares.plus(terms.contribution.of(stake)?)?;
            shares = shares.plus(terms.reserve.of(stake)?)?;
        }
        Ok(shares > MicroCents::from_cents(threshold)?)
    }

    /// All other events of a round. A hand that is invalidated or a round that is void takes its contributions back,
    /// and its awards if it was settled before.
    fn event(&mut self, event: &Event) -> Result<Transition, LedgerRefusal> {
        let wait = self.waiting.len().saturating_add(self.unpriced().len());
        let room = WAITING_MAX.saturating_sub(wait);
        if matches!(event, Event::PlaceYourBets) && room < SHARES_A_ROUND {
            return Err(LedgerRefusal::Full);
        }
        if matches!(event, Event::PlaceYourBets) {
            self.take_effect();
        }
        let transition = self.round.step(event)?;
        match transition {
            Transition::Opened(_) => {
                self.settled = None;
                self.before_awards = None;
                self.confirmed = None;
                self.contributions = SeatMap::default();
                if let Some(link) = &mut self.link {
                    link.begin();
                }
            }
            // Nobody is asked either: a withdrawal would be refused.
            Transition::Asked(..) | Transition::Invalidated(..) | Transition::Voided(_)
                if self.before_awards.is_some_and(|before| before.is_confirmed) =>
            {
                return Err(LedgerRefusal::AlreadyConfirmed);
            }
            Transition::Invalidated(..) | Transition::Voided(_) => self.settle_again()?,
            Transition::Continues(_) if matches!(event, Event::DeviceFault) => self.register(),
            _ => {}
        }
        Ok(transition)
    }

    /// The device fails, and the round is paid at the amount registered before (RWS6 5.17.1): contributions that are on
    /// the meter now stay there. If such a wager goes back later, the house refunds its share.
    fn register(&mut self) {
        let taken_back = match self.settled {
            Some(_) => self.round.returned_progressives(),
            None => SeatSet::EMPTY,
        };
        for seat in SeatSet::ALL.without(taken_back).iter() {
            *self.contributions.get_mut(seat) = Contribution::default();
        }
    }

    fn settle(&mut self) -> Result<Transition, LedgerRefusal> {
        let transition = self.round.step(&Event::Settle)?;
        self.pay_awards()?;
        Ok(transition)
    }

    /// Undoes the awards of a round that was settled, and settles the rest of the round.
    fn settle_again(&mut self) -> Result<(), LedgerRefusal> {
        if let Some(before) = self.before_awards.take() {
            self.jackpot = before.jackpot;
            self.totals = before.totals;
            let number = self.round.number();
            self.waiting.retain(|award| award.round != number);
            if let Some(link) = &mut self.link {
                link.forget(number);
            }
        }
        match self.round.phase() {
            Phase::Settled | Phase::Paid | Phase::Void(_) => self.pay_awards(),
            _ => Ok(()),
        }
    }

    /// Gives returned wagers their contributions back, then pays the awards.
    fn pay_awards(&mut self) -> Result<(), LedgerRefusal> {
        self.before_awards = Some(BeforeAwards {
            jackpot: self.jackpot,
            totals: self.totals,
            is_confirmed: false,
        });
        if self.link.is_some() {
            return self.claim_awards();
        }
        self.take_back()?;
        self.pay_from_meter()
    }

    #[inline(never)]
    fn pay_from_meter(&mut self) -> Result<(), LedgerRefusal> {
        // Parameters that wait for the jackpot to be won hold from its reset on.
        let terms = *self.jackpot.terms();
        let at = self.jackpot.under(self.configuration.jackpot);
        let mut settlement = Settlement::new(&at);
        self.round.settle_into(&mut settlement)?;
        let awards = MicroCents::from_cents(settlement.paid_from_meter)?;
        self.totals.awards = self.totals.awards.plus(awards)?;
        self.jackpot = if self.is_hit(&settlement) {
            let reset = MicroCents::from_cents(self.configuration.jackpot.reset)?;
            self.totals.seeds = self.totals.seeds.plus(reset)?;
            self.totals.hits = self.totals.hits.saturating_add(1);
            settlement.jackpot
        } else {
            settlement.jackpot.under(terms)
        };
        self.wait_for_supervisor(&settlement)?;
        let winners = progressives(&settlement, Outcome::Win);
        self.settled = Some(Settled { at, winners });
        Ok(())
    }

    /// A returned wager takes its contribution back.
    fn take_back(&mut self) -> Result<(), LedgerRefusal> {
        for seat in self.round.returned_progressives().iter() {
            let contribution = *self.contributions.get(seat);
            self.jackpot.take_back(contribution)?;
            let contributions = self.totals.contributions;
            self.totals.contributions = contributions.minus(sum(&contribution)?)?;
        }
        Ok(())
    }

    /// True if the whole jackpot was won.
    fn is_hit(&self, settlement: &Settlement) -> bool {
        let mut payments = settlement.payments.iter();
        payments.any(|payment| self.row(payment.award).is_some_and(AwardRow::takes_all))
    }

    #[inline(never)]
    pub(super) fn row(&self, award: Award) -> Option<&'static AwardRow> {
        let mut rows = self.configuration.game.rules().progressive.awards.iter();
        rows.find(|row| row.award == award)
    }

    /// Shares of the jackpot wait for the supervisor, in the order of payment; their value is locked.
    fn wait_for_supervisor(&mut self, settlement: &Settlement) -> Result<(), LedgerRefusal> {
        for payment in &settlement.payments {
            let pays = self.row(payment.award).map(|row| row.pays);
            if !matches!(pays, Some(AwardPays::Jackpot(_))) {
                continue;
            }
            let waiting = Waiting {
                round: self.round.number(),
                seat: payment.seat,
                award: payment.award,
                amount: payment.amount,
            };
            self.waiting
                .push(waiting)
                .map_err(|_| LedgerRefusal::Full)?;
        }
        Ok(())
    }

    /// The award that has waited longest, if it can be confirmed now.
    pub(super) fn first_to_confirm(&self) -> Result<&Waiting, LedgerRefusal> {
        let first = self.waiting.first().ok_or(LedgerRefusal::NothingWaits)?;
        if first.round == self.round.number() && self.round.is_waiting() {
            return Err(LedgerRefusal::PlayersAreAsked);
        }
        Ok(first)
    }

    /// Confirms the award that has waited longest.
    fn confirm(&mut self) -> Result<Transition, LedgerRefusal> {
        let award = *self.first_to_confirm()?;
        let round = award.round;
        self.waiting.remove(0);
        self.confirmed = Some(award);
        if let Some(before) = &mut self.before_awards {
            before.is_confirmed |= round == self.round.number();
        }
        if let Some(link) = &mut self.link {
            link.confirm(round);
        }
        Ok(Transition::Noted)
    }

    /// The shift manager voids a settled round, with awards that were confirmed.
    fn overrule(&mut self, round: u32) -> Result<Transition, LedgerRefusal> {
        // The pool has paid a confirmed claim: the house settles that outside its log.
        let is_confirmed = self.before_awards.is_some_and(|before| before.is_confirmed);
        if self.link.is_some() && is_confirmed {
            return Err(LedgerRefusal::AlreadyConfirmed);
        }
        let transition = self.round.overrule(round)?;
        // No winner is shown whose award has been taken back.
        self.confirmed = self.confirmed.filter(|award| award.round != round);
        self.settle_again()?;
        Ok(transition)
    }

    /// Refuses the number of a round that the shift manager cannot void any more. Tried on a copy, which has left the
    /// stack when the entry is made.
    #[inline(never)]
    pub(super) fn can_be_overruled(&self, round: u32) -> Result<(), LedgerRefusal> {
        self.clone().overrule(round).map(|_| ())
    }

    /// Writes everything but the configuration into a checkpoint.
    #[inline]
    pub(super) fn write(&self, output: &mut Output) -> Result<(), CheckpointTooLong> {
        write(&(self.jackpot, self.totals, &self.waiting), output)?;
        write(&(self.confirmed, self.excessive, self.postponed), output)?;
        write(&self.contributions, output)?;
        write(&(self.settled, self.before_awards), output)?;
        write(&self.link.is_some(), output)?;
        if let Some(link) = &self.link {
            link.write(output)?;
        }
        self.round.write(output)
    }

    /// Restores a new table from a checkpoint.
    #[inline]
    pub(super) fn read(&mut self, input: &mut Input) -> Result<(), Contradiction> {
        (self.jackpot, self.totals, self.waiting) = read(input)?;
        (self.confirmed, self.excessive, self.postponed) = read(input)?;
        self.contributions = read(input)?;
        (self.settled, self.before_awards) = read(input)?;
        if read(input)? {
            self.link.insert(TableLink::default()).read(input)?;
        }
        self.round.read(input)?;
        let before = self.before_awards.as_ref();
        let can_be_undone = before.is_none_or(|before| before.totals.balance(&before.jackpot));
        if self.is_balanced() && can_be_undone {
            Ok(())
        } else {
            Err(Contradiction::Meter)
        }
    }

    /// True if all money that went in is still there or was paid out.
    pub fn is_balanced(&self) -> bool {
        self.totals.balance(&self.jackpot)
    }
}

impl Totals {
    /// True if all money that went in is on the jackpot's meters or was paid out, to the micro-cent.
    fn balance(&self, jackpot: &Jackpot) -> bool {
        let held = jackpot
            .meter()
            .plus(jackpot.reserve())
            .and_then(|held| held.plus(jackpot.overflow()))
            .and_then(|held| held.plus(self.awards));
        let came_in = self.seeds.plus(self.contributions);
        held.is_ok() && held == came_in
    }
}

/// The seats whose progressive wager has this result.
fn progressives(settlement: &Settlement, outcome: Outcome) -> SeatSet {
    settlement.seats.which(|result| {
        let mut lines = result.wagers.iter();
        lines.any(|line| line.wager == Wager::Progressive && line.outcome == outcome)
    })
}

/// All shares of a stake.
fn sum(contribution: &Contribution) -> Result<MicroCents, MoneyError> {
    contribution
        .meter
        .plus(contribution.reserve)?
        .plus(contribution.overflow)
}
