//! Bits that are flipped on the chain's data lines by chance: no count, no key and no fault comes from them.

use parts::chain::Change;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::seats::Seat;
use simulator::rig::Rig;

/// One bit in so many is flipped, in each direction.
const ONE_IN: u32 = 10_000;

const ROUNDS: u32 = 10_000;

/// Chips come to rest and are read within this time, flipped bits or not.
const SETTLED_MS: u64 = 40;

/// A round of bets: every seat gets chips and an Ante, and they are what is read once they have settled. Until then it
/// is what was read before.
fn bets(rig: &mut Rig, dice: &mut ChaCha8Rng) {
    let before = Seat::ALL.map(|seat| rig.seat(seat));
    let chips: [u8; 7] = std::array::from_fn(|_| dice.random_range(0..=5));
    let antes: [bool; 7] = std::array::from_fn(|_| dice.random());
    for (seat, (chips, ante)) in Seat::ALL.into_iter().zip(chips.into_iter().zip(antes)) {
        rig.put(seat, chips);
        rig.apply(Change::Ante(seat.index().into(), ante));
    }
    for _ in 0..SETTLED_MS {
        rig.step();
        assert_eq!(rig.readings.chain, None);
        assert!(rig.readings.keys.held.is_empty() && rig.readings.keys.pressed.is_empty());
        for seat in Seat::ALL {
            let (place, reading) = (usize::from(seat.index()), rig.seat(seat));
            assert_eq!(reading.fault, None);
            assert!([before[place].chips, chips[place]].contains(&reading.chips));
            assert!([before[place].ante, antes[place]].contains(&reading.ante));
        }
    }
    assert_eq!(Seat::ALL.map(|seat| rig.seat(seat).chips), chips);
    assert_eq!(Seat::ALL.map(|seat| rig.seat(seat).ante), antes);
}

#[test]
fn ten_thousand_rounds_of_bets_with_one_bit_in_ten_thousand_flipped() {
    let mut rig = Rig::proven(1);
    rig.chain.with(|chain| chain.set_noise(ONE_IN, 2));
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..ROUNDS {
        bets(&mut rig, &mut dice);
    }
    let noise = rig.sensors.noise();
    println!("{noise:?} in {} samples", u64::from(ROUNDS) * SETTLED_MS);
    assert!(noise.chain > 10 && noise.in_the_dark > 100, "{noise:?}");
}
