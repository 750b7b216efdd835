//! What the four MBS documents say in the same words under the same numbers: section 5, and for the
//! hold'em games most of section 3. The numbers are THB6's; a document that differs overrides them.

use super::{
    Absent, DeviceFault, HandFault, HandFaultRule, Irregular, Paragraphs, PowerFailure,
    SeveralHands, UnderMinimum, VoidCause, VoidRule, VoidWhen,
};

pub(super) const PARAGRAPHS: Paragraphs = Paragraphs {
    round: "1.1.13",
    deck: "2.1",
    positions: "2.2",
    bets_open: "3.1",
    bets_close: "3.2",
    ante_needed: "3.4",
    one_wager_an_area: "3.4.2",
    bonus_needs_ante: "3.5",
    units: "3.4.2",
    multiplied: "4.2",
    decision: "3.9",
    fold: "3.9.1",
    raise: "3.9.2",
    showdown: "3.10",
    unexposed: "3.10.1",
    win: "3.10.2",
    lose: "3.10.3",
    stand_off: "3.10.4",
    awards: "4.2",
    card_twice: "5.1",
    community_count: "5.3",
    dealer_count: "5.3",
    hand_count: "5.7",
    earlier_rounds_stand: "5.1.2",
    void_returns: "5.1.1",
    bet_after_close: "5.5",
    withdrawal_after_close: "5.6",
    options: "5.7.1",
    absent: "5.11",
    base_missing_open: "5.12.1",
    base_missing_closed: "5.12.2",
    over_maximum_open: "3.4",
    under_minimum_open: "3.4",
    absent_decided: "5.11",
    under_minimum: "5.13",
    over_maximum: "5.14",
    power_failure_undecided: "5.16.1",
    power_failure_decided: "5.16.2",
    not_covered: "6.1",
};

pub(super) const IRREGULAR: Irregular = Irregular {
    absent: Absent::InvalidUnlessRaised,
    under_minimum: UnderMinimum::SettledOnce,
    power_failure: PowerFailure::OfferWithdrawal,
    device_fault: DeviceFault::ShiftManager,
    several_hands: SeveralHands::KeepViewedElseFirst {
        viewed: "5.10.1",
        unviewed: "5.10.2",
    },
    voids: HOLDEM_VOIDS,
    hand_faults: &[
        HandFaultRule {
            fault: HandFault::WrongCount,
            paragraph: "5.7",
            every_hand: false,
            others_may_withdraw: Some("5.7.1"),
        },
        HandFaultRule {
            fault: HandFault::NotConfidential,
            paragraph: "5.9",
            every_hand: true,
            others_may_withdraw: None,
        },
    ],
    dealing_errors: &[],
};

/// The causes of the hold'em documents, which have community cards.
const HOLDEM_VOIDS: &[VoidRule] = &[
    void(VoidCause::ForeignCard, "5.1"),
    void(VoidCause::CardsMissingOrExtra, "5.1"),
    void(VoidCause::Unshuffled, "5.1"),
    DEALT_INCORRECTLY,
    void(VoidCause::CommunityCount, "5.3"),
    void(VoidCause::DealerCount, "5.3"),
    void(VoidCause::TwoCardsExposed, "5.4"),
    void(VoidCause::CountInDoubt, "5.8"),
    void(VoidCause::ShiftManager, "6.1"),
];

/// The same without them (TCP5 5.3 is about the dealer's hand alone).
pub(super) const THREE_CARD_VOIDS: &[VoidRule] = &[
    void(VoidCause::ForeignCard, "5.1"),
    void(VoidCause::CardsMissingOrExtra, "5.1"),
    void(VoidCause::Unshuffled, "5.1"),
    DEALT_INCORRECTLY,
    void(VoidCause::DealerCount, "5.3"),
    void(VoidCause::TwoCardsExposed, "5.4"),
    void(VoidCause::CountInDoubt, "5.8"),
    void(VoidCause::ShiftManager, "6.1"),
];

/// 5.2
const DEALT_INCORRECTLY: VoidRule = VoidRule {
    cause: VoidCause::DealtIncorrectly,
    paragraph: "5.2",
    when: VoidWhen::Unseen { otherwise: "6.1" },
};

/// A cause that always voids the round.
pub(super) const fn void(cause: VoidCause, paragraph: &'static str) -> VoidRule {
    VoidRule {
        cause,
        paragraph,
        when: VoidWhen::Always,
    }
}
