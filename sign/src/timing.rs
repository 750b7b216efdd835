//! The durations of the sign's display, in milliseconds, each with its reason.

/// From receiving an amount to showing it in full. The current total has 1 s to reach the players; this leaves 200 ms
/// of it for the link and for the last frame.
pub const ROLL_MS: u64 = 800;

/// Between two frames while digits roll: 50 frames a second look smooth, and a frame is drawn in a small part of that
/// time.
pub const FRAME_MS: u64 = 20;

/// The time for which a page stays when pages take turns. Three short lines are read in less, and a fault never hides
/// the amount for longer.
pub const TURN_MS: u64 = 2_000;

/// The silence after which the link is lost: the same on both ends of the wire.
pub use link::SILENCE_MS;
