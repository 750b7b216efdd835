//! The last words: the reason for the program's end, kept in RAM across the reset and written down by the next start.
//!
//! Faults and panics leave their words in `fault`; the health task leaves words before the watchdog resets the chip. A
//! reset without words is named by the chip's own flags.
#![expect(
    unsafe_code,
    reason = "memory that outlives a reset has to be asked for"
)]

use core::array;
use core::mem::{self, MaybeUninit};
use core::ptr::{self, addr_of, addr_of_mut};

use link::frame::check;
use shared_rules::ledger::{LAST_WORDS_MAX, LastWords};

/// The longest text: that of an entry.
pub const TEXT_BYTES: usize = LAST_WORDS_MAX;

/// The text that is kept. RAM holds random bytes after power-up: the check tells words from those.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KeptWords {
    check: u32,
    length: u32,
    text: [u8; TEXT_BYTES],
}

/// Not cleared by the start-up code.
#[unsafe(link_section = ".uninit.last_words")]
static mut KEPT: MaybeUninit<RawWords> = MaybeUninit::uninit();

/// [`KeptWords`] as RAM holds them. A volatile access takes an instruction each, so it is made by words and not by bytes.
type RawWords = [u32; size_of::<KeptWords>() / 4];

/// The chip's report about its last reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetCause {
    /// Power, the reset pin, or a debugger.
    Outside,
    /// The watchdog was not fed.
    Watchdog,
    /// The program has reset itself.
    Software,
}

/// The last words of the program before this one, unless it just lost its power.
#[inline(never)]
pub fn take(cause: ResetCause) -> Option<LastWords> {
    let kept = addr_of!(KEPT).cast::<u32>();
    // SAFETY: the index is within it, and nothing else uses it: interrupts that might are not enabled yet.
    let raw: RawWords = array::from_fn(|index| unsafe { ptr::read_volatile(kept.add(index)) });
    // SAFETY: any bytes are a `KeptWords`, which has no gaps.
    let words = unsafe { mem::transmute::<RawWords, KeptWords>(raw) };
    keep(KeptWords::of(""));
    let said = words.read();
    match (said, cause) {
        (_, ResetCause::Outside) => None,
        (Some(said), _) if !said.as_bytes().is_empty() => Some(said),
        (_, ResetCause::Watchdog) => LastWords::try_from("watchdog, without a word").ok(),
        (_, ResetCause::Software) => LastWords::try_from("reset, without a word").ok(),
    }
}

impl KeptWords {
    /// These words.
    pub fn of(text: &str) -> Self {
        let nothing = Self {
            check: 0,
            length: 0,
            text: [0; TEXT_BYTES],
        };
        nothing.then(text)
    }

    /// Appends this text, as far as there is room.
    pub fn then(mut self, text: &str) -> Self {
        text.bytes().for_each(|byte| self.push(byte));
        self
    }

    /// Appends this number, in eight digits. By hand: formatting it takes more code than all of this.
    pub fn then_hex(self, number: u32) -> Self {
        let mut words = self.then("0x");
        for place in (0..8).rev() {
            let digit = char::from_digit(number >> (4 * place) & 15, 16);
            words.push(digit.map_or(b'?', |digit| digit as u8));
        }
        words
    }

    /// Appends this byte of a text, if there is room.
    pub fn push(&mut self, byte: u8) {
        if let Some(place) = self.text.get_mut(self.length as usize) {
            *place = byte;
            self.length += 1;
        }
    }

    fn read(&self) -> Option<LastWords> {
        if self.check != self.expected_check() {
            return None;
        }
        let text = self.text.get(..self.length as usize)?;
        LastWords::try_from(text).ok()
    }

    fn expected_check(&self) -> u32 {
        check(&[&self.length.to_le_bytes(), &self.text])
    }
}

/// Keeps words for the next start.
pub fn keep(mut words: KeptWords) {
    words.check = words.expected_check();
    // SAFETY: `KeptWords` has no gaps.
    let raw = unsafe { mem::transmute::<KeptWords, RawWords>(words) };
    let kept = addr_of_mut!(KEPT).cast::<u32>();
    for (index, word) in raw.into_iter().enumerate() {
        // SAFETY: the index is within it, and the caller is about to end the program or has just started it.
        unsafe { ptr::write_volatile(kept.add(index), word) };
    }
}
