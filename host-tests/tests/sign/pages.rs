//! What the sign says for every phase and banner, over time.

use crate::{WIN, broken, jackpot, picture, says, sign_showing, without_progressive};
use shared_rules::evaluate::Category;
use shared_rules::games::Award;
use shared_rules::seats::Seat;
use shared_rules::wire::sign::{Banner, SignFault, SignPhase, SignPicture, Win};

const AMOUNT: u64 = 100_000_00;

/// The pages that the sign shows, each checked at its first and at its last millisecond, and that
/// the first one follows the last again and again.
pub fn assert_turns(picture: SignPicture, pages: &[&str]) {
    let sign = sign_showing(picture);
    for (start_ms, page) in (0..)
        .step_by(2_000)
        .zip(pages.iter().cycle().take(pages.len() + 16))
    {
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
        let sign = sign_showing(SignPicture {
            phase,
            ..jackpot(AMOUNT)
        });
        assert_eq!(says(&sign, 0), page);
        assert_eq!(says(&sign, 60_000), page);
    }
}

#[test]
fn a_winner_takes_turns_with_the_new_jackpot() {
    assert_turns(
        picture(AMOUNT, Banner::Winner(WIN)),
        &[
            "WIN: SEAT 3\n$417,903.56",
            "WIN: SEAT 3\nROYAL FLUSH\nON THE FLOP",
            "JACKPOT\n$100,000.00",
        ],
    );
}

#[test]
fn a_pending_award_says_so() {
    let award = Award::Hand(Category::StraightFlush);
    assert_turns(
        picture(AMOUNT, Banner::Pending(Win { award, ..WIN })),
        &[
            "PENDING: SEAT 3\n$417,903.56",
            "PENDING: SEAT 3\nSTRAIGHT FLUSH",
            "JACKPOT\n$100,000.00",
        ],
    );
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
        assert_turns(broken(AMOUNT, fault), &[page, "JACKPOT\n$100,000.00"]);
    }
}

#[test]
fn a_fault_hides_no_win() {
    let win = SignPicture {
        banner: Banner::Pending(WIN),
        ..broken(AMOUNT, SignFault::Chain)
    };
    assert_turns(
        win,
        &[
            "PENDING: SEAT 3\n$417,903.56",
            "PENDING: SEAT 3\nROYAL FLUSH\nON THE FLOP",
            "FAULT\nTABLE SENSORS",
            "JACKPOT\n$100,000.00",
        ],
    );
}

const NOTICE: &str = "NO PROGRESSIVE BETS\nACCEPTED\nOR PAID";

/// RWS6 5.17.2c: a notice is displayed that no progressive bets are accepted or paid.
#[test]
fn notice_of_no_progressive_bets_has_a_page_and_stands_over_the_amount() {
    let pages = [NOTICE, "NO PROGRESSIVE BETS\n$100,000.00"];
    assert_turns(without_progressive(AMOUNT, Banner::None), &pages);
}

/// RWS6 5.17.2c: the notice is displayed in every such round.
#[test]
fn notice_of_no_progressive_bets_is_hidden_by_no_award() {
    for (banner, state) in [
        (Banner::Pending(WIN), "PENDING"),
        (Banner::Winner(WIN), "WIN"),
    ] {
        assert_turns(
            without_progressive(AMOUNT, banner),
            &[
                &format!("{state}: SEAT 3\n$417,903.56"),
                &format!("{state}: SEAT 3\nROYAL FLUSH\nON THE FLOP"),
                NOTICE,
                "NO PROGRESSIVE BETS\n$100,000.00",
            ],
        );
    }
}

#[test]
fn notice_of_no_progressive_bets_is_hidden_by_no_fault() {
    let notice = SignPicture {
        no_progressive_bets: true,
        ..broken(AMOUNT, SignFault::Seat(Seat::Two))
    };
    let fault = "FAULT\nSEAT 2 SENSORS";
    assert_turns(notice, &[NOTICE, fault, "NO PROGRESSIVE BETS\n$100,000.00"]);
}

#[test]
fn no_amount_is_made_up_where_none_is_known() {
    let sign = sign_showing(SignPicture {
        amount: None,
        ..broken(AMOUNT, SignFault::Journal)
    });
    for now_ms in (0..20_000).step_by(500) {
        assert!(
            !says(&sign, now_ms).contains('$'),
            "{}",
            says(&sign, now_ms)
        );
    }
    assert!((0..10).any(|turn| says(&sign, turn * 1_000).ends_with("AMOUNT\nNOT KNOWN")));
}

#[test]
fn no_bets_are_announced_as_open_under_the_notice() {
    let open = SignPicture {
        phase: SignPhase::Open,
        ..without_progressive(AMOUNT, Banner::None)
    };
    let pages = [NOTICE, "NO PROGRESSIVE BETS\n$100,000.00"];
    assert_turns(open, &pages);
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
    let open = SignPicture {
        phase: SignPhase::Open,
        ..picture(AMOUNT, Banner::Pending(WIN))
    };
    let mut sign = sign_showing(open);
    sign.hear(
        SignPicture {
            phase: SignPhase::Closed,
            ..open
        },
        700,
    );
    let turns = [700, 2_700, 4_700].map(|now_ms| says(&sign, now_ms));
    let hand = "PENDING: SEAT 3\nROYAL FLUSH\nON THE FLOP";
    let call = "NO MORE BETS\n$100,000.00";
    assert_eq!(turns, [call, "PENDING: SEAT 3\n$417,903.56", hand]);
}
