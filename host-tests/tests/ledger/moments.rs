//! The time, the persons and the key as the ledger knows them from its entries.

use crate::prelude::*;

#[test]
fn the_time_is_that_of_the_last_statement() {
    let mut keeper = LedgerDriver::at(Game::Ml9);
    let since = |boot, seconds| JournalTime::SinceStart { boot, seconds };
    for (entry, moment) in [
        (Entry::Time(90), since(0, 90)),
        (Entry::Time(60), since(0, 150)),
        (Entry::Clock(1_000), JournalTime::TimeOfDay(1_000)),
        (Entry::Time(60), JournalTime::TimeOfDay(1_060)),
        (Entry::Boot(1), since(1, 0)),
        (Entry::Time(5), since(1, 5)),
        (Entry::TimeOfDay(2_000), JournalTime::TimeOfDay(2_000)),
    ] {
        assert!(keeper.write(&entry).is_ok());
        assert_eq!(keeper.ledger.moment(), moment, "{entry:?}");
        assert_same(&keeper.replayed(), &keeper.ledger);
    }
}

/// A start ends everything that an entry before it said about those behind it, but not the chain.
#[test]
fn nobody_has_acted_after_a_start() {
    let mut keeper = LedgerDriver::at(Game::Ml9);
    for entry in [
        Entry::Person(7),
        Entry::Supervisor(true),
        Entry::Chain([3; 8]),
    ] {
        assert!(keeper.write(&entry).is_ok());
    }
    let ledger = &keeper.ledger;
    assert_eq!((ledger.person(), ledger.is_supervised()), (Some(7), true));
    assert!(keeper.write(&Entry::Boot(1)).is_ok());
    let ledger = &keeper.ledger;
    assert_eq!((ledger.person(), ledger.is_supervised()), (None, false));
    assert_eq!(ledger.last_link(), [3; 8]);
}
