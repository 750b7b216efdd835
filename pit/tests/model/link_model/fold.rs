//! The real fold of a log, and the letters that follow from its prefixes. There are few different logs and many states,
//! so each log is folded once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use shared_rules::games::Game;
use shared_rules::jackpot::JackpotTerms;
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::pool::{Pool, PoolEntry, PoolTerms, PricedAward, RoundNumber, TableEntry};

use super::Logged;

/// A letter of a sequencer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Told {
    /// The messages up to this number are in the log.
    Ack(u32),
    /// The round may take bets.
    Permit(RoundNumber),
    /// The final price of a claim, and the last message that it includes.
    Price {
        round: RoundNumber,
        awards: Vec<PricedAward>,
        after: u32,
    },
}

/// The final price of a claim: table, round and awards.
pub type FinalPrice = (usize, RoundNumber, Vec<PricedAward>);

/// Everything that follows from a log.
#[derive(Default, Debug)]
pub struct Folded {
    /// The fold accepts every entry, and its sums balance.
    pub is_sound: bool,
    /// The claim that is final now.
    pub final_claim: Option<FinalPrice>,
    /// Every price that was final after some entry.
    pub finals: Vec<FinalPrice>,
    /// The number of claims.
    pub claims: usize,
    /// A claim waits for a round that may come first.
    pub waits: bool,
    /// The letters that a reader of this log, or of a part of it, has sent to each table.
    pub letters: [Vec<Told>; 2],
}

/// The terms of the pool.
pub fn terms() -> PoolTerms {
    let rate = |points| BasisPoints::new(points).expect("a rate");
    PoolTerms {
        game: Game::Rws6,
        unit: Cents::dollars(5),
        jackpot: JackpotTerms {
            reset: Cents::dollars(10_000),
            contribution: rate(2_000),
            reserve: rate(500),
            limit: None,
        },
    }
}

impl Folded {
    /// The fold of this log.
    pub fn of(log: &[Logged]) -> Rc<Folded> {
        thread_local! {
            static KNOWN: RefCell<HashMap<Vec<Logged>, Rc<Folded>>> = RefCell::default();
        }
        KNOWN.with_borrow_mut(|known| {
            if let Some(folded) = known.get(log) {
                return Rc::clone(folded);
            }
            let folded = Rc::new(Folded::compute(log));
            known.insert(log.to_vec(), Rc::clone(&folded));
            folded
        })
    }

    fn compute(log: &[Logged]) -> Folded {
        let mut folded = Folded::default();
        let mut pool: Pool<2, 8> = Pool::new(&terms()).expect("sound terms");
        let mut last = [0, 0];
        for logged in log {
            let table = u32::try_from(logged.table).expect("one of two") + 1;
            if pool.apply(&PoolEntry::Table(table, logged.entry)).is_err() {
                return folded;
            }
            last[logged.table] = logged.number;
            folded.note(logged, &pool, last);
        }
        let sums = pool.sums();
        folded.is_sound = sums.is_ok_and(|sums| sums.balance());
        folded.claims = pool.queue().count();
        folded.waits = pool.waits_for().next().is_some();
        folded
    }

    /// Notes the answers after an entry.
    fn note(&mut self, logged: &Logged, pool: &Pool<2, 8>, last: [u32; 2]) {
        self.tell(logged.table, Told::Ack(logged.number));
        if let TableEntry::Open(round) = logged.entry {
            self.tell(logged.table, Told::Permit(round));
        }
        let first = pool.queue().next().filter(|claim| claim.is_final);
        self.final_claim = first.map(|claim| {
            let table = usize::try_from(claim.table - 1).expect("one of two");
            (table, claim.round, claim.awards.to_vec())
        });
        if let Some((table, round, awards)) = self.final_claim.clone() {
            self.finals.push((table, round, awards.clone()));
            let after = last[table];
            let price = Told::Price {
                round,
                awards,
                after,
            };
            self.tell(table, price);
        }
    }

    fn tell(&mut self, table: usize, told: Told) {
        if !self.letters[table].contains(&told) {
            self.letters[table].push(told);
        }
    }
}
