//! Players whom the house has barred (THB6 5.9) or held to one seat (THB6 3.4.3, 5.10.3; RWS6 5.23 for both), until
//! it lifts that.

use super::betting::Refused;
use super::irregular::Change;
use super::round::{Phase, Round, SEATS};
use super::words::PlayerHold;

/// Players who can be held at a time.
const HELD_MAX: usize = 14;

impl Round {
    /// Bars a player, holds one to one seat, or lifts that. Open bets that are no longer allowed leave the round; a
    /// hand that is being played is not touched.
    pub fn hold_player(&mut self, player: u8, hold: PlayerHold) -> Result<Change, Refused> {
        let held_before = self.held.len();
        self.held.retain(|(held, _)| *held != player);
        let was_held = self.held.len() < held_before;
        match hold {
            PlayerHold::Lifted if !was_held => return Err(Refused),
            PlayerHold::Lifted => {}
            _ if self.held.len() == HELD_MAX => return Err(Refused),
            _ => self.held.push((player, hold)),
        }
        if self.phase == Phase::Open {
            self.drop_held_bets(player);
        }
        Ok(Change::None)
    }

    /// The player of a seat may bet there: not one who is barred, nor at a second seat one who is held to one.
    pub fn hold_permits(&self, seat: usize) -> bool {
        let player = self.players[seat];
        let elsewhere = self.bets_of(player).into_iter().any(|other| other != seat);
        match self.hold_of(player) {
            PlayerHold::Barred => false,
            PlayerHold::OneSeat => !elsewhere,
            PlayerHold::Lifted => true,
        }
    }

    /// The open bets of a player that are not allowed leave the round: all, or all but those of the first seat.
    fn drop_held_bets(&mut self, player: u8) {
        let kept = match self.hold_of(player) {
            PlayerHold::Barred => 0,
            PlayerHold::OneSeat => 1,
            PlayerHold::Lifted => SEATS,
        };
        for seat in self.bets_of(player).into_iter().skip(kept) {
            self.seats[seat] = None;
        }
    }

    fn hold_of(&self, player: u8) -> PlayerHold {
        let held = self.held.iter().find(|(held, _)| *held == player);
        held.map_or(PlayerHold::Lifted, |(_, hold)| *hold)
    }

    fn bets_of(&self, player: u8) -> Vec<usize> {
        self.seats_where(|seat| seat.player == player && seat.has_bet())
    }
}
