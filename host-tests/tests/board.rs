//! What the board's tasks stand on: the queue between scan and controller, the check of the image, the lamp test.

use firmware::chain::Outputs;
use firmware::chips::SeatReading;
use firmware::felt::FeltEnd;
use firmware::image::{self, Stamp};
use firmware::keys::{KeyReading, KeySet, TableKey};
use firmware::lamps::{Lamps, SeatLamps};
use firmware::readings_queue::ReadingsQueue;
use firmware::sensors::SensorReadings;
use shared_rules::seats::{Seat, SeatMap};

/// A felt with so many chips on seat 3, and these keys that go down with the sample.
fn readings(chips: u8, pressed: &[TableKey]) -> SensorReadings {
    let chips_of = |seat| if seat == Seat::Three { chips } else { 0 };
    SensorReadings {
        seats: SeatMap::from_fn(|seat| SeatReading {
            chips: chips_of(seat),
            ante: false,
            fault: None,
        }),
        keys: KeyReading {
            held: KeySet::NONE,
            pressed: pressed.iter().copied().collect(),
        },
        chain: None,
    }
}

fn all(queue: &mut ReadingsQueue) -> Vec<SensorReadings> {
    std::iter::from_fn(|| queue.pop()).collect()
}

#[test]
fn what_changes_waits_in_its_order_and_what_does_not_is_said_once() {
    let mut queue = ReadingsQueue::new();
    let (none, moved) = (readings(2, &[]), readings(5, &[]));
    let press = readings(2, &[TableKey::NoMoreBets]);
    let all_readings = [none, none, press, none, moved, moved];
    let news = all_readings.map(|readings| queue.push(readings));
    assert_eq!(news, [true, false, true, true, true, false]);
    assert_eq!(all(&mut queue), [none, press, none, moved]);
}

/// A controller that is busy for long loses neither a key nor the felt as it is last.
#[test]
fn too_many_become_one_and_no_key_is_lost() {
    let mut queue = ReadingsQueue::new();
    queue.push(readings(0, &[TableKey::PlaceYourBets]));
    for round in 0..100 {
        queue.push(readings(round % 5, &[]));
        if round == 50 {
            queue.push(readings(1, &[TableKey::Void]));
        }
    }
    queue.push(readings(4, &[TableKey::NoMoreBets]));
    queue.push(readings(3, &[]));
    let taken = all(&mut queue);
    assert!(taken.len() < 20, "{}", taken.len());
    assert_eq!(taken.last().expect("some").seats.get(Seat::Three).chips, 3);
    let keys = [
        TableKey::PlaceYourBets,
        TableKey::Void,
        TableKey::NoMoreBets,
    ];
    for key in keys {
        let pressed = taken.iter().map(|taken| taken.keys.pressed);
        let presses = pressed.filter(|pressed| pressed.contains(key));
        assert_eq!(presses.count(), 1, "{key:?}");
    }
}

/// Readings from before betting opened are no bets: the sensors look at the felt anew.
#[test]
fn an_opening_forgets_what_was_read_before_it() {
    let mut felt = FeltEnd::default();
    assert!(felt.accept(None), "the first reading is news");
    assert!(!felt.accept(None), "the same again is not");
    felt.open_betting();
    assert_eq!(felt.pop(), None);
    assert!(felt.accept(None), "the same felt, seen anew");
    assert!(felt.pop().is_some());
}

/// The standard's own check value: CRC-32C of the digits 1 to 9.
#[test]
fn the_image_is_checked_with_crc_32c() {
    let image = b"1234....56789";
    assert_eq!(image::crc(image, 4), Some(0xE306_9283));
}

#[test]
fn every_flipped_bit_of_an_image_is_found() {
    let bytes = (0..2_000_u32).map(|byte| byte.wrapping_mul(7).to_le_bytes()[0]);
    let mut image: Vec<u8> = bytes.collect();
    let offset = 396;
    let crc = image::crc(&image, offset).expect("it is inside");
    let stamp = Stamp { offset, crc };
    assert!(image::is_sound(&image, stamp));
    for bit in 0..image.len() * 8 {
        image[bit / 8] ^= 1 << (bit % 8);
        let in_the_crc = (offset..offset + 4).contains(&(bit / 8));
        assert_eq!(image::is_sound(&image, stamp), in_the_crc, "bit {bit}");
        image[bit / 8] ^= 1 << (bit % 8);
    }
    let damaged = Stamp {
        crc: crc ^ 1,
        ..stamp
    };
    assert!(!image::is_sound(&image, damaged));
}

#[test]
fn a_check_outside_of_its_image_is_not_sound() {
    for offset in [7, 8, 9, usize::MAX] {
        assert_eq!(image::crc(&[0; 10], offset), None, "{offset}");
    }
}

/// A lit lamp is an accepted bet: nobody may light them all while there is one.
#[test]
fn lamps_are_tested_only_while_they_say_nothing_of_bets() {
    let at_rest = |lamps| {
        let mut table = Lamps::default();
        *table.seats.get_mut(Seat::Six) = lamps;
        table.are_at_rest()
    };
    assert!(at_rest(SeatLamps::Dark) && at_rest(SeatLamps::Faulted));
    let others = [
        SeatLamps::OpenEmpty,
        SeatLamps::Seen(1),
        SeatLamps::NotAcceptable(1),
        SeatLamps::Locked(1),
        SeatLamps::ChangedAfterLock(1),
        SeatLamps::Winner(1),
    ];
    assert!(others.into_iter().all(|lamps| !at_rest(lamps)));
    let open = Lamps {
        bets_open: true,
        ..Lamps::default()
    };
    assert!(!open.are_at_rest());
    assert!(!Lamps::test().are_at_rest());
    let every_lamp = Lamps::test().outputs(0);
    assert_eq!(FeltEnd::default().outputs(0, true), every_lamp);
    assert_eq!(FeltEnd::default().outputs(0, false), Outputs::OFF);
    assert_eq!(FeltEnd::new(open).outputs(0, true), open.outputs(0));
}

/// The outputs are computed when they are due: nobody may see a difference, also not around a change of the lamps.
#[test]
fn lamps_between_two_changes_are_as_lamps_at_any_time() {
    let mut felt = FeltEnd::default();
    let kinds = [
        SeatLamps::Dark,
        SeatLamps::OpenEmpty,
        SeatLamps::Seen(3),
        SeatLamps::NotAcceptable(2),
        SeatLamps::ChangedAfterLock(5),
        SeatLamps::Faulted,
        SeatLamps::Winner(4),
        SeatLamps::Winner(1),
        SeatLamps::Winner(0),
    ];
    let mut lamps = Lamps::default();
    for now_ms in 0..30_000_u64 {
        if now_ms.is_multiple_of(37) {
            let seat = Seat::ALL[(now_ms % 7) as usize];
            *lamps.seats.get_mut(seat) = kinds[(now_ms / 37 % 9) as usize];
            lamps.fault ^= now_ms.is_multiple_of(5);
            lamps.alarm_until_ms = now_ms.is_multiple_of(3).then_some(now_ms + 61);
            felt.show(lamps);
        }
        assert_eq!(
            felt.outputs(now_ms, false),
            lamps.outputs(now_ms),
            "{now_ms} ms"
        );
    }
}
