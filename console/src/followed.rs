//! What a console remembers of the journal that it has followed, so that it notices a table whose journal goes back: an
//! old copy of the flash, or another one. Entries are never taken back by a sound table.

use std::fmt;

use shared_rules::ledger::{ChipNumber, Entry};

/// The journal as far as it was followed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Followed {
    /// The number behind the last entry.
    next: u32,
    /// The last link of the chain, or the first entry where there is none: an entry that stands for those before it.
    mark: Option<(u32, Entry)>,
    /// The chip that wrote it.
    chip: Option<ChipNumber>,
}

/// A journal that is not the one that was followed. Its table gets no commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoesBack {
    /// The journal ends before entries that were followed.
    Ends {
        /// The number behind the last entry that was followed.
        followed: u32,
        /// The number of the table's next entry.
        next: u32,
    },
    /// The entry with this number is another one.
    Differs {
        /// Its number.
        number: u32,
    },
    /// The journal is on another chip.
    OtherChip {
        /// The chip's unique number.
        chip: ChipNumber,
    },
}

impl fmt::Display for GoesBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoesBack::Ends { followed, next } => write!(
                f,
                "the table's journal goes back: entries up to {} were followed, and it has those up to {}",
                followed.saturating_sub(1),
                next.saturating_sub(1)
            ),
            GoesBack::Differs { number } => write!(
                f,
                "the table's journal is another one: entry {number} is not the one that was followed"
            ),
            GoesBack::OtherChip { chip } => {
                f.write_str("the table is another one: its chip is ")?;
                chip.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

impl Followed {
    /// Entries below this number were followed by somebody else.
    pub(crate) const fn below(next: u32) -> Followed {
        Followed {
            next,
            mark: None,
            chip: None,
        }
    }

    /// The number behind the last entry.
    pub(crate) const fn next(&self) -> u32 {
        self.next
    }

    /// The number from which the entries are asked for again: the one that is compared is among them.
    pub(crate) fn from(&self) -> u32 {
        self.mark.as_ref().map_or(self.next, |(number, _)| *number)
    }

    /// Compares the number of the table's next entry.
    pub(crate) const fn check_end(&self, next: u32) -> Result<(), GoesBack> {
        let followed = self.next;
        if next < followed {
            return Err(GoesBack::Ends { followed, next });
        }
        Ok(())
    }

    /// Compares the number of the table's chip, or remembers it. A table without one is not told from others.
    pub(crate) fn check_chip(&mut self, chip: Option<ChipNumber>) -> Result<(), GoesBack> {
        match (self.chip, chip) {
            (Some(followed), Some(chip)) if followed != chip => Err(GoesBack::OtherChip { chip }),
            _ => {
                self.chip = self.chip.or(chip);
                Ok(())
            }
        }
    }

    /// Remembers an entry, or compares it with the one that stands for those before it.
    pub(crate) fn follow(&mut self, number: u32, entry: &Entry) -> Result<(), GoesBack> {
        match &self.mark {
            Some((mark, followed)) if *mark == number && followed != entry => {
                return Err(GoesBack::Differs { number });
            }
            _ if number < self.next => return Ok(()),
            _ => {}
        }
        self.next = number.saturating_add(1);
        if self.mark.is_none() || matches!(entry, Entry::Chain(_)) {
            self.mark = Some((number, entry.clone()));
        }
        Ok(())
    }
}
