//! Gathers a seed from a generator of random words, and does not believe one that repeats itself.

/// Bytes of a seed.
pub const SEED_BYTES: usize = 32;

/// The seed of the next words; none if the generator fails, or gives the same word twice in a row. The first word is
/// only held against the one after it, as FIPS 140-2 asks.
pub fn gather(mut next: impl FnMut() -> Option<u32>) -> Option<[u8; SEED_BYTES]> {
    let mut seed = [0; SEED_BYTES];
    let mut before = next()?;
    for bytes in seed.as_chunks_mut::<4>().0 {
        let word = next()?;
        if word == before {
            return None;
        }
        *bytes = word.to_le_bytes();
        before = word;
    }
    Some(seed)
}
