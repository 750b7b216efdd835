//! A flash whose second copy is kept elsewhere: the driver is not told that something is done before it is kept.

use std::cell::Cell;
use std::io;

use firmware::controller::Controller;
use parts::flash::{FlashChip, Keep, Socket};
use simulator::table::{JOURNAL_PAGES, key_ring};

/// Keeps so many operations, and then no more.
#[derive(Debug)]
struct FullAfter(Cell<u32>);

impl Keep for FullAfter {
    fn keep(&self, _: usize, _: &[u8]) -> io::Result<()> {
        let left = self.0.get().checked_sub(1);
        left.map(|left| self.0.set(left))
            .ok_or(io::ErrorKind::StorageFull.into())
    }
}

fn started(operations: u32) -> Controller<Socket> {
    let keeper = FullAfter(Cell::new(operations));
    let flash = Socket::kept(FlashChip::new(JOURNAL_PAGES), keeper);
    let mut controller = Controller::new(flash).expect("a flash that fits");
    controller.start(&key_ring(), None);
    controller
}

#[test]
fn a_table_halts_when_its_flash_is_no_longer_kept() {
    assert_eq!(started(u32::MAX).halt(), None);
    for operations in 0..4 {
        let controller = started(operations);
        assert!(controller.halt().is_some(), "after {operations}");
    }
}
