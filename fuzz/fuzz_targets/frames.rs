//! Frames out of a stream of bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::frames::check(input));
