//! Memory that cannot be trusted: one good copy repairs the other; without one the table halts, says so, takes no bets,
//! and shows no amount that it does not know.

use firmware::controller::Halt;
use firmware::journal::{EntryKind, Error, Journal};
use firmware::lamps::SeatLamps;
use parts::flash::{PAGE, WORD};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use shared_rules::ledger::{Contradiction, Fault};
use shared_rules::round::LockedBets;
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wire::payload;
use simulator::ledger_driver::checkpoint;

use crate::prelude::*;
use crate::step::supervised;

/// Where log B begins.
const HALF: usize = SMALL / 2 * PAGE;

/// The evening, and the flash after it.
fn evening() -> (Record, FlashChip) {
    let record = on_a_new_table();
    let last = record.frames.last().expect("steps");
    let mut chip = last.before.clone();
    for operation in &last.operations {
        chip.operate(*operation).expect("as it was recorded");
    }
    chip.clear_history();
    (record, chip)
}

/// The addresses that a step programmed in log A and in log B.
fn programmed(operations: &[Operation]) -> [Vec<usize>; 2] {
    let addresses = operations.iter().filter_map(|operation| match operation {
        Operation::Program(word, _) => Some(word * WORD),
        Operation::Erase(_) => None,
    });
    addresses.partition(|address| *address < HALF).into()
}

#[test]
fn one_damaged_copy_is_repaired() {
    let (record, chip) = evening();
    let sound = format!("{:?}", Desk::on(chip.clone(), 0).ledger());
    let mut flips = 0;
    for frame in &record.frames {
        let addresses = programmed(&frame.operations).concat();
        for (address, bit) in addresses.into_iter().zip((0..8).cycle()) {
            let mut damaged = chip.clone();
            damaged.flip_bit(address + flips % WORD, bit);
            let mut desk = Desk::on(damaged, 0);
            assert_eq!(desk.controller.halt(), None);
            assert_eq!(format!("{:?}", desk.ledger()), sound);
            assert_eq!(desk.lines[..record.lines.len()], record.lines);
            plays_on(&mut desk);
            flips += 1;
        }
    }
    println!("{flips} bits flipped, one at a time");
    assert!(flips > 400);
}

/// Where the last entry lies in log A and in log B.
fn last_entry(record: &Record) -> [usize; 2] {
    let steps = record.frames.iter().rev();
    let mut entries = steps.map(|frame| programmed(&frame.operations));
    let last = entries.find(|[a, _]| !a.is_empty()).expect("an entry");
    last.map(|addresses| addresses[0])
}

/// Long enough to go through every entry that a restart would need.
fn compares_its_logs(desk: &mut Desk) {
    for _ in 0..10_000 {
        desk.does(&Step::Waits(10));
        desk.links(true, true);
    }
    desk.felt(Felt::Cleared);
}

/// Not only at a start: both logs are compared all the time (NZ 2004 1.15).
#[test]
fn damage_in_operation_is_repaired_and_written_down() {
    let (record, chip) = evening();
    let [a, b] = last_entry(&record);
    let mut desk = Desk::on(chip, 0);
    compares_its_logs(&mut desk);
    for address in [a, b] {
        let sound = desk.lines.len();
        desk.flash.chip().spoil_word(address);
        compares_its_logs(&mut desk);
        assert_eq!(desk.controller.halt(), None);
        let written = desk.lines[sound..].iter().map(|(_, bytes)| entry(bytes));
        let written: Vec<Entry> = written.filter(|entry| !entry.is_note()).collect();
        let repair = [Entry::Fault(Fault::Journal), Entry::Healed(Fault::Journal)];
        assert_eq!(written, repair);
    }
}

/// The board's loop does not come at round milliseconds: an entry is compared whenever ten have passed.
#[test]
fn logs_are_compared_whatever_the_clock_reads() {
    let (record, chip) = evening();
    let [a, _] = last_entry(&record);
    let mut desk = Desk::on(chip, 0);
    let entries = desk.seen().next_entry;
    desk.flash.chip().spoil_word(a);
    let sound = desk.lines.len();
    for _ in 0..=entries {
        desk.does(&Step::Waits(11));
        desk.links(true, true);
    }
    desk.felt(Felt::Cleared);
    let written = desk.lines.get(sound).map(|(_, bytes)| entry(bytes));
    assert_eq!(written, Some(Entry::Fault(Fault::Journal)));
}

/// Power failed between the two entries of a repair: its fault does not stand for ever.
#[test]
fn half_of_a_repair_is_written_down_again() {
    let half = payload::write(&Entry::Fault(Fault::Journal)).expect("a short entry");
    let desk = Desk::on(with_entry(&half), 0);
    assert_eq!(desk.controller.halt(), None);
    assert!(!desk.ledger().faults().contains(&Fault::Journal));
}

#[test]
fn damage_of_both_logs_in_operation_halts_the_table() {
    let (record, chip) = evening();
    let [a, b] = last_entry(&record);
    let mut desk = Desk::on(chip, 0);
    desk.flash.chip().spoil_word(a);
    desk.flash.chip().spoil_word(b);
    compares_its_logs(&mut desk);
    let halt = desk.controller.halt();
    assert!(matches!(halt, Some(Halt::Journal(Error::Lost { .. }))));
    assert!(desk.seen().lamps.fault);
    let open = desk.command(&Command::Round(Event::PlaceYourBets));
    assert!(matches!(open, Answer::Refused(_)), "{open:?}");
}

#[test]
fn an_entry_that_is_damaged_in_both_logs_halts_the_table() {
    let (record, chip) = evening();
    let mut flips = 0;
    // The start's own first words are erased again before they are used.
    for frame in record.frames.iter().skip(1) {
        let [in_a, in_b] = programmed(&frame.operations);
        for (a, b) in in_a.into_iter().zip(in_b) {
            let mut damaged = chip.clone();
            damaged.flip_bit(a + flips % WORD, 0);
            damaged.flip_bit(b + flips % WORD, 7);
            let halt = assert_halted(damaged);
            let is_lost = matches!(halt, Halt::Journal(Error::Lost { .. }));
            assert!(is_lost, "{halt:?}");
            flips += 1;
        }
    }
    println!("{flips} pairs of bits flipped");
    assert!(flips > 200);
}

/// Any but the newest: that one was blank before its first entry, and nothing tells the two apart.
#[test]
fn a_page_that_is_gone_in_both_logs_halts_the_table() {
    let (_, chip) = evening();
    let mut desk = Desk::on(chip, 0);
    while desk.flash.chip().bytes(3 * PAGE, WORD) == [0xFF; WORD] {
        plays_on(&mut desk);
    }
    let chip = desk.flash.chip().clone();
    for page in 0..3 {
        let mut damaged = chip.clone();
        for log in [0, SMALL / 2] {
            let erase = Operation::Erase(log + page);
            damaged.operate(erase).expect("power");
        }
        assert_halted(damaged);
    }
}

#[test]
fn a_flash_of_something_else_halts_the_table() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let garbage = filled(|_| random.random());
    let zeros = filled(|_| [0; WORD]);
    let text = filled(|_| *b"no coins");
    for chip in [garbage, zeros, text] {
        assert_halted(chip);
    }
}

/// A flash with this in every double-word.
fn filled(mut bytes: impl FnMut(usize) -> [u8; WORD]) -> FlashChip {
    let mut chip = FlashChip::new(SMALL);
    for word in 0..SMALL * PAGE / WORD {
        let program = Operation::Program(word, bytes(word));
        chip.operate(program).expect("an erased flash");
    }
    chip.clear_history();
    chip
}

#[test]
fn an_entry_that_contradicts_the_ledger_halts_the_table() {
    let nowhere = Configuration {
        seats: SeatSet::EMPTY,
        ..house(Game::Ml9)
    };
    let entries = [
        Entry::Confirmed,
        Entry::Configured(nowhere),
        Entry::Settled(Cents::dollars(1)),
        Entry::Locked(LockedBets::new()),
        Entry::Round(Event::Settle),
    ];
    for entry in entries {
        let bytes = payload::write(&entry).expect("a short entry");
        let halt = assert_halted(with_entry(&bytes));
        let contradicts = matches!(halt, Halt::Contradiction(_));
        assert!(contradicts, "{entry:?}: {halt:?}");
    }
    let halt = assert_halted(with_entry(&[200, 1, 2, 3]));
    assert!(matches!(halt, Halt::Unreadable(_)), "{halt:?}");
}

/// A checkpoint that the journal takes for sound, with a millionth of a cent too many on one of its meters.
#[test]
fn meters_that_do_not_reconcile_halt_the_table() {
    let (_, chip) = evening();
    let mut desk = Desk::on(chip, 0);
    plays_on(&mut desk);
    let sound = checkpoint(desk.ledger());
    assert_eq!(Desk::on(with_checkpoint(&sound), 0).controller.halt(), None);

    let jackpot = *desk.ledger().table().expect("a table").jackpot();
    for meter in [jackpot.meter(), jackpot.reserve()] {
        let meter = payload_of(&meter);
        let mut places = sound.windows(meter.len());
        let at = places.position(|bytes| bytes == meter).expect("the meter");
        let mut damaged = sound.clone();
        damaged[at] ^= 1;
        let halt = assert_halted(with_checkpoint(&damaged));
        assert_eq!(halt, Halt::Contradiction(Contradiction::Meter));
    }
}

fn payload_of(kept: &impl Serialize) -> Vec<u8> {
    payload::write(kept).expect("it is short").to_vec()
}

/// A flash whose journal begins with this checkpoint.
fn with_checkpoint(bytes: &[u8]) -> FlashChip {
    let socket = Socket::new(FlashChip::new(SMALL));
    let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
    journal.format(bytes).expect("a sound flash");
    socket.chip().clone()
}

/// The evening's flash with one more entry, that the journal takes and no ledger wrote.
fn with_entry(bytes: &[u8]) -> FlashChip {
    let (_, chip) = evening();
    let socket = Socket::new(chip);
    let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
    journal.recover().expect("a sound journal");
    let kind = EntryKind::new(bytes[0]).expect("a kind");
    journal.append(kind, &bytes[1..]).expect("a sound flash");
    socket.chip().clone()
}

#[test]
fn a_new_board_takes_no_bets_before_it_is_configured() {
    let mut desk = Desk::on(FlashChip::new(SMALL), 0);
    assert_eq!(desk.controller.halt(), None);
    let seen = desk.seen();
    assert!(seen.picture.no_progressive_bets);
    assert_eq!((seen.picture.amount, seen.picture.limits), (None, None));
    assert_takes_no_bets(&mut desk);
    plays_on(&mut desk);
    assert!(!desk.seen().picture.no_progressive_bets);
}

/// Now and after another restart; nothing is written.
#[track_caller]
fn assert_halted(mut chip: FlashChip) -> Halt {
    chip.clear_history();
    let mut desk = Desk::on(chip.clone(), 0);
    let halt = desk.controller.halt().expect("a table that halts");
    assert_says_so(&mut desk);
    assert_eq!(desk.halts, [halt], "the console is told, once");
    assert_eq!(desk.flash.chip().history(), [], "nothing is written");
    let again = Desk::start(desk.flash.clone(), None);
    assert_eq!(again.controller.halt(), Some(halt));
    halt
}

#[track_caller]
fn assert_says_so(desk: &mut Desk) {
    let seen = desk.seen();
    assert_eq!(seen.picture.fault, Some(SignFault::Journal));
    assert_eq!(seen.picture.amount, None, "no amount is made up");
    assert!(seen.lamps.fault);
    assert!(seen.waiting.is_empty());
    assert_takes_no_bets(desk);
    for command in [Command::Confirm, Command::Configure(house(Game::Ml9))] {
        desk.does_all(&supervised(Step::IsRefused(command)));
    }
    assert!(matches!(desk.ask(&Request::Meters), Answer::Refused(_)));
}

/// Neither the console nor the felt opens a round or places a bet.
#[track_caller]
fn assert_takes_no_bets(desk: &mut Desk) {
    desk.does(&Step::IsRefused(Command::Round(Event::PlaceYourBets)));
    desk.felt(Felt::Press(TableKey::PlaceYourBets));
    desk.felt(Felt::Antes(SeatSet::ALL));
    desk.felt(Felt::Chips(Seat::One, 1));
    let lamps = desk.seen().lamps;
    assert!(!lamps.bets_open);
    let mut seats = lamps.seats.iter();
    assert!(seats.all(|(_, lamps)| *lamps == SeatLamps::Dark));
    assert!(desk.ledger().table().is_none());
    desk.felt(Felt::Cleared);
}
