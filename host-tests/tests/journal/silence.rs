//! A flash that does nothing and reports success: read-back notices, and the record goes to another page. A
//! flash that keeps doing so stops the journal.

use super::book::{Book, SMALL, Script, Step, formatted, recovered, restart, write};
use firmware::journal::Error;
use parts::flash::FlashChip;

#[test]
fn every_operation_may_fail_silently() {
    let failures = every_operation_fails_silently(1000);
    println!("{failures} silent failures noticed and overcome");
    assert!(failures > 1000);
}

/// Every operation of so many steps; returns how many failures were noticed.
pub fn every_operation_fails_silently(steps: usize) -> usize {
    let (socket, mut journal) = formatted(SMALL);
    let mut script = Script::new(14);
    let mut book = Book::default();
    let mut failures = 0;
    for _ in 0..steps {
        let step = script.next(&journal);
        socket.chip().clear_history();
        let before = socket.chip().clone();
        write(&mut journal, &step).expect("a sound flash");
        let operations = socket.chip().history().len();
        for failing in 0..operations {
            failures += usize::from(overcomes(before.clone(), &book, &step, failing));
        }
        stops(before, &book, &step);
        book.add(&step);
    }
    failures
}

/// One operation fails, and the step is there all the same. False where the journal, just started, had less to
/// do than that.
fn overcomes(chip: FlashChip, book: &Book, step: &Step, failing: usize) -> bool {
    let (socket, mut journal, _) = restart(chip).expect("a sound flash");
    socket.chip().fail_silently_after(failing);
    write(&mut journal, step).expect("a second chance");
    let noticed = journal.retries() == 1;
    let (found, repairs) = recovered(&socket.chip()).expect("a journal that recovers");
    assert_eq!(found, book.after(step));
    assert_eq!(repairs, Default::default());
    noticed
}

/// Every operation fails: the journal says so and stops, and nothing is lost.
fn stops(chip: FlashChip, book: &Book, step: &Step) {
    let (socket, mut journal, _) = restart(chip).expect("a sound flash");
    socket.chip().fail_silently_from(0);
    let error = write(&mut journal, step).expect_err("no third chance");
    assert!(matches!(error, Error::Program { .. } | Error::Erase { .. }));
    assert_eq!(write(&mut journal, step), Err(Error::Stopped));
    socket.chip().power_on();
    let (found, _) = recovered(&socket.chip()).expect("a journal that recovers");
    assert_eq!(found, *book);
}
