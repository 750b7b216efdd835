//! The parts of a board's program that depend on the core and the linker alone, not on the chip: the self-check of the
//! image, the page of keys, the seed of random numbers, the last words, the fault handlers, and copying memory. The
//! controller and the sign share them.
//!
//! On a host only [`image`], [`key_page`] and [`entropy`] are here: the rest reads memory that a host does not have.
#![no_std]

pub mod entropy;
pub mod image;
pub mod key_page;

#[cfg(all(target_os = "none", feature = "program"))]
pub mod dead_stack;
#[cfg(all(target_os = "none", feature = "program"))]
pub mod fault;
#[cfg(all(target_os = "none", feature = "program"))]
pub mod key;
#[cfg(all(target_os = "none", feature = "program"))]
pub mod last_words;
#[cfg(all(target_os = "none", feature = "program"))]
mod memory;
#[cfg(all(target_os = "none", feature = "program"))]
pub mod program;
#[cfg(all(target_os = "none", feature = "program"))]
mod secret;
