//! The controller's ends of the chain's wires, as embedded-hal's traits. A byte's highest bit goes first.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{self, OutputPin};
use embedded_hal::spi::{self, SpiBus};

use super::Chain;

/// SCK at 1 MHz.
pub(super) const BIT_NS: u64 = 1_000;

/// A chain that its wires and the test have in common.
#[derive(Clone, Debug)]
pub struct SharedChain(Rc<RefCell<Chain>>);

impl SharedChain {
    /// See [`Chain::new`].
    pub fn new(seed: u64) -> Self {
        Self(Rc::new(RefCell::new(Chain::new(seed))))
    }

    /// Looks at the chain, or does something to it.
    pub fn with<T>(&self, visit: impl FnOnce(&mut Chain) -> T) -> T {
        visit(&mut self.0.borrow_mut())
    }

    /// SCK, MOSI and MISO.
    pub fn spi(&self) -> ChainSpi {
        ChainSpi(self.clone())
    }

    /// LATCH, which is high until it is driven.
    pub fn latch(&self) -> Latch {
        Latch(self.clone())
    }

    /// The 595s' /OE, which is high until it is driven.
    pub fn output_enable(&self) -> OutputEnable {
        OutputEnable(self.clone())
    }

    /// The chain's clock.
    pub fn delay(&self) -> Delay {
        Delay(self.clone())
    }
}

/// SCK, MOSI and MISO: mode 0.
#[derive(Debug)]
pub struct ChainSpi(SharedChain);

/// LATCH.
#[derive(Debug)]
pub struct Latch(SharedChain);

/// The 595s' /OE.
#[derive(Debug)]
pub struct OutputEnable(SharedChain);

/// The chain's clock.
#[derive(Debug)]
pub struct Delay(SharedChain);

impl ChainSpi {
    fn exchange(&mut self, byte: u8) -> u8 {
        self.0.with(|chain| {
            (0..8).rev().fold(0, |read, bit| {
                let mosi = byte >> bit & 1 == 1;
                read << 1 | u8::from(exchange_bit(chain, mosi))
            })
        })
    }
}

/// The controller samples MISO at the very edge at which the chips shift.
fn exchange_bit(chain: &mut Chain, mosi: bool) -> bool {
    let miso = chain.miso();
    chain.sck_rises(mosi);
    chain.advance_to(chain.now_ns() + BIT_NS);
    miso
}

impl spi::ErrorType for ChainSpi {
    type Error = Infallible;
}

impl SpiBus<u8> for ChainSpi {
    fn read(&mut self, words: &mut [u8]) -> Result<(), Infallible> {
        words.iter_mut().for_each(|word| *word = self.exchange(0));
        Ok(())
    }

    fn write(&mut self, words: &[u8]) -> Result<(), Infallible> {
        words.iter().for_each(|&word| {
            self.exchange(word);
        });
        Ok(())
    }

    fn transfer(&mut self, read: &mut [u8], write: &[u8]) -> Result<(), Infallible> {
        for index in 0..read.len().max(write.len()) {
            let word = self.exchange(write.get(index).copied().unwrap_or(0));
            if let Some(place) = read.get_mut(index) {
                *place = word;
            }
        }
        Ok(())
    }

    fn transfer_in_place(&mut self, words: &mut [u8]) -> Result<(), Infallible> {
        let whole = words.try_into().ok();
        let at_once = whole.is_some_and(|words| self.0.with(|chain| chain.exchange_whole(words)));
        if !at_once {
            words
                .iter_mut()
                .for_each(|word| *word = self.exchange(*word));
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl digital::ErrorType for Latch {
    type Error = Infallible;
}

impl OutputPin for Latch {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.with(|chain| chain.set_latch(false));
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.with(|chain| chain.set_latch(true));
        Ok(())
    }
}

impl digital::ErrorType for OutputEnable {
    type Error = Infallible;
}

impl OutputPin for OutputEnable {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.with(|chain| chain.set_output_enable(false));
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.with(|chain| chain.set_output_enable(true));
        Ok(())
    }
}

impl DelayNs for Delay {
    fn delay_ns(&mut self, ns: u32) {
        self.0
            .with(|chain| chain.advance_to(chain.now_ns() + u64::from(ns)));
    }
}
