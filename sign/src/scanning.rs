//! The rates of the row scan, each with its unit and reason.

use crate::frames::SCANNED_ROWS;

/// Refreshes a second: above 200 Hz neither the eye nor a camera at 1/100 s sees rows.
pub const REFRESH_HZ: u32 = 200;

/// Scanned rows a second.
#[expect(clippy::cast_possible_truncation, reason = "16 rows")]
pub const SLOTS_HZ: u32 = REFRESH_HZ.saturating_mul(SCANNED_ROWS as u32);

/// The time for which a row is lit in each slot of 312.5 us: the brightness. The rest of the slot has room for shifting
/// the next row in the dark, which takes 12 us, and for being late by 50 us.
pub const LIT_US: u32 = 250;
