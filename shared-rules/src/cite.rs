//! Where a rule stands: the tag of an approved document and the number of a paragraph.

use core::fmt;

/// A paragraph of an approved document, like `ML9 3.5.3.1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cite {
    /// The document's tag.
    pub tag: &'static str,
    /// The paragraph's number in that document.
    pub paragraph: &'static str,
}

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.tag, self.paragraph)
    }
}

impl fmt::Debug for Cite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
