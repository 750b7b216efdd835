//! What the fuzz targets do with an input, and what must hold for every input there is. A target panics where it does
//! not. `docs/fuzzing.md` says what each of them is for.
#![forbid(unsafe_code)]

pub mod console;
pub mod frames;
pub mod hostile;
pub mod input;
pub mod journal;
pub mod sessions;
pub mod settle;
pub mod sign;
