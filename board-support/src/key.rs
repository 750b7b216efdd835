//! The page of keys where the linker has put it.
#![expect(
    unsafe_code,
    reason = "the linker knows where the page is, and only a pointer can read it"
)]

use crate::key_page::{self, PAGE_BYTES};
use shared_rules::wire::key::KeyRing;

unsafe extern "C" {
    /// See `memory.x`.
    static _key_start: [u8; PAGE_BYTES];
}

/// The keys that the board has been given.
#[must_use]
pub fn ring() -> KeyRing {
    // SAFETY: the page is flash, which reads as something whatever it holds, and nothing here writes it.
    key_page::read(unsafe { &_key_start })
}
