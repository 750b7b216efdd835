//! A flash that does nothing and reports success: read-back notices.

use crate::book::{Book, SMALL, Script, Step, formatted, recovered, replayed, restart, write};
use firmware::journal::Error;

#[test]
fn every_operation_may_fail_silently() {
    let (socket, mut journal) = formatted(SMALL);
    let mut script = Script::new(14);
    let mut book = Book::default();
    let mut failures = 0;
    for _ in 0..1500 {
        let step = script.next(&journal);
        socket.chip().clear_history();
        let before = socket.chip().clone();
        write(&mut journal, &step).expect("a sound flash");
        let operations = socket.chip().history().len();
        for failing in 0..operations {
            failures += usize::from(notices(before.clone(), &book, &step, failing));
        }
        book.add(&step);
    }
    println!("{failures} silent failures noticed");
    assert!(failures > 1000);
}

/// False where the journal, having just started up, needs fewer operations than `failing`.
fn notices(chip: host_tests::parts::flash::Chip, book: &Book, step: &Step, failing: usize) -> bool {
    let (socket, mut journal, _) = restart(chip).expect("a sound flash");
    socket.chip().fail_silently_after(failing);
    match write(&mut journal, step) {
        Ok(_) => return false,
        Err(error) => assert!(matches!(error, Error::Program { .. } | Error::Erase { .. })),
    }
    assert_eq!(write(&mut journal, step), Err(Error::Stopped));
    assert_eq!(replayed(&mut journal), Err(Error::Stopped));
    socket.chip().power_on();
    let (found, _) = recovered(&socket.chip()).expect("a journal that recovers");
    assert!(found == *book || found == book.after(step));
    true
}
