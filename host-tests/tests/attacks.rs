//! Whole tables with somebody in the middle of both wires: nothing that nobody said is accepted or shown, and nobody is
//! kept out once the attacker stops.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use simulator::attacks::{AttackCounts, attack};

/// Attacks at each table, one after the other.
const EPISODES: u32 = 25;

/// `ATTACKED_TABLES=400 cargo test -p host-tests --test attacks` attacks 10,000 times.
fn tables() -> u64 {
    let asked = env::var("ATTACKED_TABLES").ok();
    asked.map_or(8, |count| count.parse().expect("a number of tables"))
}

#[test]
fn nothing_invented_is_accepted_and_nobody_is_kept_out() {
    let (next, end) = (AtomicU64::new(0), tables());
    let play = || {
        let mut sum = AttackCounts::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return sum;
            }
            let counts = attack(seed, EPISODES).unwrap_or_else(|why| panic!("{why}"));
            sum = sum.plus(counts);
        }
    };
    let sums = thread::scope(|threads| {
        let players = [(); 2].map(|()| threads.spawn(play));
        players.map(|player| player.join().expect("no attack succeeds"))
    });
    let [one, other] = sums;
    let sum = one.plus(other);
    println!("{sum:?}");
    assert_eq!(sum.episodes, end * u64::from(EPISODES));
    assert!(sum.attacks > 20 * sum.episodes, "{sum:?}");
    assert!(sum.sessions > sum.episodes && sum.rounds > 0, "{sum:?}");
}
