//! The established outcome (THB6 5.16.2, RWS6 5.7.1): at least one wager of the round has conclusively
//! won or lost.

use super::document::{Document, document};
use super::round::{Phase, Round, Seated};
use super::settle::at_stake;
use super::words::{Card, Decision, House, Readings};
use crate::referee::naive;

/// Ranks, as the naive evaluator counts them.
const JACK: u8 = 11;
const ACE: u8 = 14;

impl Round {
    /// One has been established. Wagers that go back have none, whatever lies open (THB6 5.13).
    pub fn is_decided(&self, house: &House) -> bool {
        if self.phase != Phase::Playing {
            return matches!(self.phase, Phase::Settled | Phase::Paid);
        }
        let document = &document(house.game);
        let seats = self.seats.iter().flatten();
        let hands: Vec<Seated> = seats
            .filter_map(|seat| at_stake(self, seat, house))
            .collect();
        let one_is = hands
            .iter()
            .any(|seat| self.has_decided_wager(seat, document, &house.readings));
        let all_lie_open =
            !hands.is_empty() && self.undecided().is_empty() && self.cards_are_complete(document);
        one_is || all_lie_open
    }

    fn has_decided_wager(&self, seat: &Seated, document: &Document, readings: &Readings) -> bool {
        let folded = match seat.decision {
            Decision::Fold => true,
            Decision::Absent => !document.mbs,
            Decision::Play => false,
        };
        if folded && seat.ante > 0 {
            return true;
        }
        let has_side_wager = seat.pair_plus > 0 || seat.units > 0;
        if !seat.exposed {
            // TCP5 3.11 may still pay its Ante, where the house reads it so and the dealer does not qualify.
            let may_be_paid = document.three_card && readings.unexposed_ante_is_paid;
            return has_side_wager || !may_be_paid || !self.dealer.is_empty();
        }
        let is_known = !seat.cards.is_empty();
        if document.three_card {
            return is_known && has_side_wager;
        }
        let bonus = is_known && bonus_is_decided(seat, document, readings);
        bonus || self.progressive_is_decided(seat, document)
    }

    /// All cards that count lie open, whether or not the hole cards are entered, or those that do make an award already.
    fn progressive_is_decided(&self, seat: &Seated, document: &Document) -> bool {
        let shown = self.community.len();
        let is_known = !seat.cards.is_empty();
        match shown {
            _ if seat.units == 0 => false,
            5 => true,
            3 | 4 if document.flop_decides => true,
            4 if is_four_of_a_kind(&self.community) => true,
            3 | 4 if is_known => {
                let cards = seat.cards.iter().chain(&self.community);
                ["royal_flush", "straight_flush", "four_of_a_kind"].contains(&best_hand(cards))
            }
            _ => false,
        }
    }
}

/// Bonus is lost on hole cards that it does not pay. On others it is won once the hand has played on, where losing to
/// the dealer does not cost it (RWS6 3.14, or the house reads it so).
fn bonus_is_decided(seat: &Seated, document: &Document, readings: &Readings) -> bool {
    let outlives_loss = !document.mbs || readings.bonus_on_hole_cards;
    seat.bonus > 0 && (!bonus_pays(&seat.cards) || (outlives_loss && seat.flop > 0))
}

/// A pair, or an ace with a king, queen or jack (THB6 4.1, RWS6 4.1).
fn bonus_pays(hole: &[Card]) -> bool {
    let ranks: Vec<u8> = hole.iter().map(|(rank, _)| *rank).collect();
    let pair = ranks.iter().all(|rank| *rank == ranks[0]);
    pair || (ranks.contains(&ACE) && ranks.iter().all(|rank| *rank >= JACK))
}

/// Four cards that are a community award with any river (THB6 4.2.1, RWS6 4.2).
fn is_four_of_a_kind(community: &[Card]) -> bool {
    community.iter().all(|(rank, _)| *rank == community[0].0)
}

/// The name of the best hand of five among these.
fn best_hand<'a>(cards: impl Iterator<Item = &'a Card>) -> &'static str {
    let cards: Vec<Card> = cards.copied().collect();
    naive::five_card_name(&naive::best_of(&cards))
}
