//! The journal over a simulated flash: what is written comes back, whatever power and flash do.

mod aged;
mod book;
pub(crate) mod cuts;
pub(crate) mod damage;
mod forgery;
pub(crate) mod format;
mod kept;
mod loss;
mod ring;
pub(crate) mod silence;
mod traces;
