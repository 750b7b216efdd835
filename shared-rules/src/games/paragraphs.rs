//! Where the rules stand that every game has, so that each outcome and each refusal can cite its own.

/// Paragraph numbers of one document.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each field is named after its rule")]
pub struct Paragraphs {
    // The course of a round.
    pub round: &'static str,
    pub deck: &'static str,
    pub positions: &'static str,
    pub bets_open: &'static str,
    pub bets_close: &'static str,
    pub ante_needed: &'static str,
    pub one_wager_an_area: &'static str,
    pub bonus_needs_ante: &'static str,
    pub units: &'static str,
    pub multiplied: &'static str,
    pub decision: &'static str,
    pub fold: &'static str,
    pub raise: &'static str,
    pub showdown: &'static str,
    pub unexposed: &'static str,
    // Settlement.
    pub win: &'static str,
    pub lose: &'static str,
    pub stand_off: &'static str,
    pub awards: &'static str,
    // Irregularities.
    pub card_twice: &'static str,
    pub community_count: &'static str,
    pub dealer_count: &'static str,
    pub hand_count: &'static str,
    pub earlier_rounds_stand: &'static str,
    pub void_returns: &'static str,
    pub bet_after_close: &'static str,
    pub withdrawal_after_close: &'static str,
    pub options: &'static str,
    pub absent: &'static str,
    pub base_missing_open: &'static str,
    pub base_missing_closed: &'static str,
    pub over_maximum_open: &'static str,
    pub under_minimum_open: &'static str,
    pub absent_decided: &'static str,
    pub under_minimum: &'static str,
    pub over_maximum: &'static str,
    pub power_failure_undecided: &'static str,
    pub power_failure_decided: &'static str,
    pub not_covered: &'static str,
}
