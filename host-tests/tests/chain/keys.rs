//! The keys: held while they are down, pressed once, never by a bounce or a broken chain.

use firmware::config::{FAULT_CLEAR_SAMPLES, KEY_SAMPLES};
use firmware::keys::{KeySet, TableKey};
use parts::chain::{Change, Cut, Trouble, key};
use simulator::rig::{MS, Rig};

const CLEAR_MS: u64 = FAULT_CLEAR_SAMPLES as u64;
const KEY_MS: u64 = KEY_SAMPLES as u64;

fn only(key: TableKey) -> KeySet {
    [key].into_iter().collect()
}

/// The scans among the next `count` that say that something is pressed, and what.
fn presses(rig: &mut Rig, count: u64) -> Vec<(u64, KeySet)> {
    let scans = (1..=count).filter_map(|scan| {
        rig.step();
        let pressed = rig.readings.keys.pressed;
        (!pressed.is_empty()).then_some((scan, pressed))
    });
    scans.collect()
}

#[test]
fn every_key_is_pressed_once_and_held_until_it_is_let_go() {
    let mut rig = Rig::proven(1);
    for (index, pressed) in TableKey::ALL.into_iter().enumerate() {
        rig.apply(Change::Key(index, true));
        assert_eq!(presses(&mut rig, 1_000), [(KEY_MS, only(pressed))]);
        assert_eq!(rig.readings.keys.held, only(pressed));
        rig.apply(Change::Key(index, false));
        assert_eq!(presses(&mut rig, KEY_MS), []);
        assert_eq!(rig.readings.keys.held, KeySet::NONE);
    }
}

#[test]
fn a_key_that_bounces_is_pressed_once() {
    for seed in 0..50 {
        let mut rig = Rig::proven(seed);
        let until_ns = rig.next_scan_ns() + 10 * MS;
        rig.apply(Change::Key(1, true));
        rig.apply(Change::Trouble(key(1), Trouble::Bouncing, until_ns));
        let down = presses(&mut rig, 200);
        assert_eq!(down.len(), 1);
        assert!(down[0].0 <= 10 + KEY_MS && down[0].1.contains(TableKey::NoMoreBets));
        let until_ns = rig.next_scan_ns() + 10 * MS;
        rig.apply(Change::Key(1, false));
        rig.apply(Change::Trouble(key(1), Trouble::Bouncing, until_ns));
        assert_eq!(presses(&mut rig, 200), []);
    }
}

#[test]
fn a_touch_shorter_than_20_ms_is_no_press() {
    let mut rig = Rig::proven(2);
    for phase_ns in (0..MS).step_by(50_000) {
        let from_ns = rig.next_scan_ns() + phase_ns;
        rig.chain.with(|chain| {
            chain.schedule(from_ns, Change::Key(0, true));
            chain.schedule(from_ns + 20 * MS - 1, Change::Key(0, false));
        });
        assert_eq!(presses(&mut rig, 60), []);
        assert!(rig.readings.keys.held.is_empty());
    }
}

#[test]
fn two_keys_are_held_together() {
    let mut rig = Rig::proven(3);
    rig.apply(Change::Key(3, true));
    rig.apply(Change::Key(4, true));
    rig.run_ms(KEY_MS);
    let held = rig.readings.keys.held;
    assert!(held.contains(TableKey::Supervisor) && held.contains(TableKey::ServiceDoor));
    assert!(!held.contains(TableKey::PlaceYourBets));
}

#[test]
fn a_key_that_is_down_at_the_start_is_held_but_was_not_pressed() {
    let mut rig = Rig::power_up(4);
    rig.apply(Change::Key(0, true));
    assert_eq!(presses(&mut rig, 2 * CLEAR_MS), []);
    assert_eq!(rig.readings.keys.held, only(TableKey::PlaceYourBets));
}

#[test]
fn a_key_that_is_down_when_the_chain_comes_back_was_not_pressed() {
    let mut rig = Rig::proven(5);
    let cut = Some(Cut::OutOf165(5, true));
    rig.chain.with(|chain| chain.set_cut(cut));
    rig.apply(Change::Key(2, true));
    assert_eq!(presses(&mut rig, 100), []);
    assert!(rig.readings.keys.held.is_empty());
    rig.chain.with(|chain| chain.set_cut(None));
    assert_eq!(presses(&mut rig, 2 * CLEAR_MS), []);
    assert_eq!(rig.readings.keys.held, only(TableKey::Void));
}
