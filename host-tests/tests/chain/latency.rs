//! From settled chip to lamp: the bar is 12 ms, at every phase of the scan.

use parts::chain::{Change, Trouble, bet_lamp};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::seats::Seat;
use simulator::rig::{MS, Rig};
use std::collections::BTreeMap;

const BAR_NS: u64 = 12 * MS;

/// The lines of the lamps for so many chips at a seat.
fn lines(seat: Seat, chips: u8) -> impl Iterator<Item = usize> {
    (0..usize::from(chips)).map(move |level| bet_lamp(seat.index().into(), level))
}

/// Chips come to rest at a time; returns how long the last lamp to change took after that. Bouncing may
/// have lit the right lamps before: that took no time.
fn latency_ns(rig: &mut Rig, seat: Seat, (before, after): (u8, u8), settled_ns: u64) -> u64 {
    let change = Change::Chips(seat.index().into(), after);
    rig.chain.with(|chain| chain.schedule(settled_ns, change));
    while rig.next_scan_ns() < settled_ns + BAR_NS + 2 * MS {
        rig.step();
    }
    assert_eq!(rig.seat(seat).chips, after);
    rig.chain.with(|chain| {
        let outputs = chain.outputs();
        assert!(lines(seat, after).all(|line| outputs[line]));
        let changed = lines(seat, before.max(after)).map(|line| chain.changed_ns(line));
        let last_ns = changed.max().expect("a lamp");
        last_ns.saturating_sub(settled_ns)
    })
}

#[test]
fn worst_case_over_all_phases_of_the_scan() {
    let mut rig = Rig::proven(1);
    let (mut best_ns, mut worst_ns) = (u64::MAX, 0);
    for phase_ns in (0..2 * MS).step_by(1_000) {
        let seat = Seat::ALL[(phase_ns / 1_000 % 7) as usize];
        let chips = u8::try_from(phase_ns / 1_000 % 5).expect("small") + 1;
        for change in [(0, chips), (chips, 0)] {
            // From an even scan on, so that the phases cover lit and dark ones.
            if rig.next_scan_ns() / MS % 2 == 1 {
                rig.step();
            }
            let settled_ns = rig.next_scan_ns() + phase_ns;
            let latency = latency_ns(&mut rig, seat, change, settled_ns);
            best_ns = best_ns.min(latency);
            worst_ns = worst_ns.max(latency);
        }
    }
    println!("settled chip to lamp: {best_ns} to {worst_ns} ns");
    assert!(worst_ns <= BAR_NS);
    // Five lit samples span 8 ms, and the lamp is sent a scan later.
    assert!(best_ns > 9 * MS, "{best_ns} ns");
}

#[test]
fn ten_thousand_random_bets() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut rig = Rig::proven(2);
    // As on the board, each scan starts up to 60 us late.
    rig.dither(3);
    let mut worst_ns = 0;
    let mut bets_by_scans = BTreeMap::<u64, u32>::new();
    for _ in 0..10_000 {
        let seat = Seat::ALL[random.random_range(0..7)];
        let chips = random.random_range(1..=5);
        let start_ns = rig.next_scan_ns() + random.random_range(0..2 * MS);
        let settled_ns = start_ns + random.random_range(0..40 * MS);
        for line in lines(seat, chips) {
            let bounce = Change::Trouble(line, Trouble::Bouncing, settled_ns);
            rig.chain.with(|chain| chain.schedule(start_ns, bounce));
        }
        let latency = latency_ns(&mut rig, seat, (0, chips), settled_ns);
        assert!(latency <= BAR_NS);
        worst_ns = worst_ns.max(latency);
        *bets_by_scans.entry(latency.div_ceil(MS)).or_default() += 1;
        rig.put(seat, 0);
        rig.run_ms(14);
    }
    println!("settled chip to lamp: at most {worst_ns} ns");
    println!("scans from settled chip to lamp, and bets (0: the bounce alone had lit it):");
    for (scans, bets) in &bets_by_scans {
        println!("{scans:>3} {bets:>6}");
    }
}
