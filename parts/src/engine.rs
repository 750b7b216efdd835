//! The engine of a table: whatever sits between the felt and the wires, such as the portable controller on the host or
//! the image on a simulated chip. The same rounds are played on either.

use std::fmt::Debug;

use crate::chain::{Change, Cut, SharedChain};
use crate::wire::{Faults, Lane};

/// A key of a simulated table: its number, the byte that stands for its role, and its bytes.
pub type SimulatedKey = (u8, u8, [u8; 32]);

/// The bytes of the key that a simulated table shares with its pool.
pub const POOL_KEY: [u8; 32] = [0xa5; 32];

/// The keys of every simulated table: one for each role, numbered like the roles.
pub const KEYS: [SimulatedKey; 9] = [
    (1, 1, [0x51; 32]),
    (2, 2, [0x52; 32]),
    (3, 3, [0x53; 32]),
    (4, 4, [0x54; 32]),
    (5, 5, [0x55; 32]),
    (6, 6, [0x56; 32]),
    (7, 7, POOL_KEY),
    (8, 8, [0x58; 32]),
    (9, 9, [0x59; 32]),
];

/// An engine that can be created new.
pub trait FreshEngine: TableEngine {
    /// A new engine: its journal is blank, and it has no power.
    fn fresh() -> Self;
}

/// The part of a table that runs the rounds.
pub trait TableEngine: Debug + Sized + 'static {
    /// True if the engine is under test: a test then fails if the console cannot read one of its messages. If false,
    /// the engine is another program, and messages that cannot be read are ignored.
    const SPEAKS_THE_PROTOCOL: bool = true;

    /// Switches power on.
    fn power_on(&mut self, chain: &SharedChain);

    /// Switches power off: the contents of RAM are lost.
    fn power_off(&mut self, chain: &SharedChain);

    /// True while the engine has power.
    fn is_powered(&self) -> bool;

    /// Runs the millisecond that ends at `now_ms`, with the bytes that have arrived on both wires.
    fn step(&mut self, now_ms: u64, chain: &SharedChain, sign: &mut Lanes, console: &mut Lanes);

    /// Applies a change to the felt: the felt of this chain, unless the engine has a chain of its own.
    fn change(&mut self, chain: &SharedChain, change: Change) {
        chain.with(|chain| chain.apply(change));
    }

    /// Cuts a data line of that chain, or mends it.
    fn cut(&mut self, chain: &SharedChain, cut: Option<Cut>) {
        chain.with(|chain| chain.set_cut(cut));
    }

    /// The outputs that the 595s drive, one bit per line.
    fn lit(&self, chain: &SharedChain) -> u64 {
        chain.with(|chain| chain.lit())
    }

    /// True if the engine is known to have stopped taking events.
    fn is_halted(&self) -> bool {
        false
    }
}

/// Both directions of a wire, as the table's end has them.
#[derive(Debug)]
pub struct Lanes {
    /// From the table.
    pub out: Lane,
    /// To the table.
    pub back: Lane,
}

impl Lanes {
    /// A sound cable. The seed decides its later faults.
    pub fn new(seed: u64) -> Lanes {
        Lanes {
            out: Lane::new(seed, Faults::NONE),
            back: Lane::new(seed.wrapping_add(1), Faults::NONE),
        }
    }

    /// Pulls the plug, or puts it back.
    pub fn cut(&mut self, is_cut: bool) {
        self.out.cut(is_cut);
        self.back.cut(is_cut);
    }

    /// Changes the rates of faults.
    pub fn set_rates(&mut self, rates: Faults) {
        self.out.set_rates(rates);
        self.back.set_rates(rates);
    }
}
