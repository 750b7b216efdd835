//! A controller with power, and whoever is connected to it: the console that signs and follows, the felt, and eyes
//! for what is shown.

use std::ops::{Deref, DerefMut};

use firmware::lamps::Lamps;
use link::to_console::Turn;
use shared_rules::halt::Halt;
use shared_rules::ledger::{LastWords, Waiting};
use shared_rules::wire::auth::Signer;
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::message::Report;
use shared_rules::wire::payload::{self, Payload};
use shared_rules::wire::role::Role;
use shared_rules::wire::session::SessionId;
use shared_rules::wire::sign::SignPicture;
use simulator::controller_driver::ControllerDriver;
use simulator::table::key_of;

use crate::prelude::*;

/// An entry of the journal: its number, and its bytes.
pub type Line = (u32, Vec<u8>);

/// What everybody can see, and what the table says it has written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub picture: SignPicture,
    pub lamps: Lamps,
    pub waiting: Vec<Waiting>,
    /// Entries below this number have been acknowledged.
    pub next_entry: u32,
}

/// A controller and who is connected to it.
pub struct Desk {
    driver: ControllerDriver,
    signer: Signer,
    /// Who gives the commands.
    pub person: Role,
    /// Whether the console asks to be sent every entry.
    follows: bool,
    /// The entries that the console was sent.
    pub lines: Vec<Line>,
    /// Why the table is halted, as the console was told.
    pub halts: Vec<Halt>,
    /// What led here, to be said when something turns out otherwise than it should.
    pub context: String,
}

impl Deref for Desk {
    type Target = ControllerDriver;

    fn deref(&self) -> &ControllerDriver {
        &self.driver
    }
}

impl DerefMut for Desk {
    fn deref_mut(&mut self) -> &mut ControllerDriver {
        &mut self.driver
    }
}

impl Desk {
    /// Power comes on over this chip, and the console follows from the entry with this number on.
    pub fn on(chip: FlashChip, from: u32) -> Desk {
        Desk::start(Socket::new(chip), Some(from))
    }

    /// The same with the chip in a socket, and nobody to follow unless from a number on.
    pub fn start(flash: Socket, from: Option<u32>) -> Desk {
        let mut desk = Desk {
            driver: ControllerDriver::new(flash),
            signer: Signer::new(SessionId::default(), 0),
            person: Role::ShiftManager,
            follows: from.is_some(),
            lines: Vec::new(),
            halts: Vec::new(),
            context: String::new(),
        };
        desk.signer = Signer::new(desk.session, 0);
        if let Some(from) = from {
            desk.ask(&Request::Follow(from));
        }
        desk.sense();
        desk.follow();
        desk
    }

    /// The controller starts again over the same flash, and writes these last words down.
    pub fn restarts(&mut self, words: Option<&str>) {
        let words = words.map(|words| LastWords::try_from(words).expect("short words"));
        self.driver.restart(words);
        self.flash.chip().clear_history();
        self.signer = Signer::new(self.session, 0);
    }

    /// Does a step, which must turn out as it says.
    #[track_caller]
    pub fn does(&mut self, step: &Step) {
        let Some(answer) = self.tries(step) else {
            return;
        };
        let is_done = matches!(answer, Answer::Done(_));
        let should_be = matches!(step, Step::Does(_));
        assert_eq!(is_done, should_be, "{}: {step:?}: {answer:?}", self.context);
    }

    /// Does a step, and gives the answer if it is something that the console asks.
    pub fn tries(&mut self, step: &Step) -> Option<Answer> {
        match step {
            Step::Does(command) | Step::IsRefused(command) => Some(self.command(command)),
            Step::Forges(command) => Some(self.forge(command)),
            Step::Felt(felt) => {
                self.felt(*felt);
                None
            }
            Step::Waits(ms) => {
                self.now_ms += ms;
                None
            }
        }
    }

    /// Does one step after the other.
    #[track_caller]
    pub fn does_all(&mut self, steps: &[Step]) {
        steps.iter().for_each(|step| self.does(step));
    }

    /// A signed command, and the answer to it.
    #[track_caller]
    pub fn command(&mut self, command: &Command) -> Answer {
        let bytes = payload::write(command).expect("a short command");
        let person = key_of(self.person);
        let request = Request::Command(self.signer.sign(&person, &bytes));
        let request = payload::write(&request).expect("a short request");
        let answer = self.ask_raw(request);
        self.follow();
        answer
    }

    fn forge(&mut self, command: &Command) -> Answer {
        let mut person = key_of(Role::ShiftManager);
        person.key = SharedKey::new([1; 32]);
        let bytes = payload::write(command).expect("a short command");
        let forged = self.signer.sign_next(&person, &bytes);
        let answer = self.ask(&Request::Command(forged));
        self.follow();
        answer
    }

    pub fn ask(&mut self, request: &Request) -> Answer {
        self.ask_raw(payload::write(request).expect("a short request"))
    }

    fn ask_raw(&mut self, request: Payload) -> Answer {
        self.now_ms += 1;
        let answer = self.serve(&Turn::Request(request));
        match payload::read(&answer.expect("an answer")).expect("the protocol") {
            Report::Done(entry) => Answer::Done(entry),
            Report::Refused(why) => Answer::Refused(why.into()),
            Report::Meters(meters) => Answer::Meters(meters),
            Report::Noise(noise) => Answer::Noise(noise),
            Report::Sign(version) => Answer::Sign(version),
            Report::Hits(first, hits) => Answer::Hits(first, hits.to_vec()),
            other => panic!("{other:?}"),
        }
    }

    /// The number of the next entry.
    fn next_entry(&mut self) -> u32 {
        let request = payload::write(&Request::Hello).expect("a short request");
        let answer = self.serve(&Turn::Request(request));
        match payload::read(&answer.expect("an answer")).expect("the protocol") {
            Report::Hello { next_entry, .. } => next_entry,
            other => panic!("{other:?}"),
        }
    }

    fn follow(&mut self) {
        while self.follows
            && let Some(bytes) = self.serve(&Turn::Free)
        {
            match payload::read(&bytes).expect("the protocol") {
                Report::Entry(number, bytes) => self.lines.push((number, bytes.to_vec())),
                Report::Halted(halt) => self.halts.push(halt),
                other => panic!("{other:?}"),
            }
        }
    }

    /// Changes the felt, and lets the table see it.
    pub fn felt(&mut self, felt: Felt) {
        self.driver.felt(felt);
        self.follow();
    }

    pub fn ledger(&self) -> &Ledger {
        self.controller.ledger()
    }

    /// What can be seen now.
    pub fn seen(&mut self) -> Seen {
        let table = self.ledger().table();
        let waiting = table.map_or(Vec::new(), |table| table.waiting().to_vec());
        Seen {
            picture: self.controller.picture(),
            lamps: self.controller.lamps(self.now_ms),
            waiting,
            next_entry: self.next_entry(),
        }
    }
}

/// The entry that a line holds.
#[track_caller]
pub fn entry(bytes: &[u8]) -> Entry {
    payload::read(bytes).expect("an entry")
}
