//! The table of messages that people read, against the bytes that go over the wire.

use serde::Serialize;
use shared_rules::halt::Halt;
use shared_rules::wire::auth::Signed;
use shared_rules::wire::message::{Meters, NoiseCounts, Report, Request};
use shared_rules::wire::payload;
use shared_rules::wire::table::{MESSAGES, Sender};
use shared_rules::wire::why::Why;

fn code(message: &impl Serialize) -> u8 {
    payload::write(message).expect("a short message")[0]
}

fn meters() -> Meters {
    use shared_rules::ledger::Totals;
    use shared_rules::money::{Cents, MicroCents};
    Meters {
        shown: Cents::ZERO,
        meter: MicroCents::ZERO,
        reserve: MicroCents::ZERO,
        overflow: MicroCents::ZERO,
        totals: Totals::default(),
        round: 0,
        base: Cents::ZERO,
        limit: None,
        contribution_max: None,
        postponed: None,
        excessive: 0,
        shares_won: 0,
    }
}

#[test]
fn the_codes_are_the_first_bytes_of_the_messages() {
    let signed = Signed {
        person: 1,
        counter: 1,
        tag: [0; 16],
        command: &[],
    };
    let hello = Report::Hello {
        version: 1,
        boot: 1,
        session: [0; 16],
        last_counter: 0,
        next_entry: 0,
        chip: None,
    };
    let written = [
        (Sender::Console, "Hello", code(&Request::Hello)),
        (Sender::Console, "Command", code(&Request::Command(signed))),
        (Sender::Console, "Meters", code(&Request::Meters)),
        (Sender::Console, "Follow", code(&Request::Follow(0))),
        (Sender::Console, "Relay", code(&Request::Relay)),
        (Sender::Console, "Letter", code(&Request::Letter(&[]))),
        (Sender::Console, "Noise", code(&Request::Noise)),
        (Sender::Console, "Hits", code(&Request::Hits(0))),
        (Sender::Console, "Sign", code(&Request::Sign)),
        (Sender::Table, "Hello", code(&hello)),
        (Sender::Table, "Done", code(&Report::Done(None))),
        (
            Sender::Table,
            "Refused",
            code(&Report::Refused(Why::Halted(Halt::Memory))),
        ),
        (Sender::Table, "Meters", code(&Report::Meters(meters()))),
        (Sender::Table, "Entry", code(&Report::Entry(0, &[]))),
        (Sender::Table, "Halted", code(&Report::Halted(Halt::Memory))),
        (Sender::Table, "Letter", code(&Report::Letter(&[]))),
        (
            Sender::Table,
            "Noise",
            code(&Report::Noise(NoiseCounts::default())),
        ),
        (
            Sender::Table,
            "Hits",
            code(&Report::Hits(0, Default::default())),
        ),
        (Sender::Table, "Sign", code(&Report::Sign(None))),
    ];
    assert_eq!(MESSAGES.map(|row| (row.from, row.name, row.code)), written);
}
