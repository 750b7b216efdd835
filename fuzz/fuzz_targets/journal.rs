//! A start from a flash that something has happened to.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::journal::check(input));
