//! A table of the model: a journal of numbered messages, and what it has heard since its last start.

use shared_rules::games::{Award, Game};
use shared_rules::pool::{PricedAward, RoundNumber, Rows, TableEntry};
use shared_rules::seats::{Seat, SeatMap, SeatSet};

use super::fold::Told;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum Stage {
    /// No round is going on.
    #[default]
    Over,
    Asked,
    Betting,
    Locked,
}

/// A claim that is not confirmed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct OpenClaim {
    round: RoundNumber,
    /// The number of its settlement: a price that does not include it is not believed.
    settled: u32,
    price: Option<Vec<PricedAward>>,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ModelTable {
    messages: Vec<TableEntry>,
    round: RoundNumber,
    stage: Stage,
    claims: Vec<OpenClaim>,
    /// The last number that was ever acknowledged.
    pub acknowledged: u32,
    /// The prices that the table has shown.
    pub shown: Vec<(RoundNumber, Vec<PricedAward>)>,
}

impl ModelTable {
    pub fn may_ask(&self, rounds: u32) -> bool {
        self.stage == Stage::Over && self.round < rounds
    }

    pub fn awaits_permit(&self) -> bool {
        self.stage == Stage::Asked
    }

    pub fn takes_bets(&self) -> bool {
        self.stage == Stage::Betting
    }

    pub fn is_locked(&self) -> bool {
        self.stage == Stage::Locked
    }

    pub fn may_be_void(&self) -> bool {
        matches!(self.stage, Stage::Betting | Stage::Locked)
    }

    pub fn may_confirm(&self) -> bool {
        self.claims.iter().any(|claim| claim.price.is_some())
    }

    /// True if the table has nothing left to do.
    pub fn is_done(&self, rounds: u32) -> bool {
        self.stage == Stage::Over && self.round == rounds && self.claims.is_empty()
    }

    /// The number of messages in the journal.
    pub fn written(&self) -> u32 {
        u32::try_from(self.messages.len()).expect("few messages")
    }

    /// The number of the last message that has ever been sent: the one behind the last that was acknowledged.
    pub fn sent(&self) -> u32 {
        self.written().min(self.acknowledged + 1)
    }

    pub fn message(&self, number: u32) -> Option<TableEntry> {
        let place = usize::try_from(number.checked_sub(1)?).ok()?;
        self.messages.get(place).copied()
    }

    /// The rounds whose bets are locked, and their times of dealing.
    pub fn locks(&self) -> impl Iterator<Item = (RoundNumber, u64)> {
        self.messages.iter().filter_map(|message| match message {
            TableEntry::Lock { round, dealt, .. } => Some((*round, *dealt)),
            _ => None,
        })
    }

    /// The rounds whose bets were taken, and the one that takes bets.
    pub fn rounds_with_bets(&self) -> impl Iterator<Item = RoundNumber> {
        let locked = self.locks().map(|(round, _)| round);
        locked.chain((self.stage == Stage::Betting).then_some(self.round))
    }

    /// The round is over, and claims nothing.
    pub fn is_without_award(&self, number: RoundNumber) -> bool {
        self.messages.iter().any(|message| match message {
            TableEntry::Void(round) => *round == number,
            TableEntry::Settled { round, made, .. } => {
                *round == number && made.iter().all(|(_, rows)| rows.is_empty())
            }
            _ => false,
        })
    }

    pub fn ask(&mut self) {
        self.round += 1;
        self.messages.push(TableEntry::Open(self.round));
        self.stage = Stage::Asked;
    }

    pub fn open(&mut self) {
        self.stage = Stage::Betting;
    }

    pub fn lock(&mut self, dealt: u64) {
        let mut units = SeatMap::default();
        *units.get_mut(Seat::One) = 1;
        self.messages.push(TableEntry::Lock {
            round: self.round,
            units,
            dealt,
        });
        self.stage = Stage::Locked;
    }

    /// A major award of RWS6, or none.
    pub fn settle(&mut self, wins: bool) {
        let mut made = SeatMap::<Rows>::default();
        if wins {
            let rows = made.get_mut(Seat::One);
            assert!(rows.insert(Game::Rws6.rules(), Award::RoyalFlushOnFlop));
        }
        self.messages.push(TableEntry::Settled {
            round: self.round,
            made,
            returned: SeatSet::EMPTY,
            registered: None,
        });
        self.stage = Stage::Over;
        self.claims.extend(wins.then_some(OpenClaim {
            round: self.round,
            settled: self.written(),
            price: None,
        }));
    }

    pub fn void(&mut self) {
        self.messages.push(TableEntry::Void(self.round));
        self.stage = Stage::Over;
    }

    /// Confirms the first claim that has a price.
    pub fn confirm(&mut self) {
        let place = self.claims.iter().position(|claim| claim.price.is_some());
        let claim = self.claims.remove(place.expect("a price"));
        self.messages.push(TableEntry::Confirmed(claim.round));
    }

    /// A round that takes bets is void. The rest is in the journal, and the acknowledgements come again.
    pub fn lose_power(&mut self) {
        if self.stage == Stage::Betting {
            self.void();
        }
    }

    pub fn hear(&mut self, told: &Told) {
        match told {
            Told::Ack(number) => self.acknowledged = self.acknowledged.max(*number),
            Told::Permit(round) => {
                if self.stage == Stage::Asked && self.round == *round {
                    self.stage = Stage::Betting;
                }
            }
            Told::Price {
                round,
                awards,
                after,
            } => {
                let mut claims = self.claims.iter_mut();
                let claim = claims.find(|claim| claim.round == *round && claim.settled <= *after);
                if let Some(claim) = claim.filter(|claim| claim.price.is_none()) {
                    claim.price = Some(awards.clone());
                    self.shown.push((*round, awards.clone()));
                }
            }
        }
    }
}
