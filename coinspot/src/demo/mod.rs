//! `coinspot demo`: an evening at the live table without a browser. The same table and the same asks as behind the
//! page, in virtual time.

pub mod blocks;
mod evening;
mod plan;
mod summary;

pub use evening::DemoEvening;
pub use plan::{DemoPlan, plans};
pub use summary::RoundSummary;
