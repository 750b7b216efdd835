//! The console's requests: answers reads, checks and carries out commands, and streams entries. It speaks in payloads;
//! the link carries them.

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::NorFlash;
use shared_rules::ledger::{Entry, LedgerRefusal, LinkEntry, RefusedKind};
use shared_rules::round::{Event, Phase};
use shared_rules::wire::auth::{Authenticator, Signed};
use shared_rules::wire::message::{Command, LinkCommand, Meters, Report, Request, VERSION};
use shared_rules::wire::payload;
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::Action;
use shared_rules::wire::why::Why;

use super::Controller;
use crate::journal;
use link::to_console::Turn;

/// The position of the console's stream of entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Follow {
    /// The number of the next entry to send, if the console follows.
    next: Option<u32>,
    /// The console has been told that the table is halted.
    knows_halt: bool,
}

/// Unreadable entries that are skipped in one turn.
const MISSING_A_TURN: u8 = 4;

impl<F: NorFlash, A: BorrowMut<Authenticator>> Controller<F, A> {
    /// Answers a request of the console. Bytes that are no request are refused like a command that is none.
    fn answer(&mut self, request: &[u8], now_ms: u64) -> Option<Payload> {
        let request = payload::read(request);
        if !matches!(request, Some(Request::Command(_))) {
            // Halts a table whose memory has changed, before any of it is reported. A command verifies for itself.
            let _ = self.runs();
        }
        let is_refused = request
            .as_ref()
            .and_then(Action::of_request)
            .is_some_and(|action| !self.peer_may(action));
        let report = match request {
            None => self.deny(Why::NoCommand, now_ms),
            Some(_) if is_refused => self.deny(Why::NotAllowed, now_ms),
            Some(Request::Hello) => self.hello(),
            Some(Request::Meters) => self.meters(),
            Some(Request::Hits(from)) => self.hits(from),
            Some(Request::Noise) => Report::Noise(self.noise),
            Some(Request::Sign) => Report::Sign(self.sign_version),
            Some(Request::Follow(from)) => {
                self.follow = Follow {
                    next: Some(from),
                    knows_halt: false,
                };
                Report::Done(None)
            }
            Some(Request::Relay) => {
                self.relay();
                Report::Done(None)
            }
            Some(Request::Letter(letter)) => {
                self.accept_letter(letter, now_ms);
                Report::Done(None)
            }
            Some(Request::Command(signed)) => {
                let done = self.command(&signed, now_ms);
                // What the table does by itself is nobody's.
                self.person = None;
                match done {
                    Ok(entry) => Report::Done(entry),
                    Err(why) => self.deny(why, now_ms),
                }
            }
        };
        payload::write(&report).ok()
    }

    /// The message for the console in its turn, if there is one.
    #[inline(never)]
    pub fn serve(&mut self, turn: &Turn, now_ms: u64) -> Option<Payload> {
        self.clock.passes(now_ms);
        match turn {
            Turn::NewConsole(peer) => {
                self.authenticator.borrow_mut().begin(peer.session);
                self.peer = self
                    .authenticator()
                    .keys()
                    .get(peer.number)
                    .map(|key| key.role);
                self.follow = Follow::default();
                self.forget_relay();
                None
            }
            Turn::Request(request) => self.answer(request, now_ms),
            Turn::Free => self
                .tell_halt()
                .or_else(|| self.next_letter(now_ms))
                .or_else(|| self.next_entry()),
        }
    }

    /// The reason of a halt, once, for a console that follows.
    fn tell_halt(&mut self) -> Option<Payload> {
        let halt = self.halt()?;
        self.follow.next?;
        if self.follow.knows_halt {
            return None;
        }
        self.follow.knows_halt = true;
        payload::write(&Report::Halted(halt)).ok()
    }

    /// The next entry for a console that follows, if there is one that it has not been sent.
    fn next_entry(&mut self) -> Option<Payload> {
        let from = self.follow.next?;
        let mut reader = self.journal.read_from(from);
        // An entry that can be read in neither log is skipped: the numbers show the gap. Finding that out takes a whole
        // page, so the rest of the table has its turn in between.
        for _ in 0..MISSING_A_TURN {
            match reader.next() {
                Ok(Some(entry)) => {
                    self.follow.next = Some(entry.sequence.saturating_add(1));
                    return report(&entry);
                }
                Ok(None) => return None,
                Err(_) => {}
            }
        }
        self.follow.next = Some(reader.next_sequence());
        None
    }

    fn hello(&self) -> Report<'static> {
        Report::Hello {
            version: VERSION,
            boot: self.ledger.boots(),
            session: self.authenticator().session().unwrap_or_default(),
            last_counter: self.authenticator().last_counter(),
            next_entry: self.journal.next_sequence().unwrap_or_default(),
            chip: self.identity,
        }
    }

    fn meters(&mut self) -> Report<'static> {
        let Some(table) = self.ledger.table() else {
            let refused = self.runs().err();
            return Report::Refused(refused.unwrap_or(LedgerRefusal::NotConfigured.into()));
        };
        Report::Meters(Meters::of(table, self.ledger.hits()))
    }

    /// The hits from this number on, or the oldest that are kept.
    #[inline(never)]
    fn hits(&self, from: u32) -> Report<'static> {
        let mut hits = self
            .ledger
            .hits()
            .last()
            .skip_while(|(number, _)| *number < from);
        let mut page = heapless::Vec::new();
        let mut first = None;
        while !page.is_full()
            && let Some((number, hit)) = hits.next()
        {
            first.get_or_insert(number);
            // There is room.
            let _ = page.push(*hit);
        }
        Report::Hits(first.unwrap_or_default(), page)
    }

    fn command(&mut self, signed: &Signed<'_>, now_ms: u64) -> Result<Option<u32>, Why> {
        let checked = self.authenticator.borrow_mut().check(signed);
        let (role, bytes) = checked.map_err(Why::Auth)?;
        let command = payload::read(bytes).ok_or(Why::NoCommand)?;
        self.is_ready()?;
        let is_settled = matches!(self.ledger.phase(), Phase::Settled | Phase::Paid);
        if !role.may(Action::of_command(&command, is_settled)) {
            return Err(Why::NotAllowed);
        }
        self.acts(signed.person);
        if !matches!(command, Command::Round(_)) {
            self.runs()?;
        }
        Ok(match command {
            // Only the felt reports the chips on a coin spot.
            Command::Round(Event::Chips(..)) => return Err(LedgerRefusal::NotAnEntry.into()),
            Command::Round(event) => {
                self.supervises(&event)?;
                self.accept(&event, now_ms)?
            }
            Command::Clock(seconds) => Some(self.set_clock(seconds, now_ms)?),
            Command::Confirm => Some(self.confirm()?),
            Command::Overrule(round) => Some(self.overrule(round)?),
            Command::Configure(configuration) => {
                self.supervisor()?;
                let entry = Entry::Configured(configuration);
                Some(self.commit_if_accepted(&entry)?)
            }
            Command::Link(command) => Some(self.change_link(command)?),
        })
    }

    /// True if the peer of the present session may ask for this.
    fn peer_may(&self, action: Action) -> bool {
        self.peer.is_some_and(|role| role.may(action))
    }

    fn change_link(&mut self, command: LinkCommand) -> Result<u32, Why> {
        self.supervisor()?;
        let entry = match command {
            LinkCommand::Join(membership) => Entry::Link(LinkEntry::Joined(membership)),
            LinkCommand::Leave => {
                self.can_leave()?;
                Entry::Link(LinkEntry::Left)
            }
            LinkCommand::PayRegistered => self.registered_entry()?,
        };
        self.commit_if_accepted(&entry)
    }

    /// Every setting is an entry, so the rate is limited.
    fn set_clock(&mut self, seconds: u64, now_ms: u64) -> Result<u32, Why> {
        if !self.alerts.clock_may_be_set(now_ms) {
            return Err(Why::TooSoon);
        }
        let number = self.commit(&Entry::Clock(seconds))?;
        self.clock.set(seconds, now_ms);
        self.alerts.clock_was_set(now_ms);
        Ok(number)
    }

    fn confirm(&mut self) -> Result<u32, Why> {
        self.supervisor()?;
        self.commit_if_accepted(&Entry::Confirmed)
    }

    fn overrule(&mut self, round: u32) -> Result<u32, Why> {
        self.supervisor()?;
        self.commit_if_accepted(&Entry::Overruled(round))
    }

    /// Writes an entry down unless the ledger refuses it.
    pub(super) fn commit_if_accepted(&mut self, entry: &Entry) -> Result<u32, Why> {
        self.ledger.accepts(entry)?;
        self.commit(entry)
    }

    fn supervisor(&self) -> Result<(), Why> {
        match self.is_supervised() {
            true => Ok(()),
            false => Err(Why::KeyNotTurned),
        }
    }

    /// Refuses an event that takes the supervisor's key unless the key is turned.
    fn supervises(&mut self, event: &Event) -> Result<(), Why> {
        if !self.ledger.needs_supervisor(event) || self.is_supervised() {
            return Ok(());
        }
        // The rules may refuse it with the key as well, and give a better reason.
        let refused = self.ledger.propose(event).err();
        self.runs()?;
        Err(refused.map_or(Why::KeyNotTurned, Why::from))
    }

    fn deny(&mut self, why: Why, now_ms: u64) -> Report<'static> {
        let kind = match why {
            Why::Auth(_) | Why::NoCommand => RefusedKind::Unauthentic,
            _ => RefusedKind::AgainstTheRules,
        };
        self.count_refusal(kind, now_ms);
        Report::Refused(why)
    }
}

/// An entry of the journal in the form that the console receives.
fn report(entry: &journal::StoredEntry<'_>) -> Option<Payload> {
    let mut bytes: heapless::Vec<u8, 240> = heapless::Vec::new();
    bytes.push(entry.kind.code()).ok()?;
    bytes.extend_from_slice(entry.payload).ok()?;
    payload::write(&Report::Entry(entry.sequence, &bytes)).ok()
}
