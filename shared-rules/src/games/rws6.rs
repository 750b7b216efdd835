//! RWS6: Progressive Texas Hold'em Poker (RWS), version 6.

use super::awards::hold_em_stages;
use super::main_game::BONUS;
use super::mbs::void;
use super::{
    Absent, AwardsLeft, Base, DealingError, DealingErrorRule, DeviceFault, HandFault,
    HandFaultRule, Holdem, Irregular, MainGame, Paragraphs, PowerFailure, Progressive, Raises,
    RuleSet, SeveralHands, UnderMinimum, VoidCause, VoidRule, VoidWhen,
};
use crate::evaluate::Category;
use crate::money::Cents;
use crate::seats::Seat;

pub(super) const RULES: RuleSet = RuleSet {
    key: "rws6",
    tag: "RWS6",
    title: "Progressive Texas Hold'em Poker",
    house: "RWS",
    version: 6,
    effective: "28 June 2020",
    positions: (1, Seat::Seven), // as shown on each layout (2.1.1a)
    units_max: 1,                // the prescribed amount (3.4)
    base: Base::Ante,
    main: MainGame::Holdem(Holdem {
        raises: Raises::ExcessReturned {
            over: "5.3.1",
            under: "5.3.2",
        },
        ante_wins_from: Category::Straight, // 3.13
        bonus: BONUS,                       // 4.1
        bonus_cap: Some((Cents::dollars(100_000), "4.1.1")),
        bonus_survives_loss: true, // 3.14
        bonus_paragraph: "4.1",
    }),
    progressive: Progressive {
        awards: &const { hold_em_stages("4.2", "4.2") },
        after_fold: AwardsLeft::Community, // 3.11.2a
        unexposed: AwardsLeft::Community,  // 4.3 is silent: the community's cards lie open
    },
    irregular: IRREGULAR,
    paragraphs: PARAGRAPHS,
};

const PARAGRAPHS: Paragraphs = Paragraphs {
    round: "1.24",
    deck: "2.2.1",
    positions: "2.1.1a",
    bets_open: "3.2",
    bets_close: "3.10",
    ante_needed: "3.6",
    one_wager_an_area: "2.1.1",
    bonus_needs_ante: "3.9",
    units: "3.4",
    multiplied: "4.2",
    decision: "3.11.2",
    fold: "3.11.2a",
    raise: "3.11.2b",
    showdown: "3.11.6",
    unexposed: "4.3",
    win: "3.13",
    lose: "3.14",
    stand_off: "3.15",
    awards: "4.2",
    card_twice: "5.8.3",
    community_count: "5.8.7",
    dealer_count: "5.8.7",
    hand_count: "5.15",
    earlier_rounds_stand: "5.19",
    void_returns: "5.21",
    bet_after_close: "5.11",
    withdrawal_after_close: "5.11",
    options: "5.10",
    absent: "5.5",
    base_missing_open: "3.8",
    base_missing_closed: "5.4",
    over_maximum_open: "5.1",
    under_minimum_open: "5.2",
    absent_decided: "5.6",
    under_minimum: "5.2.1",
    over_maximum: "5.1.1",
    power_failure_undecided: "5.7.2",
    power_failure_decided: "5.7.1",
    not_covered: "5.23",
};

const IRREGULAR: Irregular = Irregular {
    absent: Absent::Folds,
    under_minimum: UnderMinimum::Settled,
    power_failure: PowerFailure::Void,
    device_fault: DeviceFault::VoidUnlessSeen {
        unseen: "5.16",
        seen: "5.17.1",
        next_rounds: "5.17.2",
    },
    several_hands: SeveralHands::KeepFirstViewed { paragraph: "5.18" },
    voids: &[
        void(VoidCause::ForeignCard, "5.8.1"),
        unseen(VoidCause::TwoCardsExposed, "5.8.2", "5.12"),
        void(VoidCause::CardsMissingOrExtra, "5.8.3"),
        void(VoidCause::CountInDoubt, "5.8.3"),
        void(VoidCause::TooFewCards, "5.8.4"),
        void(VoidCause::Unshuffled, "5.8.5"),
        unseen(VoidCause::DealtIncorrectly, "5.8.6", "5.10"),
        void(VoidCause::CommunityCount, "5.8.7"),
        void(VoidCause::DealerCount, "5.8.7"),
        void(VoidCause::BurntCardKept, "5.9"),
        void(VoidCause::ShiftManager, "5.23"),
    ],
    hand_faults: &[HandFaultRule {
        fault: HandFault::WrongCount,
        paragraph: "5.15",
        every_hand: false,
        others_may_withdraw: None,
    }],
    dealing_errors: &[
        DealingErrorRule {
            error: DealingError::BurntCardKept,
            paragraph: "5.9",
            void_if_seen: true,
        },
        DealingErrorRule {
            error: DealingError::DrawnTogether,
            paragraph: "5.14.1",
            void_if_seen: false,
        },
        DealingErrorRule {
            error: DealingError::Other,
            paragraph: "5.10",
            void_if_seen: false,
        },
    ],
};

/// A cause that voids the round only while no player has seen cards.
const fn unseen(cause: VoidCause, paragraph: &'static str, otherwise: &'static str) -> VoidRule {
    VoidRule {
        cause,
        paragraph,
        when: VoidWhen::Unseen { otherwise },
    }
}
