//! The evening at a table that has played many ordinary rounds: the journal that each restart reads is long.

use board_sim::start::put_journal;
use board_sim::table::BoardEngine;
use parts::engine::FreshEngine;
use parts::flash::FlashChip;
use shared_rules::games::Game;
use simulator::scenarios::games::play_five_games_at;
use simulator::simulate::Life;
use simulator::table::SimulatedTable;
use simulator::table_driver::TableDriver;

use crate::evening::{Story, Watch, Watched, story_of};
use crate::restart::entries;

/// Rounds that it has played; the next is open.
const ROUNDS: u32 = 200;

/// Plays the evening at such a table.
pub fn record_on_an_aged_table<W: Watch>() -> (W, Story) {
    let mut life = Life::new(crate::SEED, Some(Game::Ml9));
    let played = life.play_to(ROUNDS, |_| {});
    assert!(played.is_ok(), "{played:?}");
    let flash = life.flash();
    let mut engine = BoardEngine::fresh();
    put_journal(&mut engine.board, &flash).expect("a whole bank");
    let table = SimulatedTable::with_engine(1, Watched::new(engine));
    let mut evening = TableDriver::in_use(table, entries(FlashChip::from_image(&flash)));
    assert!(evening.table.console.boot.is_some(), "the image starts");
    evening.clears_up();
    play_five_games_at(&mut evening);
    story_of(&mut evening.table)
}
