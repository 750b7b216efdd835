//! The paragraphs of the rules that every game has, so that each outcome and each refusal can cite its own.

use crate::cite::Paragraph;

/// Paragraph numbers of one document.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each field is named after its rule")]
pub struct Paragraphs {
    // The course of a round.
    pub round: Paragraph,
    pub deck: Paragraph,
    pub positions: Paragraph,
    pub bets_open: Paragraph,
    pub bets_close: Paragraph,
    pub ante_needed: Paragraph,
    pub one_wager_an_area: Paragraph,
    pub bonus_needs_ante: Paragraph,
    pub units: Paragraph,
    pub multiplied: Paragraph,
    pub decision: Paragraph,
    pub fold: Paragraph,
    pub raise: Paragraph,
    pub showdown: Paragraph,
    pub unexposed: Paragraph,
    // Settlement.
    pub win: Paragraph,
    pub lose: Paragraph,
    pub stand_off: Paragraph,
    pub awards: Paragraph,
    // Irregularities.
    pub card_twice: Paragraph,
    /// For the dealer's and the community's cards.
    pub shared_count: Paragraph,
    pub hand_count: Paragraph,
    pub earlier_rounds_stand: Paragraph,
    pub void_returns: Paragraph,
    pub bet_after_close: Paragraph,
    pub withdrawal_after_close: Paragraph,
    pub options: Paragraph,
    pub absent: Paragraph,
    pub reconstructed: Paragraph,
    pub barred: Paragraph,
    pub one_seat: Paragraph,
    pub base_missing_open: Paragraph,
    pub base_missing_closed: Paragraph,
    pub over_maximum_open: Paragraph,
    pub under_minimum_open: Paragraph,
    pub absent_decided: Paragraph,
    pub under_minimum: Paragraph,
    pub over_maximum: Paragraph,
    pub power_failure_undecided: Paragraph,
    pub power_failure_decided: Paragraph,
    pub not_covered: Paragraph,
}
