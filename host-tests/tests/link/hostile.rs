//! A table that says what no table says: it has the key, or else nothing of it would reach the console, and nothing of
//! it stops the console.

use console::{Answer, Console};
use shared_rules::ledger::Entry;
use shared_rules::wire::message::{Command, Report, Request, VERSION};
use shared_rules::wire::payload::{self, Payload};
use shared_rules::wire::role::Role;
use simulator::linked::EitherLink;
use simulator::table::console_of;

/// A console and what it takes for its table.
struct Wire {
    console: Console,
    table: EitherLink,
    now_ms: u64,
}

impl Wire {
    /// Both know each other, and the console has asked who is there.
    fn new() -> Wire {
        let mut wire = Wire {
            console: console_of(Role::ShiftManager, 1),
            table: EitherLink::of(0, 7),
            now_ms: 0,
        };
        wire.run_ms(1_000);
        wire
    }

    fn run_ms(&mut self, count: u64) {
        for _ in 0..count {
            self.now_ms += 1;
            for byte in self.table.transmit(self.now_ms).into_iter().flatten() {
                self.console.receive(&[byte], self.now_ms);
            }
            self.console.step(self.now_ms);
            for byte in self.console.transmit(self.now_ms).into_iter().flatten() {
                // Whatever is asked, this table says what it likes.
                let _ = self.table.receive(byte, self.now_ms);
            }
        }
    }

    /// The table says this, and is heard.
    fn says(&mut self, report: &Report) {
        self.says_bytes(payload::write(report).expect("a short report"));
    }

    fn says_bytes(&mut self, bytes: Payload) {
        self.table.send(bytes).expect("a free wire");
        self.run_ms(100);
        assert!(self.table.is_free(), "the console has not heard it");
    }

    fn says_entry(&mut self, number: u32) {
        let entry = payload::write(&Entry::Boot(number)).expect("a short entry");
        self.says(&Report::Entry(number, &entry));
    }

    fn greets(&mut self, boot: u32, last_counter: u64) {
        self.says(&Report::Hello {
            version: VERSION,
            boot,
            session: [7; 16],
            last_counter,
            next_entry: u32::MAX,
            chip: None,
        });
    }
}

#[test]
fn an_entry_after_which_none_can_come_is_misread() {
    let mut wire = Wire::new();
    wire.says_entry(u32::MAX);
    assert_eq!((wire.console.misread, wire.console.entries.len()), (1, 0));
    wire.says_entry(u32::MAX - 1);
    wire.says_entry(3);
    let numbers: Vec<u32> = wire.console.entries.keys().copied().collect();
    assert_eq!(numbers, [3, u32::MAX - 1]);
    // It starts again: the console asks for what comes after the last entry.
    wire.table = EitherLink::of(0, 8);
    wire.run_ms(1_000);
    wire.greets(8, 0);
    assert!(wire.console.has_signer());
}

#[test]
fn absurd_numbers_are_only_absurd() {
    let mut wire = Wire::new();
    wire.greets(u32::MAX, u64::MAX);
    assert_eq!(wire.console.boot, Some(u32::MAX));
    // To Follow, which the console has asked by itself.
    wire.says(&Report::Done(Some(u32::MAX)));
    wire.console.command(Command::Confirm);
    wire.run_ms(10);
    wire.says(&Report::Done(Some(u32::MAX)));
    assert_eq!(wire.console.answers, [Answer::Done(Some(u32::MAX))]);
    assert_eq!(wire.console.misread, 0);
}

/// One request, one answer: what comes without having been asked for is nobody's answer.
#[test]
fn answers_that_nobody_asked_for_are_misread() {
    let mut wire = Wire::new();
    wire.greets(7, 0);
    wire.says(&Report::Done(None));
    assert!(wire.console.is_idle());
    for _ in 0..3 {
        wire.says(&Report::Done(Some(1)));
        wire.greets(1, 1);
    }
    assert_eq!((wire.console.misread, wire.console.boot), (6, Some(7)));
    assert_eq!(wire.console.answers, []);
    wire.console.ask(Request::Meters);
    wire.run_ms(10);
    wire.says(&Report::Done(None));
    assert_eq!(wire.console.answers, [Answer::Done(None)]);
}

/// A table of another version says so, whatever follows; one of ours says nothing.
#[test]
fn another_version_is_noticed() {
    let mut wire = Wire::new();
    wire.greets(7, 0);
    assert_eq!(wire.console.other_version, None);
    let other = [0, VERSION + 1, 1, 2, 3];
    wire.says_bytes(Payload::from_slice(&other).expect("it fits"));
    assert_eq!(wire.console.other_version, Some(VERSION + 1));
}

#[test]
fn what_is_no_report_is_misread() {
    let mut wire = Wire::new();
    for bytes in [&[][..], &[9], &[4, 1, 200], &[0xFF; 240]] {
        wire.says_bytes(Payload::from_slice(bytes).expect("it fits"));
    }
    wire.says(&Report::Entry(1, &[0xFF; 100]));
    assert_eq!((wire.console.misread, wire.console.entries.len()), (5, 0));
}
