//! The wiring of the sign's board, as data that the program, the documents and the tests share.
#![no_std]
#![forbid(unsafe_code)]

pub mod pins;
pub mod wiring;
