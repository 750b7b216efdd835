//! What the sign says for every phase and banner, over time.

use crate::{WIN, broken, in_phase, jackpot, picture, says, sign_showing, without_progressive};
use shared_rules::evaluate::Category;
use shared_rules::games::Award;
use shared_rules::seats::Seat;
use shared_rules::wire::sign::{Banner, SignFault, SignPhase, SignPicture, Win};

const AMOUNT: u64 = 100_000_00;

/// The pages that the sign shows, each checked at its first and at its last millisecond, and that
/// the first one follows the last again and again.
pub fn assert_turns(picture: SignPicture, pages: &[&str]) {
    let sign = sign_showing(picture);
    let turns = pages.iter().cycle().take(pages.len() + 16);
    for (start_ms, page) in (0..).step_by(2_000).zip(turns) {
        assert_eq!(says(&sign, start_ms), *page, "at {start_ms} ms");
        let end_ms = start_ms + 1_999;
        assert_eq!(says(&sign, end_ms), *page, "at {end_ms} ms");
    }
}

#[test]
fn the_phase_stands_over_the_amount() {
    let phases = [
        (SignPhase::Idle, "JACKPOT\n$100,000.00"),
        (SignPhase::Open, "BETS OPEN\n$100,000.00"),
        (SignPhase::Closed, "NO MORE BETS\n$100,000.00"),
    ];
    for (phase, page) in phases {
        let sign = sign_showing(in_phase(phase, jackpot(AMOUNT)));
        assert_eq!(says(&sign, 0), page);
        assert_eq!(says(&sign, 60_000), page);
    }
}

const JACKPOT: &str = "JACKPOT\n$100,000.00";

/// The two pages of an award to seat 3 that is in this state, and behind them others.
fn with_award<'a>(pages: &'a [String; 2], others: &[&'a str]) -> Vec<&'a str> {
    let award = pages.each_ref().map(String::as_str);
    [&award[..], others].concat()
}

fn award_pages(state: &str, hand: &str) -> [String; 2] {
    ["$417,903.56", hand].map(|line| format!("{state}: SEAT 3\n{line}"))
}

/// An award that is pending says so.
#[test]
fn a_winner_takes_turns_with_the_new_jackpot() {
    let won = award_pages("WIN", ROYAL);
    let winner = picture(AMOUNT, Banner::Winner(WIN));
    assert_turns(winner, &with_award(&won, &[JACKPOT]));
    let award = Award::Hand(Category::StraightFlush);
    let waits = award_pages("PENDING", "STRAIGHT FLUSH");
    let pending = picture(AMOUNT, Banner::Pending(Win { award, ..WIN }));
    assert_turns(pending, &with_award(&waits, &[JACKPOT]));
}

#[test]
fn a_fault_takes_turns_with_the_amount() {
    let faults = [
        (SignFault::Seat(Seat::Five), "FAULT\nSEAT 5 SENSORS"),
        (SignFault::Chain, "FAULT\nTABLE SENSORS"),
        (SignFault::Journal, "FAULT\nJOURNAL"),
        (SignFault::Console, "FAULT\nDEALER CONSOLE"),
        (SignFault::Controller, "FAULT\nCONTROLLER"),
    ];
    for (fault, page) in faults {
        assert_turns(broken(AMOUNT, fault), &[page, JACKPOT]);
    }
}

#[test]
fn a_fault_hides_no_win() {
    let win = SignPicture {
        banner: Banner::Pending(WIN),
        ..broken(AMOUNT, SignFault::Chain)
    };
    let waits = award_pages("PENDING", ROYAL);
    assert_turns(win, &with_award(&waits, &["FAULT\nTABLE SENSORS", JACKPOT]));
}

const ROYAL: &str = "ROYAL FLUSH\nON THE FLOP";
const NOTICE: &str = "NO PROGRESSIVE BETS\nACCEPTED\nOR PAID";
const NO_BETS: &str = "NO PROGRESSIVE BETS\n$100,000.00";

/// RWS6 5.17.2c: a notice is displayed that no progressive bets are accepted or paid, in every such round: bets that are
/// open, an award and a fault do not hide it.
#[test]
fn notice_of_no_progressive_bets_has_a_page_and_stands_over_the_amount() {
    let notice = without_progressive(AMOUNT, Banner::None);
    assert_turns(notice, &[NOTICE, NO_BETS]);
    assert_turns(in_phase(SignPhase::Open, notice), &[NOTICE, NO_BETS]);
    for (banner, state) in [
        (Banner::Pending(WIN), "PENDING"),
        (Banner::Winner(WIN), "WIN"),
    ] {
        let award = award_pages(state, ROYAL);
        let pages = with_award(&award, &[NOTICE, NO_BETS]);
        assert_turns(without_progressive(AMOUNT, banner), &pages);
    }
    let faulted = SignPicture {
        no_progressive_bets: true,
        ..broken(AMOUNT, SignFault::Seat(Seat::Two))
    };
    assert_turns(faulted, &[NOTICE, "FAULT\nSEAT 2 SENSORS", NO_BETS]);
}

#[test]
fn no_amount_is_made_up_where_none_is_known() {
    let sign = sign_showing(SignPicture {
        amount: None,
        ..broken(AMOUNT, SignFault::Journal)
    });
    for now_ms in (0..20_000).step_by(500) {
        let page = says(&sign, now_ms);
        assert!(!page.contains('$'), "{page}");
    }
    assert!((0..10).any(|turn| says(&sign, turn * 1_000).ends_with("AMOUNT\nNOT KNOWN")));
}

#[test]
fn a_new_banner_starts_with_its_first_page() {
    let mut sign = sign_showing(picture(AMOUNT, Banner::Pending(WIN)));
    assert_eq!(says(&sign, 4_500), "JACKPOT\n$100,000.00");
    sign.hear(picture(AMOUNT, Banner::Winner(WIN)), 4_600);
    assert_eq!(says(&sign, 4_600), "WIN: SEAT 3\n$417,903.56");
}

#[test]
fn a_second_winner_follows_the_first_at_once() {
    let mut sign = sign_showing(picture(AMOUNT, Banner::Winner(WIN)));
    let second = Win {
        seat: Seat::Six,
        ..WIN
    };
    sign.hear(picture(AMOUNT, Banner::Winner(second)), 300);
    assert_eq!(says(&sign, 300), "WIN: SEAT 6\n$417,903.56");
}

#[test]
fn a_picture_that_repeats_the_banner_does_not_hold_its_first_page() {
    let mut sign = sign_showing(picture(AMOUNT, Banner::Winner(WIN)));
    for now_ms in (100..2_000).step_by(100) {
        sign.hear(picture(AMOUNT + now_ms, Banner::Winner(WIN)), now_ms);
    }
    assert_eq!(says(&sign, 2_000), "WIN: SEAT 3\nROYAL FLUSH\nON THE FLOP");
}

/// The dealer's call is there at once, also beside an award that waits.
#[test]
fn a_new_call_starts_with_its_own_page() {
    let open = in_phase(SignPhase::Open, picture(AMOUNT, Banner::Pending(WIN)));
    let mut sign = sign_showing(open);
    sign.hear(in_phase(SignPhase::Closed, open), 700);
    let turns = [700, 2_700, 4_700].map(|now_ms| says(&sign, now_ms));
    let hand = "PENDING: SEAT 3\nROYAL FLUSH\nON THE FLOP";
    let call = "NO MORE BETS\n$100,000.00";
    assert_eq!(turns, [call, "PENDING: SEAT 3\n$417,903.56", hand]);
}
