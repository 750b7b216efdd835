//! Somebody in the table's place.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::hostile::check(input));
