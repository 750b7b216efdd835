//! Recovery is the live path: a ledger that reads the journal's bytes, from the start or from a checkpoint, is
//! the ledger that wrote them.

use std::collections::HashMap;
use std::mem::discriminant;

use shared_rules::closed::Player;
use shared_rules::ledger::Table;
use shared_rules::round::{Ruling, Transition};
use simulator::round_driver::cite;
use simulator::simulate::stage::LedgerStage;
use simulator::simulate::{Dice, EventComparison, Luck};

use crate::prelude::*;

const SEEDS: u64 = 6;
const STEPS: usize = 600;

/// Plays random histories of every game, and looks at the ledger after each step.
fn play(mut look: impl FnMut(&mut LedgerDriver)) -> Vec<LedgerDriver> {
    let mut keepers = Vec::new();
    for game in Game::ALL {
        for seed in 1_000..1_000 + SEEDS {
            let dice = Dice::new(seed, Luck::ABSURD, Some(game));
            let played = EventComparison::play(LedgerStage::default(), dice, STEPS, |played| {
                played.stage.keeper.iter_mut().for_each(&mut look);
            });
            keepers.extend(played.stage.keeper);
        }
    }
    keepers
}

/// Except for open bets, which are no entries.
#[test]
fn the_journal_from_its_start_gives_the_live_ledger() {
    let (mut steps, mut compared) = (0, 0);
    play(|keeper| {
        steps += 1;
        if steps % 30 == 0 && keeper.all_is_written() {
            assert_same(&keeper.replayed(), &keeper.ledger);
            compared += 1;
        }
    });
    assert!(compared > 300, "only {compared} comparisons");
}

/// Every checkpoint makes the entries before it unnecessary, in whatever phase it was taken.
#[test]
fn every_checkpoint_is_a_start() {
    let mut compared = HashMap::new();
    for keeper in play(|_| {}) {
        let live = keeper.replayed();
        for checkpoint in keeper.checkpoints() {
            let resumed = keeper.replayed_from(checkpoint);
            let resumed = resumed.expect("a checkpoint from which the journal goes on");
            assert_same(&resumed, &live);
            *compared.entry(discriminant(&checkpoint.phase)).or_insert(0) += 1;
        }
    }
    let (phases, fewest) = (compared.len(), compared.values().min());
    assert_eq!(phases, 6, "every phase: {compared:?}");
    assert!(fewest > Some(&10), "{compared:?}");
}

/// A checkpoint holds all that the ledger knows: what is read back says the same, and is the same bytes again.
#[test]
fn a_checkpoint_read_back_is_the_ledger() {
    play(|keeper| {
        let bytes = checkpoint(&keeper.ledger);
        let mut read = Ledger::new();
        assert_eq!(read.read_checkpoint(&bytes), Ok(()));
        assert_eq!(checkpoint(&read), bytes);
        if keeper.all_is_written() {
            assert_same(&read, &keeper.ledger);
        }
    });
}

/// A checkpoint with a byte more or less is none, and no byte of it makes the reader panic.
#[test]
fn a_checkpoint_with_other_bytes_is_read_or_refused() {
    let mut keeper = LedgerDriver::at(Game::Rws6);
    keeper.settles(&[(1, "AhKh"), (2, "8s9c")], "QhJhTh");
    let bytes = checkpoint(&keeper.ledger);
    let longer = [bytes.as_slice(), &[0]].concat();
    for wrong in [&longer[..], &bytes[..bytes.len() - 1], &[]] {
        let read = Ledger::new().read_checkpoint(wrong);
        assert_eq!(read, Err(Contradiction::Checkpoint));
    }
    let mut refused = 0;
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut other = bytes.clone();
            other[at] ^= 1 << bit;
            let mut ledger = Ledger::new();
            match ledger.read_checkpoint(&other) {
                Err(_) => refused += 1,
                Ok(()) => assert!(ledger.table().is_none_or(Table::is_balanced)),
            }
        }
    }
    assert!(refused > 100, "only {refused} refused");
}

/// A boot in the middle of a round is the power failure of the game's rules, with the same entry and the same
/// result for a ledger that never lost its memory.
#[test]
fn a_boot_in_a_round_is_a_power_failure() {
    for game in Game::ALL {
        let mut keeper = LedgerDriver::at(game);
        keeper.bets(&[1, 2]);
        let mut awake = keeper.ledger.clone();
        let transition = keeper.power_cut();
        assert_eq!(awake.apply(&Entry::Boot(1)), Ok(transition));
        assert_same(&awake, &keeper.ledger);
        match game {
            Game::Rws6 => {
                let rule = cite(game, "5.7.2");
                assert_eq!(transition, Transition::Voided(rule));
                assert_eq!(keeper.sums().contributions, 0);
            }
            _ => {
                let asked = keeper.table().round().asked();
                let rule = cite(game, "5.16.1");
                assert_eq!(transition, Transition::Asked(asked, rule));
                assert_eq!(asked.iter().count(), 2);
            }
        }
    }
}

/// A boot after an outcome has been established changes nothing (THB6 5.16.2, RWS6 5.7.1).
#[test]
fn a_boot_after_the_settlement_changes_nothing() {
    for game in HOLDEM {
        let mut keeper = LedgerDriver::at(game);
        keeper.settles(&[(1, "AhKh"), (2, "8s9c")], "QhJhTh");
        let before = (*keeper.table().jackpot(), keeper.waiting().to_vec());
        assert!(matches!(keeper.power_cut(), Transition::Continues(_)));
        let after = (*keeper.table().jackpot(), keeper.waiting().to_vec());
        assert_eq!(before, after);
        assert_eq!(keeper.ledger.phase(), Phase::Settled);
    }
}

/// A power cut while bets are open loses the bets, which nobody has locked, and no money.
#[test]
fn open_bets_are_placed_again_after_a_power_cut() {
    for game in Game::ALL {
        let mut keeper = LedgerDriver::at(game);
        keeper.does([Event::PlaceYourBets, ante(1, 10), chips(1, 1)]);
        keeper.power_cut();
        assert_eq!(keeper.table().round().bets(), []);
        if keeper.ledger.phase() != Phase::BetsOpen {
            keeper.does([Event::PlaceYourBets]);
        }
        keeper.does([ante(1, 10), chips(1, 1), Event::NoMoreBets]);
        assert_same(&keeper.replayed(), &keeper.ledger);
    }
}

/// A checkpoint keeps what outlives a round: the players, whose wager was under the minimum (THB6 5.13), and
/// what the house decided after a fault (RWS6 5.17.2).
#[test]
fn a_checkpoint_keeps_what_outlives_a_round() {
    let mut configuration = house(Game::Thb6);
    configuration.limits.ante.min = Cents::dollars(25);
    let mut keeper = LedgerDriver::new(&configuration);
    keeper.does([player(1, 9)]);
    // The dealer has a pair, so that the Ante is lost.
    keeper.settles(&[(1, "KsQc")], "9h7h6s");
    keeper.does([Event::Paid, Event::DeviceFault]);
    keeper.does([Event::ShiftManager(Ruling::PlayOn)]);
    keeper.does([Event::NextRounds(NextRounds::BlockBox, seats(&[7]))]);
    keeper.take_checkpoint();
    keeper.bets(&[1]);
    let checkpoint = keeper.checkpoints().last().expect("one a round");
    let resumed = keeper.replayed_from(checkpoint);
    let resumed = resumed.expect("a checkpoint from which the journal goes on");
    assert_same(&resumed, &keeper.ledger);
    let record = keeper.table().round().seats().get(Seat::One);
    let record = record.as_ref().expect("a seat with a wager");
    assert_eq!(
        (record.player, record.under_minimum_before),
        (Player(9), true)
    );
    assert!(keeper.take(&ante(7, 10)).is_err());
}

/// The player of a seat is known after a power cut, also when it was said while bets were open: envy and hands of
/// one player depend on it (TCP5 3.14, THB6 5.10).
#[test]
fn a_player_who_sat_down_is_still_there_after_a_power_cut() {
    for game in Game::ALL {
        let mut keeper = LedgerDriver::at(game);
        keeper.does([
            Event::PlaceYourBets,
            player(2, 1),
            ante(1, 10),
            Event::NoMoreBets,
        ]);
        keeper.does([Event::Void(1, VoidCause::ForeignCard)]);
        keeper.power_cut();
        keeper.does([Event::PlaceYourBets, ante(2, 10)]);
        let seat = keeper.table().round().seats().get(Seat::Two);
        assert_eq!(seat.map(|record| record.player), Some(Player(1)));
    }
}
