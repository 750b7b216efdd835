//! Players whom the house has barred or holds to one position, until it lifts that.

use heapless::Vec;

use super::{Phase, PlayerHold, Round, Transition};
use crate::closed::Player;
use crate::refusal::{Reason, Refusal};
use crate::seats::{Seat, SeatSet};

/// Players who are held, enough for two full tables.
pub(super) type HeldPlayers = Vec<(Player, PlayerHold), 14>;

impl Round {
    /// The player of a seat.
    pub fn player_of(&self, seat: Seat) -> Player {
        *self.players.get(seat)
    }

    /// The house's decision about a player, if one holds.
    pub fn hold_of(&self, player: Player) -> Option<PlayerHold> {
        let mut held = self.held.iter();
        held.find_map(|(other, hold)| (*other == player).then_some(*hold))
    }

    /// Bars a player, holds the player to one position, or lifts that. Bets that are no longer allowed leave the round
    /// while bets are open; a hand that is being played goes on.
    pub(super) fn hold_player(
        &mut self,
        player: Player,
        hold: PlayerHold,
    ) -> Result<Transition, Refusal> {
        let place = self.held.iter().position(|(other, _)| *other == player);
        match (hold, place) {
            (PlayerHold::Lifted, None) => {
                return self.refuse(Reason::NothingToRule, |p| p.barred);
            }
            (_, None) if self.held.is_full() => {
                return self.refuse(Reason::TooManyHeld, |p| p.not_covered);
            }
            (_, Some(place)) => {
                self.held.remove(place);
            }
            (_, None) => {}
        }
        if hold != PlayerHold::Lifted {
            // There is room: the list was not full, or one has left it.
            let _ = self.held.push((player, hold));
        }
        if self.phase == Phase::BetsOpen {
            self.remove_refused_bets(player, hold);
        }
        Ok(Transition::Noted)
    }

    /// Of several positions a player who is held to one keeps the first.
    fn remove_refused_bets(&mut self, player: Player, hold: PlayerHold) {
        let bets = self.seats_with_bets(player);
        let refused = match hold {
            PlayerHold::Lifted => SeatSet::EMPTY,
            PlayerHold::Barred => bets,
            PlayerHold::OneSeat => bets.without(bets.first().into_iter().collect()),
        };
        for seat in refused.iter() {
            *self.seats.get_mut(seat) = None;
        }
    }

    #[inline(never)]
    fn seats_with_bets(&self, player: Player) -> SeatSet {
        self.seats
            .which(|record| record.player == player && record.has_bet())
    }

    /// Refuses the bets of a barred player, and those of a player held to one position at a second one.
    pub(super) fn player_may_bet(&self, seat: Seat) -> Result<(), Refusal> {
        let player = self.player_of(seat);
        match self.hold_of(player) {
            Some(PlayerHold::Barred) => {
                Err(self.refusal(Reason::PlayerBarred, Some(seat), |p| p.barred))
            }
            Some(PlayerHold::OneSeat)
                if self
                    .seats_with_bets(player)
                    .iter()
                    .any(|other| other != seat) =>
            {
                Err(self.refusal(Reason::HeldToOneSeat, Some(seat), |p| p.one_seat))
            }
            _ => Ok(()),
        }
    }
}
