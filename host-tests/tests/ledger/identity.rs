//! Random histories on the ledger of every game, each step compared with the oracle's account: seeds + contributions =
//! meter + reserve + overflow + awards, to the micro-cent.

use shared_rules::games::Game;
use simulator::simulate::stage::LedgerStage;
use simulator::simulate::{Dice, EventComparison, Luck};

const SEEDS: u64 = 25;
const STEPS: usize = 2_000;

/// The stage compares the ledger with the oracle after every step. The counts show that the histories went everywhere,
/// or the comparison says little.
#[test]
fn every_micro_cent_is_accounted_for() {
    let [rounds, hits, awards] = histories(SEEDS);
    println!("{rounds} rounds, {hits} jackpots won, awards in {awards} histories");
    assert!(rounds > 5_000, "only {rounds} rounds");
    assert!(hits > 50, "only {hits} jackpots were won");
    assert!(awards > 60, "awards in only {awards} histories");
}

/// Histories of every game: the numbers of rounds, of jackpots that were won, and of histories with awards.
pub fn histories(seeds: u64) -> [u32; 3] {
    let (mut rounds, mut hits, mut awards) = (0, 0, 0);
    for game in Game::ALL {
        for seed in 0..seeds {
            let dice = Dice::new(seed, Luck::ABSURD, Some(game));
            let played = EventComparison::play(LedgerStage::default(), dice, STEPS, |_| {});
            let account = played.reference.account;
            let money = account.money.expect("a configured table");
            rounds += account.round.number;
            hits += money.sums().hits;
            awards += u32::from(money.sums().awards > 0);
        }
    }
    [rounds, hits, awards]
}
