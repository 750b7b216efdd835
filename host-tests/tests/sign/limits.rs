//! The limits and the prescribed progressive bet are displayed while bets are closed (RWS6 3.3; THB6, ML6, ML9 and
//! TCP5 3.4).

use crate::pages::assert_turns;
use crate::{WIN, in_phase, jackpot, limit, limited, says, sign_showing, without_progressive};
use shared_rules::money::Cents;
use shared_rules::wagers::Limits;
use shared_rules::wire::sign::{Banner, BetLimits, SignPhase, SignPicture};

const AMOUNT: u64 = 100_000_00;
const JACKPOT: &str = "JACKPOT\n$100,000.00";

/// A game of hold'em: Ante from $10 to $500, Bonus from $5 to $100.
fn holdem() -> Limits {
    Limits {
        ante: limit(10, Some(500)),
        bonus: limit(5, Some(100)),
        ..Limits::default()
    }
}

/// The pages of the limits of a picture, in their order.
fn pages_of_limits(picture: SignPicture) -> Vec<String> {
    let sign = sign_showing(picture);
    let mut pages: Vec<String> = Vec::new();
    for now_ms in (0..60_000).step_by(2_000) {
        let page = says(&sign, now_ms);
        if !page.starts_with("JACKPOT") && !pages.contains(&page) {
            pages.push(page);
        }
    }
    pages
}

#[test]
fn limits_and_the_prescribed_bet_take_turns_with_the_jackpot() {
    let [ante, bonus] = ["ANTE\nMIN $10\nMAX $500", "BONUS\nMIN $5\nMAX $100"];
    let bet = "PROGRESSIVE BET\n$5";
    let pages = [ante, bonus, bet].map(|page| [JACKPOT, JACKPOT, JACKPOT, page]);
    assert_turns(limited(AMOUNT, holdem()), pages.as_flattened());
}

#[test]
fn limits_leave_the_sign_to_the_jackpot_while_bets_are_open() {
    let open = in_phase(SignPhase::Open, limited(AMOUNT, holdem()));
    assert_turns(open, &["BETS OPEN\n$100,000.00"]);
}

#[test]
fn limits_start_after_the_call_that_bets_are_closed() {
    let limited_in = |phase| in_phase(phase, limited(AMOUNT, holdem()));
    let mut sign = sign_showing(limited_in(SignPhase::Open));
    sign.hear(limited_in(SignPhase::Closed), 60_500);
    for now_ms in [60_500, 66_499] {
        assert_eq!(says(&sign, now_ms), "NO MORE BETS\n$100,000.00");
    }
    assert_eq!(says(&sign, 66_500), "ANTE\nMIN $10\nMAX $500");
    sign.hear(limited_in(SignPhase::Open), 66_600);
    assert_eq!(says(&sign, 66_600), "BETS OPEN\n$100,000.00");
}

#[test]
fn limits_that_the_house_has_not_set_are_not_made_up() {
    let ends = [
        (limit(25, None), "MIN $25\nNO MAXIMUM"),
        (limit(0, Some(1_000)), "NO MINIMUM\nMAX $1,000"),
    ];
    for (pair_plus, words) in ends {
        let limits = Limits {
            pair_plus,
            ..Limits::default()
        };
        let expected = [&format!("PAIR PLUS\n{words}"), "PROGRESSIVE BET\n$5"];
        assert_eq!(pages_of_limits(limited(AMOUNT, limits)), expected);
    }
    let unlimited = pages_of_limits(limited(AMOUNT, Limits::default()));
    assert_eq!(unlimited, ["PROGRESSIVE BET\n$5"]);
    assert!(pages_of_limits(jackpot(AMOUNT)).is_empty());
}

/// ML9 3.5.3: one to five units.
#[test]
fn prescribed_bet_of_several_units_says_how_many() {
    let limits = BetLimits {
        wagers: Limits::default(),
        unit: Cents::new(2_50),
        units_max: 5,
    };
    let picture = SignPicture {
        limits: Some(limits),
        ..jackpot(AMOUNT)
    };
    let bet = "PROGRESSIVE BET\n1 TO 5 UNITS\nOF $2.50";
    assert_eq!(pages_of_limits(picture), [bet]);
}

/// RWS6 5.17.2c: where no progressive bets are taken, none is prescribed. The limits of the others stay.
#[test]
fn prescribed_bet_is_left_out_under_the_notice() {
    let picture = SignPicture {
        limits: limited(AMOUNT, holdem()).limits,
        ..without_progressive(AMOUNT, Banner::None)
    };
    let pages = pages_of_limits(picture).concat();
    assert!(pages.contains("ANTE") && pages.contains("BONUS"), "{pages}");
    assert!(!pages.contains("PROGRESSIVE BET\n"), "{pages}");
}

#[test]
fn limits_are_displayed_beside_an_award() {
    let picture = SignPicture {
        banner: Banner::Winner(WIN),
        ..limited(AMOUNT, Limits::default())
    };
    let round = [
        "WIN: SEAT 3\n$417,903.56",
        "WIN: SEAT 3\nROYAL FLUSH\nON THE FLOP",
        JACKPOT,
    ];
    let bet: &[&str] = &["PROGRESSIVE BET\n$5"];
    assert_turns(picture, &[&round, &round, &round, bet].concat());
}
