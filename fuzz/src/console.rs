//! A session with the table. Commands are signed rightly or wrongly, repeated, delayed and truncated; keys and chips
//! move, the chain breaks, and power fails.
//!
//! After every step:
//!
//! - The table accepts exactly the commands that [`Guard`] accepts, and refuses every other one with the right reason.
//! - A request that is refused, or only a query, leaves the ledger as it was; at most the refusal is counted in an
//!   entry.
//! - A command that is carried out is one entry, the one that was asked for. If it needs the supervisor, the key was
//!   turned.
//! - The meters are those of a second ledger, which is fed with nothing but the entries; seeds and contributions equal
//!   meter, reserve, overflow and awards.
//! - The table is not halted.

pub mod desk;
pub mod guard;
pub mod step;

use parts::flash::FlashChip;
use shared_rules::ledger::{Entry, Ledger, RefusedKind};
use shared_rules::round::Event;
use shared_rules::wire::auth::{Signed, Signer};
use shared_rules::wire::key::{KEY_BYTES, SharedKey};
use shared_rules::wire::message::{Command, Meters, Report, Request};
use shared_rules::wire::payload::{self, MAX_PAYLOAD};
use shared_rules::wire::role::Role;
use shared_rules::wire::why::Why;
use simulator::simulate::stage;
use simulator::table::key_of;

use crate::input::InputBytes;
use desk::{Desk, Numbered};
use guard::Guard;
use step::{Signature, Step};

/// Longer than any session that is worth its time, and too short to fill the ring without a checkpoint.
const STEPS_MAX: usize = 120;

/// Plays the session of an input.
///
/// # Panics
/// If the table breaks one of the rules above.
pub fn check(input: &[u8]) {
    let mut input = InputBytes::new(input);
    let mut session = FuzzSession::new(Desk::new_board());
    for _ in 0..STEPS_MAX {
        if input.is_over() {
            return;
        }
        session.step(&Step::read(&mut input));
    }
}

/// A table that has played these steps: its flash, and the ledger that must be in it.
pub fn played(steps: &[Step]) -> (FlashChip, Ledger) {
    let mut session = FuzzSession::new(Desk::new_board());
    steps.iter().for_each(|step| session.step(step));
    let chip = session.desk.flash.chip().clone();
    (chip, session.books)
}

/// A table, and the state that it must agree with.
#[derive(Debug)]
pub struct FuzzSession {
    desk: Desk,
    guard: Guard,
    /// Every request so far, sent or held back.
    requests: Vec<Vec<u8>>,
    /// The ledger of the entries.
    books: Ledger,
}

impl FuzzSession {
    fn new(desk: Desk) -> FuzzSession {
        let mut session = FuzzSession {
            desk,
            guard: Guard::default(),
            requests: Vec::new(),
            books: Ledger::new(),
        };
        session.take_new_entries();
        session.desk.sense();
        session.look();
        session
    }

    fn step(&mut self, step: &Step) {
        self.desk.now_ms += 1;
        match step {
            Step::Send(signature, command) => {
                let request = self.signed(*signature, command);
                self.send(request);
            }
            Step::HoldBack(command) => {
                let request = self.signed(Signature::Right, command);
                self.requests.push(request);
            }
            Step::Again(index) => self.again(*index, usize::MAX),
            Step::Truncated(index, length) => self.again(*index, usize::from(*length)),
            // No frame brings more.
            Step::Raw(bytes) => self.send(bytes.iter().copied().take(MAX_PAYLOAD).collect()),
            Step::Wait(time) => self.desk.now_ms += 20 * u64::from(*time),
            Step::Links(sign, console) => self.desk.links(*sign, *console),
            Step::Restart => self.restart(),
            felt => self.desk.steps(felt),
        }
        self.take_new_entries();
        self.look();
    }

    /// Restarts the table. Earlier signatures are invalid from now on.
    fn restart(&mut self) {
        self.desk.restart(None);
        self.guard = Guard::default();
    }

    /// A request as it goes over the wire. The guard is told of it if it is the console's.
    fn signed(&mut self, signature: Signature, command: &[u8]) -> Vec<u8> {
        let mut person = key_of(Role::ShiftManager);
        let mut session = self.desk.session;
        let mut last = self.guard.last_counter();
        match signature {
            Signature::OtherKey => person.key = SharedKey::new([1; KEY_BYTES]),
            Signature::OtherSession => session[15] ^= 1,
            Signature::Counter(counter) => {
                last = last.saturating_add_signed(i64::from(counter) - 129);
            }
            Signature::Right | Signature::Tampered(_) => {}
        }
        let signed = Signer::new(session, last).sign(&person, command);
        if !matches!(signature, Signature::OtherKey | Signature::OtherSession) {
            self.guard.note(&signed);
        }
        let mut request = match payload::write(&Request::Command(signed)) {
            Ok(request) => request.to_vec(),
            Err(_) => Vec::new(),
        };
        if let (Signature::Tampered(bit), bits @ 1..) = (signature, 8 * request.len()) {
            let bit = usize::from(bit) % bits;
            request[bit / 8] ^= 1 << (bit % 8);
        }
        request
    }

    fn again(&mut self, index: u8, length: usize) {
        if self.requests.is_empty() {
            return;
        }
        let mut request = self.requests[usize::from(index) % self.requests.len()].clone();
        request.truncate(length);
        self.send(request);
    }

    /// Sends a request, and checks that its effect is the allowed one.
    fn send(&mut self, request: Vec<u8>) {
        let before = self.desk.controller.ledger().clone();
        let Some(answer) = self.desk.answer(&request) else {
            panic!("no answer to {request:02x?}");
        };
        let report: Report = payload::read(&answer).expect("the protocol");
        let allowed = self.allowed(&request, &report);
        let mut entries = self.take_new_entries();
        self.requests.push(request);
        // Who acts and when may go before an entry, and nothing else may.
        let has_entry = entries.last().is_some_and(|(_, entry)| !entry.is_note());
        assert!(has_entry || entries.is_empty(), "{report:?}: {entries:?}");
        entries.retain(|(_, entry)| !entry.is_note());
        match allowed {
            Effect::Nothing => assert_eq!(entries, []),
            Effect::Counted(kind) => {
                assert!(is_counted(&entries, kind), "{report:?}: {entries:?}");
            }
            Effect::Bet => return assert_eq!(entries, []),
            Effect::Done(number, command) => {
                let [(written, entry)] = &entries[..] else {
                    panic!("{report:?}: {entries:?}");
                };
                assert_eq!(number, *written);
                assert!(is_asked_for(&command, entry), "{command:?}: {entry:?}");
                return;
            }
        }
        // The notes before an entry change nothing of this.
        let decided = |ledger: &Ledger| {
            let (table, faults, link) = (ledger.table(), ledger.faults(), ledger.link());
            format!("{} {table:?} {faults:?} {link:?}", ledger.boots())
        };
        let after = self.desk.controller.ledger();
        assert_eq!(decided(&before), decided(after), "{report:?}");
    }

    /// The effect that a request may have. Also checks the table's answer to it.
    fn allowed(&mut self, request: &[u8], report: &Report) -> Effect {
        let Some(request) = payload::read(request) else {
            assert_eq!(*report, Report::Refused(Why::NoCommand));
            return Effect::Counted(RefusedKind::Unauthentic);
        };
        let Request::Command(signed) = request else {
            return Effect::Nothing;
        };
        if let Err(why) = self.guard.judge(&signed) {
            assert_eq!(*report, Report::Refused(Why::Auth(why)));
            return Effect::Counted(RefusedKind::Unauthentic);
        }
        self.authentic(&signed, report)
    }

    fn authentic(&self, signed: &Signed, report: &Report) -> Effect {
        let command: Option<Command> = payload::read(signed.command);
        match (command, report) {
            (None, Report::Refused(Why::NoCommand)) => Effect::Counted(RefusedKind::Unauthentic),
            (Some(_), Report::Refused(why)) => {
                assert!(
                    !matches!(why, Why::Auth(_) | Why::NoCommand | Why::Halted(_)),
                    "{why:?}"
                );
                Effect::Counted(RefusedKind::AgainstTheRules)
            }
            (Some(Command::Round(Event::Chips(..) | Event::Stake(..))), Report::Done(None)) => {
                Effect::Bet
            }
            (Some(command), Report::Done(Some(number))) => {
                let takes_key = matches!(
                    command,
                    Command::Confirm | Command::Configure(_) | Command::Overrule(_)
                );
                assert!(!takes_key || self.desk.is_supervised(), "{command:?}");
                Effect::Done(*number, command)
            }
            (command, report) => panic!("{command:?}: {report:?}"),
        }
    }

    /// Applies every new entry to the books, which must accept it.
    fn take_new_entries(&mut self) -> Vec<Numbered> {
        let entries = self.desk.new_entries();
        for (_, entry) in &entries {
            let applied = self.books.apply(entry);
            assert!(applied.is_ok(), "{entry:?}: {applied:?}");
        }
        entries
    }

    /// Checks the properties that must always hold.
    fn look(&mut self) {
        assert_eq!(self.desk.controller.halt(), None);
        let request = payload::write(&Request::Meters).expect("a short request");
        let answer = self.desk.answer(&request).expect("an answer");
        match payload::read(&answer) {
            Some(Report::Meters(meters)) => {
                assert!(is_balanced(&meters), "{meters:?}");
                assert_eq!(Some(meters), meters_of(&self.books));
            }
            Some(Report::Refused(_)) => {
                assert!(self.books.table().is_none());
            }
            other => panic!("{other:?}"),
        }
    }
}

/// The effect of a request on the table.
enum Effect {
    Nothing,
    /// It is refused, which may be recorded in an entry.
    Counted(RefusedKind),
    /// A bet, which makes no entry while bets are open.
    Bet,
    /// The entry with this number, for this command.
    Done(u32, Command),
}

/// True if there is at most one entry, and it counts refusals of this kind.
fn is_counted(entries: &[Numbered], kind: RefusedKind) -> bool {
    match entries {
        [] => true,
        [(_, Entry::Refused(written, _))] => *written == kind,
        _ => false,
    }
}

fn is_asked_for(command: &Command, entry: &Entry) -> bool {
    match (command, entry) {
        (Command::Round(Event::NoMoreBets), Entry::Locked(_))
        | (Command::Round(Event::Settle), Entry::Settled(_))
        | (Command::Confirm, Entry::Confirmed) => true,
        (Command::Round(event), Entry::Round(written)) => event == written,
        (Command::Configure(asked), Entry::Configured(written)) => asked == written,
        (Command::Clock(asked), Entry::Clock(written)) => asked == written,
        (Command::Overrule(asked), Entry::Overruled(written)) => asked == written,
        _ => false,
    }
}

/// The meters of a ledger, once its table is configured.
pub fn meters_of(ledger: &Ledger) -> Option<Meters> {
    stage::meters_of(ledger)
}

/// True if seeds and contributions equal meter, reserve, overflow and awards, and the amount shown is the meter in
/// whole cents.
pub fn is_balanced(meters: &Meters) -> bool {
    let sum = |amounts: &[shared_rules::money::MicroCents]| {
        let amounts = amounts.iter().map(|amount| u128::from(amount.get()));
        amounts.sum::<u128>()
    };
    let totals = &meters.totals;
    sum(&[totals.seeds, totals.contributions])
        == sum(&[meters.meter, meters.reserve, meters.overflow, totals.awards])
        && meters.shown == meters.meter.cents_floor()
}
