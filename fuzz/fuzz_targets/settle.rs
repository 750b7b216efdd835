//! Lines for `coinspot settle`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::settle::check(input));
