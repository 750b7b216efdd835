//! The sign's picture follows from the ledger, and its words from the picture.

use firmware::lamps::SeatLamps;
use parts::flash::FlashChip;
use shared_rules::games::{Game, NextRounds};
use shared_rules::money::Cents;
use shared_rules::round::Event;
use shared_rules::seats::SeatSet;
use shared_rules::wagers::Wager;
use shared_rules::wire::payload;
use shared_rules::wire::sign::{Banner, SignPhase};
use sign::Sign;
use simulator::round_driver::{dealer_hand, hand, seat, seats};

use crate::desk::Desk;
use crate::evening::{bets, closes, house, plays_out};
use crate::record::SMALL;
use crate::step::{configures, confirms, says};

/// A table for this game, whose wagers have limits from $10 to $1,000.
fn table(game: Game) -> Desk {
    let mut desk = Desk::on(FlashChip::new(SMALL), 0);
    desk.does_all(&configures(house(game)));
    desk
}

/// The different pages of a sign that has heard the picture from the wire, in the order in which they come up.
fn pages(desk: &Desk) -> Vec<String> {
    let bytes = payload::write(&desk.controller.picture()).expect("a short picture");
    let mut sign = Sign::new(0);
    sign.hear(payload::read(&bytes).expect("a picture"), 0);
    let mut pages = Vec::new();
    for now_ms in (0..100_000).step_by(2_000) {
        sign.heartbeat(now_ms);
        let page = sign.lines(now_ms).to_string();
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    pages
}

/// RWS6 3.3, 3.4; THB6, ML6, ML9 and TCP5 3.4; ML9 3.5.3.
#[test]
fn limits_and_the_prescribed_bet_show_while_bets_are_closed() {
    let ante = "ANTE\nMIN $10\nMAX $1,000";
    let bonus = "BONUS\nMIN $10\nMAX $1,000";
    let pair_plus = "PAIR PLUS\nMIN $10\nMAX $1,000";
    let bet = "PROGRESSIVE BET\n$5";
    let one_to_five = "PROGRESSIVE BET\n1 TO 5 UNITS\nOF $5";
    for game in Game::ALL {
        let limits = match game {
            Game::Thb6 | Game::Rws6 | Game::Ml6 => [ante, bonus, bet],
            Game::Ml9 => [ante, bonus, one_to_five],
            Game::Tcp5 => [ante, pair_plus, bet],
        };
        let mut desk = table(game);
        let shown = pages(&desk);
        assert_eq!(shown[0], "JACKPOT\n$10,000.00", "{game:?}");
        assert_eq!(shown[1..], limits, "{game:?}, between rounds");

        desk.does_all(&says([Event::PlaceYourBets]));
        desk.does_all(&bets(&[2]));
        let open = ["BETS OPEN\n$10,000.00"];
        assert_eq!(pages(&desk), open, "{game:?}, bets are open");

        desk.does_all(&says([Event::NoMoreBets]));
        let shown = pages(&desk);
        assert_eq!(shown[0], "NO MORE BETS\n$10,000.51", "{game:?}");
        assert_eq!(shown[1..], limits, "{game:?}, bets are closed");
    }
}

/// RWS6 5.17.2c: the notice is displayed in every such round, also while an award waits and when it is confirmed.
#[test]
fn notice_of_no_progressive_bets_shows_beside_a_waiting_award() {
    let mut desk = table(Game::Rws6);
    let royal = says([
        hand(2, "AsKs"),
        dealer_hand("9c9d"),
        Event::Raise(Wager::Flop, seats(&[2])),
    ]);
    let board = plays_out(["QsJsTs", "3c", "Qh"]);
    desk.does_all(&[closes(&[2]), royal, board].concat());
    assert!(!desk.controller.picture().no_progressive_bets);

    let without = Event::NextRounds(NextRounds::WithoutProgressive, SeatSet::EMPTY);
    desk.does_all(&says([Event::DeviceFault, without, Event::PlaceYourBets]));
    for state in ["PENDING", "WIN"] {
        let picture = desk.controller.picture();
        assert!(picture.no_progressive_bets, "{state}");
        assert_ne!(picture.banner, Banner::None, "{state}");
        assert_eq!(picture.phase, SignPhase::Open, "{state}");
        let expected = [
            &format!("{state}: SEAT 2\n$10,000.51"),
            &format!("{state}: SEAT 2\nROYAL FLUSH\nON THE FLOP"),
            "NO PROGRESSIVE BETS\nACCEPTED\nOR PAID",
            "NO PROGRESSIVE BETS\n$10,000.00",
        ];
        assert_eq!(pages(&desk), expected);
        if state == "PENDING" {
            desk.does_all(&confirms());
        }
    }
    desk.does_all(&bets(&[2]));
    let refused = SeatLamps::NotAcceptable(1);
    assert_eq!(desk.seen().lamps.seats.get(seat(2)), &refused);
    desk.does_all(&says([Event::NoMoreBets]));
    let closed = desk.controller.picture();
    // No contribution.
    assert_eq!(closed.amount, Some(Cents::dollars(10_000)));
    assert!(closed.no_progressive_bets);
}
