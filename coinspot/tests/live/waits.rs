//! Parameters that wait until the jackpot has been won are named where a journal is read.

use coinspot::journal::dump;
use shared_rules::games::Game;
use shared_rules::round::Event;
use shared_rules::wagers::Wager;
use simulator::engine::HostEngine;
use simulator::round_driver::{community, dealer_hand, hand, seats};
use simulator::table_driver::{TableDriver, house};

fn waits(evening: &TableDriver<HostEngine>) -> Option<String> {
    let image = evening.table.engine.flash.chip().image().to_vec();
    dump(&image).expect("a journal").waits
}

#[test]
fn a_journal_names_the_game_that_waits() {
    let mut evening = TableDriver::<HostEngine>::of(Game::Ml6);
    evening.says([Event::PlaceYourBets]);
    evening.bets(2, 1);
    evening.says([Event::NoMoreBets, hand(2, "8h8d"), dealer_hand("3d3h")]);
    evening.says([Event::Raise(Wager::Flop, seats(&[2])), community("2dJs5c")]);
    evening.says([community("Kd"), community("4c")]);
    evening.says([Event::Settle, Event::Paid]);
    evening.configures(house(Game::Ml6));
    assert_eq!(waits(&evening), None);
    evening.configures(house(Game::Ml9));
    let named = waits(&evening).expect("a game that waits");
    assert!(named.contains("until the jackpot has been won"), "{named}");
    assert!(named.contains("ML9") && named.contains("$5"), "{named}");
}
