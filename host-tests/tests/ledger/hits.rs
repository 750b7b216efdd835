//! The last hits of a table, and the threshold for an unreasonable contribution (9 NYCRR 5320.8, NJAC 13:69E-1.39A).

use shared_rules::ledger::{HITS_KEPT, JackpotHit};

use crate::prelude::*;

const BEGAN: u64 = 1_785_542_400;

/// A royal flush on the flop, which takes the whole jackpot, in the minute of its round.
fn royal(keeper: &mut LedgerDriver) {
    assert!(keeper.write(&Entry::Time(60)).is_ok());
    keeper.settles(&[(1, "AhKh"), (2, "8s9c")], "QhJhTh");
}

fn confirms_and_pays(keeper: &mut LedgerDriver) {
    keeper.confirm();
    keeper.does([Event::Paid]);
}

fn hits(ledger: &Ledger) -> Vec<(u32, JackpotHit)> {
    let last = ledger.hits().last();
    last.map(|(number, hit)| (number, *hit)).collect()
}

#[test]
fn the_last_25_hits_are_kept_with_their_times() {
    let mut keeper = LedgerDriver::at(Game::Ml9);
    keeper.is_watched = false;
    assert!(keeper.write(&Entry::TimeOfDay(BEGAN)).is_ok());
    for _ in 0..40 {
        royal(&mut keeper);
        confirms_and_pays(&mut keeper);
    }
    let hits = hits(&keeper.ledger);
    assert_eq!(keeper.ledger.hits().count(), 40);
    assert_eq!(hits.len(), HITS_KEPT);
    for ((number, hit), round) in hits.iter().zip(16..) {
        assert_eq!((*number, hit.round, hit.seat.number()), (round, round, 1));
        let at = BEGAN + 60 * u64::from(round);
        assert_eq!(hit.at, JournalTime::TimeOfDay(at));
        assert!(hit.amount > Cents::dollars(RESET));
    }
    let mut read = Ledger::new();
    assert_eq!(read.read_checkpoint(&checkpoint(&keeper.ledger)), Ok(()));
    assert_eq!(self::hits(&read), hits, "a checkpoint keeps them");
    assert_same(&keeper.replayed(), &keeper.ledger);
}

/// A void round has won nothing: its hit goes, and those before it come back into the list.
#[test]
fn a_void_round_takes_its_hit_back() {
    let mut keeper = LedgerDriver::at(Game::Ml9);
    keeper.is_watched = false;
    for _ in 0..30 {
        royal(&mut keeper);
        confirms_and_pays(&mut keeper);
    }
    let before = hits(&keeper.ledger);
    royal(&mut keeper);
    assert_ne!(hits(&keeper.ledger), before);
    keeper.does([Event::Void(31, VoidCause::ForeignCard)]);
    assert_eq!(hits(&keeper.ledger), before);
    assert_eq!(keeper.ledger.hits().count(), 30);
    royal(&mut keeper);
    assert_eq!(
        hits(&keeper.ledger).last().map(|(number, _)| *number),
        Some(31)
    );
}

/// A contribution over the threshold is flagged, and nothing else is different: the bets are locked, and the meter has
/// its shares.
#[test]
fn a_contribution_over_the_threshold_is_flagged() {
    // Two units of $5, of which 12 % are contributed.
    for (threshold, flagged) in [(None, 0), (Some(120), 0), (Some(119), 1), (Some(0), 1)] {
        let mut keeper = LedgerDriver::new(&Configuration {
            contribution_max: threshold.map(Cents::new),
            ..house(Game::Ml9)
        });
        keeper.bets(&[1, 2]);
        assert_eq!(keeper.table().excessive(), flagged, "{threshold:?}");
        assert_eq!(keeper.shown(), Cents::new(100 * u64::from(RESET) + 100));
        assert_same(&keeper.replayed(), &keeper.ledger);
    }
}
