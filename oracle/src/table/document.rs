//! The five documents, as far as a round's course needs them; the settlement of rounds is the referee's.

use super::words::{Game, HandFault, VoidCause, Wager};

/// A document.
#[derive(Clone, Copy, Debug)]
pub struct Document {
    /// Its name in settlement files.
    pub key: &'static str,
    /// Positions on the largest layout (THB6 2.2, ML6 2.2).
    pub positions: usize,
    /// Progressive units of one seat (ML9 3.5.3; the others take one).
    pub units_max: u8,
    /// Three Card Poker.
    pub three_card: bool,
    /// The house is MBS: sections 5 of its four documents agree.
    pub mbs: bool,
    /// The progressive of a hand that folds still wins (ML6 3.9.1, TCP5 3.9.1).
    pub fold_keeps_awards: bool,
    /// Every award is made of hole cards and flop (ML6 4.2, ML9 4.2).
    pub flop_decides: bool,
}

/// The document of a game.
pub const fn document(game: Game) -> Document {
    let thb6 = Document {
        key: "thb6",
        positions: 7,
        units_max: 1,
        three_card: false,
        mbs: true,
        fold_keeps_awards: false,
        flop_decides: false,
    };
    match game {
        Game::Thb6 => thb6,
        Game::Rws6 => Document {
            key: "rws6",
            mbs: false,
            ..thb6
        },
        Game::Ml6 => Document {
            key: "ml6",
            positions: 6,
            fold_keeps_awards: true,
            flop_decides: true,
            ..thb6
        },
        Game::Ml9 => Document {
            key: "ml9",
            units_max: 5,
            fold_keeps_awards: true,
            flop_decides: true,
            ..thb6
        },
        Game::Tcp5 => Document {
            key: "tcp5",
            three_card: true,
            fold_keeps_awards: true,
            ..thb6
        },
    }
}

impl Document {
    /// Cards of a hand.
    pub const fn hand(&self) -> usize {
        if self.three_card { 3 } else { 2 }
    }

    /// The layout has such an area (THB6 2.2.2, RWS6 2.1.1, TCP5 2.2.2).
    pub const fn has_area(&self, wager: Wager) -> bool {
        match wager {
            Wager::Ante => true,
            Wager::Bonus | Wager::Flop | Wager::Turn | Wager::River => !self.three_card,
            Wager::Play | Wager::PairPlus => self.three_card,
            Wager::AnteBonus | Wager::Progressive => false,
        }
    }

    /// A cause voids the round, given that a player has seen cards or has not (THB6 5.1 to 5.8, RWS6 5.8 to 5.12).
    pub const fn voids(&self, cause: VoidCause, cards_seen: bool) -> bool {
        match cause {
            VoidCause::ForeignCard
            | VoidCause::CardsMissingOrExtra
            | VoidCause::Unshuffled
            | VoidCause::DealerCount
            | VoidCause::CountInDoubt
            | VoidCause::ShiftManager => true,
            VoidCause::DealtIncorrectly => !cards_seen,
            VoidCause::CommunityCount => !self.three_card,
            VoidCause::TwoCardsExposed => self.mbs || !cards_seen,
            VoidCause::TooFewCards | VoidCause::BurntCardKept => !self.mbs,
        }
    }

    /// A fault invalidates a hand (THB6 5.7, 5.9, 6.1, RWS6 5.15, 5.23).
    pub const fn invalidates(&self, fault: HandFault) -> bool {
        match fault {
            HandFault::WrongCount | HandFault::ShiftManager => true,
            HandFault::NotConfidential => self.mbs,
        }
    }
}

/// The cause is noticed "before the commencement of play of the next round" (MBS 5.3, RWS6 5.8.7). Every other one is
/// about a round in its course, which ends when it is paid (THB6 1.1.13, RWS6 1.24).
pub fn outlasts_payment(cause: VoidCause) -> bool {
    matches!(cause, VoidCause::CommunityCount | VoidCause::DealerCount)
}
