//! The key that this table shares with its console: in a flash page of its own, written by `cargo xtask key` when
//! the board is provisioned, and left alone when an image is flashed.
//!
//! ```text
//! key: 32 bytes, CRC-32C of them: 4 bytes, low byte first
//! ```
#![expect(
    unsafe_code,
    reason = "the linker knows where the page is, and only a pointer can read it"
)]

use core::ptr::{self, addr_of};

use shared_rules::wire::frame::CHECK;
use shared_rules::wire::key::{KEY_BYTES, Key};

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
pub(super) fn read() -> Option<Key> {
    // SAFETY: the page is flash, which reads as something whatever it holds. Volatile, because the compiler has not
    // seen who writes it.
    let page = unsafe { ptr::read_volatile(addr_of!(_key_start)) };
    let check = u32::from_le_bytes(page.check);
    (CHECK.checksum(&page.key) == check).then(|| Key::new(page.key))
}
