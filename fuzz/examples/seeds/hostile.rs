//! The messages of a sound table to its console in a round, with false ones in between.

use coinspot::table::ask::Ask;
use firmware::journal::Journal;
use fuzz::hostile::step::{HostileStep, Number};
use fuzz::{console, sessions};
use link::frame::{Head, VERSION};
use parts::flash::{FlashChip, Socket};
use shared_rules::games::Game;
use shared_rules::ledger::{Entry, LedgerRefusal};
use shared_rules::wire::message::{self, Report};
use shared_rules::wire::payload;
use shared_rules::wire::why::Why;

use crate::{Seed, row};

/// The entries of every game's rounds, after a greeting.
pub(crate) fn seeds() -> Vec<Seed> {
    let mut seeds = vec![("lies".to_owned(), row(&lies(), HostileStep::write))];
    for game in Game::ALL {
        let sessions = [
            ("plain", sessions::plain_round(game)),
            ("jackpot", sessions::jackpot(game)),
            ("void", sessions::void_round(1)),
            ("troubles", sessions::troubles()),
        ];
        for (name, steps) in sessions {
            let steps = [sessions::set_up(game), steps].concat();
            let (chip, _) = console::played(&steps);
            let steps = [greeting(), entries(chip)].concat();
            let key = game.rules().key;
            seeds.push((format!("{key}_{name}"), row(&steps, HostileStep::write)));
        }
    }
    seeds
}

fn said(report: &Report) -> HostileStep {
    HostileStep::Message(payload::write(report).expect("a short report").to_vec())
}

fn hello(boot: u32, last_counter: u64) -> HostileStep {
    said(&Report::Hello {
        version: message::VERSION,
        boot,
        session: [1; 16],
        last_counter,
        next_entry: 1,
        chip: None,
    })
}

/// The answers to the requests that a console makes by itself.
fn greeting() -> Vec<HostileStep> {
    vec![HostileStep::Wait(5), hello(1, 0), said(&Report::Done(None))]
}

fn entries(chip: FlashChip) -> Vec<HostileStep> {
    let mut journal = Journal::new(Socket::new(chip)).expect("a flash that fits");
    journal.recover().expect("a sound journal");
    let mut steps = Vec::new();
    let mut reader = journal.read_from(0);
    while let Ok(Some(entry)) = reader.next() {
        let bytes = [&[entry.kind.code()], entry.payload].concat();
        steps.push(HostileStep::Entry(Number::Next, bytes));
    }
    steps
}

fn lies() -> Vec<HostileStep> {
    let entry = |number, entry: &Entry| {
        let bytes = payload::write(entry).expect("a short entry");
        HostileStep::Entry(number, bytes.to_vec())
    };
    let forged = "oh\n1  Settled\x1b[2K".try_into().expect("few words");
    let mut lies = greeting();
    lies.extend([
        hello(u32::MAX, u64::MAX),
        entry(Number::Next, &Entry::LastWords(forged)),
        entry(Number::BelowMax(1), &Entry::Boot(u32::MAX)),
        entry(Number::Any(2), &Entry::Confirmed),
        HostileStep::Meters,
        said(&Report::Refused(Why::Ledger(LedgerRefusal::Full))),
        HostileStep::Ask(Ask::Confirm),
        said(&Report::Done(Some(u32::MAX - 1))),
        HostileStep::Frame(forgery()),
        HostileStep::Raw(vec![0, 3, 2, 1, 0]),
        HostileStep::Restart(1),
        HostileStep::Wait(60),
        HostileStep::Restart(-2),
        HostileStep::Wait(60),
    ]);
    lies
}

/// A sealed frame whose tag nobody has made.
fn forgery() -> Vec<u8> {
    let (counter, tag) = (u64::MAX, [0x55; 8]);
    let mut buffer = [0; 64];
    let head = postcard::to_slice(&(VERSION, Head::Sealed { counter, tag }), &mut buffer);
    [&*head.expect("it fits"), &[2]].concat()
}
