//! The sign says by itself that it hears nothing, and goes on showing what it knows.

use crate::{WIN, broken, jackpot, picture, sign_showing, without_progressive};
use shared_rules::wire::sign::{Banner, SignFault, SignPhase, SignPicture};
use sign::Sign;

fn says(sign: &Sign, now_ms: u64) -> String {
    sign.lines(now_ms).to_string()
}

const LOST: &str = "NO LINK: LAST KNOWN\n$123,456.78";

#[test]
fn silence_for_a_second_is_a_lost_link() {
    let open = SignPicture {
        phase: SignPhase::Open,
        ..jackpot(123_456_78)
    };
    let sign = sign_showing(open);
    assert_eq!(says(&sign, 999), "BETS OPEN\n$123,456.78");
    assert_eq!(says(&sign, 1_000), LOST);
    assert_eq!(says(&sign, 1_000_000), LOST);
}

#[test]
fn heartbeats_keep_the_link() {
    let mut sign = sign_showing(jackpot(123_456_78));
    for now_ms in (900..90_000).step_by(900) {
        assert!(!sign.link_lost(now_ms), "at {now_ms} ms");
        sign.heartbeat(now_ms);
    }
}

#[test]
fn the_notice_goes_when_the_table_is_heard_again() {
    let mut sign = sign_showing(jackpot(123_456_78));
    assert_eq!(says(&sign, 5_000), LOST);
    sign.heartbeat(5_001);
    assert_eq!(says(&sign, 5_001), "JACKPOT\n$123,456.78");
    assert_eq!(says(&sign, 6_001), LOST);
    sign.hear(broken(123_456_78, SignFault::Journal), 6_500);
    assert_eq!(says(&sign, 6_500), "FAULT\nJOURNAL");
}

#[test]
fn a_lost_link_does_not_hide_a_win() {
    let sign = sign_showing(picture(123_456_78, Banner::Winner(WIN)));
    let turns = [1_000, 3_000, 5_000, 7_000].map(|now_ms| says(&sign, now_ms));
    let hand = "WIN: SEAT 3\nROYAL FLUSH\nON THE FLOP";
    assert_eq!(turns, [LOST, "WIN: SEAT 3\n$417,903.56", hand, LOST]);
}

#[test]
fn a_lost_link_does_not_hide_a_fault() {
    let sign = sign_showing(broken(123_456_78, SignFault::Journal));
    let turns = [1_000, 3_000, 5_000].map(|now_ms| says(&sign, now_ms));
    assert_eq!(turns, [LOST, "FAULT\nJOURNAL", LOST]);
}

#[test]
fn a_lost_link_does_not_hide_that_no_bets_are_taken() {
    let sign = sign_showing(without_progressive(123_456_78, Banner::None));
    let turns = [1_000, 3_000, 5_000].map(|now_ms| says(&sign, now_ms));
    let notice = "NO PROGRESSIVE BETS\nACCEPTED\nOR PAID";
    assert_eq!(turns, [LOST, notice, LOST]);
}

#[test]
fn before_the_first_picture_there_is_no_amount() {
    let mut sign = Sign::new(70);
    assert_eq!(says(&sign, 70), "STARTING\nWAITING FOR\nTHE TABLE");
    assert_eq!(says(&sign, 1_070), "NO LINK\nWAITING FOR\nTHE TABLE");
    sign.heartbeat(1_100);
    assert_eq!(says(&sign, 1_100), "STARTING\nWAITING FOR\nTHE TABLE");
}
