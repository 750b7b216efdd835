//! Cards and decisions, mostly as they should come.

use oracle::table::words::Decision;
use oracle::table::{Reference, Round};
use rand::RngExt;
use rand::seq::IndexedRandom;
use shared_rules::cards::Card;
use shared_rules::round::Event;
use shared_rules::seats::SeatSet;
use shared_rules::wagers::Wager;

use super::{Dice, says, seat};
use crate::simulate::history::HistoryStep;
use crate::simulate::translate::Word;

impl Dice {
    /// The next step between the close and the settlement.
    pub(super) fn playing(&mut self, reference: &Reference) -> HistoryStep {
        let round = &reference.account.round;
        let document = reference.account.document().expect("a configured table");
        let in_round = round.in_round(&document);
        let out = out(round);
        let cards_of = |seat: &usize| round.seats[*seat].as_ref().map_or(0, |s| s.cards.len());
        let open_cards_first = self.open_cards_come_first(round, document.three_card);
        if open_cards_first && !round.community.is_empty() && self.one_in(20) {
            return says(Event::PowerFailure);
        }
        if let Some(place) = in_round.iter().find(|place| cards_of(place) == 0)
            && !open_cards_first
        {
            let cards = self.shoe(reference).hand(*place, &out);
            return says(Event::Hand(seat(*place), cards));
        }
        if round.dealer.is_empty() && (self.one_in(3) || in_round.is_empty()) {
            return says(Event::Dealer(self.shoe(reference).dealer(&out)));
        }
        let undecided = round.undecided();
        if !undecided.is_empty() {
            let raise = match document.three_card {
                true => Wager::Play,
                false => Wager::Flop,
            };
            return self.decision(&undecided, raise);
        }
        let raises = [(3, Wager::Turn), (4, Wager::River)];
        let raise = raises
            .iter()
            .find(|(shown, _)| *shown == round.community.len());
        if let Some((_, wager)) = raise
            && self.one_in(2)
        {
            let may = |seat: &&usize| {
                round.seats[**seat].clone().is_some_and(|mut seat| {
                    seat.decision == Decision::Play
                        && seat.flop > 0
                        && *seat.area(wager.to_oracle()) == 0
                })
            };
            let seats: Vec<usize> = in_round.iter().filter(may).copied().collect();
            if let Some(place) = seats.choose(&mut self.random) {
                let seats = [*place].iter().map(|place| seat(*place)).collect();
                return says(Event::Raise(*wager, seats));
            }
        }
        if !document.three_card && round.community.len() < 5 && !in_round.is_empty() {
            return says(Event::Community(
                self.shoe(reference).community(round.community.len(), &out),
            ));
        }
        if round.dealer.is_empty() {
            return says(Event::Dealer(self.shoe(reference).dealer(&out)));
        }
        says(Event::Settle)
    }

    /// In some rounds the hole cards are entered last: the open cards may establish an outcome before.
    fn open_cards_come_first(&self, round: &Round, three_card: bool) -> bool {
        let is_such_a_round = round.number % 4 == 3 && !self.luck.full;
        is_such_a_round && !three_card && round.community.len() < 5
    }

    /// Most play on, some together.
    fn decision(&mut self, undecided: &[usize], raise: Wager) -> HistoryStep {
        let place = self.one_of(undecided);
        match self.random.random_range(0..12) {
            0 | 1 => says(Event::Fold(seat(place))),
            2 if self.one_in(3) => says(Event::Absent(seat(place))),
            3..=5 => says(Event::Raise(raise, SeatSet::from_iter([seat(place)]))),
            _ => says(Event::Raise(
                raise,
                undecided.iter().map(|place| seat(*place)).collect(),
            )),
        }
    }
}

/// The cards that lie on the table.
fn out(round: &Round) -> Vec<Card> {
    let hands = round.seats.iter().flatten().flat_map(|seat| &seat.cards);
    let out = hands.chain(&round.dealer).chain(&round.community);
    out.map(Word::from_oracle).collect()
}
