//! Everything that must hold in every state, and in the end.

use shared_rules::pool::TableEntry;
use stateright::Property;

use super::fold::Folded;
use super::{LinkModel, LinkModelState, last_number};

/// All properties.
pub fn all() -> Vec<Property<LinkModel>> {
    vec![
        Property::always("nothing acknowledged is lost", nothing_is_lost),
        Property::always("nothing is booked twice", nothing_is_booked_twice),
        Property::always("one order for all readers", one_order),
        Property::always(
            "the fold refuses no entry and balances",
            |_, state: &LinkModelState| Folded::of(&state.log).is_sound,
        ),
        Property::always("no bets without a permit", all_bets_are_permitted),
        Property::always("RWS6 4.5: dealt first is paid first", dealt_first),
        Property::always("every price shown is the log's", prices_are_of_the_log),
        Property::eventually("every claim is final and paid", is_done),
        Property::sometimes("two claims wait at once", |_, state: &LinkModelState| {
            Folded::of(&state.log).claims == 2
        }),
        Property::sometimes(
            "a claim waits for a round that may come first",
            |_, state: &LinkModelState| Folded::of(&state.log).waits,
        ),
    ]
}

fn nothing_is_lost(_: &LinkModel, state: &LinkModelState) -> bool {
    let mut tables = state.tables.iter().enumerate();
    tables.all(|(table, of_table)| of_table.acknowledged <= last_number(&state.log, table))
}

/// The log has the messages of each table in their order, each once, as the table has written them.
fn nothing_is_booked_twice(_: &LinkModel, state: &LinkModelState) -> bool {
    let mut tables = state.tables.iter().enumerate();
    tables.all(|(table, of_table)| {
        let logged = state.log.iter().filter(|logged| logged.table == table);
        let mut numbered = (1..).zip(logged);
        numbered.all(|(number, logged)| {
            logged.number == number && of_table.message(number) == Some(logged.entry)
        })
    })
}

fn one_order(_: &LinkModel, state: &LinkModelState) -> bool {
    let mut sequencers = state.sequencers.iter();
    sequencers.all(|sequencer| state.log.starts_with(&sequencer.view))
}

fn all_bets_are_permitted(_: &LinkModel, state: &LinkModelState) -> bool {
    let mut tables = state.tables.iter().enumerate();
    tables.all(|(table, of_table)| {
        let mut rounds = of_table.rounds_with_bets();
        rounds.all(|round| is_in_log(state, table, TableEntry::Open(round)))
    })
}

fn is_in_log(state: &LinkModelState, table: usize, entry: TableEntry) -> bool {
    let mut log = state.log.iter();
    log.any(|logged| logged.table == table && logged.entry == entry)
}

/// While a price is final, no round that was dealt earlier has, or may still get, a claim that is not paid.
fn dealt_first(_: &LinkModel, state: &LinkModelState) -> bool {
    let folded = Folded::of(&state.log);
    let Some((table, round, _)) = &folded.final_claim else {
        return true;
    };
    let locks = || {
        let tables = state.tables.iter().enumerate();
        tables.flat_map(|(table, of_table)| {
            let locks = of_table.locks();
            locks.map(move |(round, dealt)| (table, round, dealt))
        })
    };
    let mut own = locks().filter(|lock| (lock.0, lock.1) == (*table, *round));
    own.next().is_some_and(|(_, _, first_dealt)| {
        let mut earlier = locks().filter(|(_, _, dealt)| *dealt < first_dealt);
        earlier.all(|(table, round, _)| !may_claim(state, table, round))
    })
}

/// The round has a major award that is not paid, or may still get one.
fn may_claim(state: &LinkModelState, table: usize, round: u32) -> bool {
    let is_paid = is_in_log(state, table, TableEntry::Confirmed(round));
    !is_paid && !state.tables[table].is_without_award(round)
}

/// A price that a table shows is or was the final one of the log.
fn prices_are_of_the_log(_: &LinkModel, state: &LinkModelState) -> bool {
    let folded = Folded::of(&state.log);
    let mut tables = state.tables.iter().enumerate();
    tables.all(|(table, of_table)| {
        let mut shown = of_table.shown.iter();
        shown.all(|(round, awards)| folded.finals.contains(&(table, *round, awards.clone())))
    })
}

/// Every round is over, the log has every message, and no claim is left.
fn is_done(model: &LinkModel, state: &LinkModelState) -> bool {
    let mut tables = state.tables.iter().enumerate();
    let all_said = tables.all(|(table, of_table)| {
        of_table.is_done(model.rounds) && of_table.written() == last_number(&state.log, table)
    });
    all_said && Folded::of(&state.log).claims == 0
}
