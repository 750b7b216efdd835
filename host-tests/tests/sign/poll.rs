//! Whoever draws only when `poll_at` says so, and when something is heard, misses nothing.

use crate::{WIN, jackpot, limited, picture, sign_showing};
use proptest::prelude::*;
use shared_rules::seats::Seat;
use shared_rules::wagers::Limits;
use shared_rules::wire::sign::{Banner, SignFault, SignPicture};
use sign::Sign;

#[test]
fn a_still_sign_waits_for_silence_and_then_for_nothing() {
    let sign = sign_showing(jackpot(5_00));
    assert_eq!(sign.poll_at(0), Some(1_000));
    assert_eq!(sign.poll_at(999), Some(1_000));
    assert_eq!(sign.poll_at(1_000), None);
}

#[test]
fn rolling_digits_ask_for_fifty_frames_in_a_second() {
    let mut sign = sign_showing(jackpot(5_00));
    sign.hear(jackpot(6_00), 7);
    assert_eq!(sign.poll_at(7), Some(27));
    assert_eq!(sign.poll_at(26), Some(27));
    assert_eq!(sign.poll_at(800), Some(807));
    assert_eq!(sign.poll_at(807), Some(1_007));
}

#[test]
fn pages_ask_for_their_turns() {
    let mut sign = sign_showing(picture(5_00, Banner::Winner(WIN)));
    sign.heartbeat(1_500);
    assert_eq!(sign.poll_at(1_500), Some(2_000));
    assert_eq!(sign.poll_at(2_000), Some(2_500));
    assert_eq!(sign.poll_at(2_500), Some(4_500));
}

fn any_banner() -> impl Strategy<Value = Banner> {
    prop_oneof![
        4 => Just(Banner::None),
        1 => Just(Banner::Winner(WIN)),
        1 => Just(Banner::Pending(WIN)),
    ]
}

fn any_fault() -> impl Strategy<Value = Option<SignFault>> {
    prop::option::weighted(0.2, Just(SignFault::Seat(Seat::Two)))
}

/// A picture, or a heartbeat.
fn any_message() -> impl Strategy<Value = Option<SignPicture>> {
    let any_picture = (
        0..100_000_00_u64,
        any_banner(),
        any_fault(),
        any::<[bool; 2]>(),
    );
    prop::option::of(
        any_picture.prop_map(|(cents, banner, fault, [notice, has_limits])| SignPicture {
            fault,
            no_progressive_bets: notice,
            limits: limited(cents, Limits::default())
                .limits
                .filter(|_| has_limits),
            ..picture(cents, banner)
        }),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_changes_before_its_time(
        messages in prop::collection::vec((1..3_000_u64, any_message()), 1..8),
    ) {
        let mut sign = Sign::new(0);
        let mut now_ms = 0;
        for (wait_ms, message) in messages {
            for before_ms in now_ms..now_ms + wait_ms {
                let due_ms = sign.poll_at(before_ms);
                prop_assert!(due_ms.is_none_or(|due_ms| due_ms > before_ms));
                if sign.page(before_ms) != sign.page(before_ms + 1) {
                    prop_assert_eq!(due_ms, Some(before_ms + 1));
                }
            }
            now_ms += wait_ms;
            match message {
                Some(picture) => sign.hear(picture, now_ms),
                None => sign.heartbeat(now_ms),
            }
        }
    }
}
