//! The sign on its wire.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::sign::check(input));
