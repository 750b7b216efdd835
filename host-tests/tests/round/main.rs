//! The round as a state machine, against the documents' irregularities and random histories.

mod after_close;
mod antes;
mod bets;
mod dealing_errors;
mod device;
mod free;
mod hands;
mod limits;
mod play;
mod players;
mod power;
mod prelude;
mod progressive;
pub(crate) mod random;
mod reconstructed;
mod void;
