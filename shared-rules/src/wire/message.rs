//! The messages between the table and the dealer's console, as one table:
//!
//! | from | message | answer |
//! | --- | --- | --- |
//! | console | [`Request::Hello`] | [`Report::Hello`]: the session and counter that the next signature needs |
//! | console | [`Request::Command`], signed by a person | [`Report::Done`] with the entry's number, or [`Report::Refused`] with the paragraph |
//! | console | [`Request::Meters`] | [`Report::Meters`] |
//! | console | [`Request::Hits`] | [`Report::Hits`] |
//! | console | [`Request::Noise`] | [`Report::Noise`] |
//! | console | [`Request::Sign`] | [`Report::Sign`] |
//! | console | [`Request::Relay`] | [`Report::Letter`] for every letter to the pool |
//! | console | [`Request::Letter`]: a letter of the pool | [`Report::Done`] |
//! | console | [`Request::Follow`] | [`Report::Entry`] for every entry from that number on, past and to come; [`Report::Halted`] where the table is halted |
//!
//! Messages that move money or configuration are [`Command`]s and signed; the rest only reads, or carries letters that
//! are signed themselves. What a person or a device may ask for is the table of [`super::role`]. The sign receives
//! [`super::sign::SignPicture`], whole and unasked. The order of the variants is the format: new ones go to the end,
//! and [`VERSION`] goes up. [`Report::Hello`] stays the first, and begins with it.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::auth::Signed;
use super::session::SessionId;
use super::sign::SignVersion;
use super::why::Why;
use crate::halt::Halt;
use crate::ledger::{ChipNumber, Configuration, Hits, JackpotHit, Postponed, Table, Totals};
use crate::money::{Cents, MicroCents};
use crate::pool::message::Membership;
use crate::round::Event;

/// The version of these messages.
pub const VERSION: u8 = 8;

/// A request of the console to the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Request<'a> {
    /// Asks for the session and the counter that the next signature needs.
    Hello,
    /// Something that moves money or configuration: a [`Command`] in postcard, with its person and code.
    #[serde(borrow)]
    Command(Signed<'a>),
    /// The meters.
    Meters,
    /// The entries of the journal from this number on, and every new one as it is written.
    Follow(u32),
    /// This console relays letters between the table and its pool from now on.
    Relay,
    /// A letter of the pool.
    Letter(&'a [u8]),
    /// The disturbed samples of the felt.
    Noise,
    /// The hits from this number on.
    Hits(u32),
    /// The version of the sign.
    Sign,
}

/// A command that only the console may give.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// An event in the round: open, close, cards, decisions, void, pay.
    Round(Event),
    /// The supervisor confirms the award that has waited longest; the key must be turned.
    Confirm,
    /// The house configures the table; the key must be turned, and no round may be open.
    Configure(Configuration),
    /// The time of day, in seconds since 1970.
    Clock(u64),
    /// The shift manager voids the settled round with this number, confirmed awards included; the key must be turned.
    Overrule(u32),
    /// Something about the table's link; the key must be turned.
    Link(LinkCommand),
}

/// A command about the table's link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LinkCommand {
    /// The table joins a link; no round may be open.
    Join(Membership),
    /// The table leaves its link; no round may be open, and nothing may wait to be said or paid.
    Leave,
    /// The shift manager has the round in play paid at the amount that was shown before the pool was lost (THB6 6.1).
    PayRegistered,
}

/// A message of the table to the console.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Report<'a> {
    /// The facts that a console has to know before it signs.
    Hello {
        /// [`VERSION`].
        version: u8,
        /// The number of starts of the table.
        boot: u32,
        /// The session between the table and its peer: that of a gateway, if there is one in between.
        session: SessionId,
        /// The counter of the last command accepted in it.
        last_counter: u64,
        /// The number of the next entry.
        next_entry: u32,
        /// The chip's unique number, where the table runs on a chip.
        chip: Option<ChipNumber>,
    },
    /// The command is carried out; the number of its entry, if there is one.
    Done(Option<u32>),
    /// The command is refused.
    Refused(Why),
    /// The meters.
    Meters(Meters),
    /// An entry of the journal: its number, and its bytes in postcard.
    Entry(u32, #[serde(borrow)] &'a [u8]),
    /// The reason of a halt: sent unasked to a console that follows, once.
    Halted(Halt),
    /// A letter for the pool, unasked, to a console that relays.
    Letter(&'a [u8]),
    /// The disturbed samples of the felt.
    Noise(NoiseCounts),
    /// Hits in their order, with the number of the first: as many as a frame has room for, none after the last.
    Hits(u32, Vec<JackpotHit, HITS_A_PAGE>),
    /// The version that the sign reported last; none if it has not reported any in its present session.
    Sign(Option<SignVersion>),
}

/// Hits in one message.
pub const HITS_A_PAGE: usize = 4;

/// Samples of the felt that were disturbed since the start, and not believed. A count that grows shows a cable or a lamp
/// that needs attention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoiseCounts {
    /// Samples whose loop-back was wrong.
    pub chain: u32,
    /// Dark samples in which a gate saw a beam.
    pub in_the_dark: u32,
}

/// The money meters (NJAC 13:69E-1.39A).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meters {
    /// The jackpot as the sign shows it.
    pub shown: Cents,
    /// The same with its fraction of a cent.
    pub meter: MicroCents,
    /// The hidden share of the stakes.
    pub reserve: MicroCents,
    /// The contributions over the limit.
    pub overflow: MicroCents,
    /// All money in and out.
    pub totals: Totals,
    /// The number of the round.
    pub round: u32,
    /// The value from which the meter starts again.
    pub base: Cents,
    /// The highest value of the meter.
    pub limit: Option<Cents>,
    /// The house's threshold for the contribution of a round.
    pub contribution_max: Option<Cents>,
    /// Parameters that wait until the jackpot has been won.
    pub postponed: Option<Postponed>,
    /// The rounds that contributed more than the threshold.
    pub excessive: u32,
    /// The shares of the jackpot that were won, whole or in part.
    pub shares_won: u32,
}

impl Meters {
    /// The meters of a table with these hits. Base and limit are those of the jackpot that is played for.
    pub fn of(table: &Table, hits: &Hits) -> Meters {
        let jackpot = table.jackpot();
        Meters {
            shown: jackpot.shown(),
            meter: jackpot.meter(),
            reserve: jackpot.reserve(),
            overflow: jackpot.overflow(),
            totals: *table.totals(),
            round: table.round().number(),
            base: jackpot.terms().reset,
            limit: jackpot.terms().limit,
            contribution_max: table.configuration().contribution_max,
            postponed: table.postponed().copied(),
            excessive: table.excessive(),
            shares_won: hits.count(),
        }
    }
}
