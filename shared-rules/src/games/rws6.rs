//! RWS6: Progressive Texas Hold'em Poker (RWS), version 6.

use super::awards::{hold_em_stages, share};
use super::main_game::BONUS;
use super::mbs::{ruling, until_next_round, void};
use super::{
    Absent, AcrossTables, AwardsLeft, Base, DealingError, DealingErrorRule, DeviceFault, Game,
    HandFault, HandFaultRule, Holdem, Irregular, MainGame, Paragraphs, PowerFailure, Progressive,
    Raises, Reach, RuleSet, SeveralHands, UnderMinimum, VoidCause, VoidRule, VoidWhen,
};
use crate::cite::{Paragraph, p};
use crate::evaluate::Category;
use crate::money::Cents;
use crate::seats::Seat;

pub(super) const RULES: RuleSet = RuleSet {
    game: Game::Rws6,
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
            over: p("5.3.1"),
            under: p("5.3.2"),
        },
        ante_wins_from: Category::Straight, // 3.13
        bonus: BONUS,                       // 4.1
        bonus_cap: Some((Cents::dollars(100_000), p("4.1.1"))),
        bonus_survives_loss: true, // 3.14
        bonus_paragraph: p("4.1"),
    }),
    progressive: Progressive::new(
        &const { hold_em_stages(p("4.2"), p("4.2")) },
        AwardsLeft::Community, // 3.11.2a
        AwardsLeft::Community, // 4.3 is silent: the community's cards lie open
        AcrossTables::MajorFirstDealt {
            major: share::<25>(),
            paragraph: p("4.5"),
        },
    ),
    irregular: IRREGULAR,
    paragraphs: PARAGRAPHS,
};

const PARAGRAPHS: Paragraphs = Paragraphs {
    round: p("1.24"),
    deck: p("2.2.1"),
    positions: p("2.1.1a"),
    bets_open: p("3.2"),
    bets_close: p("3.10"),
    ante_needed: p("3.6"),
    one_wager_an_area: p("2.1.1"),
    bonus_needs_ante: p("3.9"),
    units: p("3.4"),
    multiplied: p("4.2"),
    decision: p("3.11.2"),
    fold: p("3.11.2a"),
    raise: p("3.11.2b"),
    showdown: p("3.11.6"),
    unexposed: p("4.3"),
    win: p("3.13"),
    lose: p("3.14"),
    stand_off: p("3.15"),
    awards: p("4.2"),
    card_twice: p("5.8.3"),
    shared_count: p("5.8.7"),
    hand_count: p("5.15"),
    earlier_rounds_stand: p("5.19"),
    void_returns: p("5.21"),
    bet_after_close: p("5.11"),
    withdrawal_after_close: p("5.11"),
    options: p("5.10"),
    absent: p("5.5"),
    reconstructed: p("5.10.2"),
    barred: p("5.23"),
    one_seat: p("5.23"),
    base_missing_open: p("3.8"),
    base_missing_closed: p("5.4"),
    over_maximum_open: p("5.1"),
    under_minimum_open: p("5.2"),
    absent_decided: p("5.6"),
    under_minimum: p("5.2.1"),
    over_maximum: p("5.1.1"),
    power_failure_undecided: p("5.7.2"),
    power_failure_decided: p("5.7.1"),
    not_covered: p("5.23"),
};

const IRREGULAR: Irregular = Irregular {
    absent: Absent::Folds,
    under_minimum: UnderMinimum::Settled,
    power_failure: PowerFailure::Void,
    device_fault: DeviceFault::VoidUnlessSeen {
        unseen: p("5.16"),
        seen: p("5.17.1"),
        next_rounds: p("5.17.2"),
    },
    several_hands: SeveralHands::KeepFirstViewed {
        paragraph: p("5.18"),
    },
    voids: &[
        void(VoidCause::ForeignCard, p("5.8.1")),
        unseen(VoidCause::TwoCardsExposed, p("5.8.2"), p("5.12")),
        void(VoidCause::CardsMissingOrExtra, p("5.8.3")),
        void(VoidCause::CountInDoubt, p("5.8.3")),
        void(VoidCause::TooFewCards, p("5.8.4")),
        void(VoidCause::Unshuffled, p("5.8.5")),
        unseen(VoidCause::DealtIncorrectly, p("5.8.6"), p("5.10")),
        until_next_round(VoidCause::CommunityCount, p("5.8.7")),
        until_next_round(VoidCause::DealerCount, p("5.8.7")),
        void(VoidCause::BurntCardKept, p("5.9")),
        void(VoidCause::ShiftManager, p("5.23")),
    ],
    hand_faults: &[
        HandFaultRule {
            fault: HandFault::WrongCount,
            paragraph: p("5.15"),
            reach: Reach::NextRound,
            every_hand: false,
            others_may_withdraw: None,
        },
        ruling(p("5.23")),
    ],
    dealing_errors: &[
        DealingErrorRule {
            error: DealingError::BurntCardKept,
            paragraph: p("5.9"),
            void_if_seen: true,
        },
        DealingErrorRule {
            error: DealingError::DrawnTogether,
            paragraph: p("5.14.1"),
            void_if_seen: false,
        },
        DealingErrorRule {
            error: DealingError::Other,
            paragraph: p("5.10"),
            void_if_seen: false,
        },
    ],
};

/// A cause that voids the round only while no player has seen cards.
const fn unseen(cause: VoidCause, paragraph: Paragraph, otherwise: Paragraph) -> VoidRule {
    VoidRule {
        when: VoidWhen::Unseen { otherwise },
        ..void(cause, paragraph)
    }
}
