//! Irregularities, mostly in their time: hands moved and reconstructed, players held, hands invalidated, rulings.

use oracle::table::words::{Decision, Lay};
use oracle::table::{Phase, Reference, Round, SEATS};
use rand::RngExt;
use rand::seq::IndexedRandom;
use shared_rules::closed::Player;
use shared_rules::games::VoidCause;
use shared_rules::round::{CardList, Event, PlayerHold};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wire::message::Command;

use super::trouble::{HAND_FAULTS, HOLDS};
use super::{Dice, says, seat};
use crate::simulate::history::HistoryStep;
use crate::simulate::translate::Word;

/// Players of the seats, and some who are not at the table.
const PLAYERS: u8 = 9;

/// More players than can be held at a time.
const MANY: u8 = 16;

impl Dice {
    /// An irregularity that suits the phase, if one does.
    pub(super) fn irregularity(&mut self, reference: &Reference) -> Option<HistoryStep> {
        match reference.account.round.phase {
            Phase::Idle | Phase::Void => Some(self.of_players(reference)),
            Phase::Open => match self.random.random_range(0..3) {
                0 => self.takes_ante_away(reference),
                _ => Some(self.of_players(reference)),
            },
            Phase::Playing => self.of_hands(reference),
            Phase::Settled | Phase::Paid => self.of_outcome(reference),
        }
    }

    fn of_players(&mut self, reference: &Reference) -> HistoryStep {
        let place = self.any_seat();
        match self.random.random_range(0..4) {
            0 => says(self.holds()),
            1 => self
                .lifts(reference)
                .unwrap_or_else(|| says(Event::PlaceYourBets)),
            _ => says(Event::Player(place, self.player())),
        }
    }

    /// The house decides about a player.
    pub(super) fn holds(&mut self) -> Event {
        Event::HoldPlayer(self.player(), self.one_of(&HOLDS))
    }

    /// The house decides about more players than it can hold.
    pub(super) fn many_holds(&mut self) -> HistoryStep {
        let hold = |player| says(Event::HoldPlayer(Player(player), PlayerHold::Barred));
        self.planned = (100..100 + MANY).map(hold).collect();
        says(self.holds())
    }

    /// Somebody who is held is free again.
    pub(super) fn lifts(&mut self, reference: &Reference) -> Option<HistoryStep> {
        let held = &reference.account.round.held;
        let (player, _) = held.choose(&mut self.random)?;
        let lifted = Event::HoldPlayer(Player(*player), PlayerHold::Lifted);
        Some(says(lifted))
    }

    fn player(&mut self) -> Player {
        Player(self.random.random_range(1..=PLAYERS))
    }

    pub(super) fn any_seat(&mut self) -> Seat {
        seat(self.random.random_range(0..SEATS))
    }

    /// An Ante with a Bonus beside it is taken away, and the Bonus stays; at times its player is held next.
    fn takes_ante_away(&mut self, reference: &Reference) -> Option<HistoryStep> {
        let round = &reference.account.round;
        let bets = round.seats_where(|seat| seat.bonus > 0);
        let place = *bets.choose(&mut self.random)?;
        if self.one_in(3) {
            let hold = Event::HoldPlayer(Player(round.players[place]), self.one_of(&HOLDS));
            self.planned = vec![says(hold)];
        }
        Some(HistoryStep::Lay(vec![Lay {
            seat: place,
            chips: self.one_of(&[0, reference.felt.chips[place]]),
            ante: false,
        }]))
    }

    fn of_hands(&mut self, reference: &Reference) -> Option<HistoryStep> {
        let round = &reference.account.round;
        let in_round = round.in_round(&reference.account.document()?);
        let place = *in_round.choose(&mut self.random)?;
        let other = *in_round.choose(&mut self.random)?;
        let community = round.community.len();
        Some(says(match self.random.random_range(0..10) {
            0 | 1 => Event::MoveHand(seat(place), seat(other)),
            2 => Event::Reconstruct(seat(place), in_other_order(round, place)),
            3 | 9 => self.hides(round, place),
            4 | 5 if community == 3 || community == 4 => Event::Absent(seat(place)),
            6 => self.holds(),
            7 | 8 if round.had_wrong_count => self.permits(&in_round),
            _ => Event::Invalidate(round.number, seat(place), self.one_of(&HAND_FAULTS)),
        }))
    }

    /// A hand is not exposed, a folded one where there is one; at times the power fails next.
    fn hides(&mut self, round: &Round, place: usize) -> Event {
        let folded = round.seats_where(|seat| seat.decision == Decision::Fold && !seat.returned);
        let folded = folded.choose(&mut self.random).copied();
        if self.one_in(4) {
            self.planned = vec![says(Event::PowerFailure)];
        }
        Event::Unexposed(seat(folded.unwrap_or(place)))
    }

    fn permits(&mut self, in_round: &[usize]) -> Event {
        let named = in_round.iter().filter(|_| self.one_in(2)).copied();
        let named: SeatSet = named.collect::<Vec<_>>().into_iter().map(seat).collect();
        Event::PermitWithdrawal(named)
    }

    fn of_outcome(&mut self, reference: &Reference) -> Option<HistoryStep> {
        let round = &reference.account.round;
        let in_round = round.in_round(&reference.account.document()?);
        let place = *in_round.choose(&mut self.random)?;
        Some(match self.random.random_range(0..6) {
            0 | 1 if round.had_wrong_count => says(self.permits(&in_round)),
            0 | 1 => {
                let fault = self.one_of(&HAND_FAULTS);
                says(Event::Invalidate(round.number, seat(place), fault))
            }
            2 | 3 => {
                let cause = self.one_of(&VoidCause::ALL);
                self.supervised(Event::Void(round.number, cause))
            }
            _ => self.overrules(reference),
        })
    }

    /// The shift manager's ruling, often over an award that the supervisor has confirmed.
    fn overrules(&mut self, reference: &Reference) -> HistoryStep {
        let number = reference.account.round.number;
        let money = reference.account.money.as_ref();
        let of_round = money.map_or(0, |money| {
            let waiting = money.waiting.iter();
            waiting.filter(|award| award.round == number).count()
        });
        self.planned = vec![
            HistoryStep::Supervisor(false),
            HistoryStep::Say(Command::Overrule(number)),
        ];
        let confirmed = (0..of_round).map(|_| HistoryStep::Say(Command::Confirm));
        self.planned.extend(confirmed);
        HistoryStep::Supervisor(true)
    }
}

/// The cards of a seat, the last one first.
fn in_other_order(round: &Round, place: usize) -> CardList {
    let cards = round.seats[place].iter().flat_map(|seat| &seat.cards);
    cards.rev().map(Word::from_oracle).collect()
}
