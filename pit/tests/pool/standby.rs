//! Two pools on one log: one leads, the other follows it and takes over.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pit::lead::{CounterTimes, Leadership, PoolRole, Reign};
use pit::service::{GatewayLine, PoolNews, PoolService, PoolSnapshot, system_time};

use crate::prelude::*;

/// Longer than any answer takes on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(20);

const HOUR_MS: u64 = 3_600_000;

fn pool(log: &MemoryEngine, leadership: &Leadership, behind_ms: u64) -> PoolService {
    let mut engine = log.clone();
    let state = founded(&mut engine, Game::Ml9);
    let mut clock = system_time();
    let time = Box::new(move || clock() - behind_ms);
    let started = PoolService::start_under(leadership.clone(), engine, state, keys(), time);
    started.expect("a thread")
}

fn reign(term: u64, counters: CounterTimes) -> PoolRole {
    PoolRole::Leads(Reign {
        term,
        counters,
        until: None,
    })
}

#[track_caller]
fn until(pool: &PoolService, is_so: impl Fn(&PoolSnapshot) -> bool) -> PoolSnapshot {
    let start = Instant::now();
    loop {
        let snapshot = pool.door().snapshot().expect("a running pool");
        if is_so(&snapshot) {
            return snapshot;
        }
        assert!(start.elapsed() < PATIENCE, "{snapshot:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A line to a pool that leads: one that has just been told so may still refuse.
fn line(pool: &PoolService) -> (GatewayLine, Receiver<PoolNews>) {
    until(pool, |snapshot| snapshot.leads);
    pool.door().attach_channel().expect("a line")
}

/// The counter of the acknowledgement.
#[track_caller]
fn acknowledged(news: &Receiver<PoolNews>, number: u32) -> u64 {
    let start = Instant::now();
    while let Some(left) = PATIENCE.checked_sub(start.elapsed()) {
        if let PoolNews::Letter(letter) = news.recv_timeout(left).expect("news of the pool") {
            let (.., counter, message) = read_letter(&letter);
            if message == ToTable::Ack(number) {
                return counter;
            }
        }
    }
    panic!("no acknowledgement");
}

#[test]
fn a_pool_that_stands_by_follows_and_takes_over() {
    let log = MemoryEngine::default();
    let (of_first, of_second) = (Leadership::standby(), Leadership::standby());
    of_first.set(reign(1, CounterTimes::ALL));
    let (first, second) = (pool(&log, &of_first, 0), pool(&log, &of_second, 0));
    let (to_first, from_first) = line(&first);
    to_first
        .send(letter(1, 1, TableEntry::Open(1)))
        .expect("a pool");
    acknowledged(&from_first, 1);

    // It has no lines, accepts nothing, and knows the log.
    let led = first.door().snapshot().expect("a pool");
    let followed = until(&second, |snapshot| snapshot.head == led.head);
    assert!(!followed.leads && followed.head_digest == led.head_digest);
    let (refused, hears_nothing) = second.door().attach_channel().expect("a pool");
    refused
        .send(letter(1, 2, TableEntry::Void(1)))
        .expect("a pool");
    let nothing = hears_nothing.recv_timeout(Duration::from_millis(500));
    assert_eq!(nothing.err(), Some(RecvTimeoutError::Disconnected));
    until(&second, |snapshot| snapshot.ignored == 1);

    // The first one has to be silent at once, although it runs on.
    of_first.set(PoolRole::StandsBy);
    of_second.set(reign(2, CounterTimes::ALL));
    let ended = until(&first, |snapshot| !snapshot.leads);
    assert_eq!(ended.lines, 0);
    while from_first.recv_timeout(PATIENCE).is_ok() {}
    assert_eq!(
        from_first.recv().err().map(|_| ()),
        Some(()),
        "the line has ended"
    );
    let (to_second, from_second) = line(&second);
    to_second
        .send(letter(1, 2, TableEntry::Void(1)))
        .expect("a pool");
    acknowledged(&from_second, 2);
    let led = second.door().snapshot().expect("a pool");
    let followed = until(&first, |snapshot| snapshot.head == led.head);
    assert_eq!(followed.head_digest, led.head_digest);
    first.stop().expect("a pool");
    second.stop().expect("a pool");
}

/// A table accepts ascending counters only. The next leader's clock is an hour behind.
#[test]
fn counters_ascend_over_a_change_of_leaders() {
    let log = MemoryEngine::default();
    let (of_first, of_second) = (Leadership::standby(), Leadership::standby());
    let now_ms = system_time()();
    let until_ms = now_ms + 10_000;
    of_first.set(reign(
        1,
        CounterTimes {
            from_ms: 0,
            until_ms,
        },
    ));
    let (first, second) = (pool(&log, &of_first, 0), pool(&log, &of_second, HOUR_MS));
    let (to_first, from_first) = line(&first);
    to_first
        .send(letter(1, 1, TableEntry::Open(1)))
        .expect("a pool");
    let last = acknowledged(&from_first, 1);
    of_first.set(PoolRole::StandsBy);
    of_second.set(reign(
        2,
        CounterTimes {
            from_ms: until_ms,
            until_ms: until_ms + 10_000,
        },
    ));
    let (to_second, from_second) = line(&second);
    to_second
        .send(letter(1, 2, TableEntry::Void(1)))
        .expect("a pool");
    let next = acknowledged(&from_second, 2);
    assert!(next > last, "{last} {next}");
    first.stop().expect("a pool");
    second.stop().expect("a pool");
}

/// A clock that goes far ahead uses none of the counters that belong to the next leader.
#[test]
fn counters_stay_within_those_that_are_reserved() {
    let log = MemoryEngine::default();
    let leadership = Leadership::standby();
    let until_ms = system_time()() - HOUR_MS;
    leadership.set(reign(
        1,
        CounterTimes {
            from_ms: 0,
            until_ms,
        },
    ));
    let pool = pool(&log, &leadership, 0);
    let (to_pool, from_pool) = line(&pool);
    to_pool
        .send(letter(1, 1, TableEntry::Open(1)))
        .expect("a pool");
    let counter = acknowledged(&from_pool, 1);
    assert!(counter >> 20 <= until_ms, "{counter}");
    pool.stop().expect("a pool");
}

#[test]
fn a_right_that_is_not_renewed_ends() {
    let log = MemoryEngine::default();
    let leadership = Leadership::standby();
    let until_then = Instant::now() + Duration::from_millis(1_500);
    leadership.set(PoolRole::Leads(Reign {
        term: 1,
        counters: CounterTimes::ALL,
        until: Some(until_then),
    }));
    let pool = pool(&log, &leadership, 0);
    let (to_pool, from_pool) = line(&pool);
    to_pool
        .send(letter(1, 1, TableEntry::Open(1)))
        .expect("a pool");
    acknowledged(&from_pool, 1);
    until(&pool, |snapshot| !snapshot.leads);
    assert!(Instant::now() >= until_then);
    while from_pool.recv_timeout(PATIENCE).is_ok() {}
    pool.stop().expect("a pool");
}

/// Two pools that both believe to lead: the log decides, nothing is lost, and the right is doubted.
#[test]
fn two_leaders_are_harmless() {
    let log = MemoryEngine::default();
    let (of_first, of_second) = (Leadership::standby(), Leadership::standby());
    of_first.set(reign(1, CounterTimes::ALL));
    of_second.set(reign(2, CounterTimes::ALL));
    let (first, second) = (pool(&log, &of_first, 0), pool(&log, &of_second, 0));
    let (to_first, from_first) = line(&first);
    let (to_second, from_second) = line(&second);
    for round in 1..=20 {
        let number = 2 * round - 1;
        for (table, line) in [(1, &to_first), (2, &to_second)] {
            line.send(letter(table, number, TableEntry::Open(round)))
                .expect("a pool");
            line.send(letter(table, number + 1, TableEntry::Void(round)))
                .expect("a pool");
        }
        acknowledged(&from_first, number + 1);
        acknowledged(&from_second, number + 1);
    }
    let led = until(&second, |snapshot| {
        snapshot
            .members
            .iter()
            .all(|member| member.last_number == 40)
    });
    let same = until(&first, |snapshot| snapshot.head == led.head);
    assert_eq!(same.head_digest, led.head_digest);
    assert_eq!(same.entries, 80);
    assert!(of_first.take_doubt() || of_second.take_doubt());
    first.stop().expect("a pool");
    second.stop().expect("a pool");
}
