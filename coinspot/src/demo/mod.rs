//! `coinspot demo`: an evening at the live table without a browser. The same table and the same asks as behind the
//! page, in virtual time.

pub mod blocks;
mod evening;
mod plan;
mod told;

pub use evening::Evening;
pub use plan::{Plan, plans};
pub use told::Told;
