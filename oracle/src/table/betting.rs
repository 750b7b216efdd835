//! From "Place your bets" to "No more bets".

use super::document::Document;
use super::round::{Phase, Restriction, Round, SEATS, Seated};
use super::settle::worth;
use super::words::{House, Wager};

/// The largest wager that a table takes, in cents.
pub const STAKE_MAX: u64 = 1_000_000_000_000;

/// Players who are remembered for a wager under the minimum.
const UNDER_MINIMUM_MAX: usize = 14;

/// Something is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused;

/// The state of the chips of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bet {
    /// There are none.
    None,
    /// They will be taken.
    Acceptable(u8),
    /// They will not, as they are.
    NotAcceptable(u8),
    /// They are locked.
    Locked(u8),
}

impl Round {
    /// Betting opens (THB6 3.1): nothing waits, and the house has decided about a fault.
    pub fn open(&mut self, house: &House) -> Result<(), Refused> {
        let held_back = matches!(self.next, Restriction::Undecided | Restriction::Closed);
        if !self.is_over() || self.is_waiting() || held_back {
            return Err(Refused);
        }
        self.note_under_minimum(house);
        *self = Round {
            phase: Phase::Open,
            number: self.number + 1,
            restriction: self.next,
            ..self.cleared()
        };
        Ok(())
    }

    /// A wager under the minimum is settled once a player (THB6 5.13): paid or collected. One that went back or stood
    /// off was neither.
    pub fn note_under_minimum(&mut self, house: &House) {
        let mut seats = self.seats.iter().flatten();
        let nobody = seats.all(|seat| wagers_under(seat, house).is_empty());
        if self.phase != Phase::Paid || nobody {
            return;
        }
        // Only awards depend on the meter.
        let worth = worth(self, house, 0, 0);
        for (place, seat) in self.seats.iter().enumerate() {
            let Some(seat) = seat else { continue };
            let is_used = wagers_under(seat, house)
                .iter()
                .any(|wager| ["win", "lose"].contains(&worth.outcome(place, wager)));
            if is_used && !self.under_minimum.contains(&seat.player) {
                self.under_minimum.push(seat.player);
            }
        }
        let too_many = self.under_minimum.len().saturating_sub(UNDER_MINIMUM_MAX);
        self.under_minimum.drain(..too_many);
    }

    /// The count of chips on a coin spot. While bets are open they come and go, but not on a box that is blocked (RWS6
    /// 5.17.2b); after the close the locked ones stay, and any other count is refused (THB6 5.5, 5.6, RWS6 5.11, 5.20).
    pub fn chips(&mut self, seat: usize, chips: u8, document: &Document) -> Result<(), Refused> {
        let units = self.seats[seat].as_ref().map_or(0, |seat| seat.units);
        match self.phase {
            Phase::Open if chips > 0 => {
                self.takes_bets(seat, document)?;
                self.seat_mut(seat).units = chips;
            }
            Phase::Open if units > 0 => self.seat_mut(seat).units = 0,
            Phase::Open => {}
            Phase::Playing | Phase::Settled if chips == units => {}
            _ => return Err(Refused),
        }
        Ok(())
    }

    fn takes_bets(&self, seat: usize, document: &Document) -> Result<(), Refused> {
        let is_taken =
            seat < document.positions && !self.is_blocked(seat) && self.hold_permits(seat);
        is_taken.then_some(()).ok_or(Refused)
    }

    /// The stake on Ante, Bonus or Pair Plus while bets are open.
    pub fn first_stake(
        &mut self,
        seat: usize,
        wager: Wager,
        amount: u64,
        document: &Document,
    ) -> Result<(), Refused> {
        self.takes_bets(seat, document)?;
        let has_ante = self.seats[seat].as_ref().is_some_and(|seat| seat.ante > 0);
        let bonus_alone = wager == Wager::Bonus && amount > 0 && !has_ante;
        if amount > STAKE_MAX || bonus_alone {
            return Err(Refused);
        }
        *self.seat_mut(seat).area(wager) = amount;
        Ok(())
    }

    fn is_blocked(&self, seat: usize) -> bool {
        matches!(self.restriction, Restriction::Blocked(seats) if seats[seat])
    }

    fn seat_mut(&mut self, seat: usize) -> &mut Seated {
        let player = self.players[seat];
        self.seats[seat].get_or_insert_with(|| Seated::new(player))
    }

    /// Another player sits down; not in the middle of a round, nor to open bets that the house does not permit.
    pub fn player(&mut self, seat: usize, player: u8) -> Result<(), Refused> {
        if matches!(self.phase, Phase::Playing | Phase::Settled) {
            return Err(Refused);
        }
        self.players[seat] = player;
        let open = self.phase == Phase::Open;
        let has_bet = self.seats[seat].as_ref().is_some_and(Seated::has_bet);
        if open && has_bet && !self.hold_permits(seat) {
            return Err(Refused);
        }
        if let (true, Some(seated)) = (open, &mut self.seats[seat]) {
            seated.player = player;
        }
        Ok(())
    }

    /// The state of the chips of a seat.
    pub fn bet(&self, seat: usize, document: &Document) -> Bet {
        let Some(seated) = self.seats[seat].as_ref().filter(|seat| seat.units > 0) else {
            return Bet::None;
        };
        let has_base = seated.ante > 0 || (document.three_card && seated.pair_plus > 0);
        let counted = seated.counted_units(document);
        let takes = self.restriction != Restriction::WithoutProgressive && seated.units == counted;
        match self.phase {
            Phase::Playing | Phase::Settled => Bet::Locked(counted),
            Phase::Open if has_base && takes => Bet::Acceptable(counted),
            Phase::Open => Bet::NotAcceptable(seated.units),
            Phase::Idle | Phase::Paid | Phase::Void => Bet::None,
        }
    }

    /// Bets are locked. Chips are not taken in a round without the progressive (RWS6 5.17.2c); those that are too many
    /// stay and the excess goes back (MBS 5.14, RWS6 5.1.1), as a progressive wager or a Bonus without its base does
    /// (THB6 5.12.2, 3.5, RWS6 5.4, 3.9).
    pub fn lock(&mut self) -> Result<(), Refused> {
        let nobody = self.seats_where(Seated::has_hand).is_empty();
        if self.phase != Phase::Open || self.is_waiting() || nobody {
            return Err(Refused);
        }
        for seat in 0..SEATS {
            let Some(mut seated) = self.seats[seat].take() else {
                continue;
            };
            if self.restriction == Restriction::WithoutProgressive {
                seated.units = 0;
            }
            seated.under_before = self.under_minimum.contains(&seated.player);
            self.seats[seat] = Some(seated);
        }
        self.phase = Phase::Playing;
        self.was_locked = true;
        Ok(())
    }
}

/// The wagers of a seat that are under the minimum.
fn wagers_under(seat: &Seated, house: &House) -> Vec<&'static str> {
    let wagers = [
        ("ante", seat.ante, house.ante.min),
        ("bonus", seat.bonus, house.bonus.min),
        ("pair_plus", seat.pair_plus, house.pair_plus.min),
    ];
    let under = wagers
        .iter()
        .filter(|(_, stake, min)| *stake > 0 && stake < min);
    under.map(|(wager, _, _)| *wager).collect()
}
