//! The part of the round that an event is about.

use super::irregular::Change;
use super::words::{Event, House, Wager};
use super::{Phase, Reference, Refused, document};

impl Reference {
    /// Takes an event, or refuses it.
    pub(super) fn step(&mut self, event: &Event, house: &House) -> Result<Change, Refused> {
        let document = &document(house.game);
        let round = &mut self.round;
        match event {
            Event::PlaceYourBets => round.open(house),
            Event::NoMoreBets => round.lock(document),
            Event::Chips(..) => Err(Refused),
            Event::Stake(seat, wager, amount) => {
                let (seat, amount) = (*seat, *amount);
                match (round.phase, is_placed_first(*wager)) {
                    _ if !document.has_area(*wager) => Err(Refused),
                    (_, false) => round.raise(seat, *wager, Some(amount), document),
                    (Phase::Open, true) if self.is_in_use(seat) => {
                        self.round.first_stake(seat, *wager, amount)
                    }
                    _ => Err(Refused),
                }
            }
            Event::Player(seat, player) => round.player(*seat, *player),
            Event::Hand(seat, cards) => round.hand(*seat, cards, document),
            Event::Dealer(cards) => round.dealer(cards, document),
            Event::Community(cards) => round.community(cards, document),
            Event::Viewed(seat) => round.view(*seat, document),
            Event::Raise(wager, seats) => round.raise_all(*wager, seats, document),
            Event::Fold(seat) => round.fold(*seat, document),
            Event::Absent(seat) => round.absent(*seat, document),
            Event::Unexposed(seat) => round.unexposed(*seat, document),
            Event::Settle => round.settle(document),
            Event::Paid => round.paid(),
            _ => return self.irregular(event, house),
        }
        .map(|()| Change::None)
    }

    fn irregular(&mut self, event: &Event, house: &House) -> Result<Change, Refused> {
        let document = &document(house.game);
        let round = &mut self.round;
        match event {
            Event::Void(number, cause) => round.void(*number, *cause, document),
            Event::Invalidate(number, seat, fault) => {
                round.invalidate(*number, *seat, *fault, document)
            }
            Event::SeveralHands(player) => round.several_hands(*player, document),
            Event::DealingError(error, seats) => round.dealing_error(*error, seats, document),
            Event::Choose(seat, choice) => round.choose(*seat, *choice),
            Event::NextRounds(choice, seats) => round.next_rounds(*choice, seats),
            Event::ShiftManager(ruling) => round.ruling(*ruling),
            Event::DeviceFault => Ok(round.device_fault(document)),
            Event::DeviceRepaired => {
                round.device_repaired();
                Ok(Change::None)
            }
            Event::PowerFailure => {
                let is_decided = round.is_decided(document, &house.readings);
                Ok(round.power_failure(is_decided, document))
            }
            _ => Err(Refused),
        }
    }
}

/// Ante, Bonus and Pair Plus are placed before the cards are dealt.
fn is_placed_first(wager: Wager) -> bool {
    matches!(wager, Wager::Ante | Wager::Bonus | Wager::PairPlus)
}
