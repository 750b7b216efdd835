//! A table whose flash is an old copy, or another table's: its journal is sound, and only somebody who has followed it can
//! tell. The console says so, and gives no more commands.

use console::{Answer, Followed, GoesBack};
use parts::flash::FlashChip;
use shared_rules::games::Game;
use shared_rules::round::Event;
use shared_rules::wire::message::Command;
use simulator::engine::HostEngine;
use simulator::table::SimulatedTable;
use simulator::table_driver::TableDriver;

const START_MS: u64 = 3_000;

fn round(evening: &mut TableDriver<HostEngine>, cards: &str) {
    use simulator::round_driver::{community, dealer_hand, hand};
    evening.says([Event::PlaceYourBets]);
    evening.bets(1, 1);
    evening.says([Event::NoMoreBets, hand(1, cards), dealer_hand("9c9d")]);
    evening.says([Event::Raise(
        shared_rules::wagers::Wager::Flop,
        simulator::round_driver::seats(&[1]),
    )]);
    evening.says(["7s6s2h", "3c", "4h"].map(community));
    evening.says([Event::Settle, Event::Paid]);
    evening.clears(1);
}

/// The table without the evening's books, which expect an honest journal.
fn table_of(mut evening: TableDriver<HostEngine>) -> SimulatedTable {
    let table = std::mem::replace(&mut evening.table, SimulatedTable::new(5));
    std::mem::forget(evening);
    table
}

fn flash(table: &SimulatedTable) -> FlashChip {
    table.engine.flash.chip().clone()
}

/// The table loses power, and comes back with this flash.
fn comes_back_with(table: &mut SimulatedTable, chip: FlashChip) {
    table.power_off();
    table.run_ms(100);
    *table.engine.flash.chip() = chip;
    table.power_on();
    table.run_ms(START_MS);
}

/// The answer to a command now.
fn answer(table: &mut SimulatedTable) -> Option<Answer> {
    table.console.answers.clear();
    table.console.command(Command::Round(Event::PlaceYourBets));
    table.run_ms(1_000);
    table.console.answers.pop()
}

#[track_caller]
fn is_refused(table: &mut SimulatedTable, other: GoesBack) {
    assert_eq!(table.console.goes_back, Some(other));
    let Some(Answer::Refused(words)) = answer(table) else {
        panic!("a command for a table whose journal goes back");
    };
    assert_eq!(words.text, other.to_string());
}

#[test]
fn an_old_copy_of_the_flash_is_refused() {
    let mut evening = TableDriver::of(Game::Ml9);
    round(&mut evening, "8h8d");
    let old = flash(&evening.table);
    let had = evening.table.console.entries.keys().next_back().copied();
    round(&mut evening, "8h8d");
    let last = evening.table.console.entries.keys().next_back().copied();
    let mut table = table_of(evening);
    comes_back_with(&mut table, old);
    let (had, last) = (had.expect("entries"), last.expect("entries"));
    // The start is one entry.
    let (followed, next) = (last + 1, had + 2);
    is_refused(&mut table, GoesBack::Ends { followed, next });
    let words = table.console.goes_back.map(|other| other.to_string());
    let said = format!(
        "the table's journal goes back: entries up to {last} were followed, and it has those up to {}",
        had + 1
    );
    assert_eq!(words, Some(said));
}

/// An old copy on which somebody has played on: it has numbers enough, and another link in the place of the last one.
#[test]
fn an_old_copy_that_was_played_on_is_refused() {
    let mut evening = TableDriver::of(Game::Ml9);
    round(&mut evening, "8h8d");
    let old = flash(&evening.table);
    round(&mut evening, "8h8d");
    let mut table = table_of(evening);
    // Another console, which follows this table for the first time.
    let mut other = SimulatedTable::with_flash(9, old);
    other.run_ms(START_MS);
    for number in 0..30 {
        other
            .console
            .command(Command::Clock(1_700_000_000 + number));
        other.run_ms(11_000);
    }
    let longer = flash(&other);
    assert!(other.console.entries.len() > table.console.entries.len());
    comes_back_with(&mut table, longer);
    assert!(matches!(
        table.console.goes_back,
        Some(GoesBack::Differs { .. })
    ));
    let differs = table.console.goes_back.expect("another journal");
    is_refused(&mut table, differs);
}

/// The same flash, and the same with more entries, is the journal that was followed, through any number of starts; also
/// for a console that only remembers it.
#[test]
fn a_journal_that_goes_on_is_followed() {
    let mut evening = TableDriver::of(Game::Ml9);
    round(&mut evening, "8h8d");
    let mut table = table_of(evening);
    for _ in 0..3 {
        let same = flash(&table);
        comes_back_with(&mut table, same);
        assert_eq!((table.console.goes_back, table.console.misread), (None, 0));
    }
    let remembered: Followed = table.console.followed().clone();
    assert_ne!(remembered, Followed::default());
    assert!(matches!(answer(&mut table), Some(Answer::Done(_))));
}

/// The very same flash, in another board.
#[test]
fn the_same_journal_on_another_chip_is_refused() {
    let mut evening = TableDriver::of(Game::Ml9);
    round(&mut evening, "8h8d");
    let mut table = table_of(evening);
    let same = flash(&table);
    let chip = *b"another chip";
    table.engine.chip = chip;
    comes_back_with(&mut table, same);
    is_refused(&mut table, GoesBack::OtherChip { chip });
    let words = table.console.goes_back.map(|other| other.to_string());
    let said = "the table is another one: its chip is 616e6f746865722063686970";
    assert_eq!(words.as_deref(), Some(said));
}
