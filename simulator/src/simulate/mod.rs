//! Random histories from a seed: steps of everybody around a table, on a layer under test and on the oracle's reference
//! model, with every cent, every lamp and every line of the sign that the layer shows checked after each.
//!
//! ```text
//! dice -> history step -> comparison ---------> stage: controller or table  -> observed --.
//!                             '-> translate -> oracle's reference           -> expected --+-> difference, if any
//!                                                    '-> events told -> stage: round or ledger
//! ```

mod check;
mod compare;
mod counts;
mod dice;
mod events;
pub mod history;
mod life;
mod mishaps;
mod run;
mod shrink;
mod soak;
pub mod stage;
pub mod translate;

pub use check::{Difference, Observed, agree, meters_agree, worths_agree};
pub use compare::{Comparison, Tamper};
pub use counts::{CountKind, Counts};
pub use dice::{Dice, Luck};
pub use events::EventComparison;
pub use life::Life;
pub use run::{Failure, Layer, RandomRun, RunPlan, honest, replay, run};
pub(crate) use shrink::shortest;
pub use shrink::shrink;
pub use soak::{Soak, soak};
