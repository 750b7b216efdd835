//! The programs that go on boards: the controller's and the sign's. Each has a board and a budget of its own; the
//! memory of both chips is the same.

use crate::image::budget::{self, Budget};

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The table's.
    Controller,
    /// The jackpot sign's.
    Sign,
}

impl Program {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Controller, Self::Sign];

    /// The package and its binary.
    #[must_use]
    pub const fn package(self) -> &'static str {
        match self {
            Self::Controller => "firmware",
            Self::Sign => "sign-board",
        }
    }

    /// The words on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Controller => "the controller",
            Self::Sign => "the sign",
        }
    }

    /// The word beside the image's check that names its board.
    #[must_use]
    pub const fn kind(self) -> u32 {
        u32::from_le_bytes(match self {
            Self::Controller => *b"COIN",
            Self::Sign => *b"SIGN",
        })
    }

    /// The program with this word, if there is one.
    #[must_use]
    pub fn of_kind(kind: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|program| program.kind() == kind)
    }

    /// The chip, as probe-rs calls it; none where its settings name it.
    #[must_use]
    pub const fn chip(self) -> Option<&'static str> {
        match self {
            Self::Controller => None,
            Self::Sign => Some("STM32L476RG"),
        }
    }

    /// The most that it may take of flash, static RAM and stack.
    #[must_use]
    pub const fn budgets(self) -> [Budget; 3] {
        match self {
            Self::Controller => [budget::FLASH, budget::RAM, budget::STACK],
            Self::Sign => budget::SIGN,
        }
    }
}
