//! The identity over random seasons of every game: seeds + contributions = meter + reserve + overflow +
//! awards, to the micro-cent and after every step, in the ledger and in books of our own.

use shared_rules::games::Game;
use simulator::ledger_driver::season::Season;

const SEASONS: u64 = 20;
const EVENTS: usize = 4_000;

/// [`Season::goes_on`] compares the ledger with the books after every entry. What is counted here shows that the
/// seasons went everywhere, or the comparison says little.
#[test]
fn every_micro_cent_is_accounted_for() {
    let [rounds, hits, awards] = seasons(SEASONS);
    println!("{rounds} rounds, {hits} jackpots won, awards in {awards} seasons");
    assert!(rounds > 5_000, "only {rounds} rounds");
    assert!(hits > 50, "only {hits} jackpots were won");
    assert!(awards > 60, "awards in only {awards} seasons");
}

/// So many seasons of every game: the rounds, the jackpots that were won, and the seasons with awards.
pub fn seasons(count: u64) -> [u32; 3] {
    let (mut rounds, mut hits, mut awards) = (0, 0, 0);
    for game in Game::ALL {
        for seed in 0..count {
            let mut season = Season::new(game, seed);
            for _ in 0..EVENTS {
                season.goes_on();
            }
            rounds += season.keeper.table().round().number();
            hits += season.keeper.books.sums().hits;
            awards += u32::from(season.keeper.books.sums().awards > 0);
        }
    }
    [rounds, hits, awards]
}
