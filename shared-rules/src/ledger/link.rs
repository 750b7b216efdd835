//! A table's membership of a link: the messages that its pool has to hear, numbered by replaying the journal.
//!
//! The journal is the outbox. Every entry that concerns the shared jackpot leads to messages with the numbers 1, 2, 3
//! ... of the table's generation; a reader of the journal finds the same messages under the same numbers. Messages are
//! kept until an entry shows that the pool has them: a round opens only with the pool's permit, which the pool gives
//! once it has everything before it.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::{CheckpointTooLong, Contradiction, Input, LedgerRefusal, Output, Table, read, write};
use crate::money::Cents;
use crate::pool::message::Membership;
use crate::pool::{PricedAward, TableEntry};
use crate::round::{LockedBets, Phase, Transition};
use crate::seats::{SeatMap, SeatSet};

/// An entry about the table's link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum LinkEntry {
    /// The table joins a link: its own meter and reserve go to the pool, and its own books begin anew.
    Joined(Membership),
    /// The table leaves its link, takes nothing with it, and starts at its own reset value.
    Left,
    /// The table asks the pool for the permit to open the round with this number.
    Asked(u32),
    /// Bets are closed as they are.
    Locked {
        /// The bets.
        bets: LockedBets,
        /// The time of the announcement by the pool's clock, in milliseconds since 1970.
        dealt: u64,
        /// The meter that was shown then.
        seen: Option<Cents>,
    },
    /// The pool cannot be reached, and the round in play is paid at the amount registered before (RWS6 5.17.1), or the
    /// shift manager decides so (THB6 6.1).
    Registered(Cents),
    /// The final price of a round, in the order of payment; no awards if the house has struck the claim.
    Priced(u32, Vec<PricedAward, 7>),
}

/// Messages that are kept. A round needs at most eleven: the lock, the settlement, seven invalid hands, a void or a
/// confirmation, and the question for the next round. Confirmations of earlier rounds come on top.
pub const OUTBOX_MAX: usize = 20;

/// Messages of one round.
const A_ROUND: usize = 11;

/// The table's place in its link, and the messages for the pool.
#[derive(Clone, Debug, Hash)]
pub struct LinkBook {
    membership: Membership,
    /// The number of the last message.
    last_number: u32,
    /// The messages since the last permit that was used.
    outbox: Vec<TableEntry, OUTBOX_MAX>,
    /// The round that the pool was asked for, until the next one.
    asked: Option<u32>,
    last_dealt: Option<u64>,
    /// The number of the last message that changed the claim of the round.
    claimed: u32,
}

impl LinkBook {
    pub(super) fn new(membership: Membership) -> LinkBook {
        LinkBook {
            membership,
            last_number: 0,
            outbox: Vec::new(),
            asked: None,
            last_dealt: None,
            claimed: 0,
        }
    }

    /// The table's place in its link.
    pub const fn membership(&self) -> Membership {
        self.membership
    }

    /// The number of the last message.
    pub const fn last_number(&self) -> u32 {
        self.last_number
    }

    /// The number of the last message that the pool is known to have, because an entry shows it. Those before it are not
    /// kept.
    pub fn known_number(&self) -> u32 {
        let kept = u32::try_from(self.outbox.len()).unwrap_or(u32::MAX);
        self.last_number.saturating_sub(kept)
    }

    /// The round that the pool was asked for.
    pub const fn asked(&self) -> Option<u32> {
        self.asked
    }

    /// The message with this number, if it is kept.
    pub fn message(&self, number: u32) -> Option<&TableEntry> {
        let back = self.last_number.checked_sub(number)?;
        let kept = u32::try_from(self.outbox.len()).ok()?;
        let index = kept.checked_sub(back.checked_add(1)?)?;
        self.outbox.get(usize::try_from(index).ok()?)
    }

    /// True if a price that takes the messages up to this number into account is the price of the claim as it is now.
    pub const fn is_price_of_now(&self, number: u32) -> bool {
        number >= self.claimed
    }

    /// A time of dealing that is later than the one of the round before.
    pub fn dealt_at(&self, now_ms: u64) -> u64 {
        let after_last = self.last_dealt.map_or(0, |last| last.saturating_add(1));
        now_ms.max(after_last)
    }

    /// True if the pool plays a part in this round.
    pub fn is_linked(&self, round: u32) -> bool {
        self.asked == Some(round)
    }

    /// Refuses a confirmation that would leave no room for the messages of a round.
    pub(super) fn has_room_to_confirm(&self) -> Result<(), LedgerRefusal> {
        let room = OUTBOX_MAX.saturating_sub(self.outbox.len());
        if room > A_ROUND {
            Ok(())
        } else {
            Err(LedgerRefusal::Full)
        }
    }

    pub(super) fn join(&mut self, table: &mut Table) -> Result<(), LedgerRefusal> {
        let (meter, reserve) = table.move_out()?;
        self.push(TableEntry::Join { meter, reserve })
    }

    pub(super) fn ask(&mut self, round: u32) -> Result<(), LedgerRefusal> {
        self.asked = Some(round);
        self.push(TableEntry::Open(round))
    }

    pub(super) fn lock(&mut self, table: &Table, dealt: u64) -> Result<(), LedgerRefusal> {
        self.last_dealt = Some(dealt);
        let mut units = SeatMap::default();
        for (seat, counted) in table.round().contributing_units() {
            *units.get_mut(seat) = counted;
        }
        self.push(TableEntry::Lock {
            round: table.round().number(),
            units,
            dealt,
        })
    }

    pub(super) fn confirm(&mut self, round: u32) -> Result<(), LedgerRefusal> {
        self.push(TableEntry::Confirmed(round))
    }

    /// Adds the messages that a change of the round leads to.
    pub(super) fn follow(
        &mut self,
        table: &Table,
        transition: &Transition,
    ) -> Result<(), LedgerRefusal> {
        let round = table.round().number();
        if !self.is_linked(round) {
            return Ok(());
        }
        match transition {
            Transition::Opened(_) => {
                self.forget_up_to(&TableEntry::Open(round));
                return Ok(());
            }
            Transition::Settled => self.push(table.settled_message()?)?,
            Transition::Voided(_) => self.push(TableEntry::Void(round))?,
            Transition::Invalidated(seats, _) if is_over(table) => {
                let gone = self.gone(round);
                let with_units = table.round().contributing_units();
                let invalid = |seat| seats.contains(seat) && !gone.contains(seat);
                for (seat, _) in with_units.filter(|(seat, _)| invalid(*seat)) {
                    self.push(TableEntry::Invalidate(round, seat))?;
                }
            }
            _ => return Ok(()),
        }
        self.claimed = self.last_number;
        Ok(())
    }

    /// The permit shows that the pool has everything up to the question for this round. A confirmation may have come
    /// since.
    fn forget_up_to(&mut self, question: &TableEntry) {
        let mut is_later = false;
        self.outbox.retain(|message| {
            let is_kept = is_later;
            is_later |= message == question;
            is_kept
        });
    }

    /// The seats of a round that the pool has been told to give back.
    fn gone(&self, number: u32) -> SeatSet {
        let mut gone = SeatSet::EMPTY;
        for message in &self.outbox {
            match message {
                TableEntry::Settled {
                    round, returned, ..
                } if *round == number => returned.iter().for_each(|seat| gone.insert(seat)),
                TableEntry::Invalidate(round, seat) if *round == number => gone.insert(*seat),
                _ => {}
            }
        }
        gone
    }

    /// Refuses an entry that does not fit the state of the link; nothing changes.
    pub(super) fn accepts(&self, entry: &LinkEntry, round: u32) -> Result<(), LedgerRefusal> {
        let fits = match entry {
            LinkEntry::Joined(_) => false,
            LinkEntry::Left => self.asked.is_none_or(|asked| asked <= round),
            LinkEntry::Asked(next) => {
                Some(*next) == round.checked_add(1) && self.asked.is_none_or(|asked| asked < *next)
            }
            LinkEntry::Locked { dealt, .. } => {
                self.is_linked(round) && self.last_dealt.is_none_or(|last| *dealt > last)
            }
            LinkEntry::Registered(_) => self.is_linked(round),
            LinkEntry::Priced(..) => true,
        };
        if fits {
            Ok(())
        } else {
            Err(LedgerRefusal::NotAnEntry)
        }
    }

    /// Writes the book into a checkpoint, its place first.
    #[inline]
    pub(super) fn write(&self, output: &mut Output) -> Result<(), CheckpointTooLong> {
        write(&self.membership, output)?;
        let numbers = (self.last_number, self.asked, self.last_dealt, self.claimed);
        write(&(numbers, self.outbox.len()), output)?;
        self.outbox
            .iter()
            .try_for_each(|message| write(message, output))
    }

    /// Restores a new book, whose place has been read.
    #[inline]
    pub(super) fn read(&mut self, input: &mut Input) -> Result<(), Contradiction> {
        let count: usize;
        (
            (self.last_number, self.asked, self.last_dealt, self.claimed),
            count,
        ) = read(input)?;
        for _ in 0..count {
            let pushed = self.outbox.push(read(input)?);
            pushed.map_err(|_| Contradiction::Checkpoint)?;
        }
        Ok(())
    }

    fn push(&mut self, message: TableEntry) -> Result<(), LedgerRefusal> {
        let number = self.last_number.checked_add(1).ok_or(LedgerRefusal::Full)?;
        self.outbox.push(message).map_err(|_| LedgerRefusal::Full)?;
        self.last_number = number;
        Ok(())
    }
}

/// True if the settlement of the round has been said. Hands that are invalid before that are in the settlement.
fn is_over(table: &Table) -> bool {
    matches!(table.round().phase(), Phase::Settled | Phase::Paid)
}
