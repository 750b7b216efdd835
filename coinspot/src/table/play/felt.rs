//! Hands on the felt: chips, Antes, keys and switches, and what goes wrong with them.

use parts::chain::Change;
use shared_rules::closed::SeatRecord;
use shared_rules::games::VoidCause;
use shared_rules::ledger::Fault;
use shared_rules::money::Cents;
use shared_rules::round::{Event, Phase};
use shared_rules::seats::Seat;
use shared_rules::wagers::Wager;

use super::super::ask::{PressKey, Switch};
use super::super::chip_watch::FeltBets;
use super::super::spots::{CHIPS_MAX, Spot, side_wager, smallest, stake};
use super::super::stage;
use super::super::steps;
use super::super::troubles::{self, TableTrouble};
use super::super::words;
use super::{Later, PRESS_MS, TablePlay};

const NOT_CONFIGURED: &str = "the table has not been configured";

/// Keys in the order of the chain, after the dealer's three.
const SUPERVISOR: usize = 3;
const DOOR: usize = 4;

impl TablePlay {
    pub(super) fn chips(&mut self, seat: Seat, count: u8) -> Result<(), String> {
        if count > CHIPS_MAX {
            return Err("a sixth chip does not fit into the well".into());
        }
        self.place(seat, false, |spot| spot.chips = count)?;
        if self.link_is_down() {
            self.chips.moved_in_silence(seat);
        }
        if count == self.units_locked(seat) {
            self.troubles.end_at(TableTrouble::ChipMoved, seat);
        }
        Ok(())
    }

    /// A hand lifts the chips of these seats for a moment, long enough for the spots to be seen empty.
    pub(super) fn put_down_again(&mut self, seats: &[Seat]) -> Result<(), String> {
        self.needs_felt()?;
        for seat in seats {
            self.change(Change::Chips(usize::from(seat.index()), 0));
            let put_down = Later::PutDown(*seat);
            self.later.push((self.now_ms + PRESS_MS, put_down));
        }
        Ok(())
    }

    pub(super) fn put_down(&mut self, seat: Seat) {
        let chips = self.spots.seats.get(seat).chips;
        self.change(Change::Chips(usize::from(seat.index()), chips));
    }

    pub(super) fn chip(&mut self, seat: Seat, on: bool) -> Result<(), String> {
        let chips = self.spots.seats.get(seat).chips;
        let count = match on {
            true => chips.checked_add(1),
            false => chips.checked_sub(1),
        };
        self.chips(seat, count.ok_or("no chip lies there")?)
    }

    pub(super) fn ante(
        &mut self,
        seat: Seat,
        on: bool,
        amount: Option<Cents>,
    ) -> Result<(), String> {
        let amount = self.amount(Wager::Ante, on, amount)?;
        self.place(seat, false, |spot| spot.ante = amount)?;
        self.plan_telling(seat);
        Ok(())
    }

    pub(super) fn side(
        &mut self,
        seat: Seat,
        on: bool,
        amount: Option<Cents>,
    ) -> Result<(), String> {
        if self.replica.phase() != Phase::BetsOpen {
            return Err("the side wagers are told by the console: open the bets first".into());
        }
        let side = self.rules().and_then(side_wager);
        let amount = self.amount(side.ok_or("the game has no such wager")?, on, amount)?;
        self.place(seat, true, |spot| spot.side = amount)
    }

    fn amount(&self, wager: Wager, on: bool, amount: Option<Cents>) -> Result<Cents, String> {
        let terms = self.terms().ok_or(NOT_CONFIGURED)?;
        if on {
            stake(terms, wager, amount)
        } else {
            Ok(Cents::ZERO)
        }
    }

    /// The felt takes every Ante for the smallest one: what is more has to be told, after the felt has seen it.
    pub(super) fn plan_telling(&mut self, seat: Seat) {
        let ante = self.spots.seats.get(seat).ante;
        let is_seen = self.terms().is_none_or(|terms| ante == smallest(terms));
        if !ante.is_zero() && (!is_seen || self.felt_is_dark()) {
            self.later
                .push((self.now_ms + PRESS_MS, Later::TellAnte(seat)));
        }
    }

    /// A broken chain reads neither Antes nor keys: the console has to tell everything.
    fn felt_is_dark(&self) -> bool {
        self.replica.ledger().faults().contains(&Fault::Chain)
    }

    pub(super) fn tell_ante(&mut self, seat: Seat) {
        let ante = self.spots.seats.get(seat).ante;
        if ante.is_zero() || self.replica.phase() != Phase::BetsOpen {
            return;
        }
        if let Err(why) = self.say([Event::Stake(seat, Wager::Ante, ante)]) {
            self.log.write(None, "refused", words::capital(&why));
        }
    }

    /// A hand puts something before a seat or takes it, and the dealer tells the console what no sensor sees.
    pub(super) fn place(
        &mut self,
        seat: Seat,
        is_side: bool,
        put: impl FnOnce(&mut Spot),
    ) -> Result<(), String> {
        self.needs_felt()?;
        let terms = *self.terms().ok_or(NOT_CONFIGURED)?;
        put(self.spots.seats.get_mut(seat));
        self.spots.touched = seat;
        let changes = self.spots.changes(seat, terms.game.rules());
        changes.into_iter().for_each(|change| self.change(change));
        if self.replica.phase() != Phase::BetsOpen {
            return Ok(());
        }
        let told = self.spots.told(seat, is_side, &terms);
        told.into_iter().try_for_each(|event| self.say([event]))
    }

    /// The dealer's keys. At a real table the console announces instead. The controller only counts a press that it
    /// refuses: the reason comes from the ledger.
    pub(super) fn press(&mut self, key: PressKey) -> Result<(), String> {
        if self.wires().is_none() || self.felt_is_dark() {
            let number = stage::round_number(&self.replica);
            return self.say([match key {
                PressKey::PlaceYourBets => Event::PlaceYourBets,
                PressKey::NoMoreBets => Event::NoMoreBets,
                PressKey::Void => Event::Void(number, VoidCause::ShiftManager),
            }]);
        }
        if !self.engine.is_powered() {
            return Err("the table has no power".into());
        }
        if let Some(why) = steps::key_refusal(self, &FeltBets::of(self), key) {
            self.log.write(None, "refused", why);
        }
        self.change(Change::Key(key as usize, true));
        let up = Change::Key(key as usize, false);
        self.later.push((self.now_ms + PRESS_MS, Later::Change(up)));
        Ok(())
    }

    pub(super) fn turn(&mut self, switch: Switch, on: bool) {
        let line = match switch {
            Switch::Supervisor => {
                self.spots.supervisor = on;
                SUPERVISOR
            }
            Switch::Door => {
                self.spots.door = on;
                DOOR
            }
        };
        self.change(Change::Key(line, on));
    }

    pub(super) fn clear(&mut self) {
        for seat in Seat::ALL {
            let place = usize::from(seat.index());
            *self.spots.seats.get_mut(seat) = Spot::default();
            self.change(Change::Chips(place, 0));
            self.change(Change::Ante(place, false));
        }
        self.troubles.set(TableTrouble::ChipMoved, false, Seat::One);
        self.shoe.clear();
    }

    pub(super) fn trouble(&mut self, trouble: TableTrouble, on: bool) -> Result<(), String> {
        self.needs_felt()?;
        if trouble == TableTrouble::PoolLink && !self.engine.has_pool() {
            return Err("this table is not linked: it has no pool".into());
        }
        let seat = match trouble {
            TableTrouble::ChipMoved if on => self.locked_seat()?,
            _ => self.spots.touched,
        };
        let seat = match trouble {
            // Over as it happens.
            TableTrouble::ForgedCommand => Some(seat),
            _ => self.troubles.set(trouble, on, seat),
        };
        let Some(seat) = seat else { return Ok(()) };
        if trouble == TableTrouble::ChipMoved {
            return self.move_chip(seat, on);
        }
        if let Some(wires) = self.engine.felt() {
            troubles::inflict(wires, trouble, on, seat);
        }
        Ok(())
    }

    fn locked_seat(&self) -> Result<Seat, String> {
        let locked =
            |seat: &Seat| self.units_at_stake(*seat) > 0 && self.spots.seats.get(*seat).chips > 0;
        let playing = self.replica.phase() == Phase::Playing;
        let seat = Seat::ALL.into_iter().find(locked).filter(|_| playing);
        seat.ok_or(
            "no chips are locked: bet on a coin spot and press \"No more bets\" first".into(),
        )
    }

    /// The chips that the close has locked at a seat.
    pub fn units_locked(&self, seat: Seat) -> u8 {
        self.record(seat).map_or(0, |record| record.units)
    }

    /// Those of them that count.
    pub fn units_counted(&self, seat: Seat) -> u8 {
        let counted = self.record(seat).zip(self.rules());
        counted.map_or(0, |(record, rules)| record.counted_units(rules))
    }

    /// Those of them that win or lose.
    pub fn units_at_stake(&self, seat: Seat) -> u8 {
        let table = self.replica.table();
        table.map_or(0, |table| table.round().units_at_stake(seat))
    }

    fn record(&self, seat: Seat) -> Option<&SeatRecord> {
        let table = self.replica.table()?;
        table.round().seats().get(seat).as_ref()
    }

    fn move_chip(&mut self, seat: Seat, away: bool) -> Result<(), String> {
        let count = match away {
            true => self.units_at_stake(seat).saturating_sub(1),
            false => self.units_locked(seat),
        };
        self.chips(seat, count)
    }
}
