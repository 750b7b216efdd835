//! Entries that no ledger writes: whoever reads one stops, and stays as before. What cannot be read back, or
//! contradicts itself, never moves money.

use shared_rules::round::LockedBets;

use crate::prelude::*;

const HANDS: [(u8, &str); 2] = [(1, "9h8h"), (2, "KsQc")];
const FLOP: &str = "7h6h5h";

/// Bets are open at two seats.
fn open() -> LedgerDriver {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.does([
        Event::PlaceYourBets,
        ante(1, 10),
        chips(1, 1),
        ante(2, 10),
        chips(2, 1),
    ]);
    keeper
}

/// Everything is known, and nothing settled.
fn played() -> LedgerDriver {
    let mut keeper = open();
    keeper.does([Event::NoMoreBets]);
    keeper.does(dealt(&HANDS, FLOP));
    keeper
}

/// The ledger refuses the entry and is as before.
#[track_caller]
fn refuses(keeper: &LedgerDriver, entry: &Entry) {
    let mut ledger = keeper.ledger.clone();
    let got = ledger.apply(entry);
    assert!(got.is_err(), "{entry:?}: {got:?}");
    assert_same(&ledger, &keeper.ledger);
}

/// The close is `Locked`, which has the contributions, and never a bare event.
#[test]
fn bets_are_not_closed_without_their_contributions() {
    refuses(&open(), &Entry::Round(Event::NoMoreBets));
}

/// The settlement is `Settled`, which has the awards, and never a bare event.
#[test]
fn a_round_is_not_settled_without_its_awards() {
    refuses(&played(), &Entry::Round(Event::Settle));
}

/// Bets while bets are open are in the entry at the close.
#[test]
fn open_bets_are_no_entries() {
    refuses(&open(), &Entry::Round(chips(1, 0)));
}

/// `Ledger::bet` takes bets while they are open; whatever else comes that way would never be written down.
#[test]
fn only_bets_are_taken_without_an_entry() {
    let mut keeper = open();
    for event in [Event::NoMoreBets, Event::PlaceYourBets, Event::DeviceFault] {
        let got = keeper.ledger.bet(&event);
        assert!(got.is_err(), "{event:?}: {got:?}");
    }
    let mut keeper = played();
    for event in [Event::Settle, Event::Viewed(shared_rules::seats::Seat::One)] {
        let got = keeper.ledger.bet(&event);
        assert!(got.is_err(), "{event:?}: {got:?}");
    }
}

/// A settlement that comes out at another meter than the one that was written down.
#[test]
fn another_meter_is_a_contradiction() {
    let keeper = played();
    let Ok(Some(Entry::Settled(meter))) = keeper.ledger.propose(&Event::Settle) else {
        panic!("a round that can be settled");
    };
    let other = meter.plus(Cents::new(1)).expect("a small amount");
    let got = keeper.ledger.clone().apply(&Entry::Settled(other));
    assert_eq!(got, Err(Contradiction::Meter));
    refuses(&keeper, &Entry::Settled(other));
}

/// Each entry only in its phase.
#[test]
fn entries_out_of_turn_are_refused() {
    let bets = open().table().round().bets();
    refuses(&played(), &Entry::Locked(bets));
    refuses(&open(), &Entry::Locked(LockedBets::new()));
    refuses(&open(), &Entry::Settled(Cents::ZERO));
    refuses(&open(), &Entry::Round(Event::Paid));
    refuses(&open(), &Entry::Confirmed);
}

/// A table that has not been configured takes nothing but what concerns the controller.
#[test]
fn nothing_is_played_before_the_configuration() {
    let mut ledger = Ledger::new();
    assert!(ledger.apply(&Entry::Boot(1)).is_ok());
    assert!(ledger.apply(&Entry::Clock(1_753_920_000)).is_ok());
    let unconfigured = Err(Contradiction::Refused(LedgerRefusal::NotConfigured));
    for entry in [
        Entry::Round(Event::PlaceYourBets),
        Entry::Locked(LockedBets::new()),
        Entry::Settled(Cents::ZERO),
        Entry::Confirmed,
    ] {
        assert_eq!(ledger.apply(&entry), unconfigured, "{entry:?}");
    }
    assert!(ledger.table().is_none());
}

/// Starts are counted without a gap: one that is missing, or comes twice, is another journal's.
#[test]
fn a_start_that_does_not_follow_is_a_contradiction() {
    let mut keeper = played();
    keeper.power_cut();
    let boots = keeper.ledger.boots();
    for wrong in [0, boots, boots + 2, u32::MAX] {
        let boot = Entry::Boot(wrong);
        let applied = keeper.ledger.clone().apply(&boot);
        assert_eq!(applied, Err(Contradiction::Boot), "{wrong}");
        refuses(&keeper, &boot);
    }
}
