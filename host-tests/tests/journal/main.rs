//! The journal over a simulated flash: what is written comes back, whatever power and flash do.

mod book;
mod cuts;
mod damage;
mod format;
mod ring;
mod silence;
mod wear;
