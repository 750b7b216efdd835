//! From a settled chip to its lamp on the image, over random bets: its own scan, with its own dither.

use board_sim::table::BoardEngine;
use parts::chain::{Change, bet_lamp};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::games::Game;
use simulator::table_driver::{TableDriver, index};

const MS: u64 = 1_000_000;

/// The bar from a settled chip to its lamp.
const LAMP_NS_MAX: u64 = 12 * MS;

/// Five lit samples span 8 ms, and the lamp is sent a scan later.
const LAMP_NS_MIN: u64 = 9 * MS;

const BETS: usize = 10_000;
const SEATS: [u8; 7] = [1, 2, 3, 4, 5, 6, 7];

/// The bets of a moment come to rest within this time, and are lit within as much.
const MOMENT_MS: u64 = 20;

/// A bet that comes to rest.
struct Bet {
    number: u8,
    chips: u8,
    settled_ns: u64,
}

/// Puts a bet on every seat, each at its own moment.
fn place(evening: &TableDriver<BoardEngine>, dice: &mut ChaCha8Rng) -> Vec<Bet> {
    let now_ns = evening.table.chain.with(|chain| chain.now_ns());
    let bets = SEATS.map(|number| Bet {
        number,
        chips: dice.random_range(1..=5),
        settled_ns: now_ns + dice.random_range(1..MOMENT_MS * MS),
    });
    for bet in &bets {
        let change = Change::Chips(index(bet.number), bet.chips);
        let chain = &evening.table.chain;
        chain.with(|chain| chain.schedule(bet.settled_ns, change));
    }
    bets.into()
}

/// From the settled chip to the latch that lit the lamp of the uppermost one.
fn latency_ns(evening: &TableDriver<BoardEngine>, bet: &Bet) -> u64 {
    let lamp = bet_lamp(index(bet.number), usize::from(bet.chips) - 1);
    evening.table.chain.with(|chain| {
        assert!(chain.outputs()[lamp], "seat {}", bet.number);
        chain.changed_ns(lamp) - bet.settled_ns
    })
}

#[test]
fn ten_thousand_random_bets_are_lit_in_time() {
    let mut evening = TableDriver::<BoardEngine>::opened(Game::Ml9);
    for number in SEATS {
        evening.table.change(Change::Ante(index(number), true));
    }
    evening.wait_ms(2 * MOMENT_MS);
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let (mut bets, mut best_ns, mut worst_ns) = (0, u64::MAX, 0);
    while bets < BETS {
        let placed = place(&evening, &mut dice);
        evening.wait_ms(2 * MOMENT_MS);
        for bet in &placed {
            let latency = latency_ns(&evening, bet);
            (best_ns, worst_ns) = (best_ns.min(latency), worst_ns.max(latency));
            evening.table.change(Change::Chips(index(bet.number), 0));
        }
        bets += placed.len();
        evening.wait_ms(MOMENT_MS);
    }
    println!("{bets} bets, settled chip to lamp: {best_ns} to {worst_ns} ns");
    assert!(worst_ns <= LAMP_NS_MAX && best_ns >= LAMP_NS_MIN);
}
