//! The dealer's keys, the supervisor's switch and the service door: names and sets of them.
//!
//! A key is *held* while it is settled down, and *pressed* in the one sample that settles it down after it was settled
//! up. A key that is down when the controller starts, or when the chain comes back, was not pressed: the time of its
//! press is unknown.

use crate::chain::Input;
use crate::chain::lanes;

/// A key, or another contact that is wired like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TableKey {
    /// "Place your bets".
    PlaceYourBets,
    /// "No more bets".
    NoMoreBets,
    /// "Void".
    Void,
    /// The supervisor's key switch.
    Supervisor,
    /// The service door, held while it is open.
    ServiceDoor,
}

impl TableKey {
    /// Every key, in the order of the chain.
    pub const ALL: [Self; 5] = [
        Self::PlaceYourBets,
        Self::NoMoreBets,
        Self::Void,
        Self::Supervisor,
        Self::ServiceDoor,
    ];

    /// The input that reads it.
    #[must_use]
    pub const fn input(self) -> Input {
        match self {
            Self::PlaceYourBets => Input::PlaceYourBetsKey,
            Self::NoMoreBets => Input::NoMoreBetsKey,
            Self::Void => Input::VoidKey,
            Self::Supervisor => Input::SupervisorKey,
            Self::ServiceDoor => Input::ServiceDoorOpen,
        }
    }
}

/// A set of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeySet(u8);

impl KeySet {
    /// No key.
    pub const NONE: Self = Self(0);

    /// The keys whose lanes are set.
    pub(crate) const fn of_lanes(word: u64) -> Self {
        Self(lanes::keys(word))
    }

    /// True if `key` is in the set.
    #[must_use]
    pub const fn contains(self, key: TableKey) -> bool {
        self.0 & (1 << key as u8) != 0
    }

    /// True if no key is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The keys of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn insert(&mut self, key: TableKey) {
        self.0 |= 1 << key as u8;
    }
}

impl FromIterator<TableKey> for KeySet {
    fn from_iter<I: IntoIterator<Item = TableKey>>(keys: I) -> Self {
        let mut set = Self::NONE;
        keys.into_iter().for_each(|key| set.insert(key));
        set
    }
}

/// The state of the keys after one sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyReading {
    /// The keys that are down.
    pub held: KeySet,
    /// The keys that went down with this very sample. Each press is reported once: it must be passed on.
    pub pressed: KeySet,
}
