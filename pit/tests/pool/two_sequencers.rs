//! Two sequencers on one engine, step by step.

use pit::state::LogFault;
use shared_rules::money::Cents;

use crate::prelude::*;
use crate::support::{LINK, terms};

const GAME: Game = Game::Ml9;

#[test]
fn the_slower_one_folds_the_other_block_and_tries_again() {
    let mut first = Desk::new(GAME);
    let mut second = first.second();
    first.entry(3, 1, TableEntry::Open(1));
    // The same letter came here too, and another one.
    for letter in [
        letter(3, 1, TableEntry::Open(1)),
        letter(4, 1, TableEntry::Open(1)),
    ] {
        let accepted = second.sequencer.accept(&letter, START_MS);
        accepted.expect("a letter");
    }
    second.commit();
    assert_eq!(second.sequencer.state().head(), 3);
    assert_eq!(second.sequencer.state().pool().entries(), 2);
    let mut letters = second.letters();
    letters.dedup();
    let open = [ToTable::Permit(1), ToTable::Ack(1)];
    let answers = [3, 4].map(|table| open.clone().map(|message| (table, message)));
    for answer in answers.as_flattened() {
        assert!(letters.contains(answer), "{answer:?} in {letters:?}");
    }
}

#[test]
fn an_own_block_that_was_in_doubt_is_recognised() {
    let mut desk = Desk::new(GAME);
    let open = letter(3, 1, TableEntry::Open(1));
    desk.sequencer.accept(&open, START_MS).expect("a letter");
    let proposal = desk.sequencer.propose(START_MS).expect("a block").clone();
    // It arrives, and its answer does not.
    assert_eq!(desk.engine.append(1, &proposal.bytes), Appended::Done);
    assert_eq!(desk.letters(), []);
    desk.commit();
    assert_eq!(desk.sequencer.state().head(), 2);
    assert_eq!(desk.letters().len(), 2);
}

#[test]
fn a_block_in_doubt_that_is_not_there_is_proposed_again() {
    let mut desk = Desk::new(GAME);
    let open = letter(3, 1, TableEntry::Open(1));
    desk.sequencer.accept(&open, START_MS).expect("a letter");
    let first = desk.sequencer.propose(START_MS).expect("a block").clone();
    let more = letter(4, 1, TableEntry::Open(1));
    desk.sequencer.accept(&more, START_MS).expect("a letter");
    let again = desk.sequencer.propose(START_MS).expect("a block");
    assert_eq!(again.bytes, first.bytes);
    desk.commit();
    assert_eq!(desk.sequencer.state().head(), 3);
}

#[test]
fn a_block_that_does_not_hold_halts_the_sequencer() {
    let mut desk = Desk::new(GAME);
    // Another log, so another chain.
    let mut other = Desk::new(GAME);
    other.now_ms += 1;
    other.entry(9, 1, TableEntry::Open(1));
    other.entry(9, 2, TableEntry::Void(1));
    let foreign = other.engine.read(3).expect("an engine").expect("a block");
    assert_eq!(desk.engine.append(1, &foreign), Appended::Done);
    let open = letter(3, 1, TableEntry::Open(1));
    desk.sequencer.accept(&open, START_MS).expect("a letter");
    desk.commit();
    let halted = desk.sequencer.halted().expect("a halt");
    assert_eq!((halted.block, &halted.why), (2, &LogFault::OutOfPlace(3)));
    assert_eq!(desk.letters(), []);
    let notices = desk.notices();
    assert!(
        matches!(notices.as_slice(), [HouseNotice::Halted { .. }]),
        "{notices:?}"
    );
    assert_eq!(desk.sequencer.accept(&open, START_MS), Err(Ignored::Halted));
    assert!(desk.sequencer.propose(START_MS).is_none());
}

#[test]
fn a_log_that_has_become_shorter_halts_the_sequencer() {
    let mut desk = Desk::new(GAME);
    desk.entry(3, 1, TableEntry::Open(1));
    desk.letters();
    // An old copy of the log was put in its place.
    let founding = desk.engine.read(1).expect("an engine").expect("a block");
    let mut old = MemoryEngine::default();
    assert_eq!(old.append(0, &founding), Appended::Done);
    desk.engine = old;
    let open = letter(4, 1, TableEntry::Open(1));
    desk.sequencer.accept(&open, START_MS).expect("a letter");
    desk.commit();
    let halted = desk.sequencer.halted().expect("a halt");
    assert_eq!(halted.why, LogFault::CutOff);
    assert_eq!(desk.letters(), []);
}

#[test]
fn a_log_is_founded_once_and_on_its_terms() {
    let mut desk = Desk::new(GAME);
    let again = drive::open_or_found(&mut desk.engine, LINK, &terms(GAME), START_MS + 1);
    assert_eq!(again.expect("the same log").head(), 1);
    for (link, terms, words) in [
        (LINK + 1, terms(GAME), "this is the log of link 7"),
        (
            LINK,
            terms(Game::Rws6),
            "the log was founded on other terms",
        ),
    ] {
        let refused = drive::open_or_found(&mut desk.engine, link, &terms, START_MS);
        assert_eq!(refused.expect_err("a refusal").to_string(), words);
    }
    let mut unsound = terms(GAME);
    unsound.unit = Cents::ZERO;
    let mut empty = MemoryEngine::default();
    let refused = drive::open_or_found(&mut empty, LINK, &unsound, START_MS);
    assert_eq!(
        refused.expect_err("a refusal").to_string(),
        "no pool can be run on these terms"
    );
}

#[test]
fn a_refused_ruling_is_told_once_also_after_a_conflict() {
    let mut first = Desk::new(GAME);
    let mut second = first.second();
    second.sequencer.rule(HouseRuling::Lift(9), START_MS);
    let open = letter(4, 1, TableEntry::Open(1));
    second.sequencer.accept(&open, START_MS).expect("a letter");
    first.entry(3, 1, TableEntry::Open(1));
    second.commit();
    assert_eq!(second.sequencer.state().head(), 3);
    let notices = second.notices();
    let is_refusal = |notice: &HouseNotice| matches!(notice, HouseNotice::RulingRefused { .. });
    assert_eq!(
        notices.iter().filter(|notice| is_refusal(notice)).count(),
        1
    );
}
