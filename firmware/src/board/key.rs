//! The key that this table shares with its console: read from a flash page of its own, which `cargo xtask key` writes
//! when the board is provisioned, and which stays when an image is flashed.
//!
//! ```text
//! key: 32 bytes, CRC-32C of them: 4 bytes, low byte first
//! ```
#![expect(
    unsafe_code,
    reason = "the linker knows where the page is, and only a pointer can read it"
)]

use link::frame::check;
use shared_rules::wire::key::{KEY_BYTES, SharedKey};

#[repr(C)]
struct Page {
    key: [u8; KEY_BYTES],
    check: [u8; 4],
}

unsafe extern "C" {
    /// See `memory.x`.
    static _key_start: Page;
}

/// The key, if the board has been given one.
pub(super) fn read() -> Option<SharedKey> {
    // SAFETY: the page is flash, which reads as something whatever it holds, and nothing here writes it.
    let page = unsafe { &_key_start };
    let is_whole = check(&[&page.key]) == u32::from_le_bytes(page.check);
    is_whole.then(|| SharedKey::new(page.key))
}
