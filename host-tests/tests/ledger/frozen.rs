//! Frozen bytes: a journal that is written today is read by every later program. Once a table has been run,
//! kinds and events may be added behind these, but none of these bytes may change.

use parts::hex;
use shared_rules::closed::Player;
use shared_rules::games::DealingError;
use shared_rules::ledger::{Fault, RefusedKind, TakesEffect};
use shared_rules::round::{Ruling, SeatBets};
use shared_rules::wire::payload;
use simulator::round_driver::{fold, unexposed, viewed};

use crate::prelude::*;

/// These bytes are this entry, read and written.
#[track_caller]
fn frozen(digits: &str, entry: &Entry) {
    let written: String = bytes(entry)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(written, digits.replace(' ', ""), "{entry:?}");
    assert_eq!(payload::read(&hex::bytes(digits)).as_ref(), Some(entry));
}

/// Bytes with something behind them, or with something missing, are no entry.
#[track_caller]
fn stands_alone(digits: &str) {
    let whole = hex::bytes(digits);
    let longer = [whole.as_slice(), &[0]].concat();
    let shorter = &whole[..whole.len() - 1];
    for wrong in [longer.as_slice(), shorter] {
        assert_eq!(payload::read::<Entry>(wrong), None, "{wrong:02x?}");
    }
}

/// The number of each kind is its place in the list, and numbers are as short as they can be.
#[test]
fn entries_about_the_controller() {
    frozen("00 ac02", &Entry::Boot(300));
    frozen("06 80eeb4d306", &Entry::Clock(1_785_542_400));
    frozen("07 00 03", &Entry::Fault(Fault::Seat(Seat::Three)));
    frozen("07 01", &Entry::Fault(Fault::Chain));
    frozen("07 02", &Entry::Fault(Fault::Sign));
    frozen("08 03", &Entry::Healed(Fault::Console));
    frozen("08 04", &Entry::Healed(Fault::Journal));
    frozen("08 05", &Entry::Healed(Fault::Image));
    frozen("09 07 02", &Entry::Moved(Seat::Seven, 2));
    frozen("15 07 01", &Entry::AnteMoved(Seat::Seven, true));
    frozen("0a 00 05", &Entry::Refused(RefusedKind::Unauthentic, 5));
    frozen("0a 01 05", &Entry::Refused(RefusedKind::AgainstTheRules, 5));
    let words = Entry::LastWords("oh".try_into().expect("two letters"));
    frozen("0b 02 6f68", &words);
    frozen("0c 01", &Entry::Door(true));
}

/// Notes about the entries around them: the time takes one double-word of flash, as does a person.
#[test]
fn entries_about_entries() {
    frozen("0f 3c", &Entry::Time(60));
    frozen("0f ffff03", &Entry::Time(u16::MAX));
    frozen("10 80eeb4d306", &Entry::TimeOfDay(1_785_542_400));
    frozen("11 ff", &Entry::Person(255));
    frozen("12 01", &Entry::Supervisor(true));
    let chip = *b"unique chip!";
    frozen("13 756e69717565206368697021", &Entry::Chip(chip));
    let link = [1, 2, 3, 4, 5, 6, 7, 8];
    frozen("14 0102030405060708", &Entry::Chain(link));
    for note in [
        Entry::Time(u16::MAX),
        Entry::Person(255),
        Entry::Supervisor(true),
    ] {
        assert!(bytes(&note).len() <= 4, "{note:?}");
    }
}

/// What moves money or changes what the table may do: amounts are in cents, rates in basis points.
#[test]
fn entries_about_money() {
    let bets = SeatBets {
        seat: Seat::One,
        ante: Cents::dollars(100),
        bonus: Cents::dollars(25),
        pair_plus: Cents::ZERO,
        units: 5,
    };
    let locked = Entry::Locked([bets].into_iter().collect());
    frozen("02 01 01 904e c413 00 05", &locked);
    frozen("03 80ade204", &Entry::Settled(Cents::dollars(100_000)));
    frozen("04", &Entry::Confirmed);
    let configured = "05 03 00000000000000 f403 0000 0000 0000 fe c0843d e807 c801 00 00 00";
    frozen(configured, &Entry::Configured(house(Game::Ml9)));
    let flagged = Configuration {
        contribution_max: Some(Cents::dollars(10)),
        ..house(Game::Ml9)
    };
    let digits = configured.replace("c801 00 00 00", "c801 00 01 e807 00");
    frozen(&digits, &Entry::Configured(flagged));
    let at_once = Configuration {
        takes_effect: TakesEffect::NextRound,
        ..house(Game::Ml9)
    };
    let digits = configured.replace("c801 00 00 00", "c801 00 00 01");
    frozen(&digits, &Entry::Configured(at_once));
    for digits in ["02 01 01 904e c413 00 05", "03 80ade204", configured] {
        stands_alone(digits);
    }
}

/// The events of a round, each by its place in the list; seats by their number, sets of seats by bits, cards by
/// their place in the deck.
#[test]
fn entries_about_the_round() {
    let events = [
        ("00", Event::PlaceYourBets),
        ("01 01 02", chips(1, 2)),
        ("02 01 00 e807", ante(1, 10)),
        ("03 02 01", player(2, 1)),
        ("05 03 02 2625", hand(3, "AhKh")),
        ("06 02 000e", dealer_hand("2c3d")),
        ("07 03 2e2d2c", community("9s8s7s")),
        ("08 04", viewed(4)),
        ("09 02 0e", Event::Raise(Wager::Flop, seats(&[1, 2, 3]))),
        ("0a 05", fold(5)),
        ("0b 06", absent(6)),
        ("0c 07", unexposed(7)),
        ("0e", Event::Paid),
        ("0f 09 00", Event::Void(9, VoidCause::ForeignCard)),
        (
            "10 09 01 01",
            Event::Invalidate(9, Seat::One, HandFault::NotConfidential),
        ),
        ("11 02", Event::SeveralHands(Player(2))),
        (
            "12 02 02",
            Event::DealingError(DealingError::Other, seats(&[1])),
        ),
        ("13 02 01", withdraw(2)),
        ("14", Event::DeviceFault),
        ("15", Event::DeviceRepaired),
        (
            "16 01 80",
            Event::NextRounds(NextRounds::BlockBox, seats(&[7])),
        ),
        ("17", Event::PowerFailure),
        ("18 01", Event::ShiftManager(Ruling::Void)),
    ];
    for (digits, event) in events {
        let digits = format!("01 {digits}");
        frozen(&digits, &Entry::Round(event));
        stands_alone(&digits);
    }
}
