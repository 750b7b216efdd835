//! From "Place your bets" to "No more bets".

use super::document::{Document, document};
use super::round::{Phase, Restriction, Round, SEATS, Seated};
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
            players: self.players,
            restriction: self.next,
            next: self.next,
            under_minimum: self.under_minimum.clone(),
            ..Round::new()
        };
        Ok(())
    }

    /// A wager under the minimum is settled once a player (THB6 5.13); one that went back does not count.
    pub fn note_under_minimum(&mut self, house: &House) {
        if self.phase != Phase::Paid {
            return;
        }
        let document = document(house.game);
        for seat in self.seats.iter().flatten() {
            let under = !Round::goes_back(seat, &document) && is_under_minimum(seat, house);
            if under && !self.under_minimum.contains(&seat.player) {
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
        let is_taken = seat < document.positions && !self.is_blocked(seat);
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

    /// Another player sits down; not in the middle of a round.
    pub fn player(&mut self, seat: usize, player: u8) -> Result<(), Refused> {
        if matches!(self.phase, Phase::Playing | Phase::Settled) {
            return Err(Refused);
        }
        self.players[seat] = player;
        if let (Phase::Open, Some(seated)) = (self.phase, &mut self.seats[seat]) {
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
        match self.phase {
            Phase::Playing | Phase::Settled => Bet::Locked(seated.units),
            Phase::Open if has_base && self.takes(seated, document) => {
                Bet::Acceptable(seated.units)
            }
            Phase::Open => Bet::NotAcceptable(seated.units),
            Phase::Idle | Phase::Paid | Phase::Void => Bet::None,
        }
    }

    /// The chips are a wager at all.
    fn takes(&self, seated: &Seated, document: &Document) -> bool {
        self.restriction != Restriction::WithoutProgressive && seated.units <= document.units_max
    }

    /// Bets are locked: chips that are no wager are not taken, one without its base stays and goes back at the end
    /// (THB6 5.12.2), a Bonus without its Ante is not taken.
    pub fn lock(&mut self, document: &Document) -> Result<(), Refused> {
        let nobody = self.seats_where(Seated::has_hand).is_empty();
        if self.phase != Phase::Open || self.is_waiting() || nobody {
            return Err(Refused);
        }
        for seat in 0..SEATS {
            let Some(mut seated) = self.seats[seat].take() else {
                continue;
            };
            if !self.takes(&seated, document) {
                seated.units = 0;
            }
            if seated.ante == 0 {
                seated.bonus = 0;
            }
            seated.under_before = self.under_minimum.contains(&seated.player);
            self.seats[seat] = Some(seated);
        }
        self.phase = Phase::Playing;
        self.was_locked = true;
        Ok(())
    }
}

fn is_under_minimum(seat: &Seated, house: &House) -> bool {
    let under = |stake: u64, min: u64| stake > 0 && stake < min;
    under(seat.ante, house.ante.min)
        || under(seat.bonus, house.bonus.min)
        || under(seat.pair_plus, house.pair_plus.min)
}
