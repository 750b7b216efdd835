//! The jackpot sign: what it says, when, and in which dots.
#![expect(
    clippy::inconsistent_digit_grouping,
    reason = "amounts are in cents: the last two digits stand behind the point"
)]

mod fit;
mod golden;
mod limits;
mod link;
mod odometer;
mod pages;
mod panels;
mod poll;
mod vocabulary;

use shared_rules::games::Award;
use shared_rules::money::Cents;
use shared_rules::seats::Seat;
use shared_rules::wagers::{Limit, Limits};
use shared_rules::wire::sign::{Banner, BetLimits, SignFault, SignPhase, SignPicture, Win};
use sign::Sign;

/// A picture between rounds.
fn picture(cents: u64, banner: Banner) -> SignPicture {
    SignPicture {
        amount: Some(Cents::new(cents)),
        phase: SignPhase::Idle,
        banner,
        fault: None,
        no_progressive_bets: false,
        limits: None,
    }
}

/// A picture with an amount and a fault.
fn broken(cents: u64, fault: SignFault) -> SignPicture {
    SignPicture {
        fault: Some(fault),
        ..jackpot(cents)
    }
}

/// The same picture in a phase of the round.
fn in_phase(phase: SignPhase, picture: SignPicture) -> SignPicture {
    SignPicture { phase, ..picture }
}

/// A picture with nothing but an amount.
fn jackpot(cents: u64) -> SignPicture {
    picture(cents, Banner::None)
}

/// A picture of a round without progressive bets (RWS6 5.17.2c).
fn without_progressive(cents: u64, banner: Banner) -> SignPicture {
    SignPicture {
        no_progressive_bets: true,
        ..picture(cents, banner)
    }
}

/// Limits from whole dollars.
fn limit(min: u32, max: Option<u32>) -> Limit {
    Limit {
        min: Cents::dollars(min),
        max: max.map(Cents::dollars),
    }
}

/// A picture of a table with these limits.
fn limited(cents: u64, wagers: Limits) -> SignPicture {
    SignPicture {
        limits: Some(BetLimits {
            wagers,
            unit: Cents::dollars(5),
            units_max: 1,
        }),
        ..jackpot(cents)
    }
}

/// Seat 3 wins the whole jackpot.
const WIN: Win = Win {
    seat: Seat::Three,
    award: Award::RoyalFlushOnFlop,
    amount: Cents::new(417_903_56),
};

/// A sign that hears this picture when it is switched on, at 0 ms.
fn sign_showing(picture: SignPicture) -> Sign {
    let mut sign = Sign::new(0);
    sign.hear(picture, 0);
    sign
}

/// What the sign says at a time, if it has heard the table until then.
fn says(sign: &Sign, now_ms: u64) -> String {
    let mut sign = sign.clone();
    sign.heartbeat(now_ms);
    sign.lines(now_ms).to_string()
}
