//! Settles the wagers against the dealer and on the cards: everything but the progressive.

use core::cmp::Ordering;

use super::showing::{DealerThree, Shown, ShownHoldem, ShownThree};
use super::standing::{Stand, Standing};
use super::{Outcome, SeatResult, WagerResult};
use crate::cite::Cite;
use crate::games::{BonusOnLoss, Holdem, MainGame, UnexposedUnqualified, to_one};
use crate::money::{Cents, MoneyError};
use crate::wagers::Wager;

/// The decision about one wager, before its stake is looked at.
#[derive(Clone, Copy)]
struct Verdict {
    outcome: Outcome,
    /// The payout of a win, to 1.
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

    fn pays(&self, stake: Cents) -> Result<Cents, MoneyError> {
        match self.outcome {
            Outcome::Win => stake.times(self.to_one),
            _ => Ok(Cents::ZERO),
        }
    }
}

/// The decisions about the wagers of a hand.
struct Verdicts {
    ante: Verdict,
    /// Bonus or Pair Plus.
    on_cards: Verdict,
    /// Flop, Turn and River, or Play, which win or lose together.
    raises: Verdict,
}

impl Verdicts {
    const fn all(verdict: Verdict) -> Verdicts {
        Verdicts {
            ante: verdict,
            on_cards: verdict,
            raises: verdict,
        }
    }
}

/// Settles everything but the progressive wager of one seat.
pub(super) fn settle(
    stand: &Stand,
    shown: &Shown,
    result: &mut SeatResult,
) -> Result<(), MoneyError> {
    result.hand = shown.category();
    let verdicts = verdicts(stand, shown);
    // Each wager by name, so that the compiler knows its stake and its limit.
    let mut add = |wager, verdict| add_line(stand, wager, verdict, result);
    match &stand.terms.rules.main {
        MainGame::Holdem(_) => {
            add(Wager::Ante, &verdicts.ante)?;
            add(Wager::Bonus, &verdicts.on_cards)?;
            add(Wager::Flop, &verdicts.raises)?;
            add(Wager::Turn, &verdicts.raises)?;
            add(Wager::River, &verdicts.raises)
        }
        MainGame::ThreeCard(_) => {
            add(Wager::Ante, &verdicts.ante)?;
            add(Wager::Play, &verdicts.raises)?;
            add(Wager::PairPlus, &verdicts.on_cards)?;
            add_ante_bonus(stand, shown, result)
        }
    }
}

/// Enters a wager with its verdict, if it was placed.
fn add_line(
    stand: &Stand,
    wager: Wager,
    verdict: &Verdict,
    result: &mut SeatResult,
) -> Result<(), MoneyError> {
    let placed = stand.record.stakes.get(wager);
    if placed.is_zero() {
        return Ok(());
    }
    let (stake, excess) = placed.split_at(stand.most(wager)?);
    let mut line = WagerResult {
        wager,
        stake,
        excess,
        outcome: verdict.outcome,
        pays: verdict.pays(stake)?,
        award: None,
        rule: verdict.rule,
    };
    if wager == Wager::Bonus {
        cap_bonus(stand, &mut line);
    }
    result.enter(line)
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

/// Decides once for every kind of wager, not for every wager.
fn verdicts(stand: &Stand, shown: &Shown) -> Verdicts {
    let mut verdicts = Verdicts::all(of_hand(stand, shown));
    match (stand.standing, shown) {
        (Standing::Compared, Shown::Holdem(shown)) => holdem(stand, shown, &mut verdicts),
        (Standing::Compared, Shown::ThreeCard(shown)) => three_card(stand, shown, &mut verdicts),
        // Pair Plus outlives the fold (TCP5 3.9.1.1).
        (Standing::Folded(_), Shown::ThreeCard(shown)) => {
            verdicts.on_cards = pair_plus(stand, shown);
        }
        (Standing::Folded(_), Shown::Hidden(_)) => {
            let rule = stand.cite(stand.terms.rules.paragraphs.unexposed);
            verdicts.on_cards = Verdict::no_pay(Outcome::Lose, rule);
        }
        (Standing::Unexposed, Shown::Hidden(dealer)) if is_paid_unexposed(stand) => {
            unqualified(stand, dealer, &mut verdicts);
        }
        _ => {}
    }
    // A wager that goes back does so independently of its hand, and the raises go with the Ante.
    if let Some(rule) = stand.refund(Wager::Ante) {
        verdicts.ante = Verdict::no_pay(Outcome::Returned, rule);
        verdicts.raises = verdicts.ante;
    }
    if let Some(rule) = stand.refund(on_cards(&stand.terms.rules.main)) {
        verdicts.on_cards = Verdict::no_pay(Outcome::Returned, rule);
    }
    verdicts
}

/// The wager on the cards alone.
const fn on_cards(main: &MainGame) -> Wager {
    match main {
        MainGame::Holdem(_) => Wager::Bonus,
        MainGame::ThreeCard(_) => Wager::PairPlus,
    }
}

/// The result of the hand, which holds for every wager without a rule of its own.
fn of_hand(stand: &Stand, shown: &Shown) -> Verdict {
    let paragraphs = &stand.terms.rules.paragraphs;
    let (outcome, rule) = match stand.standing {
        Standing::Returned(rule) => (Outcome::Returned, rule),
        Standing::Folded(rule) => (Outcome::Lose, rule),
        Standing::Unexposed => (Outcome::Lose, stand.cite(paragraphs.unexposed)),
        Standing::Compared => match shown.against_dealer() {
            Some(Ordering::Greater) => return Verdict::win(1, stand.cite(paragraphs.win)),
            Some(Ordering::Equal) => (Outcome::Push, stand.cite(paragraphs.stand_off)),
            Some(Ordering::Less) => (Outcome::Lose, stand.cite(paragraphs.lose)),
            // A closed round knows the cards of every hand that is compared.
            None => (Outcome::Lose, stand.cite(paragraphs.showdown)),
        },
    };
    Verdict::no_pay(outcome, rule)
}

/// A compared hold'em hand (THB6 3.10.2 to 3.10.4, RWS6 3.13 to 3.15).
fn holdem(stand: &Stand, shown: &ShownHoldem, verdicts: &mut Verdicts) {
    let game = shown.board.game;
    let Verdict { outcome, rule, .. } = verdicts.raises;
    if outcome == Outcome::Win && shown.category < game.ante_wins_from {
        verdicts.ante = Verdict::no_pay(Outcome::Push, rule);
    }
    if outcome != Outcome::Lose || bonus_survives_loss(game, stand) {
        verdicts.on_cards = bonus(stand, shown);
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
    match game.bonus_row(shown.hole, shown.board.dealer) {
        Some(row) => Verdict::win(row.to_one, rule),
        None => Verdict::no_pay(Outcome::Lose, rule),
    }
}

/// A compared three-card hand (TCP5 3.11, 3.12).
fn three_card(stand: &Stand, shown: &ShownThree, verdicts: &mut Verdicts) {
    verdicts.on_cards = pair_plus(stand, shown);
    unqualified(stand, shown.dealer, verdicts);
}

/// A dealer who does not qualify pays the Ante, and Play stands off (TCP5 3.11.1, 3.11.2).
fn unqualified(stand: &Stand, dealer: &DealerThree, verdicts: &mut Verdicts) {
    if !dealer.qualifies {
        let paragraphs = &dealer.game.unqualified;
        verdicts.ante = Verdict::win(1, stand.cite(paragraphs.ante));
        verdicts.raises = Verdict::no_pay(Outcome::Push, stand.cite(paragraphs.play));
    }
}

/// True if a dealer who compares no hand pays the Ante of one that is not exposed, too.
fn is_paid_unexposed(stand: &Stand) -> bool {
    stand.terms.readings.unexposed_unqualified == UnexposedUnqualified::Paid
}

/// Pair Plus by the cards alone (TCP5 4.3).
fn pair_plus(stand: &Stand, shown: &ShownThree) -> Verdict {
    let game = shown.dealer.game;
    let rule = stand.cite(game.pair_plus_paragraph);
    match to_one(game.pair_plus, shown.category) {
        Some(pays) => Verdict::win(pays, rule),
        None => Verdict::no_pay(Outcome::Lose, rule),
    }
}

/// Ante Bonus is paid where Play was made, win or lose (TCP5 3.11.3, 3.12.4, 4.2).
fn add_ante_bonus(stand: &Stand, shown: &Shown, result: &mut SeatResult) -> Result<(), MoneyError> {
    let (Standing::Compared, Shown::ThreeCard(shown)) = (stand.standing, shown) else {
        return Ok(());
    };
    let game = shown.dealer.game;
    let play = stand.record.stakes.play.min(stand.ante);
    if play.is_zero() || stand.refund(Wager::Play).is_some() {
        return Ok(());
    }
    let Some(pays) = to_one(game.ante_bonus, shown.category) else {
        return Ok(());
    };
    result.enter(WagerResult {
        wager: Wager::AnteBonus,
        stake: Cents::ZERO,
        excess: Cents::ZERO,
        outcome: Outcome::Win,
        pays: stand.ante.times(pays)?,
        award: None,
        rule: stand.cite(game.ante_bonus_paragraph),
    })
}
