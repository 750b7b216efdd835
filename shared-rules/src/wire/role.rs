//! Roles, and what each of them may do, as one table of data: [`PERMISSIONS`]. Where the supervisor's metal key is
//! needed, it is needed besides the role.

use super::message::{Command, Request};
use crate::round::Event;

/// The role of a key's owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Role {
    /// Deals: opens, closes, enters cards and decisions, settles and pays.
    Dealer = 1,
    /// Deals, and confirms awards.
    Supervisor = 2,
    /// May do everything that a person may do.
    ShiftManager = 3,
    /// Keeps the table in order: its clock and its repairs.
    Technician = 4,
    /// Follows the journal and reads the meters, such as a monitor.
    Reader = 5,
    /// A gateway: carries letters between the table and its pool, which it can neither write nor change.
    Gateway = 6,
    /// The pool of linked tables: its key is for letters, and opens no wire.
    Pool = 7,
    /// The jackpot sign.
    Sign = 8,
    /// The journal: its key never leaves the table and the house, and opens no wire.
    Journal = 9,
}

/// A wire of the table. Its code is part of everything that proves something on it, so that nothing that was said on
/// one wire is good on the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum WireKind {
    /// To the jackpot sign.
    Sign = 1,
    /// To the dealer's console or its gateway.
    Console = 2,
}

impl WireKind {
    /// The byte that stands for it.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 9] = [
        Self::Dealer,
        Self::Supervisor,
        Self::ShiftManager,
        Self::Technician,
        Self::Reader,
        Self::Gateway,
        Self::Pool,
        Self::Sign,
        Self::Journal,
    ];

    /// The byte that stands for it in the page of keys.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The role that this byte stands for.
    #[must_use]
    pub fn of_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.code() == code)
    }

    /// Its name in a file of keys.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dealer => "dealer",
            Self::Supervisor => "supervisor",
            Self::ShiftManager => "shift-manager",
            Self::Technician => "technician",
            Self::Reader => "reader",
            Self::Gateway => "gateway",
            Self::Pool => "pool",
            Self::Sign => "sign",
            Self::Journal => "journal",
        }
    }

    /// The role of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The wire that its key opens.
    #[must_use]
    pub const fn wire(self) -> Option<WireKind> {
        match self {
            Self::Pool | Self::Journal => None,
            Self::Sign => Some(WireKind::Sign),
            _ => Some(WireKind::Console),
        }
    }

    /// True if it may do this.
    #[must_use]
    pub fn may(self, action: Action) -> bool {
        action.roles().contains(&self)
    }
}

/// Something that a request or a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Reads: meters, noise, the journal.
    Read,
    /// Carries letters between the table and its pool.
    Relay,
    /// Deals a round.
    Deal,
    /// Sets the clock.
    Clock,
    /// Says that the betting device works again.
    Repair,
    /// Confirms an award.
    Confirm,
    /// Decides what the rules leave to the house, and voids a round that has been settled.
    Rule,
    /// Configures the table.
    Configure,
    /// Joins a link, leaves it, or pays without it.
    Link,
}

use Role::{Dealer, Gateway, Reader, ShiftManager, Supervisor, Technician};

/// The roles that may do something, the least of them first.
pub const PERMISSIONS: [(Action, &[Role]); 9] = [
    (
        Action::Read,
        &[
            Reader,
            Gateway,
            Technician,
            Dealer,
            Supervisor,
            ShiftManager,
        ],
    ),
    (Action::Relay, &[Gateway, ShiftManager]),
    (Action::Deal, &[Dealer, Supervisor, ShiftManager]),
    (Action::Clock, &[Technician, ShiftManager]),
    (Action::Repair, &[Technician, ShiftManager]),
    (Action::Confirm, &[Supervisor, ShiftManager]),
    (Action::Rule, &[ShiftManager]),
    (Action::Configure, &[ShiftManager]),
    (Action::Link, &[ShiftManager]),
];

impl Action {
    /// The roles that may do it, the least of them first.
    #[must_use]
    pub fn roles(self) -> &'static [Role] {
        let row = PERMISSIONS.iter().find(|(action, _)| *action == self);
        row.map_or(&[], |(_, roles)| *roles)
    }

    /// What a command does, at a table whose round is settled, or not yet.
    #[must_use]
    pub const fn of_command(command: &Command, is_settled: bool) -> Self {
        match command {
            Command::Round(event) => Self::of_event(event, is_settled),
            Command::Confirm => Self::Confirm,
            Command::Configure(_) => Self::Configure,
            Command::Clock(_) => Self::Clock,
            Command::Overrule(_) => Self::Rule,
            Command::Link(_) => Self::Link,
        }
    }

    const fn of_event(event: &Event, is_settled: bool) -> Self {
        match event {
            Event::Void(..) if is_settled => Self::Rule,
            Event::NextRounds(..)
            | Event::ShiftManager(_)
            | Event::HoldPlayer(..)
            | Event::PermitWithdrawal(_) => Self::Rule,
            Event::DeviceRepaired => Self::Repair,
            _ => Self::Deal,
        }
    }

    /// What a request does; none for a command, which says so itself.
    #[must_use]
    pub const fn of_request(request: &Request<'_>) -> Option<Self> {
        match request {
            Request::Command(_) => None,
            Request::Relay | Request::Letter(_) => Some(Self::Relay),
            Request::Hello
            | Request::Meters
            | Request::Follow(_)
            | Request::Noise
            | Request::Hits(_)
            | Request::Sign => Some(Self::Read),
        }
    }
}
