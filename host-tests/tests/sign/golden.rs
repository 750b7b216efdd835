//! Pictures of the sign, dot for dot, against the ones in `golden/sign`: `.` off, `r` red, `g` green,
//! `#` amber.
//!
//! A change that is meant is taken over with `SIGN_GOLDEN=write cargo test -p host-tests --test sign`;
//! look at the pictures before committing them.

use crate::{
    WIN, broken, in_phase, jackpot, limit, limited, picture, sign_showing, without_progressive,
};
use shared_rules::evaluate::Category;
use shared_rules::games::Award;
use shared_rules::seats::Seat;
use shared_rules::wagers::Limits;
use shared_rules::wire::sign::{Banner, SignFault, SignPhase, Win};
use sign::{Screen, Sign};
use std::path::Path;
use std::{env, fs};

const AMOUNT: u64 = 123_456_78;

/// Compares the sign at a time with the picture of this name.
fn assert_golden(name: &str, sign: &Sign, now_ms: u64) {
    let mut screen = Screen::new();
    match sign.draw(now_ms, &mut screen) {
        Ok(()) => assert_same(name, &screen.to_string()),
    }
}

fn assert_same(name: &str, actual: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/sign");
    let path = folder.join(name).with_extension("txt");
    if env::var_os("SIGN_GOLDEN").is_some_and(|value| value == "write") {
        fs::write(&path, actual).expect("a writable picture");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == actual,
        "{name} differs from {}; the sign shows\n{actual}\
         if that is right: SIGN_GOLDEN=write cargo test -p host-tests --test sign",
        path.display()
    );
}

#[test]
fn phases() {
    for (name, phase, cents) in [
        ("jackpot", SignPhase::Idle, AMOUNT),
        ("bets_open", SignPhase::Open, 1_234_567_89),
        ("no_more_bets", SignPhase::Closed, 0),
    ] {
        let sign = sign_showing(in_phase(phase, jackpot(cents)));
        assert_golden(name, &sign, 0);
    }
}

#[test]
fn amounts() {
    for (name, cents) in [
        ("widest_in_big_digits", 99_999_999_99),
        ("too_wide_for_big_digits", 100_000_000_00),
        ("largest_amount", u64::MAX),
    ] {
        assert_golden(name, &sign_showing(jackpot(cents)), 0);
    }
}

#[test]
fn rolling() {
    let mut sign = sign_showing(jackpot(123_999_98));
    sign.hear(jackpot(124_000_01), 0);
    // Half of the way is a cent and a half: $123,999.99 and a half turns all wheels but the first two.
    assert_golden("rolling", &sign, 400);
}

#[test]
fn wins() {
    let mut winner = sign_showing(picture(100_000_00, Banner::Winner(WIN)));
    assert_golden("winner_amount", &winner, 0);
    winner.heartbeat(2_000);
    assert_golden("winner_hand", &winner, 2_000);

    let award = Award::Hand(Category::StraightFlush);
    let mut pending = sign_showing(picture(AMOUNT, Banner::Pending(Win { award, ..WIN })));
    pending.heartbeat(2_000);
    assert_golden("pending_hand", &pending, 2_000);
}

#[test]
fn notices() {
    let fault = broken(AMOUNT, SignFault::Seat(Seat::Five));
    assert_golden("fault", &sign_showing(fault), 0);
    let mut no_bets = sign_showing(without_progressive(AMOUNT, Banner::None));
    assert_golden("no_progressive_bets_notice", &no_bets, 0);
    no_bets.heartbeat(2_000);
    assert_golden("no_progressive_bets", &no_bets, 2_000);
    assert_golden("link_lost", &sign_showing(jackpot(AMOUNT)), 1_000);
    assert_golden("never_heard", &Sign::new(0), 1_000);
}

#[test]
fn limits() {
    let wagers = Limits {
        ante: limit(10, Some(1_000)),
        ..Limits::default()
    };
    let mut sign = sign_showing(limited(AMOUNT, wagers));
    for (now_ms, name) in [(6_000, "limits"), (14_000, "progressive_bet")] {
        sign.heartbeat(now_ms);
        assert_golden(name, &sign, now_ms);
    }
}
