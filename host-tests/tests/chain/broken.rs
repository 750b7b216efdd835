//! A chain that is cut, chip by chip: every seat is faulted at once, nothing that came through it counts,
//! and it is believed again only after it has been sound for long enough.

use firmware::chips::SeatReading;
use firmware::config::{CHAIN_PROOF_SAMPLES, FAULT_CLEAR_SAMPLES};
use firmware::faults::{ChainFault, SeatFault};
use firmware::keys::{KeyReading, TableKey};
use parts::chain::{Change, Cut};
use shared_rules::seats::Seat;
use simulator::rig::Rig;

const SETTLED_MS: u64 = 25;
const CLEAR_MS: u64 = FAULT_CLEAR_SAMPLES as u64;
const CHIPS: usize = 6;

/// Every seat has a bet and an Ante, and the supervisor's key is turned.
fn busy_table(seed: u64) -> Rig {
    let mut rig = Rig::proven(seed);
    for seat in Seat::ALL {
        rig.put(seat, 3);
        rig.apply(Change::Ante(seat.index().into(), true));
    }
    rig.apply(Change::Key(3, true));
    rig.run_ms(SETTLED_MS);
    expect_all_read(&rig);
    rig
}

fn expect_all_read(rig: &Rig) {
    let read = SeatReading {
        chips: 3,
        ante: true,
        fault: None,
    };
    assert_eq!(rig.readings.chain, None);
    assert_eq!(Seat::ALL.map(|seat| rig.seat(seat)), [read; 7]);
    assert!(rig.readings.keys.held.contains(TableKey::Supervisor));
}

fn expect_nothing_read(rig: &Rig) {
    assert_eq!(rig.readings.chain, Some(ChainFault::LoopBack));
    let read = Seat::ALL.map(|seat| rig.seat(seat));
    assert_eq!(read, [SeatReading::NOT_READ; 7]);
    assert_eq!(rig.readings.keys, KeyReading::default());
}

fn set_cut(rig: &Rig, cut: Option<Cut>) {
    rig.chain.with(|chain| chain.set_cut(cut));
}

/// A break is told within this many samples: every other loop-back is wrong, and four of 16 may be noise.
const TOLD_SAMPLES: usize = 11;

/// Cuts, watches, mends, watches. Returns how many samples it took to tell. The stump has every other
/// loop-back right by chance; what is read until the break is told changes no count.
fn cut_and_mend(rig: &mut Rig, cut: Cut) -> usize {
    set_cut(rig, Some(cut));
    let samples = (1..=TOLD_SAMPLES).find(|_| {
        rig.step();
        for seat in Seat::ALL {
            let reading = rig.seat(seat);
            assert_eq!(reading.chips == 0, reading.fault.is_some());
            assert!([0, 3].contains(&reading.chips), "{cut:?}");
        }
        rig.readings.chain.is_some()
    });
    expect_nothing_read(rig);
    (0..2 * CLEAR_MS).for_each(|_| {
        rig.step();
        expect_nothing_read(rig);
    });
    set_cut(rig, None);
    (0..CLEAR_MS - 2).for_each(|_| {
        rig.step();
        expect_nothing_read(rig);
    });
    rig.run_ms(SETTLED_MS);
    expect_all_read(rig);
    samples.expect("told in time")
}

#[test]
fn a_cut_on_the_way_in_is_told_at_every_chip() {
    let mut rig = busy_table(1);
    let cuts = (0..CHIPS).flat_map(|chip| [false, true].map(|stump| Cut::OutOf165(chip, stump)));
    let samples: Vec<usize> = cuts.map(|cut| cut_and_mend(&mut rig, cut)).collect();
    println!("samples until a cut is told, by 165 and stump: {samples:?}");
    assert!(samples.iter().all(|&samples| samples <= TOLD_SAMPLES));
}

#[test]
fn a_cut_on_the_way_out_is_told_at_every_chip() {
    let mut rig = busy_table(2);
    let cuts = (0..CHIPS).flat_map(|chip| [false, true].map(|stump| Cut::Into595(chip, stump)));
    let samples: Vec<usize> = cuts.map(|cut| cut_and_mend(&mut rig, cut)).collect();
    println!("samples until a cut is told, by 595 and stump: {samples:?}");
    assert!(samples.iter().all(|&samples| samples <= TOLD_SAMPLES));
}

#[test]
fn a_table_is_not_believed_before_it_is_proven() {
    let mut rig = Rig::power_up(4);
    rig.put(Seat::One, 2);
    for _ in 1..CHAIN_PROOF_SAMPLES {
        assert_eq!(rig.readings.chain, Some(ChainFault::Unproven));
        assert_eq!(rig.seat(Seat::One), SeatReading::NOT_READ);
        rig.step();
    }
    assert_eq!(rig.readings.chain, None);
    assert_eq!(rig.seat(Seat::One).chips, 2);
}

#[test]
fn a_scan_that_failed_is_a_broken_chain() {
    let mut rig = busy_table(5);
    assert!(rig.sensors.lose());
    rig.readings = rig.sensors.readings();
    assert_eq!(rig.readings.chain, Some(ChainFault::NoExchange));
    assert_eq!(rig.seat(Seat::One), SeatReading::NOT_READ);
    // The first good sample after a bad one does not count yet.
    rig.run_ms(CLEAR_MS);
    assert_eq!(rig.readings.chain, Some(ChainFault::NoExchange));
    rig.step();
    expect_all_read(&rig);
}

/// A stump that is stuck has every other loop-back right, and there each seat seems to see beams in the dark: that is
/// no word about a seat, neither when the chain breaks nor when it is mended.
#[test]
fn a_break_is_never_a_fault_of_a_seat() {
    let mut rig = busy_table(8);
    for (chip, level) in (0..CHIPS).flat_map(|chip| [(chip, false), (chip, true)]) {
        for start in 0..2 {
            rig.run_ms(start);
            for cut in [Some(Cut::OutOf165(chip, level)), None] {
                set_cut(&rig, cut);
                for _ in 0..CLEAR_MS + SETTLED_MS {
                    rig.step();
                    let faults = Seat::ALL.map(|seat| rig.seat(seat).fault);
                    let of_a_seat =
                        |fault: &Option<SeatFault>| !matches!(fault, None | Some(SeatFault::Chain));
                    assert!(!faults.iter().any(of_a_seat), "{cut:?}: {faults:?}");
                }
            }
            expect_all_read(&rig);
        }
    }
}
