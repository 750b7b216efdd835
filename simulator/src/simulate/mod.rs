//! Random histories from a seed: steps of everybody around a table, on the portable controller and on the oracle's
//! reference model, with every cent, every lamp and every line of the sign checked after each.
//!
//! ```text
//! dice -> history step -> comparison -> stage: the table                -> observed --.
//!                                  '--> translate -> oracle's reference -> expected --+-> difference, if there is one
//! ```

mod check;
mod compare;
mod counts;
mod dice;
pub mod history;
mod life;
mod mishaps;
mod run;
mod shrink;
mod soak;
pub mod stage;
pub mod translate;

pub use check::{Difference, Observed};
pub use compare::{Comparison, Tamper};
pub use counts::{CountKind, Counts};
pub use dice::{Dice, Luck};
pub use life::Life;
pub use run::{Failure, RandomRun, RunPlan, honest, replay, run};
pub use shrink::shrink;
pub use soak::{Soak, soak};
