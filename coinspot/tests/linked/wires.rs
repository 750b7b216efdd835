//! The wires of a gateway without a network: bytes and time pass by hand.

use coinspot::gateway::wire::TableWire;
use link::to_console::{ToConsole, Turn};
use shared_rules::wire::message::{Report, Request};
use shared_rules::wire::payload;
use shared_rules::wire::role::Role;
use simulator::engine::{SeedOwner, fresh_seed, key_of, key_ring};

/// Lets two seconds pass, in which the table answers everything, and counts the times that it was asked to relay.
fn asks_relay(wire: &mut TableWire, table: &mut ToConsole, now_ms: &mut u64) -> u32 {
    let done = payload::write(&Report::Done(None)).expect("a short report");
    let mut asked = 0;
    for _ in 0..200 {
        *now_ms += 10;
        wire.step();
        while let Some(frame) = wire.transmit_to_table(*now_ms) {
            frame.iter().for_each(|byte| table.receive(*byte, *now_ms));
        }
        match table.turn() {
            Some(Turn::Request(request)) => {
                let request = payload::read(&request);
                asked += u32::from(matches!(request, Some(Request::Relay)));
                table.say(done.clone());
            }
            Some(Turn::NewConsole(_) | Turn::Free) | None => {}
        }
        while let Some(frame) = table.transmit(*now_ms) {
            wire.receive_from_table(&frame, *now_ms);
        }
    }
    asked
}

/// A table is replaced by another one that has started as often, such as one that is new, too.
#[test]
fn another_table_with_the_same_count_of_starts_is_served() {
    let keys = key_ring();
    let seed = fresh_seed(SeedOwner::Console, 0, 1);
    let mut wire = TableWire::new(key_of(Role::Gateway), &keys, &seed);
    let mut now_ms = 0;
    for table in 1..=3 {
        wire.reopen();
        let seed = fresh_seed(SeedOwner::Table, table, 1);
        let mut fresh = ToConsole::new(&keys, Some(&seed));
        let asked = asks_relay(&mut wire, &mut fresh, &mut now_ms);
        assert!(asked > 0, "table {table} is not asked");
        assert!(wire.is_table_up(now_ms));
    }
}
