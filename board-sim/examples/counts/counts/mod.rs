//! Instructions that things take on the core, every issued one, also where its condition fails: of single functions in
//! a probe, and of the whole image at work.

pub mod lines;
pub mod played;
pub mod probe;
pub mod second;
pub mod start;
pub mod work;
