//! A table as the pool sees it: it numbers its messages, repeats them until they are acknowledged, and waits for
//! permits and final prices.

use std::collections::BTreeMap;

use shared_rules::games::AwardPays;
use shared_rules::pool::{PricedAward, RoundNumber, Rows};
use shared_rules::seats::{Seat, SeatMap, SeatSet};

use crate::prelude::*;

/// Unacknowledged messages at a time.
const WINDOW: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Idle,
    Opened,
    Permitted,
    Locked,
    Settled,
}

#[derive(Default)]
struct ModelClaim {
    /// Prices must include this message.
    after: u32,
    price: Option<Vec<PricedAward>>,
}

pub struct TableModel {
    pub number: TableNumber,
    game: Game,
    random: SeededRandom,
    boot: u32,
    counter: u64,
    /// Message `n` is at `n - 1`.
    pub messages: Vec<Vec<u8>>,
    pub acknowledged: usize,
    round: RoundNumber,
    stage: Stage,
    units: SeatMap<u8>,
    claims: BTreeMap<RoundNumber, ModelClaim>,
    /// The final prices at which the table has confirmed.
    pub confirmed: BTreeMap<RoundNumber, Vec<PricedAward>>,
}

impl TableModel {
    pub fn new(number: TableNumber, game: Game, seed: u64) -> TableModel {
        TableModel {
            number,
            game,
            random: SeededRandom::new(seed),
            boot: 1,
            counter: 0,
            messages: Vec::new(),
            acknowledged: 0,
            round: 0,
            stage: Stage::Idle,
            units: SeatMap::default(),
            claims: BTreeMap::new(),
            confirmed: BTreeMap::new(),
        }
    }

    /// The table starts again. Its journal has everything but the counters.
    pub fn restart(&mut self) {
        self.boot += 1;
        self.counter = 0;
    }

    /// Letters around everything that is not acknowledged.
    pub fn letters(&self) -> Vec<Vec<u8>> {
        let unacknowledged = self.messages.iter().skip(self.acknowledged);
        let place = membership(self.number, 1);
        let letters = unacknowledged.map(|bytes| seal(place, self.boot, bytes));
        letters.collect()
    }

    pub fn is_quiet(&self) -> bool {
        self.acknowledged == self.messages.len()
    }

    fn write(&mut self, entry: TableEntry) -> u32 {
        let number = u32::try_from(self.messages.len()).expect("a number") + 1;
        self.messages.push(message(number, entry));
        number
    }

    /// Writes the next message, if it is the table's turn.
    pub fn act(&mut self, now_ms: u64) {
        if self.messages.len() - self.acknowledged >= WINDOW {
            return;
        }
        if self.confirm() {
            return;
        }
        match self.stage {
            Stage::Idle => {
                self.round += 1;
                self.write(TableEntry::Open(self.round));
                self.stage = Stage::Opened;
            }
            Stage::Opened => {}
            Stage::Permitted | Stage::Locked if self.random.is_hit(5) => self.void(),
            Stage::Permitted => self.lock(now_ms),
            Stage::Locked => self.settle(),
            Stage::Settled => match self.random.below(20) {
                0 if !self.confirmed.contains_key(&self.round) => self.void(),
                1 if !self.confirmed.contains_key(&self.round) => self.invalidate(),
                2..12 => self.stage = Stage::Idle,
                _ => {}
            },
        }
    }

    /// Confirms a claim whose price is final.
    fn confirm(&mut self) -> bool {
        let mut claims = self.claims.iter();
        let found = claims.find_map(|(round, claim)| Some((*round, claim.price.clone()?)));
        let Some((round, price)) = found.filter(|_| self.random.is_hit(70)) else {
            return false;
        };
        self.claims.remove(&round);
        self.confirmed.insert(round, price);
        self.write(TableEntry::Confirmed(round));
        true
    }

    fn lock(&mut self, now_ms: u64) {
        let random = &mut self.random;
        self.units = SeatMap::from_fn(|_| u8::from(random.is_hit(60)));
        self.write(TableEntry::Lock {
            round: self.round,
            units: self.units,
            dealt: now_ms,
        });
        self.stage = Stage::Locked;
    }

    fn settle(&mut self) {
        let rules = self.game.rules();
        let mut made = SeatMap::<Rows>::default();
        let mut returned = SeatSet::EMPTY;
        let mut has_share = false;
        for (seat, units) in self.units.iter().filter(|(_, units)| **units > 0) {
            assert_eq!(*units, 1);
            if self.random.is_hit(15) {
                returned.insert(seat);
            } else if self.random.is_hit(25) {
                let rows = rules.progressive.awards;
                let index = self.random.below(rows.len() as u64);
                let row = &rows[usize::try_from(index).expect("a row")];
                assert!(made.get_mut(seat).insert(rules, row.award));
                has_share |= matches!(row.pays, AwardPays::Jackpot(_));
            }
        }
        for seat in returned.iter() {
            *self.units.get_mut(seat) = 0;
        }
        self.write(TableEntry::Settled {
            round: self.round,
            made,
            returned,
            registered: None,
        });
        if has_share {
            self.claims.insert(self.round, ModelClaim::default());
        }
        self.stage = Stage::Settled;
    }

    fn void(&mut self) {
        self.claims.remove(&self.round);
        self.write(TableEntry::Void(self.round));
        self.stage = Stage::Idle;
    }

    fn invalidate(&mut self) {
        let mut seats = Seat::ALL.iter();
        let Some(seat) = seats.find(|seat| *self.units.get(**seat) > 0) else {
            return;
        };
        *self.units.get_mut(*seat) = 0;
        let number = self.write(TableEntry::Invalidate(self.round, *seat));
        if let Some(claim) = self.claims.get_mut(&self.round) {
            claim.after = number;
            claim.price = None;
        }
    }

    /// Accepts a letter of the pool; none if it is an old one.
    pub fn hear(&mut self, letter: &[u8]) -> Option<ToTable> {
        let (_, boot, counter, message) = read_letter(letter);
        if boot != self.boot || counter <= self.counter {
            return None;
        }
        self.counter = counter;
        match &message {
            ToTable::Ack(number) => self.hear_number(*number),
            ToTable::Welcome { last_number, .. } => self.hear_number(*last_number),
            ToTable::Permit(round) if self.stage == Stage::Opened && *round == self.round => {
                self.stage = Stage::Permitted;
            }
            ToTable::Priced {
                round,
                awards,
                is_final,
                after,
            } => {
                if let Some(claim) = self.claims.get_mut(round)
                    && *after >= claim.after
                {
                    claim.price = is_final.then(|| awards.to_vec());
                }
            }
            _ => {}
        }
        Some(message)
    }

    fn hear_number(&mut self, number: u32) {
        let number = usize::try_from(number).expect("a number");
        assert!(
            number <= self.messages.len(),
            "the pool knows more than the table"
        );
        self.acknowledged = self.acknowledged.max(number);
    }
}
