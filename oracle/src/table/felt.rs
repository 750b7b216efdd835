//! The felt, and the readings of its sensors ("Shift chain" in the board's description).

use super::round::SEATS;
use super::words::{Cut, Trouble};

const GATES: usize = 5;

/// Why a seat's chips are not believed, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wrong {
    /// Nothing comes through the chain.
    Chain,
    /// The cable is pulled: every line is at its pull-up, the Ante's too.
    Unplugged,
    /// A beam is seen in the dark.
    Light,
    /// A gate is blocked above one that is clear.
    Hole,
    /// Chips lay there when betting opened, and have not been away since.
    NotEmpty,
}

/// The reading of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs, reason = "named as on the felt")]
pub struct Seen {
    pub chips: u8,
    pub ante: bool,
    pub wrong: Option<Wrong>,
}

/// The felt, and what the sensors remember.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "named as on the felt")]
pub struct Felt {
    pub chips: [u8; SEATS],
    pub antes: [bool; SEATS],
    pub plugged: [bool; SEATS],
    pub gates: [[Option<Trouble>; GATES]; SEATS],
    pub cut: Option<Cut>,
    pub supervisor: bool,
    /// The fault of each seat that stands, but for chips left over.
    standing: [Option<Wrong>; SEATS],
    /// The Ante of each seat as it was read last.
    read_antes: [bool; SEATS],
    left_over: [bool; SEATS],
}

impl Default for Felt {
    fn default() -> Felt {
        Felt {
            chips: [0; SEATS],
            antes: [false; SEATS],
            plugged: [true; SEATS],
            gates: [[None; GATES]; SEATS],
            cut: None,
            supervisor: false,
            standing: [None; SEATS],
            read_antes: [false; SEATS],
            left_over: [false; SEATS],
        }
    }
}

impl Felt {
    /// The first readings after a change: a hole reads as no chips until it has lasted.
    pub fn at_once(&mut self) -> [Seen; SEATS] {
        self.look(false)
    }

    /// The readings when everything has come to rest.
    pub fn at_rest(&mut self) -> [Seen; SEATS] {
        self.look(true)
    }

    fn look(&mut self, at_rest: bool) -> [Seen; SEATS] {
        std::array::from_fn(|seat| self.see(seat, at_rest))
    }

    fn see(&mut self, seat: usize, at_rest: bool) -> Seen {
        if self.cut.is_some() {
            self.read_antes[seat] = false;
            return Seen {
                wrong: Some(Wrong::Chain),
                ..Seen::default()
            };
        }
        let count = self.count(seat);
        let evidence = match count {
            _ if !self.plugged[seat] => Some(Wrong::Unplugged),
            _ if self.gates[seat].contains(&Some(Trouble::Light)) => Some(Wrong::Light),
            None if at_rest => Some(Wrong::Hole),
            _ => None,
        };
        // Nothing is read at a seat with a beam in the dark ("Trusting the reading"): the Ante read before stands.
        if !matches!(evidence, Some(Wrong::Unplugged | Wrong::Light)) {
            self.read_antes[seat] = self.antes[seat];
        }
        // A fault stands until all evidence has been missing for a while; the worst that was seen is its name.
        self.standing[seat] = match (self.standing[seat], evidence) {
            (Some(standing), Some(evidence)) => Some(standing.min(evidence)),
            (Some(standing), None) if !at_rest => Some(standing),
            (_, evidence) => evidence,
        };
        let is_empty = self.standing[seat].is_none() && count == Some(0);
        self.left_over[seat] &= !is_empty;
        let left_over = self.left_over[seat].then_some(Wrong::NotEmpty);
        let wrong = self.standing[seat].or(left_over);
        Seen {
            chips: count.filter(|_| wrong.is_none()).unwrap_or(0),
            ante: self.read_antes[seat] && wrong != Some(Wrong::Unplugged),
            wrong,
        }
    }

    /// Betting opens: what is not seen empty now is flagged, not counted.
    pub fn open_betting(&mut self) {
        for seat in 0..SEATS {
            let seen = self.see(seat, true);
            let is_empty = self.count(seat) == Some(0);
            self.left_over[seat] =
                !(is_empty && matches!(seen.wrong, None | Some(Wrong::NotEmpty)));
        }
    }

    /// Power is gone, and with it what the sensors remember.
    pub fn forget(&mut self) {
        self.standing = [None; SEATS];
        self.read_antes = [false; SEATS];
        self.left_over = [false; SEATS];
    }

    /// Blocked gates from the bottom, or none where they are no stack.
    fn count(&self, seat: usize) -> Option<u8> {
        let blocked: [bool; GATES] = std::array::from_fn(|gate| match self.gates[seat][gate] {
            Some(Trouble::Blocked) => true,
            Some(Trouble::Leaking | Trouble::Light) => false,
            None => gate < usize::from(self.chips[seat]),
        });
        let height = blocked.iter().take_while(|blocked| **blocked).count();
        let is_stack = blocked[height..].iter().all(|blocked| !blocked);
        is_stack.then(|| u8::try_from(height).expect("at most five"))
    }
}
