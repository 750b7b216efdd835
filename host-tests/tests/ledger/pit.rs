//! Linked tables beside their pool: ledgers that tell it their messages, and write its prices down.

use shared_rules::pool::message::Membership;
use shared_rules::pool::{Pool, PoolEntry, PoolTerms, TableNumber};

use crate::prelude::*;

/// Seat 1 has a royal flush on the flop.
pub const ROYAL: [(u8, &str); 1] = [(1, "AhKh")];
pub const ROYAL_FLOP: &str = "QhJhTh";
pub const NOBODY: [(u8, &str); 1] = [(1, "KsQc")];
pub const NOBODYS_FLOP: &str = "9h8h6s";

/// Tables that share a jackpot.
pub struct Pit {
    pub pool: Box<Pool<8, 8>>,
    pub tables: Vec<LinkedLedger>,
    clock_ms: u64,
}

/// A linked table's ledger, and how far the pool has heard it.
pub struct LinkedLedger {
    pub keeper: LedgerDriver,
    /// The number of the last message that the pool has.
    pub delivered: u32,
}

impl LinkedLedger {
    pub fn write(&mut self, entry: &Entry) {
        let written = self.keeper.write(entry);
        assert!(written.is_ok(), "{entry:?}: {written:?}");
    }

    /// The message with the next number, if there is one.
    pub fn next_message(&self) -> Option<TableEntry> {
        let link = self.keeper.ledger.link().expect("linked");
        link.message(self.delivered + 1).copied()
    }
}

impl Pit {
    /// Tables 1, 2, 3 ... of one link, each of which has brought its reset value.
    pub fn of(game: Game, count: u32) -> Pit {
        let configuration = house(game);
        let terms = PoolTerms {
            game,
            unit: configuration.unit,
            jackpot: configuration.jackpot,
        };
        let tables = (1..=count).map(|table| {
            let mut keeper = LedgerDriver::new(&configuration);
            keeper.is_watched = false;
            let mut linked = LinkedLedger {
                keeper,
                delivered: 0,
            };
            linked.write(&Entry::Link(LinkEntry::Joined(Membership {
                link: 1,
                table,
                generation: 1,
            })));
            linked
        });
        let mut pit = Pit {
            pool: Box::new(Pool::new(&terms).expect("sound terms")),
            tables: tables.collect(),
            clock_ms: 1_000,
        };
        (1..=count).for_each(|table| pit.deliver(table));
        pit
    }

    pub fn at(&mut self, table: TableNumber) -> &mut LinkedLedger {
        &mut self.tables[table as usize - 1]
    }

    /// The pool hears everything that the table has to say.
    pub fn deliver(&mut self, table: TableNumber) {
        while let Some(message) = self.at(table).next_message() {
            let said = self.pool.apply(&PoolEntry::Table(table, message));
            assert_eq!(said, Ok(()), "table {table}: {message:?}");
            self.at(table).delivered += 1;
        }
        let sums = self.pool.sums().expect("sums that fit");
        assert!(sums.balance(), "{sums:?}");
    }

    /// Opens a round with its permit.
    pub fn open(&mut self, table: TableNumber) {
        let round = self.at(table).keeper.table().round().number() + 1;
        self.at(table).write(&Entry::Link(LinkEntry::Asked(round)));
        self.deliver(table);
        self.at(table).keeper.does([Event::PlaceYourBets]);
    }

    /// Antes at these seats with so many units each, and "No more bets".
    pub fn lock_units(&mut self, table: TableNumber, bets: &[(u8, u8)]) {
        self.clock_ms += 1;
        let (clock_ms, shown) = (self.clock_ms, self.pool.shown());
        let linked = self.at(table);
        for (number, units) in bets {
            linked
                .keeper
                .does([ante(*number, 10), chips(*number, *units)]);
        }
        let proposed = linked.keeper.ledger.propose(&Event::NoMoreBets);
        let Ok(Some(Entry::Link(LinkEntry::Locked { bets, .. }))) = proposed else {
            panic!("{proposed:?}");
        };
        linked.write(&Entry::Link(LinkEntry::Locked {
            bets,
            dealt: clock_ms,
            seen: Some(shown),
        }));
    }

    /// The same with one unit at each seat.
    pub fn lock(&mut self, table: TableNumber, seats: &[u8]) {
        let bets: Vec<_> = seats.iter().map(|number| (*number, 1)).collect();
        self.lock_units(table, &bets);
    }

    /// Cards and settlement.
    pub fn settle(&mut self, table: TableNumber, hands: &[(u8, &str)], flop: &str) {
        let linked = self.at(table);
        linked.keeper.does(dealt(hands, flop));
        linked.keeper.does([Event::Settle]);
    }

    /// A whole round up to its settlement, which the pool has heard.
    pub fn round(&mut self, table: TableNumber, hands: &[(u8, &str)], flop: &str) {
        let seats: Vec<u8> = hands.iter().map(|(seat, _)| *seat).collect();
        self.open(table);
        self.lock(table, &seats);
        self.settle(table, hands, flop);
        self.deliver(table);
    }

    /// The table writes the price of its claim down, if it is final.
    pub fn price(&mut self, table: TableNumber) -> bool {
        let mut queue = self.pool.queue();
        let Some(claim) = queue.find(|claim| claim.table == table && claim.is_final) else {
            return false;
        };
        let awards = claim.awards.iter().copied().collect();
        let entry = Entry::Link(LinkEntry::Priced(claim.round, awards));
        drop(queue);
        self.at(table).write(&entry);
        true
    }

    /// The amounts that wait for the supervisor.
    pub fn waiting_cents(&mut self, table: TableNumber) -> Vec<u64> {
        let waiting = self.at(table).keeper.waiting().iter();
        waiting.map(|award| award.amount.get()).collect()
    }

    pub fn confirm(&mut self, table: TableNumber) {
        self.at(table).keeper.confirm();
        self.deliver(table);
    }

    /// Every ledger is what a reader of its journal finds, from the beginning and from any checkpoint.
    pub fn assert_replays(&self) {
        for table in &self.tables {
            let keeper = &table.keeper;
            let now = format!("{:?}", keeper.ledger);
            assert_eq!(format!("{:?}", keeper.replayed()), now);
            for snapshot in keeper.checkpoints() {
                let replayed = keeper.replayed_from(snapshot).expect("a checkpoint");
                assert_eq!(format!("{replayed:?}"), now);
            }
        }
    }
}
