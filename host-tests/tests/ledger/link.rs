//! Ledgers of linked tables beside a pool: the messages of each journal, the pool's prices, and the order of payment
//! across tables (MBS 3.14, TCP5 3.19, RWS6 4.5).

use shared_rules::ledger::Unpriced;
use shared_rules::money::MicroCents;
use shared_rules::pool::PoolEntry;
use shared_rules::pool::message::Membership;
use shared_rules::settle::Source;

use super::pit::{NOBODY, NOBODYS_FLOP, Pit, ROYAL, ROYAL_FLOP};
use crate::prelude::*;

#[test]
fn a_table_that_joins_brings_its_meter_and_its_reserve() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    keeper.is_watched = false;
    let before = *keeper.table().jackpot();
    let membership = Membership {
        link: 7,
        table: 3,
        generation: 1,
    };
    let joined = Entry::Link(LinkEntry::Joined(membership));
    assert!(keeper.write(&joined).is_ok());
    let link = keeper.ledger.link().expect("linked");
    let (meter, reserve) = (before.meter(), before.reserve());
    assert!(meter > MicroCents::from_cents(Cents::dollars(RESET)).expect("it fits"));
    assert_eq!(link.message(1), Some(&TableEntry::Join { meter, reserve }));
    assert_eq!(keeper.shown(), Cents::ZERO);
    assert!(keeper.table().is_balanced());
    keeper.refuses(&joined, LedgerRefusal::Linked);

    assert!(keeper.write(&Entry::Link(LinkEntry::Left)).is_ok());
    assert_eq!(keeper.shown(), Cents::dollars(RESET));
    assert!(keeper.table().is_balanced() && keeper.ledger.link().is_none());
    keeper.refuses(&Entry::Link(LinkEntry::Left), LedgerRefusal::NotLinked);
}

#[test]
fn no_round_opens_without_the_question_to_the_pool() {
    let mut pit = Pit::of(Game::Ml9, 1);
    let keeper = &mut pit.at(1).keeper;
    keeper.refuses(&Entry::Round(Event::PlaceYourBets), LedgerRefusal::NoPermit);
    let asks = keeper.ledger.propose(&Event::PlaceYourBets);
    assert_eq!(asks, Ok(Some(Entry::Link(LinkEntry::Asked(1)))));
    pit.open(1);
    assert_eq!(pit.at(1).keeper.ledger.phase(), Phase::BetsOpen);
    pit.assert_replays();
}

/// MBS 3.14, TCP5 3.19: the hand that was entered first is paid first. The other one starts from the reset value.
#[test]
fn the_hand_entered_first_is_paid_first() {
    for game in [Game::Thb6, Game::Ml6, Game::Ml9] {
        let mut pit = Pit::of(game, 2);
        for table in [1, 2] {
            pit.open(table);
            pit.lock(table, &[1]);
            pit.deliver(table);
        }
        let shown = pit.pool.shown().get();
        for table in [2, 1] {
            pit.settle(table, &ROYAL, ROYAL_FLOP);
            assert_eq!(
                pit.waiting_cents(table),
                [0_u64; 0],
                "{game:?}: no amount yet"
            );
            pit.deliver(table);
        }
        assert!(!pit.price(1), "{game:?}: not its turn");
        assert!(pit.price(2));
        assert_eq!(pit.waiting_cents(2), [shown], "{game:?}");
        pit.confirm(2);
        assert!(pit.price(1));
        assert_eq!(pit.waiting_cents(1), [RESET as u64 * 100], "{game:?}");
        pit.confirm(1);
        assert_eq!(pit.pool.queue().count(), 0);
        pit.assert_replays();
    }
}

/// RWS6 4.5: of two major awards the one that was dealt first is paid first, though it is entered later; a table that
/// has dealt earlier still and is cut off is waited for.
#[test]
fn the_hand_dealt_first_is_paid_first_under_rws6() {
    let mut pit = Pit::of(Game::Rws6, 3);
    for table in [3, 1, 2] {
        pit.open(table);
        pit.lock(table, &[1]);
    }
    // Table 3 has dealt first, and its cable is cut after the question for its round.
    for table in [1, 2] {
        pit.deliver(table);
    }
    pit.settle(2, &ROYAL, ROYAL_FLOP);
    pit.deliver(2);
    pit.settle(1, &ROYAL, ROYAL_FLOP);
    pit.deliver(1);
    assert!(!pit.price(1) && !pit.price(2), "table 3 may come first");
    let before = pit.pool.shown();
    pit.settle(3, &NOBODY, NOBODYS_FLOP);
    pit.deliver(3);
    assert!(pit.price(1), "dealt first of the two");
    assert!(!pit.price(2));
    let first = pit.waiting_cents(1);
    pit.confirm(1);
    assert!(pit.price(2));
    assert!(first[0] > pit.waiting_cents(2)[0] && before > Cents::ZERO);
    pit.assert_replays();
}

#[test]
fn a_price_fills_the_settlement_and_waits_for_the_supervisor() {
    let mut pit = Pit::of(Game::Ml6, 2);
    let hands = [(1, "AhKh"), (2, "9h8h")];
    pit.round(1, &hands, ROYAL_FLOP);
    let keeper = &pit.at(1).keeper;
    let seats = |awards: &[Unpriced]| awards.iter().map(|award| award.seat).collect::<Vec<_>>();
    assert_eq!(seats(keeper.table().unpriced()), [Seat::One, Seat::Two]);
    let settlement = keeper.table().settlement().expect("settled");
    assert!(settlement.payments.is_empty(), "no amount is made up");
    pit.at(1)
        .keeper
        .refuses(&Entry::Confirmed, LedgerRefusal::NothingWaits);
    assert!(pit.price(1));
    let keeper = &pit.at(1).keeper;
    assert!(keeper.table().unpriced().is_empty());
    let settlement = keeper.table().settlement().expect("settled");
    let paid: Vec<_> = settlement.payments.iter().map(|paid| paid.from).collect();
    assert_eq!(paid, [Source::Pool, Source::Pool]);
    let nets = settlement.seats.taken().map(|(_, seat)| seat.net > 0);
    assert!(nets.collect::<Vec<_>>().iter().all(|wins| *wins));
    pit.confirm(1);
    assert_eq!(
        pit.pool.queue().count(),
        0,
        "the first confirmation pays the claim"
    );
    pit.at(1).keeper.confirm();
    assert_eq!(
        pit.at(1).next_message(),
        None,
        "the second one is the table's own"
    );
    pit.assert_replays();
}

#[test]
fn an_invalid_hand_leaves_its_claim_and_the_rest_is_priced_again() {
    let mut pit = Pit::of(Game::Ml6, 2);
    pit.round(1, &[(1, "AhKh"), (2, "9h8h")], ROYAL_FLOP);
    assert!(pit.price(1));
    let fault = shared_rules::games::HandFault::WrongCount;
    pit.at(1)
        .keeper
        .does([Event::Invalidate(1, Seat::One, fault)]);
    assert_eq!(pit.waiting_cents(1), [0_u64; 0], "the old price is void");
    pit.deliver(1);
    assert!(pit.price(1));
    let tenth = pit.waiting_cents(1);
    assert_eq!(tenth.len(), 1);
    pit.at(1)
        .keeper
        .does([Event::Void(1, shared_rules::games::VoidCause::ShiftManager)]);
    pit.deliver(1);
    assert_eq!(pit.pool.queue().count(), 0);
    assert_eq!(pit.waiting_cents(1), [0_u64; 0]);
    pit.assert_replays();
}

/// The permit is for the question before the confirmation: it does not show that the pool has the confirmation.
#[test]
fn a_confirmation_between_question_and_permit_is_still_said() {
    let mut pit = Pit::of(Game::Ml6, 1);
    pit.round(1, &ROYAL, ROYAL_FLOP);
    assert!(pit.price(1));
    pit.at(1).keeper.does([Event::Paid]);
    pit.at(1).write(&Entry::Link(LinkEntry::Asked(2)));
    pit.at(1).keeper.confirm();
    pit.at(1).keeper.does([Event::PlaceYourBets]);
    // The pool has the question, and nothing behind it.
    pit.at(1).delivered += 1;
    let open = PoolEntry::Table(1, TableEntry::Open(2));
    assert_eq!(pit.pool.apply(&open), Ok(()));
    assert_eq!(pit.at(1).next_message(), Some(TableEntry::Confirmed(1)));
    pit.deliver(1);
    assert_eq!(pit.pool.queue().count(), 0);
    pit.assert_replays();
}

/// The pool may have heard the question for the next round, and then undoes nothing of the round before: a claim that
/// the table withdraws in silence would stay first in the queue for ever.
#[test]
fn nothing_is_withdrawn_once_the_next_round_is_asked_for() {
    let mut pit = Pit::of(Game::Ml6, 1);
    pit.round(1, &ROYAL, ROYAL_FLOP);
    assert!(pit.price(1));
    pit.at(1).keeper.does([Event::Paid]);
    let void = Event::Void(1, shared_rules::games::VoidCause::CommunityCount);
    let overruled = Entry::Overruled(1);
    let ledger = &pit.at(1).keeper.ledger;
    assert_eq!(ledger.propose(&void), Ok(Some(Entry::Round(void.clone()))));
    assert_eq!(ledger.accepts(&overruled), Ok(()));
    pit.at(1).write(&Entry::Link(LinkEntry::Asked(2)));
    let ledger = &pit.at(1).keeper.ledger;
    assert_eq!(ledger.propose(&void), Err(LedgerRefusal::NextIsAsked));
    assert_eq!(ledger.accepts(&overruled), Err(LedgerRefusal::NextIsAsked));
    pit.at(1).keeper.confirm();
    pit.deliver(1);
    assert_eq!(pit.pool.queue().count(), 0);
    pit.assert_replays();
}

/// A registered award is confirmed and paid, and its claim is not final: the table still has to tell its pool.
#[test]
fn a_table_does_not_leave_while_a_claim_of_its_own_is_not_final() {
    let mut pit = Pit::of(Game::Rws6, 2);
    // The round of table 2 may be dealt first.
    pit.open(2);
    pit.open(1);
    pit.lock(1, &[1]);
    pit.deliver(1);
    let registered = pit.pool.shown();
    pit.at(1)
        .write(&Entry::Link(LinkEntry::Registered(registered)));
    pit.settle(1, &ROYAL, ROYAL_FLOP);
    pit.at(1).keeper.confirm();
    pit.at(1).keeper.does([Event::Paid]);
    pit.deliver(1);
    assert!(!pit.price(1), "table 2 may come first");
    let leave = Entry::Link(LinkEntry::Left);
    let linked = Err(LedgerRefusal::Linked);
    assert_eq!(pit.at(1).keeper.ledger.accepts(&leave), linked);
    pit.lock(2, &[1]);
    pit.settle(2, &NOBODY, NOBODYS_FLOP);
    pit.deliver(2);
    assert!(pit.price(1));
    pit.deliver(1);
    assert_eq!(pit.pool.queue().count(), 0);
    pit.at(1).write(&leave);
    pit.assert_replays();
}

/// RWS6 5.17.1: the amount registered before the malfunction is paid, and known without the pool.
#[test]
fn a_registered_amount_is_known_without_the_pool() {
    let mut pit = Pit::of(Game::Rws6, 2);
    pit.open(1);
    pit.lock(1, &[1]);
    pit.deliver(1);
    let registered = pit.pool.shown();
    pit.at(1)
        .write(&Entry::Link(LinkEntry::Registered(registered)));
    pit.settle(1, &ROYAL, ROYAL_FLOP);
    assert_eq!(pit.waiting_cents(1), [registered.get()]);
    // Confirmed while the pool is away: the pool is told once its price is final.
    pit.at(1).keeper.confirm();
    pit.deliver(1);
    assert!(pit.price(1));
    pit.deliver(1);
    assert_eq!(pit.pool.queue().count(), 0);
    assert_eq!(pit.pool.shown(), Cents::dollars(RESET));
    pit.assert_replays();
}

/// A power cut in every phase: the table says the same messages under the same numbers.
#[test]
fn messages_keep_their_numbers_through_power_cuts() {
    let mut pit = Pit::of(Game::Ml9, 1);
    pit.round(1, &ROYAL, ROYAL_FLOP);
    let messages = |pit: &mut Pit| {
        let link = pit.at(1).keeper.ledger.link().cloned().expect("linked");
        let all: Vec<_> = (1..=link.last_number())
            .filter_map(|number| link.message(number).copied())
            .collect();
        (link.last_number(), all)
    };
    let before = messages(&mut pit);
    pit.at(1).keeper.power_cut();
    assert_eq!(messages(&mut pit), before);
    assert!(pit.price(1));
    pit.at(1).keeper.power_cut();
    pit.confirm(1);
    pit.assert_replays();
}
