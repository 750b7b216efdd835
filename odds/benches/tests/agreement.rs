//! Whoever is compared evaluates the same: every hand of every task has the same place in the order of all.

use odds_benches::deals::Size;
use odds_benches::table::{ENTRIES, Task};

#[test]
fn everybody_puts_the_hands_in_the_same_order() {
    for task in Task::ALL {
        let mut entries = ENTRIES.iter().filter(|entry| entry.task == task);
        let first = entries.next().expect("every task has somebody");
        let expected = (first.start)(Size::Counted).places();
        let mut others = 0;
        for entry in entries {
            let places = (entry.start)(Size::Counted).places();
            assert!(
                places == expected,
                "{task}: {} and {}",
                first.name,
                entry.name
            );
            others += 1;
        }
        assert!(others > 0, "{task}: nobody to agree with");
        let kinds = expected.iter().max().expect("hands");
        assert!(*kinds > 100, "{task}: {kinds} kinds of hands are no test");
    }
}
