//! A bookkeeper beside the table: drives a [`Ledger`] as a controller does, writes every entry down as the
//! journal's bytes, reads them again, and after every step compares the ledger with the oracle's [`Account`].

use std::fmt::Debug;

use firmware::journal::MAX_CHECKPOINT;
use oracle::table::{Account, Sums, words};
use serde::Serialize;
use shared_rules::games::{Game, MainGame, RuleReadings};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{
    Configuration, Contradiction, Entry, Ledger, LedgerRefusal, Table, TakesEffect, Waiting,
};
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::round::{Event, Phase, Transition};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::{Limits, Wager};
use shared_rules::wire::payload;

use crate::round_driver::{UNIT, ante, chips, community, dealer_hand, hand, seat};
use crate::simulate::agree;
use crate::simulate::stage::ledger_agrees;
use crate::simulate::translate::{self, Word};

/// What the meter starts from, in dollars.
pub const RESET: u32 = 10_000;

/// A ledger with its journal and the oracle's account of it.
#[derive(Clone, Debug)]
pub struct LedgerDriver {
    /// The ledger that is watched.
    pub ledger: Ledger,
    /// The oracle's account of the same events.
    pub account: Account,
    /// A difference from the oracle's account ends the test; without, somebody else compares.
    pub is_watched: bool,
    journal: Vec<Vec<u8>>,
    checkpoints: Vec<LedgerSnapshot>,
}

/// A checkpoint, in which phase it was taken, and how many entries had been written before it.
#[derive(Clone, Debug)]
pub struct LedgerSnapshot {
    /// Where the round was.
    pub phase: Phase,
    checkpoint: Vec<u8>,
    written: usize,
}

/// A checkpoint is taken before every so-many-th entry, in whatever phase it falls.
const ENTRIES_A_CHECKPOINT: usize = 23;

impl LedgerDriver {
    /// A new table under this configuration.
    #[track_caller]
    pub fn new(configuration: &Configuration) -> LedgerDriver {
        let mut keeper = LedgerDriver {
            ledger: Ledger::new(),
            account: Account::default(),
            is_watched: true,
            journal: Vec::new(),
            checkpoints: Vec::new(),
        };
        let transition = keeper.write(&Entry::Configured(*configuration));
        assert_eq!(transition, Ok(Transition::Noted));
        keeper
    }

    /// A new table with [`house`]'s parameters.
    #[track_caller]
    pub fn at(game: Game) -> LedgerDriver {
        LedgerDriver::new(&house(game))
    }

    /// The configured table.
    #[track_caller]
    pub fn table(&self) -> &Table {
        self.ledger.table().expect("a configured table")
    }

    /// The awards that wait.
    #[track_caller]
    pub fn waiting(&self) -> &[Waiting] {
        self.table().waiting()
    }

    /// What the sign shows.
    #[track_caller]
    pub fn shown(&self) -> Cents {
        self.table().jackpot().shown()
    }

    /// Lets the table take an event, as a controller does: a bet, or an entry that is written down.
    #[track_caller]
    pub fn take(&mut self, event: &Event) -> Result<Transition, Contradiction> {
        let proposed = self.ledger.propose(event);
        if let Ok(Some(entry)) = &proposed {
            let transition = self.write(entry);
            assert!(transition.is_ok(), "proposed, then refused: {entry:?}");
            return transition;
        }
        let got = proposed.and_then(|_| self.ledger.bet(event));
        let expected = self.account.event(&event.to_oracle());
        self.compare(event, expected.is_accepted(), got.is_ok());
        Ok(got?)
    }

    /// Takes events that must all be accepted.
    #[track_caller]
    pub fn does(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            let got = self.take(&event);
            assert!(got.is_ok(), "{event:?}: {got:?}");
        }
    }

    /// Writes an entry down and applies it, unless the ledger refuses it.
    #[track_caller]
    pub fn write(&mut self, entry: &Entry) -> Result<Transition, Contradiction> {
        let bytes = bytes(entry);
        assert_eq!(payload::read(&bytes).as_ref(), Some(entry));
        if self.journal.len().is_multiple_of(ENTRIES_A_CHECKPOINT) {
            self.take_checkpoint();
        }
        let got = self.ledger.apply(entry);
        if got.is_ok() {
            self.journal.push(bytes);
        }
        let expected = enter(&mut self.account, entry);
        self.compare(entry, expected, got.is_ok());
        got
    }

    #[track_caller]
    fn compare(&self, to: &impl Debug, expected: bool, got: bool) {
        if !self.is_watched {
            return;
        }
        let taken = agree(&format!("{to:?} is taken"), &expected, &got);
        if let Err(difference) = taken.and_then(|()| ledger_agrees(&self.ledger, &self.account)) {
            panic!("{difference}");
        }
    }

    /// The meters as the oracle has them.
    pub fn sums(&self) -> Sums {
        let money = self.account.money.as_ref();
        *money.expect("a configured table").sums()
    }

    /// The supervisor confirms the first award that waits.
    #[track_caller]
    pub fn confirm(&mut self) {
        assert_eq!(self.write(&Entry::Confirmed), Ok(Transition::Noted));
    }

    /// What a ledger is that reads the whole journal.
    #[track_caller]
    pub fn replayed(&self) -> Ledger {
        let mut ledger = Ledger::new();
        read(&mut ledger, &self.journal).expect("a journal that this ledger wrote");
        ledger
    }

    /// Checkpoints from before every so-many-th entry.
    pub fn checkpoints(&self) -> &[LedgerSnapshot] {
        &self.checkpoints
    }

    /// Takes a checkpoint of the ledger as it is.
    pub fn take_checkpoint(&mut self) {
        self.checkpoints.push(LedgerSnapshot {
            phase: self.ledger.phase(),
            checkpoint: checkpoint(&self.ledger),
            written: self.journal.len(),
        });
    }

    /// What a ledger is that starts from a checkpoint and reads the rest of the journal.
    pub fn replayed_from(&self, snapshot: &LedgerSnapshot) -> Result<Ledger, Contradiction> {
        let mut ledger = Ledger::new();
        ledger.read_checkpoint(&snapshot.checkpoint)?;
        read(&mut ledger, &self.journal[snapshot.written..])?;
        Ok(ledger)
    }

    /// The power fails and comes back: the ledger is what the journal says, and that it was started.
    #[track_caller]
    pub fn power_cut(&mut self) -> Transition {
        self.ledger = self.replayed();
        let boot = Entry::Boot(self.ledger.boots() + 1);
        self.write(&boot).expect("a ledger that can be started")
    }

    /// Whether the journal has everything that the ledger knows: open bets are not in it.
    pub fn all_is_written(&self) -> bool {
        match self.ledger.phase() {
            Phase::BetsOpen => false,
            Phase::Void(_) => self.account.round.was_locked,
            _ => true,
        }
    }

    /// Bets at these seats, an Ante of $10 and one unit each, up to "No more bets".
    #[track_caller]
    pub fn bets(&mut self, seats: &[u8]) {
        self.does([Event::PlaceYourBets]);
        for number in seats {
            self.does([ante(*number, 10), chips(*number, 1)]);
        }
        self.does([Event::NoMoreBets]);
    }

    /// A whole hold'em round up to its settlement; every hand plays on.
    #[track_caller]
    pub fn settles(&mut self, hands: &[(u8, &str)], flop: &str) {
        let seats: Vec<u8> = hands.iter().map(|(number, _)| *number).collect();
        self.bets(&seats);
        self.does(dealt(hands, flop));
        self.does([Event::Settle]);
    }

    /// The same, up to the payment.
    #[track_caller]
    pub fn plays(&mut self, hands: &[(u8, &str)], flop: &str) {
        self.settles(hands, flop);
        self.does([Event::Paid]);
    }

    /// The ledger refuses an entry for this reason.
    #[track_caller]
    pub fn refuses(&mut self, entry: &Entry, why: LedgerRefusal) {
        assert_eq!(
            self.write(entry),
            Err(Contradiction::Refused(why)),
            "{entry:?}"
        );
    }
}

/// Takes an entry into the oracle's account, and says whether it was taken.
fn enter(account: &mut Account, entry: &Entry) -> bool {
    match entry {
        Entry::Boot(_) => {
            account.loses_power();
            account.event(&words::Event::PowerFailure).is_accepted()
        }
        Entry::Round(event) => account.event(&event.to_oracle()).is_accepted(),
        Entry::Locked(_) => account.event(&words::Event::NoMoreBets).is_accepted(),
        Entry::Settled(_) => account.event(&words::Event::Settle).is_accepted(),
        Entry::Confirmed => account.confirm().is_ok(),
        Entry::Overruled(round) => account.overrule(*round).is_ok(),
        Entry::Configured(house) => account.configure(&translate::house(house)).is_ok(),
        Entry::Clock(_)
        | Entry::Fault(_)
        | Entry::Healed(_)
        | Entry::Moved(..)
        | Entry::AnteMoved(..)
        | Entry::Refused(..)
        | Entry::LastWords(_)
        | Entry::Door(_)
        | Entry::Time(_)
        | Entry::TimeOfDay(_)
        | Entry::Person(_)
        | Entry::Supervisor(_)
        | Entry::Chip(_)
        | Entry::Chain(_) => true,
        // The account is that of a table with its own jackpot.
        Entry::Link(_) => false,
    }
}

/// Two ledgers say the same, and would do the same.
#[track_caller]
pub fn assert_same(one: &Ledger, other: &Ledger) {
    let tables = (one.table(), other.table());
    let (Some(a), Some(b)) = tables else {
        panic!("a table that has not been configured: {tables:?}");
    };
    assert_eq!(a.configuration(), b.configuration());
    assert_eq!((a.jackpot(), a.totals()), (b.jackpot(), b.totals()));
    assert_eq!(a.waiting(), b.waiting());
    assert_eq!(a.round().phase(), b.round().phase());
    assert_eq!(a.round().number(), b.round().number());
    assert_eq!(a.settlement(), b.settlement());
    // Everything else is in the text, which is too long to be printed.
    let (a, b) = (format!("{one:?}"), format!("{other:?}"));
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let around =
        |text: &str| -> String { text.chars().skip(common.max(60) - 60).take(120).collect() };
    assert!(a == b, "{}\nis not\n{}", around(&a), around(&b));
}

fn read(ledger: &mut Ledger, journal: &[Vec<u8>]) -> Result<(), Contradiction> {
    for bytes in journal {
        let entry: Entry = payload::read(bytes).expect("an entry");
        ledger.apply(&entry)?;
    }
    Ok(())
}

/// The bytes of a checkpoint in the journal.
pub fn checkpoint(ledger: &Ledger) -> Vec<u8> {
    let mut buffer = [0; MAX_CHECKPOINT];
    let bytes = ledger.write_checkpoint(&mut buffer);
    bytes.expect("what the journal holds").to_vec()
}

/// The bytes of an entry in the journal.
pub fn bytes(kept: &impl Serialize) -> Vec<u8> {
    payload::write(kept)
        .expect("what a record of the journal holds")
        .to_vec()
}

/// Parameters that give round numbers: a unit of $5, of which 10 % go on the meter and 2 % into the reserve.
pub fn house(game: Game) -> Configuration {
    Configuration {
        game,
        readings: RuleReadings::default(),
        unit: Cents::dollars(UNIT),
        limits: Limits::default(),
        seats: layout(game),
        jackpot: JackpotTerms {
            reset: Cents::dollars(RESET),
            contribution: rate(1_000),
            reserve: rate(200),
            limit: None,
        },
        contribution_max: None,
        takes_effect: TakesEffect::AfterWin,
    }
}

/// Every position of a game.
pub fn layout(game: Game) -> SeatSet {
    let most = game.rules().positions.1;
    Seat::ALL.into_iter().filter(|seat| *seat <= most).collect()
}

/// A rate in basis points.
pub fn rate(points: u16) -> BasisPoints {
    BasisPoints::new(points).expect("at most the whole")
}

/// A hold'em round from the deal to the river. Neither the dealer's cards nor turn and river help anyone, as
/// long as the hands and the flop leave 2d 7c 3s 4c alone.
pub fn dealt(hands: &[(u8, &str)], flop: &str) -> Vec<Event> {
    let mut events: Vec<Event> = hands
        .iter()
        .map(|(number, text)| hand(*number, text))
        .collect();
    let seats = hands.iter().map(|(number, _)| seat(*number)).collect();
    events.extend([
        dealer_hand("2d7c"),
        Event::Raise(Wager::Flop, seats),
        community(flop),
        community("3s"),
        community("4c"),
    ]);
    events
}

/// Whether a game has community cards.
pub fn is_holdem(game: Game) -> bool {
    matches!(game.rules().main, MainGame::Holdem(_))
}
