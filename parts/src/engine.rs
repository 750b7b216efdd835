//! The engine of a table: whatever sits between the felt and the wires, such as the portable controller on the host or
//! the image on a simulated chip. The same rounds are played on either.

use std::fmt::Debug;

use crate::chain::{Change, Cut, SharedChain};
use crate::wire::{Faults, Lane};

/// The bytes of the key that a simulated table and its console share.
pub const KEY: [u8; 32] = [0x5a; 32];

/// An engine that can be had new.
pub trait FreshEngine: TableEngine {
    /// A new one: its journal is blank, and it has no power.
    fn fresh() -> Self;
}

/// An engine.
pub trait TableEngine: Debug + Sized + 'static {
    /// Whether it is part of what is tested. Then it speaks the protocol, or the test has found something; of another
    /// program the table around it only takes what can be read.
    const SPEAKS_THE_PROTOCOL: bool = true;

    /// Power comes.
    fn power_on(&mut self, chain: &SharedChain);

    /// Power goes: everything in RAM is gone.
    fn power_off(&mut self, chain: &SharedChain);

    /// Whether there is power.
    fn is_powered(&self) -> bool;

    /// Lives through the millisecond that ends now, with what has arrived on both wires.
    fn step(&mut self, now_ms: u64, chain: &SharedChain, sign: &mut Lanes, console: &mut Lanes);

    /// Something happens on the felt, which is this chain's unless what runs the table has one of its own.
    fn change(&mut self, chain: &SharedChain, change: Change) {
        chain.with(|chain| chain.apply(change));
    }

    /// A data line of that chain is cut, or mended.
    fn cut(&mut self, chain: &SharedChain, cut: Option<Cut>) {
        chain.with(|chain| chain.set_cut(cut));
    }

    /// What the 595s drive, bit by bit.
    fn lit(&self, chain: &SharedChain) -> u64 {
        chain.with(|chain| chain.lit())
    }

    /// Whether it has stopped taking events, as far as can be seen from here.
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
    /// A sound cable; the seed decides what goes wrong on it later.
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

    /// Changes what goes wrong on it.
    pub fn set_rates(&mut self, rates: Faults) {
        self.out.set_rates(rates);
        self.back.set_rates(rates);
    }
}
