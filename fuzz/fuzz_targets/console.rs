//! A session with the table.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::console::check(input));
