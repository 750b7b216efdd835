//! The durations of the sign's display, in milliseconds or turns, each with its reason.

/// From receiving an amount to showing it in full. The current total has 1 s to reach the players; this leaves 200 ms
/// of it for the link and for the last frame.
pub const ROLL_MS: u64 = 800;

/// Between two frames while digits roll: 50 frames a second look smooth, and a frame is drawn in a small part of that
/// time.
pub const FRAME_MS: u64 = 20;

/// The time for which a page stays when pages take turns. Three short lines are read in less, and a fault never hides
/// the amount for longer.
pub const TURN_MS: u64 = 2_000;

/// Rounds of the other pages before a page of the limits. Without news three quarters of the time are the jackpot's; the
/// three pages that a game needs have all been shown after 24 s, which is less than a round of play takes.
pub const ROUNDS_BEFORE_LIMITS: usize = 3;

/// The silence after which the link is lost: the same on both ends of the wire.
pub use link::SILENCE_MS;

/// The time of each picture of the self-test: enough to look over 4,096 dots for one that differs.
pub const TEST_PICTURE_MS: u64 = 2_000;
