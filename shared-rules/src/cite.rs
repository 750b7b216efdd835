//! Citations: an approved document and the number of a paragraph.

use core::fmt;
use core::num::{NonZeroU8, NonZeroU32};

use crate::games::Game;
use serde::{Deserialize, Serialize};

/// A paragraph of an approved document, like `ML9 3.5.3.1`.
///
/// One word, because every refusal and every settled wager has one: single bytes would have to be put together each
/// time.
///
/// ```text
/// game: bits 23-16 | back of the paragraph: bits 15-8 | its front: bits 7-0
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[serde(from = "Parts", into = "Parts")]
pub struct Cite(NonZeroU32);

/// A [`Cite`] on wires and in the journal.
#[derive(Serialize, Deserialize)]
struct Parts {
    game: Game,
    paragraph: Paragraph,
}

impl From<Parts> for Cite {
    fn from(parts: Parts) -> Cite {
        Cite::new(parts.game, parts.paragraph)
    }
}

impl From<Cite> for Parts {
    fn from(cite: Cite) -> Parts {
        Parts {
            game: cite.game(),
            paragraph: cite.paragraph(),
        }
    }
}

impl Cite {
    /// This paragraph of the game's document.
    pub fn new(game: Game, paragraph: Paragraph) -> Cite {
        let front = NonZeroU32::from(paragraph.front);
        Cite(front | u32::from(paragraph.back) << 8 | (game as u32) << 16)
    }

    /// The game whose document it is.
    pub fn game(self) -> Game {
        let [_, _, game, _] = self.0.get().to_le_bytes();
        let game = Game::ALL.get(usize::from(game));
        game.copied().unwrap_or(Game::Thb6)
    }

    /// The paragraph in that document.
    pub fn paragraph(self) -> Paragraph {
        let [front, back, _, _] = self.0.get().to_le_bytes();
        Paragraph {
            front: NonZeroU8::new(front).unwrap_or(NonZeroU8::MIN),
            back,
        }
    }
}

/// The number of a paragraph, like `3.5.3.1` or `3.11.2a`, in two bytes: every refusal carries one.
///
/// ```text
/// chapter: bits 7-5, section: bits 4-0 | part: bits 7-3, last: bits 2-0 (1-3 a number, 4-7 the letters a-d)
/// ```
/// A level that a paragraph does not have is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Paragraph {
    front: NonZeroU8,
    back: u8,
}

/// The largest values of the fields of a [`Paragraph`].
const MOST: [u8; 4] = [7, 31, 31, 3];
const LETTERS: u8 = 4;

impl Paragraph {
    /// The paragraph with this number; none if the text is no number of a paragraph or does not fit.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        reason = "for constants: the compiler evaluates it, and `level` and `at` stay below the lengths they are compared with"
    )]
    pub const fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let mut levels = [0; 4];
        let (mut level, mut at) = (0, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'.' if level < 3 && levels[level] > 0 => level += 1,
                digit @ b'0'..=b'9' => {
                    let value = levels[level] as u16 * 10 + (digit - b'0') as u16;
                    if value > MOST[level] as u16 {
                        return None;
                    }
                    levels[level] = value as u8;
                }
                letter @ b'a'..=b'd' if (level == 1 || level == 2) && at + 1 == bytes.len() => {
                    levels[3] = letter - b'a' + LETTERS;
                }
                _ => return None,
            }
            at += 1;
        }
        let [chapter, section, part, last] = levels;
        if section == 0 || (level > 1 && part == 0) || (level > 2 && last == 0) {
            return None;
        }
        match NonZeroU8::new(chapter << 5 | section) {
            Some(front) => Some(Self {
                front,
                back: part << 3 | last,
            }),
            None => None,
        }
    }
}

/// A paragraph in a table of rules.
///
/// # Panics
/// If the text is no paragraph: a table with such a text does not compile.
#[must_use]
#[expect(clippy::panic, reason = "only constants are made of it")]
pub(crate) const fn p(text: &str) -> Paragraph {
    match Paragraph::parse(text) {
        Some(paragraph) => paragraph,
        None => panic!("not a paragraph"),
    }
}

impl fmt::Display for Paragraph {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let front = self.front.get();
        write!(f, "{}.{}", front >> 5, front & 0x1F)?;
        let (part, last) = (self.back >> 3, self.back & 7);
        if part > 0 {
            write!(f, ".{part}")?;
        }
        match last {
            0 => Ok(()),
            LETTERS.. => write!(f, "{}", char::from(b'a'.saturating_add(last & 3))),
            number => write!(f, ".{number}"),
        }
    }
}

impl fmt::Debug for Paragraph {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.game().rules().tag, self.paragraph())
    }
}

impl fmt::Debug for Cite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
