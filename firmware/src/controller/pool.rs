//! The table's end of the conversation with its pool: sends the messages of the ledger until the pool has them, and
//! acts upon permits, prices and meters. Letters travel through the console's wire, and only the pool shares their key.
//!
//! Nothing here is durable. After a start the table says hello and sends everything again that no entry shows to have
//! arrived; the pool accepts every number once.

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::NorFlash;
use shared_rules::check::{Checked, check};
use shared_rules::ledger::{Entry, Fault, LinkBook, LinkEntry};
use shared_rules::money::Cents;
use shared_rules::pool::PoolTerms;
use shared_rules::pool::message::{
    Direction, Letter, LinkWin, Membership, ToPool, ToTable, write_letter,
};
use shared_rules::round::{Event, Phase};
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::message::Report;
use shared_rules::wire::payload::{self, Payload};
use shared_rules::wire::role::Role;
use shared_rules::wire::why::Why;

use super::Controller;

/// A pool that has not been heard for this long takes no part (STANDARDS 28 asks for 5 to 30 s).
const SILENT_MS: u64 = 1_000;

/// A letter without an answer is sent again after this time.
const RESEND_MS: u64 = 250;

/// A press of "Place your bets" waits this long for the permit. Later the dealer has to press again: no round opens by
/// itself.
const OPENING_MS: u64 = 1_000;

/// The state of the conversation since the start.
#[derive(Clone, Debug, Default)]
pub(super) struct PoolEnd {
    /// A gateway relays letters.
    relays: bool,
    /// The highest counter of a letter accepted since the start.
    counter: u64,
    /// The time of the last letter.
    heard_ms: Option<u64>,
    /// The pool has said hello, and its terms are the table's.
    is_welcome: bool,
    is_quarantined: bool,
    /// The number of the last message that the pool has.
    acked: u32,
    permit: Option<u32>,
    /// The round is to open as soon as its permit is there, until this time.
    opening_until_ms: Option<u64>,
    /// The permit is asked for again: the first one may be lost.
    asks_again: bool,
    sent_ms: Option<u64>,
    sent: u32,
    /// The pool's time less the table's.
    ahead_ms: Option<i64>,
    /// The table is linked since this time, as far as this start knows.
    linked_ms: Option<u64>,
}

/// The part of the pool's words that the sign shows.
#[derive(Clone, Copy, Debug, Default, Hash)]
pub(super) struct PoolShown {
    /// The meter.
    pub meter: Option<Cents>,
    /// The award that was confirmed last.
    pub won: Option<LinkWin>,
}

impl Checked for PoolShown {
    fn check(&self) -> u32 {
        check(self)
    }
}

impl PoolEnd {
    fn is_up(&self, now_ms: u64) -> bool {
        let heard = |heard_ms| now_ms.saturating_sub(heard_ms) < SILENT_MS;
        self.is_welcome && !self.is_quarantined && self.heard_ms.is_some_and(heard)
    }

    /// True while a table that has just joined waits for the pool's first words. No round opens, and it is no fault.
    fn is_joining(&mut self, is_linked: bool, now_ms: u64) -> bool {
        let since_ms = is_linked.then(|| self.linked_ms.unwrap_or(now_ms));
        self.linked_ms = since_ms;
        since_ms.is_some_and(|since_ms| now_ms.saturating_sub(since_ms) < SILENT_MS)
    }

    /// True if a letter is to be sent: a new one, or one without an answer.
    fn is_due(&self, number: u32, now_ms: u64) -> bool {
        let waited = |sent_ms| now_ms.saturating_sub(sent_ms) >= RESEND_MS;
        self.sent != number || self.sent_ms.is_none_or(waited)
    }

    /// The pool's time.
    fn pool_ms(&self, now_ms: u64) -> Option<u64> {
        now_ms.checked_add_signed(self.ahead_ms?)
    }
}

impl<F: NorFlash, A: BorrowMut<Authenticator>> Controller<F, A> {
    /// The meter that the pool showed last, or the one that was written down with the lock.
    pub(super) fn pool_meter(&self) -> Option<Cents> {
        let heard = self
            .pool_shown
            .meter
            .filter(|_| self.pool_shown.is_intact());
        heard.or_else(|| self.ledger.table()?.seen())
    }

    /// The award that was confirmed last in the link.
    pub(super) fn link_win(&self) -> Option<LinkWin> {
        self.pool_shown.won.filter(|_| self.pool_shown.is_intact())
    }

    /// Another console does not relay before it says so.
    pub(super) fn forget_relay(&mut self) {
        self.pool.relays = false;
    }

    /// Letters are relayed from now on. The pool behind this gateway may not know the table yet, so it says hello at
    /// once.
    pub(super) fn relay(&mut self) {
        self.pool.relays = true;
        self.pool.asks_again = true;
        self.pool.sent_ms = None;
    }

    /// Notes whether the pool is heard, while the table is linked.
    pub(super) fn supervise_pool(&mut self, is_starting: bool, now_ms: u64) {
        if self
            .pool
            .opening_until_ms
            .is_some_and(|until| now_ms > until)
        {
            self.pool.opening_until_ms = None;
        }
        let is_linked = self.ledger.link().is_some();
        let is_joining = self.pool.is_joining(is_linked, now_ms);
        let is_up = !is_linked || self.pool.is_up(now_ms);
        if !is_up {
            self.silent = Some(Fault::Pool);
        }
        if is_up || !(is_starting || is_joining) {
            self.note_fault(Fault::Pool, !is_up, now_ms);
        }
    }

    /// Pays the round in play at the amount that was shown before a fault, where the game says so (RWS6 5.17.1):
    /// written down before the fault is passed on to the game, so that no power cut leaves the one without the other.
    pub(super) fn register_amount(&mut self) {
        let playing = self.ledger.phase() == Phase::Playing && self.ledger.is_linked_round();
        if playing
            && self.plays_on_after_fault()
            && let Ok(entry) = self.registered_entry()
        {
            let _ = self.commit_if_accepted(&entry);
        }
    }

    /// The entry that pays the round at the registered amount.
    pub(super) fn registered_entry(&self) -> Result<Entry, Why> {
        let shown = self.pool_meter().ok_or(Why::PoolUnknown)?;
        Ok(Entry::Link(LinkEntry::Registered(shown)))
    }

    /// Completes the proposal of a linked table: the opening waits for its permit, the lock gets its time.
    pub(super) fn complete(&mut self, entry: &mut Entry, now_ms: u64) -> Result<(), Why> {
        match entry {
            Entry::Link(LinkEntry::Asked(_)) => {
                self.pool.opening_until_ms = Some(now_ms.saturating_add(OPENING_MS));
                Ok(())
            }
            Entry::Round(Event::PlaceYourBets) if self.awaits_permit() => {
                self.pool.opening_until_ms = Some(now_ms.saturating_add(OPENING_MS));
                self.pool.asks_again = true;
                Err(Why::AskedPool)
            }
            Entry::Link(LinkEntry::Locked { dealt, seen, .. }) => {
                let link = self.ledger.link();
                let pool_ms = self.pool.pool_ms(now_ms).ok_or(Why::PoolUnknown)?;
                *dealt = link.map_or(pool_ms, |link| link.dealt_at(pool_ms));
                *seen = self.pool_meter();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// True if the next round was asked for and the permit is not there.
    fn awaits_permit(&self) -> bool {
        let asked = self.ledger.link().and_then(LinkBook::asked);
        let next = self.next_round();
        asked == Some(next) && self.pool.permit != Some(next)
    }

    fn next_round(&self) -> u32 {
        let table = self.ledger.table();
        table.map_or(0, |table| table.round().number().saturating_add(1))
    }

    /// Refuses to leave before the pool has heard everything.
    pub(super) fn can_leave(&self) -> Result<(), Why> {
        match self.ledger.link() {
            Some(link) if link.last_number() > self.pool.acked => Err(Why::AskedPool),
            _ => Ok(()),
        }
    }

    /// The letter that the pool has to hear next, if it is due.
    pub(super) fn next_letter(&mut self, now_ms: u64) -> Option<Payload> {
        if !self.pool.relays || self.runs().is_err() {
            return None;
        }
        let link = self.ledger.link()?;
        // A permit that was used acknowledges as well as a letter that says so.
        let number = self.pool.acked.max(link.known_number()).saturating_add(1);
        let message = match self.ledger.message(number) {
            Some(message) if self.pool.is_welcome => message,
            _ if self.pool.asks_again || !self.pool.is_up(now_ms) => ToPool::Hello,
            _ => return None,
        };
        let sent = message.number();
        if !self.pool.is_due(sent, now_ms) {
            return None;
        }
        let letter = self.seal(link.membership(), &message)?;
        self.pool.sent = sent;
        self.pool.sent_ms = Some(now_ms);
        payload::write(&Report::Letter(&letter)).ok()
    }

    fn pool_key(&self) -> Option<&SharedKey> {
        let entry = self.authenticator().keys().of_role(Role::Pool);
        entry.map(|entry| &entry.key)
    }

    #[inline(never)]
    fn seal(&self, membership: Membership, message: &ToPool) -> Option<Payload> {
        let key = self.pool_key()?;
        let boot = self.ledger.boots();
        write_letter(key, Direction::ToPool, membership, boot, 0, message)
    }

    /// Accepts a letter of the pool; any other bytes change nothing.
    pub(super) fn accept_letter(&mut self, bytes: &[u8], now_ms: u64) {
        if self.runs().is_ok()
            && let Some(message) = self.open_letter(bytes)
        {
            self.pool.heard_ms = Some(now_ms);
            self.hear(message, now_ms);
        }
    }

    #[inline(never)]
    fn open_letter(&mut self, bytes: &[u8]) -> Option<ToTable> {
        let letter: Letter<'_> = payload::read(bytes)?;
        let link = self.ledger.link()?;
        let is_ours = letter.membership == link.membership()
            && letter.boot == self.ledger.boots()
            && letter.counter > self.pool.counter;
        if !is_ours {
            return None;
        }
        let message = letter.open(self.pool_key()?, Direction::ToTable)?;
        self.pool.counter = letter.counter;
        Some(message)
    }

    fn hear(&mut self, message: ToTable, now_ms: u64) {
        match message {
            ToTable::Welcome { terms, last_number } => self.welcome(&terms, last_number),
            ToTable::Ack(number) => self.acknowledge(number),
            ToTable::Permit(round) => self.permit(round, now_ms),
            ToTable::Priced {
                round,
                awards,
                is_final,
                after,
            } => {
                let is_of_now = |link: &LinkBook| link.is_price_of_now(after);
                if is_final && self.ledger.link().is_some_and(is_of_now) {
                    let entry = Entry::Link(LinkEntry::Priced(round, awards));
                    let _ = self.commit_if_accepted(&entry);
                }
            }
            ToTable::Meter {
                shown,
                now_ms: pool_ms,
                ..
            } => {
                self.pool_shown.renew(|pool| pool.meter = Some(shown));
                self.pool.ahead_ms = pool_ms.checked_signed_diff(now_ms);
            }
            ToTable::Won(win) => self.pool_shown.renew(|pool| pool.won = Some(win)),
            ToTable::Quarantined => self.pool.is_quarantined = true,
        }
    }

    /// The pool's terms must be the table's. Its log must end with a message that the table has written, and the table
    /// must still have the next one: otherwise one of them has lost a part of its memory, and a person has to look.
    fn welcome(&mut self, terms: &PoolTerms, last_number: u32) {
        let fits = self.ledger.table().is_some_and(|table| {
            let configuration = table.configuration();
            let ours = (
                configuration.game,
                configuration.unit,
                configuration.jackpot,
            );
            ours == (terms.game, terms.unit, terms.jackpot)
        });
        let goes_on = self.ledger.link().is_some_and(|link| {
            let next = last_number.saturating_add(1);
            last_number == link.last_number() || link.message(next).is_some()
        });
        self.pool.is_welcome = fits && goes_on;
        self.pool.is_quarantined = false;
        self.pool.asks_again = false;
        self.pool.acked = last_number;
    }

    fn acknowledge(&mut self, number: u32) {
        let last = self.ledger.link().map_or(0, LinkBook::last_number);
        if number <= last {
            self.pool.acked = self.pool.acked.max(number);
        }
    }

    /// Opens the round that a press is waiting for.
    fn permit(&mut self, round: u32, now_ms: u64) {
        self.pool.permit = Some(round);
        let is_wanted = self.pool.opening_until_ms.take();
        if round == self.next_round() && is_wanted.is_some_and(|until| now_ms <= until) {
            let _ = self.accept(&Event::PlaceYourBets, now_ms);
        }
    }
}
