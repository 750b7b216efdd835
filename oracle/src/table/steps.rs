//! The part of the round that an event is about.

use super::irregular::Change;
use super::words::{Event, House, Wager};
use super::{Phase, Refused, Round, document};

impl Round {
    /// Takes an event, or refuses it and is then no longer to be used.
    pub(super) fn step(&mut self, event: &Event, house: &House) -> Result<Change, Refused> {
        let document = &document(house.game);
        match event {
            Event::PlaceYourBets => self.open(house),
            Event::NoMoreBets => self.lock(),
            Event::Chips(seat, count) => self.chips(*seat, *count, document),
            Event::Stake(seat, wager, amount) => {
                let (seat, amount) = (*seat, *amount);
                match (self.phase, is_placed_first(*wager)) {
                    _ if !document.has_area(*wager) => Err(Refused),
                    (_, false) => self.raise(seat, *wager, Some(amount), document),
                    (Phase::Open, true) => self.first_stake(seat, *wager, amount, document),
                    _ => Err(Refused),
                }
            }
            Event::Player(seat, player) => self.player(*seat, *player),
            Event::Hand(seat, cards) | Event::Reconstruct(seat, cards) => {
                self.hand(*seat, cards, document)
            }
            Event::MoveHand(from, to) => self.move_hand(*from, *to, document),
            Event::Dealer(cards) => self.dealer(cards, document),
            Event::Community(cards) => self.community(cards, document),
            Event::Viewed(seat) => self.view(*seat, document),
            Event::Raise(wager, seats) => self.raise_all(*wager, seats, document),
            Event::Fold(seat) => self.fold(*seat, document),
            Event::Absent(seat) => self.absent(*seat, document),
            Event::Unexposed(seat) => self.unexposed(*seat, document),
            Event::Settle => self.settle(document),
            Event::Paid => self.paid(),
            _ => return self.irregular(event, house),
        }
        .map(|()| Change::None)
    }

    fn irregular(&mut self, event: &Event, house: &House) -> Result<Change, Refused> {
        let document = &document(house.game);
        match event {
            Event::Void(number, cause) => self.void(*number, *cause, document),
            Event::Invalidate(number, seat, fault) => {
                self.invalidate(*number, *seat, *fault, document)
            }
            Event::SeveralHands(player) => self.several_hands(*player, document),
            Event::DealingError(error, seats) => self.dealing_error(*error, seats, document),
            Event::Choose(seat, choice) => self.choose(*seat, *choice),
            Event::NextRounds(choice, seats) => self.next_rounds(*choice, seats),
            Event::ShiftManager(ruling) => self.ruling(*ruling),
            Event::HoldPlayer(player, hold) => self.hold_player(*player, *hold),
            Event::PermitWithdrawal(seats) => self.permit_withdrawal(seats, document),
            Event::DeviceFault => Ok(self.device_fault(document)),
            Event::DeviceRepaired => {
                self.device_repaired();
                Ok(Change::None)
            }
            Event::PowerFailure => {
                let is_decided = self.is_decided(house);
                Ok(self.power_failure(is_decided, document))
            }
            _ => Err(Refused),
        }
    }
}

/// Ante, Bonus and Pair Plus are placed before the cards are dealt.
pub(super) fn is_placed_first(wager: Wager) -> bool {
    matches!(wager, Wager::Ante | Wager::Bonus | Wager::PairPlus)
}
