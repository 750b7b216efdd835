//! Small parts of the tests that take too long to run for every mutant.

use super::journal::{cuts, damage, format, silence};
use super::ledger::identity;
use super::round::random;

#[test]
fn power_fails_at_some_operations() {
    assert!(cuts::every_operation_is_cut(12) > 100);
}

#[test]
fn one_flash_survives_some_cuts() {
    assert!(cuts::one_flash_is_cut(40) > 100);
}

#[test]
fn some_pages_are_half_erased() {
    cuts::an_old_page_is_half_erased(250);
}

#[test]
fn some_operations_fail_silently() {
    assert!(silence::every_operation_fails_silently(40) > 40);
}

#[test]
fn some_bits_flip() {
    assert!(damage::a_bit_flips(13) > 50);
}

#[test]
fn some_double_words_become_unreadable() {
    damage::a_double_word_becomes_unreadable(17);
}

#[test]
fn some_damage_is_repaired_or_reported() {
    damage::damage_is_repaired_or_reported(100);
}

#[test]
fn formatting_is_cut_at_some_operations() {
    format::formatting_is_cut(7);
}

#[test]
fn some_refusals_change_nothing() {
    let (refused, accepted, settled) = random::answers(3);
    assert!(refused > 1_000 && accepted > 1_000 && settled > 100);
}

#[test]
fn micro_cents_are_accounted_for() {
    let [rounds, hits, awards] = identity::histories(3);
    assert!(rounds > 200 && hits > 2 && awards > 2);
}
