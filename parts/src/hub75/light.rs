//! Light, added up for each LED of the panels.

use super::{COLUMNS, ROWS, Stages};

/// Light of the dots, red and green, in picoseconds each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Light {
    red: Vec<u64>,
    green: Vec<u64>,
}

impl Light {
    pub(super) fn none() -> Self {
        let dots = || vec![0; COLUMNS * ROWS];
        Self {
            red: dots(),
            green: dots(),
        }
    }

    /// The light of a dot, red and green; none outside.
    #[must_use]
    pub fn of(&self, x: usize, y: usize) -> Option<(u64, u64)> {
        let index = (x < COLUMNS).then_some(y * COLUMNS + x)?;
        Some((*self.red.get(index)?, *self.green.get(index)?))
    }

    /// Every dot with its light, row by row.
    pub fn dots(&self) -> impl Iterator<Item = (u64, u64)> {
        self.red.iter().copied().zip(self.green.iter().copied())
    }

    /// True if no dot has been lit.
    #[must_use]
    pub fn is_dark(&self) -> bool {
        self.dots().all(|dot| dot == (0, 0))
    }

    pub(super) fn add(&mut self, row: usize, [red, green]: [Stages; 2], span: u64) {
        for (lights, stages) in [(&mut self.red, red), (&mut self.green, green)] {
            let dots = lights.iter_mut().skip(row * COLUMNS).take(COLUMNS);
            for (x, light) in dots.enumerate() {
                // The bit that was shifted first is the highest, and stands at the left edge.
                *light += if stages >> (COLUMNS - 1 - x) & 1 == 1 {
                    span
                } else {
                    0
                };
            }
        }
    }
}
