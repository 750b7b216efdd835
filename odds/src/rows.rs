//! A table with a row of pairs for every class of community cards, to which several workers add.

use std::sync::{Mutex, PoisonError};

use crate::pairs::PAIRS;

/// The rows of a table, each behind a lock of its own.
pub(crate) struct Rows<'a, T>(Vec<Mutex<&'a mut [T]>>);

impl<'a, T> Rows<'a, T> {
    pub(crate) fn of(table: &'a mut [T]) -> Rows<'a, T> {
        Rows(table.chunks_mut(PAIRS).map(Mutex::new).collect())
    }

    pub(crate) fn change(&self, row: usize, change: impl FnOnce(&mut [T])) {
        let mut row = self.0[row].lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut row);
    }
}

/// The row of a class.
pub(crate) fn row<T>(table: &[T], class: usize) -> &[T] {
    &table[class * PAIRS..][..PAIRS]
}
