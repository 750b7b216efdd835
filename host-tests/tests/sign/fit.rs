//! Everything fits on 128 x 32 dots.

use crate::{WIN, broken, in_phase, jackpot, picture, sign_showing, without_progressive};
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;
use shared_rules::evaluate::Category;
use shared_rules::games::{Award, Game};
use shared_rules::money::Cents;
use shared_rules::seats::Seat;
use shared_rules::wagers::{Limit, Limits};
use shared_rules::wire::payload;
use shared_rules::wire::sign::{Banner, BetLimits, SignFault, SignPhase, SignPicture, Win};
use sign::{Amount, Colour, PageBody, Reading, Screen, Sign};
use simulator::sign::{assert_fits, lit_dots};

/// The rows below the heading in which amounts are drawn, and how many of them a big digit fills.
const AMOUNT_ROWS: std::ops::Range<i32> = 12..32;
const BIG_DIGIT_ROWS: usize = 18;

/// Bytes of the largest picture; a payload has room for 240.
const LARGEST_PICTURE: usize = 105;

/// Every page of a picture, with the link and without.
fn assert_picture_fits(picture: SignPicture) {
    let sign = sign_showing(picture);
    for now_ms in (0..40_000).step_by(500) {
        assert_fits(&sign.page(now_ms));
        let mut linked = sign.clone();
        linked.heartbeat(now_ms);
        assert_fits(&linked.page(now_ms));
    }
}

/// For each length: the amount of nines and the one after it.
fn amounts() -> impl Iterator<Item = u64> {
    let powers = (0..=19).map(|exponent| 10_u64.pow(exponent));
    let pairs = powers.flat_map(|power| [power - 1, power]);
    pairs.chain([u64::MAX])
}

#[test]
fn every_phase_fits() {
    for phase in [SignPhase::Idle, SignPhase::Open, SignPhase::Closed] {
        assert_picture_fits(in_phase(phase, jackpot(1)));
    }
}

#[test]
fn every_win_fits() {
    for game in Game::ALL {
        for row in game.rules().progressive.awards {
            let win = Win {
                award: row.award,
                ..WIN
            };
            assert_picture_fits(picture(0, Banner::Winner(win)));
            assert_picture_fits(picture(0, Banner::Pending(win)));
        }
    }
}

#[test]
fn every_notice_fits() {
    assert_picture_fits(without_progressive(0, Banner::None));
    let seats = Seat::ALL.into_iter().map(SignFault::Seat);
    let others = [
        SignFault::Chain,
        SignFault::Journal,
        SignFault::Console,
        SignFault::Controller,
    ];
    for fault in seats.chain(others) {
        assert_picture_fits(broken(0, fault));
    }
    let switched_on = Sign::new(0);
    assert_fits(&switched_on.page(0));
    assert_fits(&switched_on.page(1_000));
}

/// This amount as every limit and as the prescribed bet.
fn all_of(amount: Cents, units_max: u8) -> BetLimits {
    let limit = Limit {
        min: amount,
        max: Some(amount),
    };
    BetLimits {
        wagers: Limits {
            ante: limit,
            bonus: limit,
            pair_plus: limit,
        },
        unit: amount,
        units_max,
    }
}

/// Every frame has room for a picture, whatever its amounts are.
#[test]
fn the_largest_picture_fits_into_a_frame() {
    let most = Cents::new(u64::MAX);
    let win = Win {
        award: Award::Community(Category::RoyalFlush),
        amount: most,
        ..WIN
    };
    let largest = SignPicture {
        amount: Some(most),
        phase: SignPhase::Closed,
        banner: Banner::Winner(win),
        fault: Some(SignFault::Seat(Seat::Seven)),
        no_progressive_bets: true,
        limits: Some(all_of(most, u8::MAX)),
    };
    let bytes = payload::write(&largest).expect("room in a payload");
    assert_eq!(bytes.len(), LARGEST_PICTURE);
    assert_eq!(payload::read(&bytes), Some(largest));
}

#[test]
fn every_limit_and_every_prescribed_bet_fits() {
    for amount in amounts().map(Cents::new) {
        for units_max in [1, u8::MAX] {
            assert_picture_fits(SignPicture {
                limits: Some(all_of(amount, units_max)),
                ..jackpot(0)
            });
        }
    }
}

#[test]
fn every_amount_fits_and_is_written_out() {
    for cents in amounts() {
        let page = sign_showing(jackpot(cents)).page(0);
        assert_fits(&page);
        let written = Amount(Cents::new(cents)).to_string();
        assert_eq!(page.lines().to_string(), format!("JACKPOT\n{written}"));
    }
}

#[test]
fn every_amount_to_99_999_999_99_is_in_big_digits() {
    for cents in amounts().filter(|cents| *cents <= 99_999_999_99) {
        let lit = lit_dots(&sign_showing(jackpot(cents)).page(0));
        let is_used = |row: &i32| lit.iter().any(|at| at.y == *row);
        let rows = AMOUNT_ROWS.filter(is_used).count();
        assert!(rows >= BIG_DIGIT_ROWS, "{cents}: {rows} rows");
    }
}

#[test]
fn wheels_that_turn_fit() {
    let mut page = sign_showing(jackpot(0)).page(0);
    for cents in amounts() {
        for part in 0..=u8::MAX {
            page.body = PageBody::Amount(Reading {
                cents: Cents::new(cents),
                part,
            });
            assert_fits(&page);
        }
    }
}

#[test]
fn dots_outside_the_screen_are_left_out() {
    let mut screen = Screen::new();
    let outside = [(-1, 0), (0, -1), (128, 0), (0, 32), (i32::MAX, i32::MIN)];
    let dots = outside.map(|at| Pixel(Point::from(at), Colour::Red));
    match screen.draw_iter(dots) {
        Ok(()) => assert_eq!(screen, Screen::new()),
    }
}

#[test]
fn dots_keep_their_colour_apart_from_their_neighbours() {
    let mut screen = Screen::new();
    let colours = [Colour::Red, Colour::Green, Colour::Amber, Colour::Off];
    let corners = [(0, 0), (127, 0), (0, 31), (127, 31)].map(Point::from);
    for turn in 0..colours.len() {
        let colour_of = |corner: usize| colours[(corner + turn) % colours.len()];
        for (corner, at) in corners.into_iter().enumerate() {
            match screen.draw_iter([Pixel(at, colour_of(corner))]) {
                Ok(()) => assert_eq!(screen.dot(at), Some(colour_of(corner))),
            }
        }
        let kept = corners.map(|at| screen.dot(at));
        assert_eq!(kept, [0, 1, 2, 3].map(|corner| Some(colour_of(corner))));
    }
}
