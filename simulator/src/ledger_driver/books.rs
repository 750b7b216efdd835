//! The bookkeeper's own books: what must be on the meters, summed up in 128 bits from the wagers that were
//! locked and from what each settlement says, without asking the jackpot.
//!
//! A round that is settled again is summed up again from where it began, so nothing can be counted twice.

use shared_rules::games::{AwardRow, Base};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{Configuration, Entry, Table};
use shared_rules::money::Cents;
use shared_rules::round::Transition;
use shared_rules::seats::Seat;
use shared_rules::settle::{Outcome, Settlement, Source};
use shared_rules::wagers::Wager;

/// Micro-cents in a cent, and in a basis point of a cent.
const CENT: u128 = 1_000_000;
const POINT: u128 = 100;

/// The meters and everything that went in and out, in micro-cents.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs, reason = "named as in the ledger")]
pub struct Sums {
    pub meter: u128,
    pub reserve: u128,
    pub overflow: u128,
    pub seeds: u128,
    pub contributions: u128,
    pub awards: u128,
    pub hits: u32,
}

/// The sums, and the parameters under which the jackpot runs.
#[derive(Clone, Copy, Debug)]
struct Page {
    sums: Sums,
    terms: JackpotTerms,
}

/// Where the parts of a stake went.
#[derive(Clone, Copy, Debug)]
struct Share {
    seat: Seat,
    meter: u128,
    reserve: u128,
    overflow: u128,
}

/// The bookkeeper's own books.
#[derive(Clone, Debug)]
pub struct Books {
    now: Page,
    /// As it was before bets were locked.
    before: Page,
    shares: Vec<Share>,
    locked: bool,
}

impl Books {
    /// The books of a new table.
    pub fn new(configuration: &Configuration) -> Books {
        let terms = configuration.jackpot;
        let reset = micros(terms.reset);
        let sums = Sums {
            meter: reset,
            seeds: reset,
            ..Sums::default()
        };
        let page = Page { sums, terms };
        Books {
            now: page,
            before: page,
            shares: Vec::new(),
            locked: false,
        }
    }

    /// The sums as they are now.
    pub fn sums(&self) -> Sums {
        self.now.sums
    }

    /// Whether the bets of the round have been locked.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// Notes what an entry led to.
    pub fn note(&mut self, table: &Table, entry: &Entry, transition: Transition) {
        match (entry, transition) {
            (Entry::Configured(_), _) | (_, Transition::Opened(_)) => {
                self.before = self.now;
                self.shares.clear();
                self.locked = false;
            }
            (_, Transition::Locked) => self.lock(table),
            (_, Transition::Settled | Transition::Voided(_) | Transition::Invalidated(..)) => {
                if let Some(settlement) = table.settlement() {
                    self.settle(table, &settlement);
                }
            }
            _ => {}
        }
    }

    /// The ledger says the same, and everything that went in is still there or was paid out.
    #[track_caller]
    pub fn agree(&self, table: &Table, entry: &Entry) {
        let sums = self.now.sums;
        assert_eq!(as_the_ledger_has_it(table), sums, "{entry:?}");
        assert_eq!(*table.jackpot().terms(), self.now.terms, "{entry:?}");
        let came_in = sums.seeds + sums.contributions;
        let held = sums.meter + sums.reserve + sums.overflow + sums.awards;
        assert_eq!(came_in, held, "{entry:?}");
        assert!(table.is_balanced(), "{entry:?}");
    }

    /// Every wager with its base puts its shares aside, in the order of dealing.
    fn lock(&mut self, table: &Table) {
        self.locked = true;
        let round = table.round();
        let unit = u128::from(table.configuration().unit.get());
        for (seat, record) in round.seats().taken() {
            let has_base = match round.terms().rules.base {
                Base::Ante => !record.stakes.ante.is_zero(),
                Base::AnteOrPairPlus => {
                    !record.stakes.ante.is_zero() || !record.stakes.pair_plus.is_zero()
                }
            };
            if has_base && record.units > 0 {
                let share = self.now.share(seat, unit * u128::from(record.units));
                self.now.contribute(&share);
                self.shares.push(share);
            }
        }
    }

    /// From where the round began: the shares that were kept, then the payments in their order.
    fn settle(&mut self, table: &Table, settlement: &Settlement) {
        self.now = self.before;
        for share in &self.shares {
            if !is_returned(settlement, share.seat) {
                self.now.contribute(share);
            }
        }
        let configuration = table.configuration();
        let awards = configuration.game.rules().progressive.awards;
        for payment in &settlement.payments {
            if payment.from == Source::Meter {
                self.now.sums.meter -= micros(payment.amount);
                self.now.sums.awards += micros(payment.amount);
            }
            let row = awards.iter().find(|row| row.award == payment.award);
            if row.is_some_and(AwardRow::takes_all) {
                self.now.reset(configuration.jackpot);
            }
        }
    }
}

impl Page {
    fn share(&self, seat: Seat, stake: u128) -> Share {
        let due = stake * u128::from(self.terms.contribution.get()) * POINT;
        let meter = due.min(self.room());
        Share {
            seat,
            meter,
            reserve: stake * u128::from(self.terms.reserve.get()) * POINT,
            overflow: due - meter,
        }
    }

    fn contribute(&mut self, share: &Share) {
        self.sums.meter += share.meter;
        self.sums.reserve += share.reserve;
        self.sums.overflow += share.overflow;
        self.sums.contributions += share.meter + share.reserve + share.overflow;
    }

    /// The next jackpot starts, and the parameters that waited for it hold (9 NYCRR 5321.18(b)).
    fn reset(&mut self, next: JackpotTerms) {
        self.terms = next;
        let reset = micros(self.terms.reset);
        self.sums.meter += reset;
        self.sums.seeds += reset;
        self.sums.hits += 1;
        let moved = self.sums.overflow.min(self.room());
        self.sums.meter += moved;
        self.sums.overflow -= moved;
    }

    fn room(&self) -> u128 {
        let limit = self.terms.limit.map_or(u128::MAX, micros);
        limit.saturating_sub(self.sums.meter)
    }
}

fn micros(cents: Cents) -> u128 {
    u128::from(cents.get()) * CENT
}

fn is_returned(settlement: &Settlement, seat: Seat) -> bool {
    let result = settlement.seats.get(seat).as_ref();
    let mut lines = result.expect("a settled seat").wagers.iter();
    lines.any(|line| line.wager == Wager::Progressive && line.outcome == Outcome::Returned)
}

fn as_the_ledger_has_it(table: &Table) -> Sums {
    let (jackpot, totals) = (table.jackpot(), table.totals());
    Sums {
        meter: jackpot.meter().get().into(),
        reserve: jackpot.reserve().get().into(),
        overflow: jackpot.overflow().get().into(),
        seeds: totals.seeds.get().into(),
        contributions: totals.contributions.get().into(),
        awards: totals.awards.get().into(),
        hits: totals.hits,
    }
}
