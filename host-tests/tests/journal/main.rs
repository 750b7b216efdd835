//! The journal over a simulated flash: what is written comes back, whatever power and flash do.

mod book;
mod cuts;
mod damage;
mod forgery;
mod format;
mod loss;
mod ring;
mod silence;
mod wear;
