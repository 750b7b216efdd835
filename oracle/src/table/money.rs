//! The meters to the micro-cent, in 128 bits, summed up the slow way: whenever a round's worth changes it is summed up
//! again from where the round began, so nothing can be counted twice.

use super::document::{Document, document};
use super::round::{Round, SEATS};
use super::settle::{Payment, Worth, progressive_goes_back, worth};
use super::words::{House, JackpotTerms};

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

/// An award from the jackpot, which waits for the supervisor.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in a payment")]
pub struct Award {
    pub round: u32,
    pub seat: usize,
    pub award: String,
    pub amount: u64,
}

/// Where the parts of a stake went.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Share {
    seat: usize,
    meter: u128,
    reserve: u128,
    overflow: u128,
    /// It stays where it is, even if the wager goes back.
    stays: bool,
}

/// The sums, and the parameters under which the jackpot runs.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Page {
    sums: Sums,
    terms: JackpotTerms,
}

/// The meters.
#[derive(Clone, PartialEq, Debug)]
pub struct Money {
    now: Page,
    /// As it was before bets were locked.
    before: Page,
    shares: Vec<Share>,
    /// The worth of the round, once it is settled or void and until the next commences.
    pub worth: Option<Worth>,
    /// The meter as the sign shows it, when the round was settled last.
    pub settled_at: u64,
    /// The same right after all of it was won: the next jackpot begins with what was over the limit (RWS6 1.20).
    pub begins_at: u64,
    /// Awards that wait, first come first.
    pub waiting: Vec<Award>,
    /// All shares of the jackpot that were won and not taken back, in their order.
    pub won: Vec<Award>,
    /// The rounds whose contribution was unreasonable.
    pub excessive: u32,
    /// An award of this round has been confirmed: it stands.
    pub is_final: bool,
}

impl Money {
    /// The meters of a new table.
    pub fn new(house: &House) -> Money {
        let reset = micros(house.jackpot.reset);
        let page = Page {
            sums: Sums {
                meter: reset,
                seeds: reset,
                ..Sums::default()
            },
            terms: house.jackpot,
        };
        Money {
            now: page,
            before: page,
            shares: Vec::new(),
            worth: None,
            settled_at: 0,
            begins_at: 0,
            waiting: Vec::new(),
            won: Vec::new(),
            excessive: 0,
            is_final: false,
        }
    }

    /// The sums as they are now.
    pub fn sums(&self) -> &Sums {
        &self.now.sums
    }

    /// The parameters under which the jackpot runs.
    pub fn terms(&self) -> &JackpotTerms {
        &self.now.terms
    }

    /// The meter as the sign shows it, in cents.
    pub fn shown(&self) -> u64 {
        self.now.shown()
    }

    /// A round commences, or the table is configured: what was before stands.
    pub fn begin(&mut self) {
        self.before = self.now;
        self.shares.clear();
        self.worth = None;
        self.is_final = false;
    }

    /// Bets are locked: every wager with a hand puts its shares aside, in the order of dealing.
    pub fn lock(&mut self, round: &Round, house: &House) {
        let document = document(house.game);
        let mut sum = 0;
        for seat in 0..SEATS {
            let Some(seated) = &round.seats[seat] else {
                continue;
            };
            if seated.units > 0 && seated.has_hand() {
                let units = seated.counted_units(&document);
                let stake = u128::from(house.unit) * u128::from(units);
                let share = self.now.share(seat, stake);
                self.now.contribute(&share);
                sum += share.meter + share.reserve + share.overflow;
                self.shares.push(share);
            }
        }
        if house
            .contribution_max
            .is_some_and(|most| sum > micros(most))
        {
            self.excessive += 1;
        }
    }

    /// The device fails in a round that is played on: awards are paid at what the meter has registered by now (RWS6
    /// 5.17.1), so whatever is on it stays.
    pub fn register(&mut self, round: &Round, house: &House) {
        for share in &mut self.shares {
            let is_gone = self.worth.is_some() && progressive_goes_back(round, share.seat, house);
            share.stays |= !is_gone;
        }
    }

    /// The round is settled, or settled again.
    pub fn settle(&mut self, round: &Round, house: &House) {
        let of_this_round = |award: &Award| award.round == round.number;
        self.waiting.retain(|award| !of_this_round(award));
        self.won.retain(|award| !of_this_round(award));
        self.now = self.before;
        for share in &self.shares {
            if share.stays || !progressive_goes_back(round, share.seat, house) {
                self.now.contribute(share);
            }
        }
        self.settled_at = self.shown();
        let mut won = self.now;
        won.sums.meter %= CENT;
        won.reset(house.jackpot);
        self.begins_at = won.shown();
        let worth = worth(round, house, self.settled_at, self.begins_at);
        let document = document(house.game);
        for payment in &worth.payments {
            self.pay(payment, round.number, house, &document);
        }
        self.worth = Some(worth);
    }

    fn pay(&mut self, payment: &Payment, round: u32, house: &House, document: &Document) {
        let amount = u128::from(payment.amount) * CENT;
        if payment.from_meter {
            self.now.sums.meter -= amount;
            self.now.sums.awards += amount;
        }
        let (share, all) = shares_the_jackpot(&payment.award, document);
        if all {
            self.now.reset(house.jackpot);
        }
        if share {
            let award = Award {
                round,
                seat: payment.seat,
                award: payment.award.clone(),
                amount: payment.amount,
            };
            self.won.push(award.clone());
            self.waiting.push(award);
        }
    }
}

/// An award is a share of the jackpot, and it is all of it (THB6 4.2, ML6 4.2, TCP5 4.4).
fn shares_the_jackpot(award: &str, document: &Document) -> (bool, bool) {
    match award {
        "royal_flush_on_flop" | "royal_flush_spades" => (true, true),
        "royal_flush_on_turn" | "royal_flush_on_river" => (true, false),
        "royal_flush" => (document.flop_decides, document.flop_decides),
        "straight_flush" => (document.flop_decides, false),
        _ => (false, false),
    }
}

impl Page {
    fn shown(&self) -> u64 {
        u64::try_from(self.sums.meter / CENT).expect("a meter that fits")
    }

    fn share(&self, seat: usize, stake: u128) -> Share {
        let due = stake * u128::from(self.terms.contribution) * POINT;
        let meter = due.min(self.room());
        Share {
            seat,
            meter,
            reserve: stake * u128::from(self.terms.reserve) * POINT,
            overflow: due - meter,
            stays: false,
        }
    }

    fn contribute(&mut self, share: &Share) {
        self.sums.meter += share.meter;
        self.sums.reserve += share.reserve;
        self.sums.overflow += share.overflow;
        self.sums.contributions += share.meter + share.reserve + share.overflow;
    }

    /// The next jackpot starts, under the parameters that waited for it.
    fn reset(&mut self, next: JackpotTerms) {
        self.terms = next;
        let reset = micros(next.reset);
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

fn micros(cents: u64) -> u128 {
    u128::from(cents) * CENT
}
