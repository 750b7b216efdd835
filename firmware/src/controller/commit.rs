//! Writes entries down: each becomes durable before it is applied. Some entries bring others with them: the time, a new
//! person or a turned key go before, and a link of the chain follows a settlement and surrounds a checkpoint. The link
//! behind a settlement is written once the console has its answer, and in any case before the next entry.

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::NorFlash;
use shared_rules::ledger::{ChainLink, Entry, LinkEntry, Table};
use shared_rules::round::Transition;
use shared_rules::seats::SeatMap;
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::key::KeyEntry;
use shared_rules::wire::role::Role;
use shared_rules::wire::why::Why;

use super::{Controller, Halt, encode, snapshot, split};
use crate::journal::{MAX_CHECKPOINT, MAX_PAYLOAD};

impl<F: NorFlash, A: BorrowMut<Authenticator>> Controller<F, A> {
    /// Writes an entry down, then applies it, and returns its number. Any failure on the way halts the table; lack of
    /// room does so only if the entry decides about money.
    pub(super) fn commit(&mut self, entry: &Entry) -> Result<u32, Why> {
        self.runs()?;
        self.commit_verified(entry)
    }

    /// The same right after the ledger has been verified. While the journal waits for its flash the memory may change,
    /// so the ledger is verified once more before the entry is applied, and before the entry itself is written if
    /// others went before it.
    pub(super) fn commit_verified(&mut self, entry: &Entry) -> Result<u32, Why> {
        if self.write_preface(entry)? {
            self.runs()?;
        }
        let number = self.put(entry)?;
        self.link_is_due |= matches!(entry, Entry::Settled(_));
        Ok(number)
    }

    /// Writes down what a reader has to know before the entry: the time, whether the supervisor's key is turned, and who
    /// acts. True if anything was written. Nothing goes before a start, which puts an end to all of it. Not inlined, so
    /// that it is not on the stack of the entry itself.
    #[inline(never)]
    fn write_preface(&mut self, entry: &Entry) -> Result<bool, Why> {
        if matches!(entry, Entry::Boot(_)) {
            return Ok(false);
        }
        let mut has_written = self.link_up()?;
        has_written |= self.put_note(self.time_note(entry))?;
        has_written |= self.put_note(self.key_note(entry))?;
        has_written |= self.put_note(self.person_note())?;
        Ok(has_written)
    }

    /// Writes a note down, if there is one. True if it was written: without room for it the table goes on.
    #[inline(never)]
    fn put_note(&mut self, note: Option<Entry>) -> Result<bool, Why> {
        let Some(note) = note else {
            return Ok(false);
        };
        let written = self.checkpoint_if_due();
        match written.and_then(|()| self.record_note(&note)) {
            Ok(()) => Ok(true),
            Err(Halt::Journal(_)) if self.journal.is_live() => Ok(false),
            Err(halt) => {
                self.stop(halt);
                Err(Why::Halted(halt))
            }
        }
    }

    fn record_note(&mut self, note: &Entry) -> Result<(), Halt> {
        self.append(note)?;
        let noted = self.ledger.change(|ledger| ledger.note(note));
        noted.ok_or(Halt::Memory)
    }

    /// The time, if it is due. An entry that states it needs none.
    fn time_note(&self, entry: &Entry) -> Option<Entry> {
        match entry {
            Entry::Clock(_) => None,
            Entry::Settled(_) => self.clock.statement(self.ledger.moment(), true),
            _ => self.clock.statement(self.ledger.moment(), false),
        }
    }

    /// The supervisor's key, if it was turned since its last entry: no entry that needs the key stands without it.
    fn key_note(&self, entry: &Entry) -> Option<Entry> {
        let news = self.key_news()?;
        (!matches!(entry, Entry::Supervisor(_))).then_some(Entry::Supervisor(news))
    }

    fn person_note(&self) -> Option<Entry> {
        let person = self
            .person
            .filter(|person| Some(*person) != self.ledger.person());
        person.map(Entry::Person)
    }

    /// Writes an entry down and applies it, with nothing before it.
    fn put(&mut self, entry: &Entry) -> Result<u32, Why> {
        let excessive = self.excessive();
        match self.write(entry) {
            Ok((number, transition)) => {
                self.after(entry, transition);
                if self.excessive() > excessive {
                    self.alerts.sound(self.clock.now_ms());
                }
                Ok(number)
            }
            // A refusal, not a failure: nothing was written, and the journal goes on.
            Err(Halt::Journal(_)) if self.journal.is_live() && !entry.decides_money() => {
                Err(Why::NoRoom)
            }
            Err(halt) => {
                self.stop(halt);
                Err(Why::Halted(halt))
            }
        }
    }

    /// The number of rounds whose contribution was unreasonable.
    fn excessive(&self) -> u32 {
        self.ledger.table().map_or(0, Table::excessive)
    }

    fn write(&mut self, entry: &Entry) -> Result<(u32, Transition), Halt> {
        self.checkpoint_if_due()?;
        self.record(entry)
    }

    fn record(&mut self, entry: &Entry) -> Result<(u32, Transition), Halt> {
        let number = self.append(entry)?;
        let applied = self.ledger.change(|ledger| ledger.apply(entry));
        let transition = applied.ok_or(Halt::Memory)?.map_err(Halt::Contradiction)?;
        Ok((number, transition))
    }

    /// A function of its own, so that its buffer has left the stack before the entry is applied.
    #[inline(never)]
    fn append(&mut self, entry: &Entry) -> Result<u32, Halt> {
        let mut buffer = [0; MAX_PAYLOAD + 1];
        let bytes = encode(entry, &mut buffer)?;
        let (kind, payload) = split(bytes)?;
        let appended = self.journal.append(kind, payload);
        let number = appended.map_err(Halt::Journal)?;
        self.chain.add(number, bytes);
        Ok(number)
    }

    /// Follows up an entry that has been applied: the sensors, the sign and the alerts depend on it.
    fn after(&mut self, entry: &Entry, transition: Transition) {
        if let Transition::Opened(_) = transition {
            self.opened = true;
            self.pool_shown.renew(|pool| pool.won = None);
            self.alerts.forget_moves();
        }
        if let Entry::Locked(bets) | Entry::Link(LinkEntry::Locked { bets, .. }) = entry {
            let refused = SeatMap::from_fn(|seat| self.chips_without_bet(seat));
            let antes = self.antes_at_close();
            self.alerts.close(bets, refused, antes);
        }
    }

    /// Called before every entry, in every phase: a history in which no round is ever opened needs checkpoints too. The
    /// link before it lets a reader begin at the checkpoint; the link behind it covers the checkpoint itself.
    #[inline(never)]
    fn checkpoint_if_due(&mut self) -> Result<(), Halt> {
        if !self.journal.needs_checkpoint() {
            return Ok(());
        }
        self.write_link()?;
        self.write_checkpoint()?;
        self.write_link()
    }

    #[inline(never)]
    fn write_checkpoint(&mut self) -> Result<(), Halt> {
        let mut buffer = [0; MAX_CHECKPOINT];
        let bytes = snapshot(&self.ledger, &mut buffer)?;
        let written = self.journal.append_checkpoint(bytes);
        written.map_err(Halt::Journal)?;
        self.chain.begin_at(bytes);
        Ok(())
    }

    /// Links the entries up to a settlement, if that is still to be done, while the table has nothing more urgent to do.
    pub(super) fn link_settlement(&mut self) {
        if self.link_is_due && self.runs().is_ok() {
            // A failure halts the table, which then shows it.
            let _ = self.link_up();
        }
    }

    /// Links the entries up to a settlement, if that is still to be done; true if a link was written. A failure halts the
    /// table.
    #[inline(never)]
    fn link_up(&mut self) -> Result<bool, Why> {
        if !core::mem::take(&mut self.link_is_due) {
            return Ok(false);
        }
        self.write_link().map_err(|halt| {
            self.stop(halt);
            Why::Halted(halt)
        })?;
        Ok(true)
    }

    /// Writes a link over the entries since the last one, if there are any, and a key. Without room the next link covers
    /// them too.
    fn write_link(&mut self) -> Result<(), Halt> {
        let Some(link) = self.next_link() else {
            return Ok(());
        };
        match self.record_note(&Entry::Chain(link)) {
            Err(Halt::Journal(_)) if self.journal.is_live() => Ok(()),
            recorded => recorded,
        }
    }

    /// Not inlined, so that the work has left the stack when the link is written.
    #[inline(never)]
    fn next_link(&self) -> Option<ChainLink> {
        // Without a key there are no links.
        let KeyEntry { key, .. } = self.authenticator().keys().of_role(Role::Journal)?;
        if self.chain.is_empty() {
            return None;
        }
        let number = self.journal.next_sequence().ok()?;
        let chip = self.ledger.chip().unwrap_or_default();
        Some((self.chain).link(key, &chip, &self.ledger.last_link(), number))
    }
}
