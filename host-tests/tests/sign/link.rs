//! The sign says by itself that it hears nothing, and goes on showing what it knows.

use crate::{WIN, broken, in_phase, jackpot, picture, sign_showing, without_progressive};
use shared_rules::wire::sign::{Banner, SignFault, SignPhase};
use sign::Sign;

fn says(sign: &Sign, now_ms: u64) -> String {
    sign.lines(now_ms).to_string()
}

const LOST: &str = "NO LINK: LAST KNOWN\n$123,456.78";

#[test]
fn silence_for_a_second_is_a_lost_link() {
    let sign = sign_showing(in_phase(SignPhase::Open, jackpot(123_456_78)));
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

/// Nor a fault, nor that no bets are taken.
#[test]
fn a_lost_link_does_not_hide_a_win() {
    let amount = "WIN: SEAT 3\n$417,903.56";
    let hand = "WIN: SEAT 3\nROYAL FLUSH\nON THE FLOP";
    let notice = "NO PROGRESSIVE BETS\nACCEPTED\nOR PAID";
    for (picture, pages) in [
        (
            picture(123_456_78, Banner::Winner(WIN)),
            &[LOST, amount, hand, LOST][..],
        ),
        (
            broken(123_456_78, SignFault::Journal),
            &[LOST, "FAULT\nJOURNAL", LOST],
        ),
        (
            without_progressive(123_456_78, Banner::None),
            &[LOST, notice, LOST],
        ),
    ] {
        let sign = sign_showing(picture);
        for (now_ms, page) in (1_000..).step_by(2_000).zip(pages) {
            assert_eq!(says(&sign, now_ms), *page, "at {now_ms} ms");
        }
    }
}

#[test]
fn before_the_first_picture_there_is_no_amount() {
    let mut sign = Sign::new(70);
    assert_eq!(says(&sign, 70), "STARTING\nWAITING FOR\nTHE TABLE");
    assert_eq!(says(&sign, 1_070), "NO LINK\nWAITING FOR\nTHE TABLE");
    sign.heartbeat(1_100);
    assert_eq!(says(&sign, 1_100), "STARTING\nWAITING FOR\nTHE TABLE");
}
