//! The checks behind the fuzz targets: each plays an input, and panics if a property that must hold for every input is
//! broken. `docs/fuzzing.md` explains the purpose of each target.
#![forbid(unsafe_code)]

pub mod console;
pub mod frames;
pub mod hostile;
pub mod input;
pub mod journal;
pub mod sessions;
pub mod settle;
pub mod sign;
