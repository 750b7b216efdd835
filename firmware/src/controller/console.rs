//! The console's requests: reads are answered, commands are checked and carried out, entries are streamed.

use core::fmt::Write;

use embedded_storage::nor_flash::NorFlash;
use heapless::String;
use shared_rules::ledger::{Contradiction, Entry, RefusedKind};
use shared_rules::wire::auth::{AuthError, Signed};
use shared_rules::wire::frame::Payload;
use shared_rules::wire::message::{Command, Meters, Report, Request, VERSION, Why};
use shared_rules::wire::payload;

use super::{Controller, Refused};
use crate::keys::Key;
use crate::link::to_console::Turn;

/// Where the console's stream of entries is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Follow {
    /// The number of the next entry to send, if the console follows.
    next: Option<u32>,
}

/// Why a command is not carried out.
enum Denied {
    Auth(AuthError),
    NoCommand,
    Refused(Refused),
}

impl From<Refused> for Denied {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl<F: NorFlash> Controller<F> {
    /// Answers a request of the console; bytes that are none are refused like a command that is none.
    fn answer(&mut self, request: &[u8], now_ms: u64) -> Option<Payload> {
        let report = match payload::read(request) {
            None => self.deny(&Denied::NoCommand, now_ms),
            Some(Request::Hello) => self.hello(),
            Some(Request::Meters) => self.meters(),
            Some(Request::Follow(from)) => {
                self.follow.next = Some(from);
                Report::Done(None)
            }
            Some(Request::Command(signed)) => match self.command(&signed, now_ms) {
                Ok(entry) => Report::Done(entry),
                Err(denied) => self.deny(&denied, now_ms),
            },
        };
        payload::write(&report).ok()
    }

    /// What to say to the console in its turn, if there is anything.
    pub fn serve(&mut self, turn: Turn, now_ms: u64) -> Option<Payload> {
        match turn {
            Turn::NewConsole => {
                self.follow = Follow::default();
                None
            }
            Turn::Request(request) => self.answer(&request, now_ms),
            Turn::Free => self.next_entry(),
        }
    }

    /// The next entry for a console that follows, if there is one that it has not been sent.
    fn next_entry(&mut self) -> Option<Payload> {
        let from = self.follow.next?;
        let mut reader = self.journal.read_from(from);
        // An entry that can be read in neither log is passed over: the numbers show the gap.
        let entry = loop {
            match reader.next() {
                Ok(Some(entry)) => break entry,
                Ok(None) => return None,
                Err(_) => {}
            }
        };
        self.follow.next = Some(entry.sequence.saturating_add(1));
        let mut bytes: heapless::Vec<u8, 240> = heapless::Vec::new();
        bytes.push(entry.kind.code()).ok()?;
        bytes.extend_from_slice(entry.payload).ok()?;
        payload::write(&Report::Entry(entry.sequence, &bytes)).ok()
    }

    fn hello(&self) -> Report<'static> {
        Report::Hello {
            version: VERSION,
            boot: self.ledger.boots(),
            last_counter: self.authenticator.last_counter(),
            next_entry: self.journal.next_sequence().unwrap_or_default(),
        }
    }

    fn meters(&self) -> Report<'static> {
        let Some(table) = self.ledger.table() else {
            let halted = self.halt.map(|_| Refused::Halted);
            let refused = halted.unwrap_or(Contradiction::NotConfigured.into());
            return Report::Refused(explain(&refused));
        };
        let jackpot = table.jackpot();
        Report::Meters(Meters {
            shown: jackpot.shown(),
            meter: jackpot.meter(),
            reserve: jackpot.reserve(),
            overflow: jackpot.overflow(),
            totals: *table.totals(),
            round: table.round().number(),
        })
    }

    fn command(&mut self, signed: &Signed<'_>, now_ms: u64) -> Result<Option<u32>, Denied> {
        // Whoever asks is told: with what cannot be read back, the count of starts that signatures need is lost too.
        if self.halt.is_some() {
            return Err(Refused::Halted.into());
        }
        let bytes = self
            .authenticator
            .check(now_ms, signed)
            .map_err(Denied::Auth)?;
        let command = payload::read(bytes).ok_or(Denied::NoCommand)?;
        Ok(match command {
            Command::Round(event) => self.take(&event)?,
            Command::Clock(seconds) => Some(self.commit(&Entry::Clock(seconds))?),
            Command::Confirm => Some(self.confirm()?),
            Command::Configure(configuration) => {
                self.supervisor()?;
                let entry = Entry::Configured(configuration);
                Some(self.commit_if_accepted(&entry)?)
            }
        })
    }

    fn confirm(&mut self) -> Result<u32, Refused> {
        self.supervisor()?;
        let waiting = self
            .ledger
            .table()
            .and_then(|table| table.waiting().first().copied());
        let number = self.commit_if_accepted(&Entry::Confirmed)?;
        self.confirmed = waiting;
        Ok(number)
    }

    /// Writes an entry down that the ledger might refuse, unless it does.
    fn commit_if_accepted(&mut self, entry: &Entry) -> Result<u32, Refused> {
        self.ledger.clone().apply(entry)?;
        self.commit(entry)
    }

    fn supervisor(&self) -> Result<(), Refused> {
        let held = self
            .readings
            .is_some_and(|readings| readings.keys.held.contains(Key::Supervisor));
        if held {
            Ok(())
        } else {
            Err(Refused::KeyNotTurned)
        }
    }

    fn deny(&mut self, denied: &Denied, now_ms: u64) -> Report<'static> {
        let kind = match denied {
            Denied::Auth(_) | Denied::NoCommand => RefusedKind::Unauthentic,
            Denied::Refused(_) => RefusedKind::AgainstTheRules,
        };
        self.count_refusal(kind, now_ms);
        Report::Refused(match denied {
            Denied::Auth(AuthError::LockedOut { .. }) => {
                why("", "locked out after refused commands")
            }
            Denied::Auth(AuthError::NoKey) => why("", "the table has no key"),
            Denied::Auth(AuthError::Forged) => why("", "the signature is wrong"),
            Denied::Auth(AuthError::Replayed) => why("", "the counter has been used"),
            Denied::NoCommand => why("", "the bytes are no command"),
            Denied::Refused(refused) => explain(refused),
        })
    }
}

/// A refusal in words.
fn explain(refused: &Refused) -> Why {
    match refused {
        Refused::Ledger(Contradiction::Refused(refusal)) => {
            let mut text = why("", "");
            // What does not fit is left out; the paragraph says it all.
            let _ = write!(text.rule, "{}", refusal.rule);
            if let Some(seat) = refusal.seat {
                let _ = write!(text.text, "seat {}: ", seat.number());
            }
            let _ = write!(text.text, "{}", refusal.reason);
            text
        }
        Refused::Ledger(Contradiction::NotConfigured) => {
            why("", "the table has not been configured")
        }
        Refused::Ledger(Contradiction::Configuration) => {
            why("", "no table can be run so, or a round is open")
        }
        Refused::Ledger(Contradiction::AlreadyConfirmed) => {
            why("", "an award of the round has been confirmed")
        }
        Refused::Ledger(Contradiction::PlayersAreAsked) => {
            why("", "players may still withdraw from the round")
        }
        Refused::Ledger(Contradiction::NotAnEntry) => why("", "this is not for the console"),
        Refused::Ledger(Contradiction::NothingWaits) => why("", "no award waits"),
        Refused::Ledger(Contradiction::Full) => why("", "too many awards wait for the supervisor"),
        Refused::Ledger(Contradiction::Money(_) | Contradiction::Meter) => {
            why("", "an amount does not fit")
        }
        Refused::Broken(_) => why("", "something is broken that a round needs"),
        Refused::KeyNotTurned => why("", "the supervisor's key is not turned"),
        Refused::Halted => why("", "the table is halted"),
    }
}

fn why(rule: &str, text: &str) -> Why {
    Why {
        rule: String::try_from(rule).unwrap_or_default(),
        text: String::try_from(text).unwrap_or_default(),
    }
}
