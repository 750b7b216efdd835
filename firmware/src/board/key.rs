//! The keys that this table shares with its console and, if it is linked, with its pool: read from a flash page of
//! their own, which `cargo xtask key` writes when the board is provisioned, and which stays when an image is flashed.
//!
//! ```text
//! for each: key: 32 bytes, CRC-32C of them: 4 bytes, low byte first, then 4 bytes of padding
//! ```
#![expect(
    unsafe_code,
    reason = "the linker knows where the page is, and only a pointer can read it"
)]

use link::frame::check;
use shared_rules::wire::key::{KEY_BYTES, SharedKey};

#[repr(C)]
struct Place {
    key: [u8; KEY_BYTES],
    check: [u8; 4],
    padding: [u8; 4],
}

#[repr(C)]
struct Page {
    console: Place,
    pool: Place,
}

unsafe extern "C" {
    /// See `memory.x`.
    static _key_start: Page;
}

/// The key of the console, if the board has been given one.
pub(super) fn of_console() -> Option<SharedKey> {
    read(&page().console)
}

/// The key of the pool, likewise.
pub(super) fn of_pool() -> Option<SharedKey> {
    read(&page().pool)
}

fn page() -> &'static Page {
    // SAFETY: the page is flash, which reads as something whatever it holds, and nothing here writes it.
    unsafe { &_key_start }
}

fn read(place: &Place) -> Option<SharedKey> {
    let is_whole = check(&[&place.key]) == u32::from_le_bytes(place.check);
    is_whole.then(|| SharedKey::new(place.key))
}
