//! Bad input and bad surroundings: clear words, and nothing is lost.
