//! Work on all cores: items are taken in turn, and each core's results are added up at the end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{thread, thread::available_parallelism};

/// The number of threads, and a listener to their progress.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    threads: usize,
    done: &'a (dyn Fn(u64) + Sync),
}

impl std::fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} workers", self.threads)
    }
}

/// Items that a worker takes at a time.
const BATCH: usize = 64;

impl Workers<'_> {
    /// One worker for each of the machine's cores; nobody is told.
    pub fn all_cores() -> Workers<'static> {
        let cores = available_parallelism().map_or(1, usize::from);
        Workers::new(cores, &|_| ())
    }

    /// A number of workers; each call of `done` says how many items were done since the call before.
    pub fn new(threads: usize, done: &(dyn Fn(u64) + Sync)) -> Workers<'_> {
        Workers {
            threads: threads.max(1),
            done,
        }
    }

    /// Lets every worker start a `T` and work on items with it; returns what they made.
    ///
    /// # Panics
    /// If a worker does.
    pub fn each<I: Sync, T: Send>(
        &self,
        items: &[I],
        start: impl Fn() -> T + Sync,
        work: impl Fn(&mut T, usize, &I) + Sync,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let one = || {
            let mut made = start();
            loop {
                let from = next.fetch_add(BATCH, Ordering::Relaxed).min(items.len());
                let batch = &items[from..(from + BATCH).min(items.len())];
                if batch.is_empty() {
                    return made;
                }
                for (offset, item) in batch.iter().enumerate() {
                    work(&mut made, from + offset, item);
                }
                (self.done)(batch.len() as u64);
            }
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(one)).collect();
            let mut made = vec![one()];
            made.extend(
                others
                    .into_iter()
                    .map(|other| other.join().expect("no worker fails")),
            );
            made
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Workers;

    #[test]
    fn every_item_is_worked_on_once() {
        let items: Vec<u64> = (0..1000).collect();
        for threads in [1, 3] {
            let workers = Workers::new(threads, &|_| ());
            let sums = workers.each(&items, || 0, |sum, at, item| *sum += item + at as u64);
            assert_eq!(sums.len(), threads);
            assert_eq!(sums.iter().sum::<u64>(), 999_000);
        }
    }
}
