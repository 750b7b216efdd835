//! Hazards of the real chip that a model with one cycle an instruction would hide: a register that freezes, an interrupt
//! that comes late, a driver that waits without being woken, a pulse that must not be too short, a supply that sags. And the image's own
//! copying of memory.

mod flash;
mod latch;
mod memory;
mod random;
mod supply;
mod wire;
