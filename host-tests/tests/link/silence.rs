//! Silence is a fault that the link itself says, on both sides, within a second; and it heals.

use link::{HEARTBEAT_MS, SESSION_SILENCE_MS, SILENCE_MS};
use parts::wire::Faults;
use shared_rules::wire::payload::Payload;
use simulator::linked::{Linked, ToldByLink};

const CUT_AT_MS: u64 = 5_000;

fn running() -> Linked {
    let mut wire = Linked::new(1, Faults::NONE);
    assert!(!wire.is_up(0) && !wire.is_up(1), "up before the first word");
    wire.run_until(CUT_AT_MS);
    assert!(wire.is_up(0) && wire.is_up(1));
    wire.ends.iter_mut().for_each(|end| end.told.clear());
    wire
}

/// When this end's link is first seen to be down, to the millisecond.
fn down_at(wire: &mut Linked, end: usize) -> u64 {
    while wire.is_up(end) {
        let next = wire.now_ms() + 1;
        wire.run_until(next);
        assert!(next < 60_000, "never down");
    }
    wire.now_ms()
}

/// A link is down one second after the last answer, which is at most a heartbeat and its way older than the cut.
#[test]
fn one_second_of_silence_is_a_link_fault() {
    for end in 0..2 {
        let mut wire = running();
        wire.lanes.iter_mut().for_each(|lane| lane.cut(true));
        let down_at = down_at(&mut wire, end);
        println!("end {end} is down {} ms after the cut", down_at - CUT_AT_MS);
        let latest = CUT_AT_MS + SILENCE_MS;
        assert!((latest - HEARTBEAT_MS - 10..=latest).contains(&down_at));
    }
}

/// One broken wire of the two is enough: the end that still hears is not answered.
#[test]
fn a_link_that_works_in_one_direction_is_down_on_both_sides() {
    for lane in 0..2 {
        let mut wire = running();
        wire.lanes[lane].cut(true);
        wire.run_until(CUT_AT_MS + SILENCE_MS);
        assert!(!wire.is_up(0) && !wire.is_up(1), "lane {lane} is cut");
    }
}

#[test]
fn a_short_silence_is_no_fault() {
    let mut wire = running();
    for start in (0..20).map(|turn| CUT_AT_MS + 1_000 * turn) {
        wire.lanes.iter_mut().for_each(|lane| lane.cut(true));
        while wire.now_ms() < start + 700 {
            let next = wire.now_ms() + 1;
            wire.run_until(next);
            assert!(wire.is_up(0) && wire.is_up(1), "down at {next}");
        }
        wire.lanes.iter_mut().for_each(|lane| lane.cut(false));
        wire.run_until(start + 1_000);
    }
}

/// A silence of this length ends no session.
const SHORT_MS: u64 = SESSION_SILENCE_MS - 1_000;

/// Both sides stayed up, so what was under way arrives after the silence, once.
#[test]
fn a_silence_heals_and_nothing_is_lost() {
    let mut wire = running();
    wire.lanes.iter_mut().for_each(|lane| lane.cut(true));
    for end in 0..2 {
        let payload = Payload::from_slice(b"held up").expect("short");
        wire.ends[end].link.send(payload).expect("it is free");
    }
    wire.run_until(CUT_AT_MS + SHORT_MS);
    assert!(!wire.is_up(0) && !wire.is_up(1));
    assert!(wire.ends.iter().all(|end| end.told.is_empty()));

    wire.lanes.iter_mut().for_each(|lane| lane.cut(false));
    wire.run_until(CUT_AT_MS + SHORT_MS + HEARTBEAT_MS + 20);
    assert!(wire.is_up(0) && wire.is_up(1), "within a heartbeat");
    wire.run_until(CUT_AT_MS + 20_000);
    for end in &wire.ends {
        assert_eq!(end.told, [ToldByLink::Payload(b"held up".to_vec())]);
    }
}

/// What was under way in a session that is over does not act afterwards: its owners are told, and nobody else.
#[test]
fn a_long_silence_ends_the_session() {
    let mut wire = running();
    let before = wire.ends[0].link.peer();
    wire.lanes.iter_mut().for_each(|lane| lane.cut(true));
    for end in 0..2 {
        let payload = Payload::from_slice(b"held up").expect("short");
        wire.ends[end].link.send(payload).expect("it is free");
    }
    wire.run_until(CUT_AT_MS + SESSION_SILENCE_MS + HEARTBEAT_MS);
    wire.lanes.iter_mut().for_each(|lane| lane.cut(false));
    wire.run_until(wire.now_ms() + SILENCE_MS);
    assert!(wire.is_up(0) && wire.is_up(1));
    assert_ne!(wire.ends[0].link.peer(), before);
    for end in &wire.ends {
        assert_eq!(end.told, [ToldByLink::NewPeer { dropped: true }]);
    }
}
