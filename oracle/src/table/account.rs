//! The account of a table: house, round and meters, as its ledger keeps them.

use super::betting::{Refused, STAKE_MAX};
use super::document::{Document, document};
use super::irregular::Change;
use super::money::{Award, Money};
use super::round::{Phase, Round, Seated};
use super::settle::at_stake;
use super::steps::is_placed_first;
use super::words::{Decision, Event, House, Readings};

/// Awards that may wait when a round opens: it can add three to them, and eight fit.
const WAITING_MAX: usize = 5;

/// The answer to an event, and the layer that refuses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is taken.
    Accepted,
    /// The round's own rules refuse it.
    RefusedByRound,
    /// The round would take it, but the house's configuration or the money is in the way.
    RefusedByLedger,
}

impl Verdict {
    /// The event is taken.
    pub fn is_accepted(self) -> bool {
        self == Verdict::Accepted
    }
}

/// House, round and meters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Account {
    /// The house's configuration, as far as it holds.
    pub house: Option<House>,
    /// The one that the house wants, if a part of it waits until the jackpot is won, and how often it had been won then.
    pub wanted: Option<(House, u32)>,
    /// The round.
    pub round: Round,
    /// The meters, once the table is configured.
    pub money: Option<Money>,
}

impl Account {
    /// A seat is in use.
    pub fn is_in_use(&self, seat: usize) -> bool {
        self.house.is_some_and(|house| house.seats[seat])
    }

    /// The document that is played by.
    pub fn document(&self) -> Option<Document> {
        self.house.as_ref().map(|house| document(house.game))
    }

    /// The house configures the table, between rounds.
    pub fn configure(&mut self, house: &House) -> Result<(), Refused> {
        let holds = self.holds_of(house);
        if !is_sound(house) || !is_sound(&holds) || !self.round.is_over() || self.round.is_waiting()
        {
            return Err(Refused);
        }
        self.change_house(&holds);
        let money = self.money.get_or_insert_with(|| Money::new(house));
        money.begin();
        self.wanted = (holds != *house).then_some((*house, money.sums().hits));
        Ok(())
    }

    /// The part of what the house wants that holds with the next round.
    fn holds_of(&self, wanted: &House) -> House {
        match (self.coming_house(), &self.money) {
            (Some(now), Some(money)) if now.waits_for_win && !money.is_as_reset() => {
                let mut seats = wanted.seats;
                seats[document(now.game).positions..].fill(false);
                House {
                    game: now.game,
                    unit: now.unit,
                    readings: Readings {
                        meter_pays_fixed_awards: now.readings.meter_pays_fixed_awards,
                        ..wanted.readings
                    },
                    waits_for_win: true,
                    seats,
                    ..*wanted
                }
            }
            _ => *wanted,
        }
    }

    /// The house of the next round if it is opened now.
    pub fn coming_house(&self) -> Option<House> {
        let money = self.money.as_ref()?;
        let is_due = |wanted: &(House, u32)| money.sums().hits > wanted.1 || money.is_as_reset();
        let due = self.wanted.filter(is_due).map(|(house, _)| house);
        due.or(self.house)
    }

    fn change_house(&mut self, house: &House) {
        if let Some(before) = self.house.replace(*house) {
            self.round.note_under_minimum(&before);
        }
        self.round = self.round.cleared();
        self.wanted = None;
    }

    /// Betting opens: the game and the unit that have waited are played for from now on.
    fn change_game(&mut self) {
        let coming = self.coming_house();
        if let Some(coming) = coming.filter(|_| self.round.is_over() && !self.round.is_waiting())
            && coming != self.house.unwrap_or(coming)
        {
            self.change_house(&coming);
        }
    }

    /// The supervisor confirms the award that has waited longest, unless players of its round may still withdraw.
    pub fn confirm(&mut self) -> Result<Award, Refused> {
        let money = self.money.as_mut().ok_or(Refused)?;
        let first = money.waiting.first().ok_or(Refused)?;
        let of_this_round = first.round == self.round.number;
        if of_this_round && self.round.is_waiting() {
            return Err(Refused);
        }
        money.is_final |= of_this_round;
        Ok(money.waiting.remove(0))
    }

    /// The shift manager voids a settled or paid round, confirmed awards included (THB6 6.1, RWS6 5.23): everything
    /// goes back on the meter.
    pub fn overrule(&mut self, number: u32) -> Result<(), Refused> {
        let house = self.house.ok_or(Refused)?;
        self.round.overrule(number)?;
        let money = self.money.as_mut().ok_or(Refused)?;
        money.is_final = false;
        money.settle(&self.round, &house);
        Ok(())
    }

    /// Something happens in the round. A refused event changes nothing.
    pub fn event(&mut self, event: &Event) -> Verdict {
        let before = (self.round.clone(), self.house, self.wanted);
        if *event == Event::PlaceYourBets {
            self.change_game();
        }
        let Some(house) = self.house else {
            return Verdict::RefusedByLedger;
        };
        let verdict = match self.round.step(event, &house) {
            Err(Refused) => Verdict::RefusedByRound,
            Ok(change) if self.refuses(event, change) => Verdict::RefusedByLedger,
            Ok(change) => {
                self.book(event, change, &house);
                Verdict::Accepted
            }
        };
        if !verdict.is_accepted() {
            (self.round, self.house, self.wanted) = before;
        }
        verdict
    }

    /// A seat that the house does not use takes no bets; a round needs room for its awards; an award that is confirmed
    /// stands.
    fn refuses(&self, event: &Event, change: Change) -> bool {
        let money = self.money.as_ref();
        match event {
            Event::Chips(seat, 1..) => !self.is_in_use(*seat),
            Event::Stake(seat, wager, _) if is_placed_first(*wager) => !self.is_in_use(*seat),
            Event::PlaceYourBets => money.is_some_and(|money| money.waiting.len() > WAITING_MAX),
            // Whoever was permitted to withdraw could not.
            Event::PermitWithdrawal(_) => money.is_some_and(|money| money.is_final),
            _ if change == Change::WagersGoBack => money.is_some_and(|money| money.is_final),
            _ => false,
        }
    }

    fn book(&mut self, event: &Event, change: Change, house: &House) {
        let money = self.money.as_mut().expect("a configured table has meters");
        let is_settled = matches!(self.round.phase, Phase::Settled | Phase::Paid | Phase::Void);
        match event {
            Event::PlaceYourBets => money.begin(),
            Event::NoMoreBets => money.lock(&self.round, house),
            Event::Settle => money.settle(&self.round, house),
            Event::DeviceFault if self.round.is_played_on(&document(house.game)) => {
                money.register(&self.round, house);
            }
            _ if change == Change::WagersGoBack && is_settled => money.settle(&self.round, house),
            _ => {}
        }
    }

    /// The chips of a seat that win or lose: none of a wager that goes back, nor those over the maximum (MBS 5.14, RWS6
    /// 5.1.1).
    pub(super) fn chips_at_stake(&self, seat: usize) -> u8 {
        let seated = self.round.seats[seat].as_ref();
        match (&self.house, seated.filter(|seated| seated.units > 0)) {
            (Some(house), Some(seated)) => at_stake(&self.round, seated, house)
                .map_or(0, |rest| rest.counted_units(&document(house.game))),
            _ => 0,
        }
    }

    /// The Ante of a seat, or its Pair Plus where that is all, is played for: bets are closed, the hand has not folded
    /// (which loses the Ante at once), and nothing of what lies there goes back.
    pub(super) fn ante_is_played_for(&self, seat: usize) -> bool {
        let (Some(house), Some(seated)) = (&self.house, &self.round.seats[seat]) else {
            return false;
        };
        let has_folded = match seated.decision {
            Decision::Play => false,
            Decision::Fold => true,
            // RWS6 5.5; with the River placed there was nothing left to decide (RWS6 5.6).
            Decision::Absent => !document(house.game).mbs && seated.river == 0,
        };
        let rest = at_stake(&self.round, seated, house);
        let stays = |rest: Seated| (rest.ante, rest.pair_plus) == (seated.ante, seated.pair_plus);
        self.round.phase == Phase::Playing && !has_folded && rest.is_some_and(stays)
    }

    /// Chips may be put down at a seat while bets are open; after that, all of them may be taken away.
    pub(super) fn is_free(&self, seat: usize) -> bool {
        match self.round.phase {
            Phase::Open => self.round.hold_permits(seat),
            Phase::Playing => self.chips_at_stake(seat) == 0,
            _ => false,
        }
    }

    /// Power goes. Bets that were never locked are in no entry, nor what a void round would have returned of them.
    pub fn loses_power(&mut self) {
        if self.round.was_locked {
            return;
        }
        self.round.seats = Default::default();
        if let (Some(money), Some(house)) = (&mut self.money, &self.house)
            && money.worth.is_some()
        {
            money.settle(&self.round, house);
        }
    }
}

/// A table can be run so: a unit, seats of the layout, shares of at most everything, limits that leave room, amounts
/// that fit.
fn is_sound(house: &House) -> bool {
    let positions = document(house.game).positions;
    let jackpot = &house.jackpot;
    let limits = [house.ante, house.bonus, house.pair_plus];
    house.unit > 0
        && house.seats.contains(&true)
        && !house.seats[positions..].contains(&true)
        && jackpot.contribution + jackpot.reserve <= 10_000
        && jackpot.limit.is_none_or(|limit| limit >= jackpot.reset)
        && [
            house.unit,
            jackpot.reset,
            jackpot.limit.unwrap_or(0),
            house.contribution_max.unwrap_or(0),
        ]
        .iter()
        .all(|amount| *amount <= STAKE_MAX)
        && limits
            .iter()
            .all(|limit| limit.max.is_none_or(|max| limit.min <= max))
}
