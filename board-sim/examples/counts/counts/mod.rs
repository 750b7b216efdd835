//! Instructions that things take on the core, every issued one, also where its condition fails: of single functions in
//! a probe, and of the whole image at work.

mod lines;
mod probe;
mod second;
mod work;

pub use lines::{Line, lines};
pub use probe::{Count, Level, Probe};
pub use second::Second;
pub use work::{Took, Work, work};
