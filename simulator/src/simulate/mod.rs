//! Whole evenings from a seed: random steps of everybody around a table, on the portable controller and on a slow
//! reference, with every cent, every lamp and every line of the sign checked after each.
//!
//! ```text
//! dice -> step -> play -> stage: the table      -> what is seen --.
//!                    '--> reference             -> expected ------+-> difference, if there is one
//! ```

mod check;
mod counts;
mod dice;
mod evening;
pub mod history;
mod life;
mod mishaps;
mod play;
pub mod reference;
mod shrink;
mod soak;
pub mod stage;

pub use check::{Difference, Observed};
pub use counts::{Counts, Kind};
pub use dice::{Dice, Luck};
pub use evening::{Evening, Failure, Plan, evening, honest, replay};
pub use life::Life;
pub use play::{Play, Tamper};
pub use shrink::shrink;
pub use soak::{Soak, soak};
