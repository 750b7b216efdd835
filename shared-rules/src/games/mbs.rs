//! The rules that the four MBS documents share in the same words under the same numbers: section 5, and for the hold'em
//! games most of section 3. The numbers are THB6's; a document that differs overrides them.

use super::{
    Absent, DeviceFault, HandFault, HandFaultRule, Irregular, Paragraphs, PowerFailure, Reach,
    SeveralHands, UnderMinimum, VoidCause, VoidRule, VoidWhen,
};
use crate::cite::{Paragraph, p};

pub(super) const PARAGRAPHS: Paragraphs = Paragraphs {
    round: p("1.1.13"),
    deck: p("2.1"),
    positions: p("2.2"),
    bets_open: p("3.1"),
    bets_close: p("3.2"),
    ante_needed: p("3.4"),
    one_wager_an_area: p("3.4.2"),
    bonus_needs_ante: p("3.5"),
    units: p("3.4.2"),
    multiplied: p("4.2"),
    decision: p("3.9"),
    fold: p("3.9.1"),
    raise: p("3.9.2"),
    showdown: p("3.10"),
    unexposed: p("3.10.1"),
    win: p("3.10.2"),
    lose: p("3.10.3"),
    stand_off: p("3.10.4"),
    awards: p("4.2"),
    card_twice: p("5.1"),
    shared_count: p("5.3"),
    hand_count: p("5.7"),
    earlier_rounds_stand: p("5.1.2"),
    void_returns: p("5.1.1"),
    bet_after_close: p("5.5"),
    withdrawal_after_close: p("5.6"),
    options: p("5.7.1"),
    absent: p("5.11"),
    reconstructed: p("5.7"),
    barred: p("5.9"),
    one_seat: p("3.4.3"),
    base_missing_open: p("5.12.1"),
    base_missing_closed: p("5.12.2"),
    over_maximum_open: p("3.4"),
    under_minimum_open: p("3.4"),
    absent_decided: p("5.11"),
    under_minimum: p("5.13"),
    over_maximum: p("5.14"),
    power_failure_undecided: p("5.16.1"),
    power_failure_decided: p("5.16.2"),
    not_covered: p("6.1"),
};

pub(super) const IRREGULAR: Irregular = Irregular {
    absent: Absent::InvalidUnlessRaised,
    under_minimum: UnderMinimum::SettledOnce,
    power_failure: PowerFailure::OfferWithdrawal,
    device_fault: DeviceFault::ShiftManager,
    several_hands: SeveralHands::KeepViewedElseFirst {
        viewed: p("5.10.1"),
        unviewed: p("5.10.2"),
    },
    voids: HOLDEM_VOIDS,
    hand_faults: &[
        HandFaultRule {
            fault: HandFault::WrongCount,
            paragraph: p("5.7"),
            reach: Reach::NextRound,
            every_hand: false,
            others_may_withdraw: Some(p("5.7.1")),
        },
        HandFaultRule {
            fault: HandFault::NotConfidential,
            paragraph: p("5.9"),
            reach: Reach::Payment,
            every_hand: true,
            others_may_withdraw: None,
        },
        ruling(p("6.1")),
    ],
    dealing_errors: &[],
};

/// The causes of the hold'em documents, which have community cards.
const HOLDEM_VOIDS: &[VoidRule] = &[
    void(VoidCause::ForeignCard, p("5.1")),
    void(VoidCause::CardsMissingOrExtra, p("5.1")),
    void(VoidCause::Unshuffled, p("5.1")),
    DEALT_INCORRECTLY,
    until_next_round(VoidCause::CommunityCount, p("5.3")),
    until_next_round(VoidCause::DealerCount, p("5.3")),
    void(VoidCause::TwoCardsExposed, p("5.4")),
    void(VoidCause::CountInDoubt, p("5.8")),
    void(VoidCause::ShiftManager, p("6.1")),
];

/// The same causes without those about community cards (TCP5 5.3 is about the dealer's hand alone).
pub(super) const THREE_CARD_VOIDS: &[VoidRule] = &[
    void(VoidCause::ForeignCard, p("5.1")),
    void(VoidCause::CardsMissingOrExtra, p("5.1")),
    void(VoidCause::Unshuffled, p("5.1")),
    DEALT_INCORRECTLY,
    until_next_round(VoidCause::DealerCount, p("5.3")),
    void(VoidCause::TwoCardsExposed, p("5.4")),
    void(VoidCause::CountInDoubt, p("5.8")),
    void(VoidCause::ShiftManager, p("6.1")),
];

/// 5.2
const DEALT_INCORRECTLY: VoidRule = VoidRule {
    cause: VoidCause::DealtIncorrectly,
    paragraph: p("5.2"),
    when: VoidWhen::Unseen {
        otherwise: p("6.1"),
    },
    reach: Reach::Payment,
};

/// A cause that always voids the round in its course.
pub(super) const fn void(cause: VoidCause, paragraph: Paragraph) -> VoidRule {
    VoidRule {
        cause,
        paragraph,
        when: VoidWhen::Always,
        reach: Reach::Payment,
    }
}

/// A cause that voids the round if it is noticed before the next one commences.
pub(super) const fn until_next_round(cause: VoidCause, paragraph: Paragraph) -> VoidRule {
    VoidRule {
        reach: Reach::NextRound,
        ..void(cause, paragraph)
    }
}

/// The shift manager's ruling about one hand.
pub(super) const fn ruling(paragraph: Paragraph) -> HandFaultRule {
    HandFaultRule {
        fault: HandFault::ShiftManager,
        paragraph,
        reach: Reach::Payment,
        every_hand: false,
        others_may_withdraw: None,
    }
}
