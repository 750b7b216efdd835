//! The wagers against the dealer and on the cards: everything but the progressive.

use core::cmp::Ordering;

use super::showing::{Shown, ShownHoldem, ShownThree};
use super::standing::{Stand, Standing};
use super::{Outcome, SeatResult, WagerResult, push};
use crate::cite::Cite;
use crate::closed::first_raise;
use crate::evaluate::Category;
use crate::games::{BonusOnLoss, DealerQualifies, Holdem, MainGame, to_one};
use crate::money::{Cents, MoneyError};
use crate::wagers::{Wager, areas};

/// What is decided about one wager, before its stake is looked at.
#[derive(Clone, Copy)]
struct Verdict {
    outcome: Outcome,
    /// For a win, what it pays to 1.
    to_one: u32,
    rule: Cite,
}

impl Verdict {
    const fn win(to_one: u32, rule: Cite) -> Verdict {
        Verdict {
            outcome: Outcome::Win,
            to_one,
            rule,
        }
    }

    const fn no_pay(outcome: Outcome, rule: Cite) -> Verdict {
        Verdict {
            outcome,
            to_one: 0,
            rule,
        }
    }
}

/// Settles everything but the progressive wager of one seat.
pub(super) fn settle(
    stand: &Stand,
    shown: &Shown,
    seat: &mut SeatResult,
) -> Result<(), MoneyError> {
    seat.hand = shown.category().filter(|_| stand.record.exposed);
    // The raises stand or fall together.
    let of_raises = verdict(stand, shown, first_raise(&stand.terms.rules.main));
    for &wager in areas(&stand.terms.rules.main) {
        let placed = stand.record.stakes.get(wager);
        if placed.is_zero() {
            continue;
        }
        let verdict = match wager.is_placed_first() {
            true => verdict(stand, shown, wager),
            false => of_raises,
        };
        add_line(stand, wager, placed, verdict, seat)?;
    }
    if let Shown::ThreeCard(shown) = shown {
        add_ante_bonus(stand, shown, seat)?;
    }
    Ok(())
}

/// Enters a wager with its verdict.
fn add_line(
    stand: &Stand,
    wager: Wager,
    placed: Cents,
    verdict: Verdict,
    seat: &mut SeatResult,
) -> Result<(), MoneyError> {
    let stake = stand.settled(wager, placed)?;
    let mut line = WagerResult {
        wager,
        stake,
        excess: placed.minus(stake)?,
        outcome: verdict.outcome,
        pays: stake.times(verdict.to_one)?,
        award: None,
        rule: verdict.rule,
    };
    if wager == Wager::Bonus {
        cap_bonus(stand, &mut line);
    }
    push(&mut seat.wagers, line)
}

/// The most that Bonus pays a box (RWS6 4.1.1).
fn cap_bonus(stand: &Stand, result: &mut WagerResult) {
    if let MainGame::Holdem(game) = &stand.terms.rules.main
        && let Some((cap, paragraph)) = game.bonus_cap
        && result.pays > cap
    {
        result.pays = cap;
        result.rule = stand.cite(paragraph);
    }
}

fn verdict(stand: &Stand, shown: &Shown, wager: Wager) -> Verdict {
    if let Some(rule) = stand.refund(wager) {
        return Verdict::no_pay(Outcome::Returned, rule);
    }
    let paragraphs = &stand.terms.rules.paragraphs;
    match (stand.standing, shown) {
        (Standing::Returned(rule), _) => Verdict::no_pay(Outcome::Returned, rule),
        (Standing::Unexposed, _) => {
            Verdict::no_pay(Outcome::Lose, stand.cite(paragraphs.unexposed))
        }
        // Pair Plus outlives the fold (TCP5 3.9.1.1).
        (Standing::Folded(rule), _) if wager != Wager::PairPlus => {
            Verdict::no_pay(Outcome::Lose, rule)
        }
        (_, Shown::Holdem(shown)) => holdem(stand, shown, wager),
        (_, Shown::ThreeCard(shown)) => three_card(stand, shown, wager),
        // A closed round knows the cards of every hand that is compared.
        (_, Shown::Unknown) => Verdict::no_pay(Outcome::Lose, stand.cite(paragraphs.showdown)),
    }
}

/// A compared hold'em hand (THB6 3.10.2 to 3.10.4, RWS6 3.13 to 3.15).
fn holdem(stand: &Stand, shown: &ShownHoldem, wager: Wager) -> Verdict {
    let paragraphs = &stand.terms.rules.paragraphs;
    let game = shown.board.game;
    match (wager, shown.against_dealer()) {
        (Wager::Bonus, Ordering::Less) if !bonus_survives_loss(game, stand) => {
            Verdict::no_pay(Outcome::Lose, stand.cite(paragraphs.lose))
        }
        (Wager::Bonus, _) => bonus(stand, shown),
        (_, Ordering::Less) => Verdict::no_pay(Outcome::Lose, stand.cite(paragraphs.lose)),
        (_, Ordering::Equal) => Verdict::no_pay(Outcome::Push, stand.cite(paragraphs.stand_off)),
        (Wager::Ante, Ordering::Greater) if shown.category < game.ante_wins_from => {
            Verdict::no_pay(Outcome::Push, stand.cite(paragraphs.win))
        }
        (_, Ordering::Greater) => Verdict::win(1, stand.cite(paragraphs.win)),
    }
}

fn bonus_survives_loss(game: &Holdem, stand: &Stand) -> bool {
    match stand.terms.readings.bonus_on_loss {
        BonusOnLoss::Letter => game.bonus_survives_loss,
        BonusOnLoss::HoleCards => true,
    }
}

/// Bonus by the hole cards alone (THB6 4.1.1, RWS6 4.1).
fn bonus(stand: &Stand, shown: &ShownHoldem) -> Verdict {
    let game = shown.board.game;
    let rule = stand.cite(game.bonus_paragraph);
    let (hole, dealer) = (shown.hole.hole(), shown.board.dealer.hole());
    let mut rows = game.bonus.iter();
    match rows.find(|row| row.hole.matches(hole, dealer)) {
        Some(row) => Verdict::win(row.to_one, rule),
        None => Verdict::no_pay(Outcome::Lose, rule),
    }
}

/// A three-card hand that is compared, or Pair Plus of one that folded (TCP5 3.11, 3.12).
fn three_card(stand: &Stand, shown: &ShownThree, wager: Wager) -> Verdict {
    let game = shown.dealer.game;
    let paragraphs = &stand.terms.rules.paragraphs;
    if wager == Wager::PairPlus {
        let rule = stand.cite(game.pair_plus_paragraph);
        return match to_one(game.pair_plus, shown.category) {
            Some(pays) => Verdict::win(pays, rule),
            None => Verdict::no_pay(Outcome::Lose, rule),
        };
    }
    if !dealer_qualifies(stand, shown) {
        return match wager {
            Wager::Play => Verdict::no_pay(Outcome::Push, stand.cite(game.unqualified.play)),
            _ => Verdict::win(1, stand.cite(game.unqualified.ante)),
        };
    }
    match shown.against_dealer() {
        Ordering::Greater => Verdict::win(1, stand.cite(paragraphs.win)),
        Ordering::Less => Verdict::no_pay(Outcome::Lose, stand.cite(paragraphs.lose)),
        Ordering::Equal => Verdict::no_pay(Outcome::Push, stand.cite(paragraphs.stand_off)),
    }
}

/// Whether the dealer's hand is compared at all (TCP5 3.11).
fn dealer_qualifies(stand: &Stand, shown: &ShownThree) -> bool {
    let dealer = shown.dealer;
    let contains = dealer.hand.contains_at_least(dealer.game.dealer_needs);
    match stand.terms.readings.dealer_qualifies {
        DealerQualifies::Letter => contains,
        DealerQualifies::QueenHighOrBetter => {
            contains || dealer.rank.category() != Category::HighCard
        }
    }
}

/// Ante Bonus is paid where Play was made, win or lose (TCP5 3.11.3, 3.12.4, 4.2).
fn add_ante_bonus(
    stand: &Stand,
    shown: &ShownThree,
    seat: &mut SeatResult,
) -> Result<(), MoneyError> {
    let game = shown.dealer.game;
    let ante = stand.settled(Wager::Ante, stand.record.stakes.ante)?;
    let play = stand.settled(Wager::Play, stand.record.stakes.play)?;
    let played = !play.is_zero() && stand.refund(Wager::Play).is_none();
    if stand.standing != Standing::Compared || !played {
        return Ok(());
    }
    let Some(pays) = to_one(game.ante_bonus, shown.category) else {
        return Ok(());
    };
    let line = WagerResult {
        wager: Wager::AnteBonus,
        stake: Cents::ZERO,
        excess: Cents::ZERO,
        outcome: Outcome::Win,
        pays: ante.times(pays)?,
        award: None,
        rule: stand.cite(game.ante_bonus_paragraph),
    };
    push(&mut seat.wagers, line)
}
