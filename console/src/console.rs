//! A dealer's console: signs commands for its persons, keeps the answers, and follows the journal's entries.

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::fmt;

use link::frame::Encoded;
use link::{Initiator, Link, LinkEvent, Seed};
use shared_rules::halt::Halt;
use shared_rules::ledger::Entry;
use shared_rules::wire::auth::Signer;
use shared_rules::wire::key::KeyEntry;
use shared_rules::wire::message::{Command, Report, Request, VERSION};
use shared_rules::wire::payload;
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::{Action, WireKind};
use shared_rules::wire::why::Why;

use crate::{Answer, Followed, GoesBack, Words};

/// Requests that may wait for their turn on the wire: about a second's worth.
const BACKLOG_MAX: usize = 64;

/// Too many requests wait already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the console is busy: try again")
    }
}

impl Error for Busy {}

/// A request that waits for its turn.
#[derive(Clone, Debug)]
enum Waiting {
    Command(Command),
    Plain(Request<'static>),
    Raw(Payload),
    Letter(Payload),
}

impl Waiting {
    /// True for requests that the console makes by itself, whose answers nobody waits for.
    fn is_own(&self) -> bool {
        let plain = matches!(
            self,
            Waiting::Plain(Request::Hello | Request::Follow(_) | Request::Relay)
        );
        plain || matches!(self, Waiting::Letter(_))
    }
}

/// A console with power.
#[derive(Debug)]
pub struct Console {
    link: Link<Initiator>,
    /// The key that opens the wire.
    opening: KeyEntry,
    /// The persons who give commands here.
    persons: Vec<KeyEntry>,
    signer: Option<Signer>,
    waiting: VecDeque<Waiting>,
    asked: bool,
    /// The request under way is the console's own, whose answer nobody waits for.
    own: bool,
    /// The answers, in their order.
    pub answers: Vec<Answer>,
    /// The entries that were followed, by their numbers.
    pub entries: BTreeMap<u32, Entry>,
    /// The first entry that is still news to the owner.
    pub(crate) news_from: u32,
    /// When it has come to know that entries up to, not including, a number are durable: from an answer, or from
    /// the entry itself.
    pub known: Vec<(u64, u32)>,
    /// Letters of the table for its pool.
    pub letters: Vec<Payload>,
    relays: bool,
    /// Why the table is halted, each time that it said so.
    pub halts: Vec<Halt>,
    /// The number of the table's starts, as it said last.
    pub boot: Option<u32>,
    /// Messages that cannot be read, answers that nobody asked for, entries that came twice or that no journal can
    /// hold: signs of another protocol.
    pub misread: u32,
    /// The version of the messages of the table, if it is another one than ours: nothing that it says can be relied on.
    pub other_version: Option<u8>,
    followed: Followed,
    /// Entries below this number were asked for again, to be compared.
    again_to: u32,
    /// The journal is not the one that was followed: the table gets no commands.
    pub goes_back: Option<GoesBack>,
}

impl Console {
    /// A console that opens the wire with one key, signs commands with those of its persons, and follows the table from
    /// its first entry. The seed must be fresh at each start.
    pub fn new(opening: KeyEntry, persons: Vec<KeyEntry>, seed: &Seed) -> Console {
        Console {
            link: Link::initiator(WireKind::Console, opening.clone(), seed),
            opening,
            persons,
            signer: None,
            waiting: VecDeque::new(),
            asked: false,
            own: false,
            answers: Vec::new(),
            entries: BTreeMap::new(),
            news_from: 0,
            known: Vec::new(),
            letters: Vec::new(),
            relays: false,
            halts: Vec::new(),
            boot: None,
            misread: 0,
            other_version: None,
            followed: Followed::default(),
            again_to: 0,
            goes_back: None,
        }
    }

    /// The same for a console that has followed the table before.
    #[must_use]
    pub fn remembering(self, followed: Followed) -> Console {
        Console { followed, ..self }
    }

    /// Follows the entries from this number on, and none before it.
    pub fn follow_from(&mut self, next: u32) {
        self.followed = Followed::below(next);
    }

    /// The journal as far as it was followed, to be kept for another console.
    pub fn followed(&self) -> &Followed {
        &self.followed
    }

    /// Asks for a command, signed when its turn comes.
    pub fn command(&mut self, command: Command) {
        self.waiting.push_back(Waiting::Command(command));
    }

    /// The same for an owner that may ask faster than the wire carries.
    ///
    /// # Errors
    /// Too many requests wait already.
    pub fn queue(&mut self, command: Command) -> Result<(), Busy> {
        if self.is_busy() {
            return Err(Busy);
        }
        self.command(command);
        Ok(())
    }

    /// Asks for something that needs no signature.
    pub fn ask(&mut self, request: Request<'static>) {
        self.waiting.push_back(Waiting::Plain(request));
    }

    /// Relays letters between the table and its pool from now on.
    pub fn relay(&mut self) {
        self.relays = true;
        self.ask(Request::Relay);
    }

    /// Passes a letter of the pool on to the table.
    ///
    /// # Errors
    /// Too many requests wait already, or the letter is too long for the wire.
    pub fn letter(&mut self, letter: &[u8]) -> Result<(), Busy> {
        if self.is_busy() {
            return Err(Busy);
        }
        let bytes = payload::write(&Request::Letter(letter)).map_err(|_| Busy)?;
        self.waiting.push_back(Waiting::Letter(bytes));
        Ok(())
    }

    /// Sends bytes as they are, such as a forged command.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        let bytes = Payload::from_slice(bytes).expect("a short payload");
        self.waiting.push_back(Waiting::Raw(bytes));
    }

    /// Returns true once every request has been answered.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && !self.asked
    }

    /// Returns true if no further request should join those that wait for their turn.
    pub fn is_busy(&self) -> bool {
        self.waiting.len() >= BACKLOG_MAX
    }

    /// The bytes of the next signed command, as they would go over the wire.
    pub fn signed(&self, command: &Command) -> Payload {
        let signed = self.signed_by(self.person_for(command), command);
        signed.expect("the table has said hello")
    }

    /// The same by this person; none before the table has said hello.
    pub fn signed_by(&self, person: &KeyEntry, command: &Command) -> Option<Payload> {
        let bytes = payload::write(command).expect("a short command");
        let signed = self.signer.as_ref()?.sign_next(person, &bytes);
        Some(payload::write(&Request::Command(signed)).expect("a short request"))
    }

    /// The person with the least role that may give a command. A void takes a greater one once its round is settled,
    /// which is not known here: it is given by the greater one. If nobody may, the table says so.
    fn person_for(&self, command: &Command) -> &KeyEntry {
        let actions = [true, false].map(|settled| Action::of_command(command, settled));
        let mut roles = actions.into_iter().flat_map(Action::roles);
        let of_role = |role| self.persons.iter().find(|person| person.role == role);
        let person = roles.find_map(|role| of_role(*role));
        person.unwrap_or(&self.opening)
    }

    /// Returns true once the table has said the numbers that a signature needs.
    pub fn has_signer(&self) -> bool {
        self.signer.is_some()
    }

    /// Returns true while the table answers.
    pub fn is_up(&self, now_ms: u64) -> bool {
        self.link.is_up(now_ms)
    }

    /// Takes bytes from the wire.
    pub fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        for byte in bytes {
            match self.link.receive(*byte, now_ms) {
                Some(LinkEvent::Payload(message)) => {
                    let message = message.to_vec();
                    self.note_version(&message);
                    match payload::read(&message) {
                        Some(report) => self.hear(&report, now_ms),
                        None => self.misread(),
                    }
                }
                // A table that restarts has forgotten what it was asked, and whom it told.
                Some(LinkEvent::NewPeer { .. }) => self.greet(),
                None => {}
            }
        }
    }

    /// The answer to our hello begins with the version, whatever follows.
    fn note_version(&mut self, message: &[u8]) {
        if let [0, version, ..] = *message {
            self.other_version = Some(version).filter(|version| *version != VERSION);
        }
    }

    fn hear(&mut self, report: &Report, now_ms: u64) {
        match *report {
            Report::Entry(number, bytes) => self.hear_entry(number, bytes, now_ms),
            Report::Halted(halt) => self.halts.push(halt),
            Report::Letter(letter) => match Payload::from_slice(letter) {
                Ok(letter) => self.letters.push(letter),
                Err(_) => self.misread(),
            },
            // Every request has one answer, and there is one request at a time.
            _ if !self.asked => self.misread(),
            Report::Hello {
                boot,
                session,
                last_counter,
                next_entry,
                chip,
                ..
            } => {
                self.boot = Some(boot);
                let end = self.followed.check_end(next_entry);
                let other = end.and_then(|()| self.followed.check_chip(chip));
                self.goes_back = self.goes_back.or(other.err());
                self.signer = Some(Signer::new(session, last_counter));
                self.asked = false;
            }
            Report::Done(entry) => {
                entry
                    .into_iter()
                    .for_each(|number| self.know(number, now_ms));
                self.hear_answer(Answer::Done(entry));
            }
            Report::Refused(why) => {
                if matches!(why, Why::Auth(_)) {
                    self.ask_counter();
                }
                self.hear_answer(Answer::Refused(why.into()));
            }
            Report::Meters(meters) => self.hear_answer(Answer::Meters(meters)),
            Report::Noise(noise) => self.hear_answer(Answer::Noise(noise)),
            Report::Sign(version) => self.hear_answer(Answer::Sign(version)),
            Report::Hits(first, ref hits) => {
                self.hear_answer(Answer::Hits(first, hits.to_vec()));
            }
        }
    }

    fn hear_answer(&mut self, answer: Answer) {
        self.asked = false;
        if !self.own {
            self.answers.push(answer);
        }
    }

    /// The last number of all has no entry: after it the journal could not be followed any further.
    fn hear_entry(&mut self, number: u32, bytes: &[u8], now_ms: u64) {
        match payload::read(bytes) {
            Some(entry) if number < u32::MAX => {
                self.know(number, now_ms);
                if let Err(other) = self.followed.follow(number, &entry) {
                    self.goes_back = self.goes_back.or(Some(other));
                    return;
                }
                let is_known = self.entries.insert(number, entry).is_some();
                if is_known && number >= self.again_to {
                    self.misread();
                }
            }
            _ => self.misread(),
        }
    }

    fn know(&mut self, number: u32, now_ms: u64) {
        self.known.push((now_ms, number.saturating_add(1)));
    }

    /// A command for a table whose journal goes back is not sent.
    fn refuse_command(&mut self) {
        let text = self.goes_back.map(|other| other.to_string());
        self.answers.push(Answer::Refused(Words {
            rule: String::new(),
            text: text.unwrap_or_default(),
        }));
    }

    fn misread(&mut self) {
        self.misread = self.misread.saturating_add(1);
    }

    /// Asks where the counter of the commands stands, before the next command.
    fn ask_counter(&mut self) {
        self.signer = None;
        self.waiting.push_front(Waiting::Plain(Request::Hello));
    }

    fn greet(&mut self) {
        self.asked = false;
        self.signer = None;
        // The greetings of an earlier start have not been sent yet, and are out of date.
        self.waiting.retain(|next| !next.is_own());
        let from = self.followed.from();
        self.again_to = self.followed.next();
        self.waiting
            .push_front(Waiting::Plain(Request::Follow(from)));
        self.waiting.push_front(Waiting::Plain(Request::Hello));
        if self.relays {
            self.ask(Request::Relay);
        }
    }

    /// Sends the next request, if its turn has come.
    pub fn step(&mut self, _now_ms: u64) {
        if self.asked || !self.link.is_free() {
            return;
        }
        let Some(next) = self.waiting.pop_front() else {
            return;
        };
        self.own = next.is_own();
        let request = match next {
            Waiting::Plain(request) => payload::write(&request).expect("a short request"),
            Waiting::Letter(bytes) => bytes,
            // It may be a command.
            Waiting::Raw(bytes) => {
                self.ask_counter();
                bytes
            }
            Waiting::Command(_) if self.goes_back.is_some() => return self.refuse_command(),
            Waiting::Command(command) if self.signer.is_some() => {
                let request = self.signed(&command);
                self.signer.as_mut().map(Signer::skip);
                request
            }
            Waiting::Command(command) => return self.waiting.push_front(Waiting::Command(command)),
        };
        self.link.send(request).expect("the wire is free");
        self.asked = true;
    }

    /// The next frame to write out.
    pub fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        self.link.transmit(now_ms)
    }
}
