//! Rounds of linked tables at the pool's prices: the settlement before and after the price, the rows that are claimed,
//! and amounts that were registered (RWS6 5.17.1).

use shared_rules::settle::{Outcome, Source};
use simulator::round_driver::seat;

use super::pit::{Pit, ROYAL, ROYAL_FLOP};
use crate::prelude::*;

const ROYAL_FLUSH: Award = Award::Hand(Category::RoyalFlush);
const STRAIGHT_FLUSH: Award = Award::Hand(Category::StraightFlush);
const FLUSH: Award = Award::Hand(Category::Flush);

/// Everything that ML6 4.2 pays a part of the jackpot or a fixed amount for, a hand without an award, and a flush
/// without a progressive wager.
const HANDS: [(u8, &str); 5] = [
    (1, "AhKh"),
    (2, "9h8h"),
    (3, "5h6h"),
    (4, "KsQc"),
    (5, "2h3h"),
];
const UNITS: [(u8, u8); 5] = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 0)];

/// The share of a unit that goes on the meter, in cents.
const UNIT_SHARE: u64 = 50;

/// The progressive wager of a seat: outcome, pay and award; none if there is no such wager.
type Line = Option<(Outcome, u64, Option<Award>)>;

/// The progressive wagers of the first table's round, seat by seat.
fn lines(pit: &mut Pit) -> Vec<Line> {
    let settlement = pit.at(1).keeper.table().settlement().expect("settled");
    let seats = settlement.seats.taken();
    let lines = seats.map(|(_, seat)| {
        let mut lines = seat.wagers.iter();
        let line = lines.find(|line| line.wager == Wager::Progressive)?;
        Some((line.outcome, line.pays.get(), line.award))
    });
    lines.collect()
}

/// The awards that each seat claims, as the first table tells its pool.
fn claimed(pit: &mut Pit) -> Vec<(u8, Vec<Award>)> {
    let rules = pit.at(1).keeper.table().configuration().game.rules();
    let Some(TableEntry::Settled { made, .. }) = pit.at(1).next_message() else {
        panic!("{:?}", pit.at(1).next_message());
    };
    let made = made.iter().filter(|(_, rows)| !rows.is_empty());
    made.map(|(seat, rows)| (seat.number(), rows.of(rules).map(|row| row.award).collect()))
        .collect()
}

fn settled(game: Game, units: &[(u8, u8)], events: impl IntoIterator<Item = Event>) -> Pit {
    let mut pit = Pit::of(game, 2);
    pit.open(1);
    pit.lock_units(1, units);
    pit.deliver(1);
    pit.at(1).keeper.does(events);
    pit.at(1).keeper.does([Event::Settle]);
    pit
}

/// ML6 3.15, 4.2: before the price the winners are known, and no amount; after it every winner has its own amount, the
/// pool pays the shares of the jackpot and the house the flush. Whoever has no progressive wager has no line.
#[test]
fn a_linked_settlement_has_winners_before_it_has_amounts() {
    let mut pit = settled(Game::Ml6, &UNITS, dealt(&HANDS, ROYAL_FLOP));
    let wins = Some((Outcome::Win, 0, None));
    let loses = Some((Outcome::Lose, 0, None));
    assert_eq!(lines(&mut pit), [wins, wins, wins, loses, None]);
    let winners = pit.at(1).keeper.table().winners();
    assert_eq!(winners, seats(&[1, 2, 3]));

    let shown = pit.pool.shown().get();
    pit.deliver(1);
    assert!(pit.price(1));
    let (flush, tenth) = (10_000, shown / 10);
    let royal = shown - tenth;
    let paid = [
        Some((Outcome::Win, royal, Some(ROYAL_FLUSH))),
        Some((Outcome::Win, tenth, Some(STRAIGHT_FLUSH))),
        Some((Outcome::Win, flush, Some(FLUSH))),
        loses,
        None,
    ];
    assert_eq!(lines(&mut pit), paid);
    let settlement = pit.at(1).keeper.table().settlement().expect("settled");
    let payments = settlement.payments.iter();
    let payments: Vec<_> = payments
        .map(|paid| (paid.seat.number(), paid.amount.get(), paid.from))
        .collect();
    let order = [
        (3, flush, Source::House),
        (2, tenth, Source::Pool),
        (1, royal, Source::Pool),
    ];
    assert_eq!(payments, order);
    pit.assert_replays();
}

/// The pool hears of the rows that wagers have made, and of no hand without one.
#[test]
fn only_a_progressive_wager_claims_a_row() {
    let mut pit = settled(Game::Ml6, &UNITS, dealt(&HANDS, ROYAL_FLOP));
    let rows = [
        (1, vec![ROYAL_FLUSH]),
        (2, vec![STRAIGHT_FLUSH]),
        (3, vec![FLUSH]),
    ];
    assert_eq!(claimed(&mut pit), rows);
}

/// ML6 5.7: the royal flush of an invalid hand is claimed by nobody, and its wager goes back, before the price and after.
#[test]
fn an_invalid_hand_claims_nothing_and_goes_back() {
    let invalid = Event::Invalidate(1, Seat::One, HandFault::WrongCount);
    let dealt_first = dealt(&HANDS[..2], ROYAL_FLOP);
    let mut pit = settled(
        Game::Ml6,
        &UNITS[..2],
        dealt_first.into_iter().chain([invalid]),
    );
    assert_eq!(claimed(&mut pit), [(2, vec![STRAIGHT_FLUSH])]);
    let back = Some((Outcome::Returned, 0, None));
    assert_eq!(lines(&mut pit), [back, Some((Outcome::Win, 0, None))]);
    let settlement = pit.at(1).keeper.table().settlement().expect("settled");
    let net = settlement
        .seats
        .get(Seat::One)
        .as_ref()
        .map(|seat| seat.net);
    assert_eq!(net, Some(0));
    let shown = pit.pool.shown().get();
    pit.deliver(1);
    assert!(pit.price(1));
    // The invalid hand has taken its contribution back.
    let tenth = (shown - UNIT_SHARE) / 10;
    let paid = Some((Outcome::Win, tenth, Some(STRAIGHT_FLUSH)));
    assert_eq!(lines(&mut pit), [back, paid]);
}

/// ML6 5.7, 5.12.2: with every hand invalid there is nothing to compare. The cards need not be known, and nothing is
/// claimed.
#[test]
fn a_round_whose_hands_all_went_back_claims_nothing() {
    let invalid = Event::Invalidate(1, Seat::One, HandFault::WrongCount);
    let mut pit = settled(Game::Ml6, &[(1, 1)], [invalid]);
    let message = pit.at(1).next_message();
    let Some(TableEntry::Settled { made, returned, .. }) = message else {
        panic!("{message:?}");
    };
    assert!(made.iter().all(|(_, rows)| rows.is_empty()));
    assert_eq!(returned, seats(&[1]));
    assert_eq!(pit.at(1).keeper.table().winners(), SeatSet::EMPTY);
    pit.deliver(1);
    assert_eq!(pit.pool.queue().count(), 0);
}

/// THB6 4.2: a royal flush that is complete on the flop is none on the turn or the river as well.
#[test]
fn a_hand_is_claimed_where_it_was_complete_first() {
    let mut pit = settled(Game::Thb6, &[(1, 1)], dealt(&ROYAL, ROYAL_FLOP));
    assert_eq!(claimed(&mut pit), [(1, vec![Award::RoyalFlushOnFlop])]);
}

/// THB6 4.2, 4.2.1: four of a kind on the board is the hand's own and the community's; the pay table decides which pays.
#[test]
fn a_hand_on_the_board_is_claimed_as_both() {
    let quads = Category::FourOfAKind;
    let raise = Event::Raise(Wager::Flop, [seat(1)].into_iter().collect());
    let events = [
        hand(1, "AhKd"),
        dealer_hand("2d7c"),
        raise,
        community("9c9d9h"),
        community("9s"),
        community("4c"),
    ];
    let mut pit = settled(Game::Thb6, &[(1, 1)], events);
    let both = vec![Award::Hand(quads), Award::Community(quads)];
    assert_eq!(claimed(&mut pit), [(1, both)]);
}

/// RWS6 5.17.1: the amount registered before the malfunction is paid, whatever has come on the meter since. The pool gives
/// what it has, and the house the rest.
#[test]
fn a_registered_amount_is_paid_as_it_was() {
    for dollars_over in [-1_i64, 0, 1] {
        let mut pit = Pit::of(Game::Rws6, 2);
        pit.open(1);
        pit.lock(1, &[1]);
        pit.deliver(1);
        pit.open(2);
        pit.lock(2, &[1, 2, 3, 4, 5, 6, 7]);
        pit.deliver(2);
        let shown = pit.pool.shown();
        let registered = shown.get().saturating_add_signed(dollars_over * 100);
        let registered = Cents::new(registered);
        pit.at(1)
            .write(&Entry::Link(LinkEntry::Registered(registered)));
        pit.settle(1, &ROYAL, ROYAL_FLOP);
        pit.deliver(1);
        let claim = pit.pool.queue().next().map(|claim| {
            let amounts: Vec<_> = claim.awards.iter().map(|award| award.amount).collect();
            (amounts, claim.gives)
        });
        let given = registered.min(shown);
        assert_eq!(claim, Some((vec![registered], given)));
        assert!(pit.price(1));
        assert_eq!(pit.waiting_cents(1), [registered.get()]);
        pit.confirm(1);
        let left = shown.get() - given.get();
        let reset = Cents::dollars(RESET).get();
        assert_eq!(pit.pool.shown().get(), reset + left);
    }
}
