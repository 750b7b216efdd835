//! Which part of the round an event is about.

use shared_rules::ledger::Configuration;
use shared_rules::round::Event;
use shared_rules::seats::{Seat, SeatSet};

use super::irregular::Change;
use super::{Phase, Reference, Refused, document};

impl Reference {
    /// Takes an event, or refuses it.
    pub(super) fn step(&mut self, event: &Event, house: &Configuration) -> Result<Change, Refused> {
        let document = &document(house.game);
        let round = &mut self.round;
        match event {
            Event::PlaceYourBets => round.open(house),
            Event::NoMoreBets => round.lock(document),
            Event::Chips(..) => Err(Refused),
            Event::Stake(seat, wager, amount) => {
                let (seat, amount) = (place(*seat), amount.get());
                match (round.phase, wager.is_placed_first()) {
                    _ if !document.has_area(*wager) => Err(Refused),
                    (_, false) => round.raise(seat, *wager, Some(amount), document),
                    (Phase::Open, true) if self.is_in_use(seat) => {
                        self.round.first_stake(seat, *wager, amount)
                    }
                    _ => Err(Refused),
                }
            }
            Event::Player(seat, player) => round.player(place(*seat), player.0),
            Event::Hand(seat, cards) => round.hand(place(*seat), cards, document),
            Event::Dealer(cards) => round.dealer(cards, document),
            Event::Community(cards) => round.community(cards, document),
            Event::Viewed(seat) => round.view(place(*seat), document),
            Event::Raise(wager, seats) => round.raise_all(*wager, &places(*seats), document),
            Event::Fold(seat) => round.fold(place(*seat), document),
            Event::Absent(seat) => round.absent(place(*seat), document),
            Event::Unexposed(seat) => round.unexposed(place(*seat), document),
            Event::Settle => round.settle(document),
            Event::Paid => round.paid(),
            _ => return self.irregular(event, house),
        }
        .map(|()| Change::None)
    }

    fn irregular(&mut self, event: &Event, house: &Configuration) -> Result<Change, Refused> {
        let document = &document(house.game);
        let round = &mut self.round;
        match event {
            Event::Void(number, cause) => round.void(*number, *cause, document),
            Event::Invalidate(number, seat, fault) => {
                round.invalidate(*number, place(*seat), *fault, document)
            }
            Event::SeveralHands(player) => round.several_hands(player.0, document),
            Event::DealingError(error, seats) => {
                round.dealing_error(*error, &places(*seats), document)
            }
            Event::Choose(seat, choice) => round.choose(place(*seat), *choice),
            Event::NextRounds(choice, seats) => round.next_rounds(*choice, &places(*seats)),
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

pub(super) fn place(seat: Seat) -> usize {
    usize::from(seat.index())
}

fn places(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(place).collect()
}
