//! How fast the whole table is over 10,000 random bets: from a settled chip to its lamp, and from the lock to the
//! last byte of the sign's frame with the new amount.

use std::collections::BTreeMap;

use crate::Evening;
use parts::chain::{Change, bet_lamp};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::games::{Game, VoidCause};
use shared_rules::round::{Event, Phase};
use shared_rules::wire::sign::SignPhase;
use simulator::table_driver::{FeltKey, index};

const BETS: usize = 10_000;
const MS: u64 = 1_000_000;

/// The bar from a settled chip to its lamp.
const LAMP_NS_MAX: u64 = 12 * MS;

/// A start bit, eight bits and a stop bit at 115,200 baud.
const BYTE_NS: u64 = 86_806;

/// A frame may wait for one heartbeat or answer that is on the wire, and is as long as the longest picture: the
/// winning value has 1 s to be on the sign, and this leaves nearly all of it to the digits.
const FRAME_MS_MAX: u64 = 10;

/// How often each value came up.
#[derive(Default)]
struct Distribution(BTreeMap<u64, usize>);

impl Distribution {
    fn add(&mut self, value: u64) {
        *self.0.entry(value).or_default() += 1;
    }

    fn max(&self) -> u64 {
        *self.0.keys().next_back().expect("something measured")
    }

    fn count(&self) -> usize {
        self.0.values().sum()
    }

    fn print(&self, title: &str) {
        println!("{title}, {} times:", self.count());
        for (value, count) in &self.0 {
            println!("{value:>6} {count:>6}");
        }
    }
}

/// A bet that is still to come to rest.
struct Bet {
    number: u8,
    units: u8,
    settled_ns: u64,
}

impl Bet {
    /// The lamp of the uppermost chip.
    fn lamp(&self) -> usize {
        bet_lamp(index(self.number), usize::from(self.units) - 1)
    }
}

/// Puts a bet on every seat, each at its own moment of the next 20 ms.
fn place(evening: &mut Evening, random: &mut ChaCha8Rng) -> Vec<Bet> {
    let now_ns = evening.table.now_ms() * MS;
    let mut bet = |number| Bet {
        number,
        units: random.random_range(1..=5),
        settled_ns: now_ns + random.random_range(1..20 * MS),
    };
    let bets: Vec<Bet> = (1..=7).map(&mut bet).collect();
    for bet in &bets {
        let change = Change::Chips(index(bet.number), bet.units);
        let chain = &evening.table.chain;
        chain.with(|chain| chain.schedule(bet.settled_ns, change));
    }
    bets
}

/// From each settled chip to the latch that lit its lamp.
fn lamp_latencies(evening: &Evening, bets: &[Bet]) -> Vec<u64> {
    let latency = |bet: &Bet| {
        evening.table.chain.with(|chain| {
            assert!(chain.outputs()[bet.lamp()], "seat {}", bet.number);
            chain.changed_ns(bet.lamp()) - bet.settled_ns
        })
    };
    bets.iter().map(latency).collect()
}

/// From the entry of the lock, which the table shows only when it is durable, to the end of the sign's frame. The
/// simulated flash takes no time: what it takes on the board comes on top.
fn lock_latency_ns(evening: &mut Evening) -> u64 {
    let is_locked = |evening: &Evening| evening.phase() == Phase::Playing;
    let no_more_bets = FeltKey::NoMoreBets as usize;
    evening.table.change(Change::Key(no_more_bets, true));
    while !is_locked(evening) {
        evening.table.step();
    }
    let locked_us = evening.table.now_ms() * 1_000;
    let amount = evening.table.engine.controller().picture().amount;
    let mut frame_ends_us = evening.table.sign_cable.out.free_at_us();
    let on_sign = |evening: &Evening| {
        let picture = evening.table.sign.picture().expect("a picture");
        (picture.amount, picture.phase) == (amount, SignPhase::Closed)
    };
    loop {
        evening.table.step();
        if on_sign(evening) {
            break;
        }
        frame_ends_us = evening.table.sign_cable.out.free_at_us();
    }
    evening.table.change(Change::Key(no_more_bets, false));
    (frame_ends_us - locked_us) * 1_000
}

fn clear(evening: &mut Evening, round: u32) {
    evening.says([Event::Void(round, VoidCause::ShiftManager)]);
    (0..7).for_each(|place| evening.table.change(Change::Chips(place, 0)));
    evening.wait_ms(20);
}

#[test]
fn ten_thousand_random_bets() {
    let mut evening = Evening::of(Game::Ml9);
    (1..=7).for_each(|number| evening.ante(number, true));
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let [mut scans, mut byte_times, mut frame_ms] = [(); 3].map(|()| Distribution::default());
    let mut worst_ns = 0;
    let mut round = 0;
    while scans.count() < BETS {
        round += 1;
        evening.says([Event::PlaceYourBets]);
        let bets = place(&mut evening, &mut random);
        // 20 ms until the last one rests, 12 until its lamp is lit.
        evening.wait_ms(33);
        for latency_ns in lamp_latencies(&evening, &bets) {
            scans.add(latency_ns.div_ceil(MS));
            worst_ns = worst_ns.max(latency_ns);
        }
        let latency_ns = lock_latency_ns(&mut evening);
        byte_times.add(latency_ns.div_ceil(BYTE_NS));
        frame_ms.add(latency_ns.div_ceil(MS));
        clear(&mut evening, round);
    }
    scans.print("settled chip to lamp, in scans of 1 ms");
    println!("worst: {worst_ns} ns");
    byte_times.print("lock to the last byte of the sign's frame, in byte times");
    frame_ms.print("the same in milliseconds, rounded up");
    assert!(worst_ns <= LAMP_NS_MAX, "{worst_ns} ns");
    assert!(frame_ms.max() <= FRAME_MS_MAX, "{} ms", frame_ms.max());
}
