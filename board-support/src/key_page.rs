//! The page of keys: every key that the table shares with a person or a device, in a flash page of its own, which
//! `cargo xtask key` writes when the board is provisioned, and which stays when an image is flashed.
//!
//! ```text
//! for each key: number, role, 00 00, key: 32 bytes, CRC-32C of these 36: 4 bytes, low byte first
//! ```
//! A record takes five double-words of the flash, so that a further key can be written behind the last one.

use link::frame::check;
use shared_rules::wire::key::{KEY_BYTES, KeyEntry, KeyRing, RING_MAX, SharedKey};
use shared_rules::wire::role::Role;

/// Bytes of a record.
pub const RECORD_BYTES: usize = 40;

/// Bytes of the page that may hold records.
pub const PAGE_BYTES: usize = RECORD_BYTES * RING_MAX;

/// The keys of a page. A record that is damaged, empty or of an unknown role is no key.
#[inline(never)]
#[must_use]
pub fn read(page: &[u8]) -> KeyRing {
    let mut ring = KeyRing::new();
    let (records, _) = page.as_chunks::<RECORD_BYTES>();
    for entry in records.iter().filter_map(read_record) {
        // Of two records with one number the first counts.
        let _ = ring.add(entry);
    }
    ring
}

fn read_record(record: &[u8; RECORD_BYTES]) -> Option<KeyEntry> {
    let (content, crc) = record.split_last_chunk::<4>()?;
    if check(&[content]) != u32::from_le_bytes(*crc) {
        return None;
    }
    let ([number, role, 0, 0], key) = content.split_first_chunk::<4>()? else {
        return None;
    };
    let key: [u8; KEY_BYTES] = key.try_into().ok()?;
    Some(KeyEntry {
        number: *number,
        role: Role::of_code(*role)?,
        key: SharedKey::new(key),
    })
}
