//! Why the program ended, kept in RAM across the reset and written down by the next start.
//!
//! Faults and panics say it in `fault`; whoever lets the watchdog bite says why before. A reset without words is
//! named by the chip itself.
#![expect(
    unsafe_code,
    reason = "memory that outlives a reset has to be asked for"
)]

use core::mem::MaybeUninit;
use core::ptr::{self, addr_of, addr_of_mut};

use embassy_stm32::pac;
use shared_rules::ledger::LastWords;
use shared_rules::wire::frame::check;

/// The longest text: that of an entry.
const TEXT_BYTES: usize = 64;

/// RAM holds chance after power comes: the check tells words from that.
#[repr(C)]
#[derive(Clone, Copy)]
struct Words {
    check: u32,
    length: u32,
    text: [u8; TEXT_BYTES],
}

/// Not cleared by the start-up code.
#[unsafe(link_section = ".uninit.last_words")]
static mut KEPT: MaybeUninit<Words> = MaybeUninit::uninit();

/// What the chip says about its last reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResetCause {
    /// Power, the reset pin, or a debugger.
    Outside,
    Watchdog,
    Software,
}

impl ResetCause {
    /// Reads the flags, and clears them for the next time.
    pub(super) fn read() -> Self {
        let flags = pac::RCC.csr().read();
        pac::RCC.csr().modify(|csr| csr.set_rmvf(true));
        if flags.borrstf() {
            Self::Outside
        } else if flags.iwdgrstf() {
            Self::Watchdog
        } else if flags.sftrstf() {
            Self::Software
        } else {
            Self::Outside
        }
    }
}

/// The last words of the program before this one, if it did not just lose its power.
pub(super) fn take(cause: ResetCause) -> Option<LastWords> {
    // SAFETY: any bytes are a `Words`, and nobody else looks at it: interrupts that might are not enabled yet.
    let words = unsafe { ptr::read_volatile(addr_of!(KEPT).cast::<Words>()) };
    keep("");
    let said = words.read();
    match (said, cause) {
        (_, ResetCause::Outside) => None,
        (Some(said), _) if !said.is_empty() => Some(said),
        (_, ResetCause::Watchdog) => LastWords::try_from("watchdog, without a word").ok(),
        (_, ResetCause::Software) => LastWords::try_from("reset, without a word").ok(),
    }
}

impl Words {
    fn new(text: &str) -> Self {
        let mut words = Self {
            check: 0,
            length: u32::try_from(text.len().min(TEXT_BYTES)).unwrap_or_default(),
            text: [0; TEXT_BYTES],
        };
        let bytes = words.text.iter_mut().zip(text.bytes());
        bytes.for_each(|(to, from)| *to = from);
        words.check = words.expected_check();
        words
    }

    fn read(&self) -> Option<LastWords> {
        if self.check != self.expected_check() {
            return None;
        }
        let text = self.text.get(..self.length as usize)?;
        LastWords::try_from(core::str::from_utf8(text).ok()?).ok()
    }

    fn expected_check(&self) -> u32 {
        check(&[&self.length.to_le_bytes(), &self.text])
    }
}

/// Keeps words for the next start.
pub(super) fn keep(text: &str) {
    // SAFETY: one word of it is in use at a time, since whoever calls this is about to end the program or has
    // just started it.
    unsafe { ptr::write_volatile(addr_of_mut!(KEPT).cast::<Words>(), Words::new(text)) };
}
