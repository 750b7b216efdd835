//! Pins by name, and the levels at which the chip drives them.

use std::fmt;

/// A port of sixteen pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "named as in the manual")]
pub enum Port {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl Port {
    /// All of them, in the order of their addresses.
    pub const ALL: [Self; 8] = {
        use Port::{A, B, C, D, E, F, G, H};
        [A, B, C, D, E, F, G, H]
    };
}

/// One pin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChipPin {
    /// Its port.
    pub port: Port,
    /// Its number there, 0-15.
    pub number: u8,
}

impl ChipPin {
    const fn of(port: Port, number: u8) -> Self {
        Self { port, number }
    }

    /// A pin of port A, as in PA5.
    #[must_use]
    pub const fn a(number: u8) -> Self {
        Self::of(Port::A, number)
    }

    /// A pin of port B.
    #[must_use]
    pub const fn b(number: u8) -> Self {
        Self::of(Port::B, number)
    }

    /// A pin of port C.
    #[must_use]
    pub const fn c(number: u8) -> Self {
        Self::of(Port::C, number)
    }
}

impl fmt::Debug for ChipPin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{:?}{}", self.port, self.number)
    }
}

/// The chip's drive of a pin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Drive {
    /// Not driven: the level comes from outside.
    #[default]
    Released,
    /// Driven low.
    Low,
    /// Driven high.
    High,
}

impl Drive {
    /// Driven to this level.
    #[must_use]
    pub const fn level(is_high: bool) -> Self {
        if is_high { Self::High } else { Self::Low }
    }
}
