use shared_rules::closed::Player;
use shared_rules::games::Game;
use shared_rules::money::Cents;
use shared_rules::round::*;
use shared_rules::seats::Seat;
use shared_rules::wagers::Wager;
use simulator::ledger_driver::LedgerDriver;
#[test]
fn zz() {
    let mut d = LedgerDriver::at(Game::Thb6);
    d.is_watched = false;
    for e in [
        Event::Player(Seat::ALL[6], Player(5)),
        Event::PlaceYourBets,
        Event::Stake(Seat::ALL[4], Wager::Ante, Cents::new(1000)),
        Event::Chips(Seat::ALL[4], 1),
        Event::Stake(Seat::ALL[6], Wager::Ante, Cents::new(2000)),
        Event::Stake(Seat::ALL[6], Wager::Ante, Cents::new(0)),
        Event::Stake(Seat::ALL[5], Wager::Ante, Cents::new(1000)),
        Event::Chips(Seat::ALL[5], 1),
        Event::HoldPlayer(Player(5), PlayerHold::OneSeat),
        Event::NoMoreBets,
    ] {
        println!("{e:?}: {:?}", d.take(&e));
        println!("   {:?}", d.table().round().seats());
    }
}
