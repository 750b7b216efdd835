//! Linked tables: who is paid first when hands win on separate tables (THB6 3.14, TCP5 3.19, RWS6 4.5), and what a
//! table does without its pool.

use super::prelude::*;
use crate::linked_tables::LinkedTables;
use shared_rules::ledger::LinkEntry;

/// The reset value, in cents.
const RESET: u64 = 1_000_000;

/// Seat 1 has a royal flush on the flop, or of spades.
fn royal(game: Game) -> Vec<Event> {
    played(game, ["AsKs", "AsKsQs"], "QsJsTs")
}

/// Seat 1 has nothing.
fn nothing(game: Game) -> Vec<Event> {
    played(game, ["3h8c", "3h8cJd"], "QsJsTs")
}

fn played(game: Game, [two, three]: [&str; 2], flop: &str) -> Vec<Event> {
    let all = seats(&[1]);
    match game {
        Game::Tcp5 => vec![
            hand(1, three),
            Event::Raise(Wager::Play, all),
            dealer_hand("2c2d4h"),
        ],
        _ => vec![
            hand(1, two),
            dealer_hand("2c2d"),
            Event::Raise(Wager::Flop, all),
            community(flop),
            community("Kd"),
            community("4c"),
        ],
    }
}

/// Two royal flushes: the hand entered first takes the meter, the other one the reset value.
fn entered_first<E: FreshEngine>(game: Game) {
    let mut link = LinkedTables::<E>::of(game, 2);
    for table in [1, 2] {
        link.opens(table);
        link.locks(table);
    }
    let shown = link.shown();
    assert!(shown > 2 * RESET, "both tables have brought their meters");
    for table in [2, 1] {
        link.settles(table, &royal(game));
    }
    assert_eq!(link.waiting(2), [shown], "{game:?}");
    assert_eq!(link.waiting(1), [0_u64; 0], "{game:?}: no amount yet");
    let pending = link.at(1).pages(8).concat();
    assert!(pending.contains("PENDING: SEAT 1"), "{pending}");
    link.confirms(2);
    assert_eq!(link.waiting(1), [RESET], "{game:?}");
    // Every sign of the link names table and seat.
    link.confirms(1);
    let won = link.at(2).pages(8).concat();
    assert!(won.contains("WIN: TABLE"), "{won}");
    link.is_sound();
}

/// THB6 3.14.
pub fn first_entered_is_paid_first_thb6<E: FreshEngine>() {
    entered_first::<E>(Game::Thb6);
}

/// ML6 3.14.
pub fn first_entered_is_paid_first_ml6<E: FreshEngine>() {
    entered_first::<E>(Game::Ml6);
}

/// ML9 3.14.
pub fn first_entered_is_paid_first_ml9<E: FreshEngine>() {
    entered_first::<E>(Game::Ml9);
}

/// TCP5 3.19.
pub fn first_entered_is_paid_first_tcp5<E: FreshEngine>() {
    entered_first::<E>(Game::Tcp5);
}

/// RWS6 4.5: dealt first is paid first, though entered later. A third table that has dealt earlier and is cut off is
/// waited for.
pub fn first_dealt_is_paid_first_rws6<E: FreshEngine>() {
    let game = Game::Rws6;
    let mut link = LinkedTables::<E>::of(game, 3);
    link.opens(3);
    link.desk().cut.insert(3);
    link.locks(3);
    for table in [1, 2] {
        link.opens(table);
        link.locks(table);
    }
    let shown = link.shown();
    link.settles(2, &royal(game));
    link.settles(1, &royal(game));
    assert_eq!(link.waiting(1), [0_u64; 0], "table 3 may come first");
    assert_eq!(link.waiting(2), [0_u64; 0], "table 3 may come first");
    link.desk().cut.remove(&3);
    link.settles(3, &nothing(game));
    assert_eq!(link.waiting(1), [shown], "dealt first of the two");
    assert_eq!(link.waiting(2), [0_u64; 0]);
    link.confirms(1);
    assert_eq!(link.waiting(2), [RESET]);
    link.is_sound();
}

/// RWS6 5.17.1: the amount registered before the malfunction is paid, and known without the pool.
pub fn a_registered_amount_is_paid_without_the_pool<E: FreshEngine>() {
    let game = Game::Rws6;
    let mut link = LinkedTables::<E>::of(game, 2);
    link.opens(1);
    link.locks(1);
    link.at(1).says([viewed(1)]);
    link.at(1).wait_ms(500);
    let registered = link.shown();
    link.desk().cut.insert(1);
    link.at(1).wait_ms(1_500);
    link.settles(1, &royal(game));
    assert_eq!(link.waiting(1), [registered]);
    link.at(1).confirms();
    link.desk().cut.remove(&1);
    link.at(1).wait_ms(3_000);
    assert_eq!(link.shown(), RESET, "the pool has paid it");
    link.is_sound();
}

/// RWS6 5.17.1: after any malfunction of its devices, not of the pool alone, a table that plays on is paid the amount
/// registered before it. What other tables do meanwhile counts no more: neither their bets nor, later, their wins.
pub fn a_registered_amount_stands_after_a_device_fault<E: FreshEngine>() {
    let game = Game::Rws6;
    let mut link = LinkedTables::<E>::of(game, 2);
    for table in [1, 2] {
        link.opens(table);
    }
    link.locks(1);
    link.at(1).says([viewed(1)]);
    link.at(1).wait_ms(500);
    let registered = link.shown();
    link.at(1).says([Event::DeviceFault]);
    link.locks(2);
    assert!(link.shown() > registered, "table 2 has contributed");
    link.settles(1, &royal(game));
    assert_eq!(link.waiting(1), [registered]);
    link.confirms(1);
    link.is_sound();
}

/// A table that has just joined waits for its pool's first words, and that is no fault.
pub fn a_table_that_joins_has_a_second<E: FreshEngine>() {
    let mut link = LinkedTables::<E>::of(Game::Ml9, 1);
    let entries = link.at(1).new_entries();
    let mut joined = entries.iter();
    assert!(joined.any(|entry| matches!(entry, Entry::Link(LinkEntry::Joined(_)))));
    assert!(!entries.contains(&Entry::Fault(Fault::Pool)), "{entries:?}");
    link.opens(1);
}

/// STANDARDS 28: without its pool a table takes no bets, and its sign says so over the last known amount.
pub fn a_lost_pool_takes_no_bets<E: FreshEngine>() {
    let mut link = LinkedTables::<E>::of(Game::Ml9, 1);
    link.desk().cut.insert(1);
    link.at(1).wait_ms(1_500);
    link.at(1)
        .refuses(Command::Round(Event::PlaceYourBets), "", BROKEN);
    let pages = link.at(1).pages(8).concat();
    assert!(pages.contains("LINK LOST"), "{pages}");
    link.desk().cut.remove(&1);
    link.at(1).wait_ms(3_000);
    link.opens(1);
    assert_eq!(link.at(1).phase(), Phase::BetsOpen);
    link.is_sound();
}

/// A power cut while the award waits for its price: nothing is said twice, and the price comes.
pub fn a_power_cut_before_the_price<E: FreshEngine>() {
    let game = Game::Ml6;
    let mut link = LinkedTables::<E>::of(game, 1);
    link.opens(1);
    link.locks(1);
    let shown = link.shown();
    link.desk().cut.insert(1);
    link.settles(1, &royal(game));
    link.at(1).loses_power();
    link.desk().cut.remove(&1);
    link.at(1).wait_ms(3_000);
    assert_eq!(link.waiting(1), [shown]);
    link.at(1).loses_power();
    link.confirms(1);
    assert_eq!(link.shown(), RESET);
    link.is_sound();
}
