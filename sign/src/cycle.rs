//! The cycle: the subjects of a picture's pages, and the order in which they take turns.
//!
//! News and the jackpot make a round of pages. After every few rounds comes one page of the limits, each in its turn:
//!
//! ```text
//! no news:  J J J ANTE  J J J BONUS  J J J PROGRESSIVE
//! a fault:  F J F J F J ANTE  F J F J F J BONUS  ...
//! ```

use shared_rules::games::Award;
use shared_rules::money::Cents;
use shared_rules::pool::TableNumber;
use shared_rules::seats::Seat;
use shared_rules::wagers::Limit;
use shared_rules::wire::sign::{Banner, BetLimits, SignFault, SignPhase, SignPicture, Win};

use super::timing::ROUNDS_BEFORE_LIMITS;

/// The subject of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// The amount of an award.
    Prize(SignAward, Cents),
    /// The hand of an award.
    Hand(SignAward),
    /// No progressive bets are taken (RWS6 5.17.2c).
    NoProgressiveBets,
    /// Something is broken.
    Fault(SignFault),
    /// The jackpot and the dealer's call.
    Jackpot,
    /// The limits of a wager (RWS6 3.3, THB6 3.4).
    Limit(&'static str, Limit),
    /// The prescribed progressive bet (RWS6 3.3).
    ProgressiveBet(BetLimits),
}

/// An award on the sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SignAward {
    /// The table, where tables are linked and another one may have won.
    pub table: Option<TableNumber>,
    pub seat: Seat,
    pub award: Award,
    /// None while the pool has not said it.
    pub amount: Option<Cents>,
    /// The supervisor has confirmed it.
    pub is_confirmed: bool,
}

impl SignAward {
    const fn own(win: Win, is_confirmed: bool) -> SignAward {
        SignAward {
            table: None,
            seat: win.seat,
            award: win.award,
            amount: Some(win.amount),
            is_confirmed,
        }
    }
}

/// The award of a banner.
fn award(banner: Banner) -> Option<SignAward> {
    match banner {
        Banner::None => None,
        Banner::Pending(win) => Some(SignAward::own(win, false)),
        Banner::Winner(win) => Some(SignAward::own(win, true)),
        Banner::Unpriced(seat, award) => Some(SignAward {
            table: None,
            seat,
            award,
            amount: None,
            is_confirmed: false,
        }),
        Banner::LinkWinner(win) => Some(SignAward {
            table: Some(win.table),
            seat: win.seat,
            award: win.award,
            amount: Some(win.amount),
            is_confirmed: true,
        }),
    }
}

/// The news of a picture: an award, the notice, a fault.
fn news(picture: &SignPicture) -> impl Iterator<Item = Subject> {
    let award = award(picture.banner);
    let prize = award.and_then(|award| Some(Subject::Prize(award, award.amount?)));
    let hand = award.map(Subject::Hand);
    let notice = picture
        .no_progressive_bets
        .then_some(Subject::NoProgressiveBets);
    let fault = picture.fault.map(Subject::Fault);
    prize.into_iter().chain(hand).chain(notice).chain(fault)
}

/// The pages of the limits: of each wager for which the house has set some, and of the progressive bet unless none is
/// taken. While bets are open there are none: the jackpot and the call keep the sign.
fn limits(picture: &SignPicture) -> impl Iterator<Item = Subject> {
    let shown = picture.limits.filter(|_| picture.phase != SignPhase::Open);
    let has_progressive = !picture.no_progressive_bets;
    shown.into_iter().flat_map(move |limits| {
        let wagers = [
            ("ANTE", limits.wagers.ante),
            ("BONUS", limits.wagers.bonus),
            ("PAIR PLUS", limits.wagers.pair_plus),
        ];
        let set = wagers
            .into_iter()
            .filter(|(_, limit)| *limit != Limit::default());
        let set = set.map(|(wager, limit)| Subject::Limit(wager, limit));
        set.chain(has_progressive.then_some(Subject::ProgressiveBet(limits)))
    })
}

/// The turn of the jackpot's first page: it follows the news.
pub(super) fn jackpot_turn(picture: &SignPicture) -> usize {
    news(picture).count()
}

/// The number of turns after which the pages repeat.
pub(super) fn turns(picture: &SignPicture) -> usize {
    let limits = limits(picture).count();
    match limits {
        0 => round(picture),
        _ => before_limits(picture)
            .saturating_add(1)
            .saturating_mul(limits),
    }
}

/// The subject of a turn, counted from 0.
pub(super) fn subject(picture: &SignPicture, turn: usize) -> Subject {
    let before_limits = before_limits(picture);
    let stretch = before_limits.saturating_add(1);
    let [stretches, turn] =
        [turn.checked_div(stretch), turn.checked_rem(stretch)].map(Option::unwrap_or_default);
    if turn == before_limits
        && let Some(limit) = limits(picture).nth(stretches)
    {
        return limit;
    }
    let page = turn.checked_rem(round(picture)).unwrap_or_default();
    news(picture).nth(page).unwrap_or(Subject::Jackpot)
}

/// The pages of a round: the news and the jackpot.
fn round(picture: &SignPicture) -> usize {
    jackpot_turn(picture).saturating_add(1)
}

/// The turns before a page of the limits.
fn before_limits(picture: &SignPicture) -> usize {
    round(picture).saturating_mul(ROUNDS_BEFORE_LIMITS)
}
