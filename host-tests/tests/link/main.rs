//! Frames and links over a simulated wire that does whatever a wire may do.

mod attacks;
mod faults;
mod frames;
mod hostile;
mod pair;
mod requests;
mod restart;
mod silence;
mod table;
