//! The sign calls awards by the names of the rules, and writes amounts as people do.

use crate::{WIN, picture, says, sign_showing};
use shared_rules::games::Game;
use shared_rules::money::Cents;
use shared_rules::wire::sign::{Banner, Win};
use sign::Amount;

#[test]
fn every_award_of_every_game_is_called_by_its_name() {
    for game in Game::ALL {
        for row in game.rules().progressive.awards {
            let win = Win {
                award: row.award,
                ..WIN
            };
            let sign = sign_showing(picture(0, Banner::Winner(win)));
            let page = says(&sign, 2_000).to_lowercase();
            let said: Vec<&str> = page.split_whitespace().collect();
            for word in row.award.name().split('_') {
                assert!(said.contains(&word), "{game:?}: no {word} in {said:?}");
            }
        }
    }
}

#[test]
fn amounts_have_a_comma_after_every_third_digit() {
    let amounts = [
        (0, "$0.00"),
        (5, "$0.05"),
        (999_99, "$999.99"),
        (1_000_00, "$1,000.00"),
        (12_345_67, "$12,345.67"),
        (1_000_000_10, "$1,000,000.10"),
        (99_999_999_99, "$99,999,999.99"),
        (u64::MAX, "$184,467,440,737,095,516.15"),
    ];
    for (cents, written) in amounts {
        assert_eq!(Amount(Cents::new(cents)).to_string(), written);
    }
}
