//! The seats of a random round: who wagers what and decides how, in every combination that is legal.

use super::{Rounds, SeatFields};
use rand::RngExt;
use rand::seq::SliceRandom;

/// The wagers of a seat before they are written down: 0 where there is none.
#[derive(Default)]
struct Wagers {
    ante: u64,
    bonus: u64,
    flop: u64,
    turn: u64,
    river: u64,
    play: u64,
    pair_plus: u64,
    units: u64,
    decision: &'static str,
}

impl Rounds {
    /// One to all seats, in any order, their cards not dealt yet.
    pub(super) fn seats(&mut self, game: &str) -> Vec<SeatFields> {
        let mut numbers: Vec<u8> = (1..=if game == "ml6" { 6 } else { 7 }).collect();
        numbers.shuffle(&mut self.random);
        numbers.truncate(self.random.random_range(1..=numbers.len()));
        numbers
            .into_iter()
            .map(|number| self.seat(game, number))
            .collect()
    }

    fn seat(&mut self, game: &str, number: u8) -> SeatFields {
        let wagers = match game {
            _ if self.percent(7) => self.without_base(game),
            "tcp5" => self.three_card_wagers(game),
            _ => self.holdem_wagers(game),
        };
        let exposed = self.percent(88);
        SeatFields {
            seat: number,
            player: self.one_of(&[None, None, Some("ann"), Some("bob"), Some("cy")]),
            ante: self.field(wagers.ante),
            bonus: self.field(wagers.bonus),
            flop: self.field(wagers.flop),
            turn: self.field(wagers.turn),
            river: self.field(wagers.river),
            play: self.field(wagers.play),
            pair_plus: self.field(wagers.pair_plus),
            progressive: self.field(wagers.units).filter(|units| *units > 0),
            cards: None,
            decision: (wagers.decision != "play" || self.percent(20)).then_some(wagers.decision),
            exposed: (!exposed || self.percent(20)).then_some(exposed),
        }
    }

    /// 1 to 5 units in ML9 (3.5.3), 1 elsewhere, and at times more (MBS 5.14, RWS6 5.1.1).
    fn units(&mut self, game: &str) -> u64 {
        let most = if game == "ml9" { 5 } else { 1 };
        if self.percent(10) {
            most + self.random.random_range(1..=4)
        } else {
            self.random.random_range(1..=most)
        }
    }

    fn decision(&mut self) -> &'static str {
        match self.random.random_range(0..100) {
            0..70 => "play",
            70..85 => "fold",
            _ => "absent",
        }
    }

    /// A progressive wager and perhaps a Bonus, without the wager that they need (5.12.2, 3.5, RWS6 5.4, 3.9).
    fn without_base(&mut self, game: &str) -> Wagers {
        Wagers {
            bonus: match game {
                "tcp5" => 0,
                _ => self.maybe_wager(50),
            },
            units: self.units(game),
            decision: self.decision(),
            ..Wagers::default()
        }
    }

    fn holdem_wagers(&mut self, game: &str) -> Wagers {
        let ante = self.wager();
        let mut wagers = Wagers {
            ante,
            bonus: self.maybe_wager(50),
            units: if self.percent(75) {
                self.units(game)
            } else {
                0
            },
            decision: self.decision(),
            ..Wagers::default()
        };
        if self.raises(wagers.decision) {
            wagers.flop = self.raise(game, 2 * ante);
            wagers.turn = if self.percent(50) {
                self.raise(game, ante)
            } else {
                0
            };
            wagers.river = if self.percent(50) {
                self.raise(game, ante)
            } else {
                0
            };
        }
        wagers
    }

    /// Who plays does, who folds does not, and who left may have done so before.
    fn raises(&mut self, decision: &str) -> bool {
        decision == "play" || (decision == "absent" && self.percent(50))
    }

    /// What is due; in RWS6 at times more or less (5.3).
    fn raise(&mut self, game: &str, due: u64) -> u64 {
        if game == "rws6" && self.percent(50) {
            self.random.random_range(1..=2 * due)
        } else {
            due
        }
    }

    fn three_card_wagers(&mut self, game: &str) -> Wagers {
        let ante = self.maybe_wager(80);
        let pair_plus = if ante == 0 {
            self.wager()
        } else {
            self.maybe_wager(50)
        };
        let decision = self.decision();
        Wagers {
            ante,
            pair_plus,
            play: if self.raises(decision) { ante } else { 0 },
            units: if self.percent(75) {
                self.units(game)
            } else {
                0
            },
            decision,
            ..Wagers::default()
        }
    }

    /// A wager in cents: chips, or any amount up to $10,000.
    fn wager(&mut self) -> u64 {
        if self.percent(60) {
            500 * self.random.random_range(1..=20)
        } else {
            self.amount(6)
        }
    }

    /// A wager that is there in `percent` of 100 cases.
    fn maybe_wager(&mut self, percent: u32) -> u64 {
        if self.percent(percent) {
            self.wager()
        } else {
            0
        }
    }
}
