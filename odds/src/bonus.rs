//! Bonus on the hole cards (THB6 4.1.1, RWS6 4.1): it dies with a fold, and by the letter of MBS with a
//! hand that loses (THB6 3.10.3).

use shared_rules::cards::Rank;
use shared_rules::games::{BonusOnLoss, BonusRow, Holdem as Rules, HolePattern, RuleReadings};
use shared_rules::money::Cents;

use crate::fraction::Fraction;
use crate::holdem::{Band, DEALS_A_PAIR, HoldemOdds, HoldemPlan, ORDERS};
use crate::pairs::{Hole, PAIRS};
use crate::wager::{OddsLine, WagerKind, WagerOdds};

/// Boards without an ace when all four are dealt: five of 48 cards.
const BOARDS_WITHOUT_ACES: u64 = 1_712_304;
/// Two aces, and what the dealer holds of any other kind.
const ACES: (Rank, Rank, bool) = (Rank::Ace, Rank::Ace, false);
const OTHERS: (Rank, Rank, bool) = (Rank::Three, Rank::Two, false);

/// Bonus of `stake` beside a main game that is played by `plan`.
pub fn bonus(
    rules: &Rules,
    readings: RuleReadings,
    game: &HoldemOdds,
    plan: HoldemPlan,
    stake: Cents,
) -> WagerOdds {
    let survives = match readings.bonus_on_loss {
        BonusOnLoss::Letter => rules.bonus_survives_loss,
        BonusOnLoss::HoleCards => true,
    };
    let lines = rules.bonus.iter().enumerate().map(|(number, row)| {
        let ways = Hole::all().map(|hole| ways(rules, game, plan, survives, hole, number));
        OddsLine::to_one(name(&row.hole), ways.sum(), pays(rules, row, stake))
    });
    let wager = WagerOdds::new(
        WagerKind::Bonus,
        PAIRS as u64 * DEALS_A_PAIR,
        lines.collect(),
    );
    wager.played(plan.name())
}

/// In how many deals these hole cards win the row of this number.
fn ways(
    rules: &Rules,
    game: &HoldemOdds,
    plan: HoldemPlan,
    survives: bool,
    hole: Hole,
    number: usize,
) -> u64 {
    let tally = game.tally(plan);
    if tally.folds(hole, Band::from(rules.ante_wins_from)) {
        return 0;
    }
    let mut won = hole.pairs() * DEALS_A_PAIR;
    let mut against_aces = match hole.ranks() == ACES {
        true => hole.pairs() * BOARDS_WITHOUT_ACES * ORDERS,
        false => 0,
    };
    if !survives {
        won -= tally.hole(hole).losses();
        against_aces -= against_aces.min(game.aces_lose);
    }
    let is_won = |dealer| {
        let mut rows = rules.bonus.iter();
        rows.position(|row| row.hole.matches(hole.ranks(), dealer)) == Some(number)
    };
    let mut ways = 0;
    if is_won(ACES) {
        ways += against_aces;
    }
    if is_won(OTHERS) {
        ways += won - against_aces;
    }
    ways
}

/// The payout of a row to 1, up to the most that a box is paid (RWS6 4.1.1).
fn pays(rules: &Rules, row: &BonusRow, stake: Cents) -> Fraction {
    let to_one = Fraction::whole(row.to_one.into());
    match rules.bonus_cap {
        Some((cap, _)) => to_one.min(Fraction::ways(cap.get(), stake.get())),
        None => to_one,
    }
}

/// A name for hole cards.
fn name(hole: &HolePattern) -> String {
    let range = |from: Rank, to: Rank| match from == to {
        true => from.letter().to_string(),
        false => format!("{}_to_{}", to.letter(), from.letter()),
    };
    match *hole {
        HolePattern::AcesInBothHands => "aces_in_both_hands".into(),
        HolePattern::Pair(from, to) => format!("pair_{}", range(from, to)),
        HolePattern::AceWith(from, to, true) => format!("A_with_{}_suited", range(from, to)),
        HolePattern::AceWith(from, to, false) => format!("A_with_{}_unsuited", range(from, to)),
    }
}
