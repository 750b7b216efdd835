//! The seed of a start, out of a generator that may be broken.

use firmware::entropy::gather;

#[test]
fn the_seed_is_the_words_after_the_first() {
    let mut words = 0..;
    let seed = gather(|| words.next()).expect("a seed");
    let expected: Vec<u8> = (1..=8_u32).flat_map(u32::to_le_bytes).collect();
    assert_eq!(seed[..], expected[..]);
    assert_eq!(words.next(), Some(9), "no word more");
}

/// Twice the same word, at any place.
#[test]
fn a_generator_that_repeats_itself_is_not_believed() {
    for place in 0..8 {
        let mut words = (0..).map(|word| if word > place { word - 1 } else { word });
        assert_eq!(gather(|| words.next()), None, "after {place} words");
    }
    // Behind the last one nobody looks.
    let mut words = (0..).map(|word| if word > 8 { 8 } else { word });
    assert!(gather(|| words.next()).is_some());
}

#[test]
fn a_generator_that_fails_gives_no_seed() {
    for place in 0..9 {
        let mut words = 0..place;
        assert_eq!(gather(|| words.next()), None);
    }
}
