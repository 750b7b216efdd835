//! The lamps against the board's table, written out here a second time, and the blinks against the clock.

use firmware::chain::{Level, Output, Outputs};
use firmware::lamps::{Lamps, SeatLamps};
use shared_rules::seats::{Seat, SeatMap};

/// The milliseconds at which a lamp changes, starting dark, up to but not including the last.
type Changes = Vec<u64>;

const SPAN_MS: u64 = 2_400;

fn shown(seat: Seat, state: SeatLamps, now_ms: u64) -> Outputs {
    let of = |other| match other == seat {
        true => state,
        false => SeatLamps::Dark,
    };
    let lamps = Lamps {
        seats: SeatMap::from_fn(of),
        ..Lamps::default()
    };
    lamps.outputs(now_ms)
}

fn changes(seat: Seat, state: SeatLamps, lamp: Output) -> Changes {
    let is_on = |now_ms| shown(seat, state, now_ms).is_on(lamp);
    let changed = |&now_ms: &u64| is_on(now_ms) != (now_ms > 0 && is_on(now_ms - 1));
    (0..SPAN_MS).filter(changed).collect()
}

fn bet_lamps(seat: Seat) -> [Output; 5] {
    Level::ALL.map(|level| Output::BetLamp(seat, level))
}

const OFF: &[u64] = &[];
const STEADY: &[u64] = &[0];
const SLOW_BLINK: &[u64] = &[0, 500, 1_000, 1_500, 2_000];
const TWO_SHORT_BLINKS: &[u64] = &[0, 100, 200, 300, 1_200, 1_300, 1_400, 1_500];

fn fast_blink() -> Changes {
    (0..SPAN_MS).step_by(125).collect()
}

/// Ring and bet lamps look like this, `count` of the latter; the other bet lamps are off.
fn expect(state: SeatLamps, ring: &[u64], bets: &[u64], count: usize) {
    for seat in Seat::ALL {
        let seen = changes(seat, state, Output::SpotRing(seat));
        assert_eq!(seen, *ring, "{state:?}");
        for (place, lamp) in bet_lamps(seat).into_iter().enumerate() {
            let expected = if place < count { bets } else { OFF };
            assert_eq!(changes(seat, state, lamp), expected, "{state:?}, {lamp}");
        }
    }
}

/// Without a bet the ring alone tells; with one, as many bet lamps as there are units go with it.
#[test]
fn ring_and_bet_lamps_tell_every_state() {
    let fast = &fast_blink()[..];
    expect(SeatLamps::Dark, OFF, OFF, 0);
    expect(SeatLamps::OpenEmpty, SLOW_BLINK, OFF, 0);
    expect(SeatLamps::Faulted, TWO_SHORT_BLINKS, OFF, 0);
    for units in 1..=5_u8 {
        for (state, ring, bets) in [
            (SeatLamps::Seen(units), STEADY, STEADY),
            (SeatLamps::NotAcceptable(units), fast, fast),
            (SeatLamps::Locked(units), STEADY, STEADY),
            (SeatLamps::ChangedAfterLock(units), fast, STEADY),
        ] {
            expect(state, ring, bets, units.into());
        }
    }
}

#[test]
fn a_winner_s_light_runs_from_the_ring_up_its_bet_lamps() {
    for seat in Seat::ALL {
        for count in 1..=5_u8 {
            let lamps = &bet_lamps(seat)[..count.into()];
            let places = [&[Output::SpotRing(seat)], lamps].concat();
            for now_ms in 0..SPAN_MS {
                let step = usize::try_from(now_ms / 100).expect("small");
                let lit = Outputs::OFF.with(places[step % places.len()], true);
                assert_eq!(shown(seat, SeatLamps::Winner(count), now_ms), lit);
            }
        }
    }
}

#[test]
fn more_than_five_light_five() {
    for now_ms in 0..SPAN_MS {
        let show = |state| shown(Seat::Four, state, now_ms);
        assert_eq!(show(SeatLamps::Seen(6)), show(SeatLamps::Seen(5)));
        assert_eq!(show(SeatLamps::Winner(u8::MAX)), show(SeatLamps::Winner(5)));
    }
}

#[test]
fn the_table_s_lamps_are_lit_one_by_one() {
    let dark = Lamps::default();
    let [mut open, mut fault, mut alarm] = [dark; 3];
    (open.bets_open, fault.fault) = (true, true);
    alarm.alarm_until_ms = Some(u64::MAX);
    let cases = [
        (open, Output::BetsOpenLamp),
        (fault, Output::FaultLamp),
        (alarm, Output::AlarmSounder),
    ];
    assert_eq!(dark.outputs(0), Outputs::OFF);
    for (lamps, output) in cases {
        assert_eq!(lamps.outputs(0), Outputs::OFF.with(output, true));
    }
}

#[test]
fn seats_blink_together_and_show_their_own() {
    let all = SeatMap::from_fn(|seat| SeatLamps::NotAcceptable(seat.index() % 6));
    let lamps = Lamps {
        seats: all,
        ..Lamps::default()
    };
    assert_eq!(lamps.outputs(125), Outputs::OFF);
    let lit = lamps.outputs(250);
    for seat in Seat::ALL {
        let bet = bet_lamps(seat).into_iter().filter(|&lamp| lit.is_on(lamp));
        assert_eq!(bet.count(), usize::from(seat.index() % 6));
        assert!(lit.is_on(Output::SpotRing(seat)));
    }
}
