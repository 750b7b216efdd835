//! The chain over the journal that the image writes: verified as `coinspot journal --verify-chain` does it, by a program
//! that knows the key and nothing else of the image.

use board_sim::table::BoardEngine;
use coinspot::journal::{ChainReport, verify_chain};
use shared_rules::games::Game;
use shared_rules::ledger::Entry;
use shared_rules::money::Cents;
use shared_rules::round::Event;
use shared_rules::wagers::Wager;
use shared_rules::wire::payload;
use simulator::engine::journal_key;
use simulator::forger::{Plain, rewritten};
use simulator::round_driver::{community, dealer_hand, hand, seats};
use simulator::table_driver::TableDriver;

/// Rounds before a power failure, and as many behind it.
const ROUNDS: u32 = 3;

/// The pages of the first bank, which is not the journal's.
const JOURNAL_PAGE: usize = 256;

/// The journal of an evening.
fn journal() -> Vec<u8> {
    let mut evening = TableDriver::<BoardEngine>::of(Game::Ml9);
    (0..ROUNDS).for_each(|_| round(&mut evening));
    evening.loses_power();
    (0..ROUNDS).for_each(|_| round(&mut evening));
    let flash = evening.table.engine.board.flash().array();
    let pages = flash.pages().skip(JOURNAL_PAGE);
    pages.flatten().copied().collect()
}

fn round(evening: &mut TableDriver<BoardEngine>) {
    evening.says([Event::PlaceYourBets]);
    evening.bets(1, 1);
    evening.says([Event::NoMoreBets, hand(1, "8h8d"), dealer_hand("9c9d")]);
    evening.says([Event::Raise(Wager::Flop, seats(&[1]))]);
    evening.says(["7s6s2h", "3c", "4h"].map(community));
    evening.says([Event::Settle, Event::Paid]);
    evening.clears(1);
}

fn report(journal: &[u8]) -> ChainReport {
    verify_chain(journal, &journal_key()).expect("a journal")
}

/// The settlement with this number among the settlements.
fn settlement(entries: &mut [Plain], number: usize) -> &mut Plain {
    let is_one = |(kind, payload): &&mut Plain| {
        let bytes = [&[*kind], payload.as_slice()].concat();
        matches!(payload::read(&bytes), Some(Entry::Settled(_)))
    };
    let mut settlements = entries.iter_mut().filter(is_one);
    settlements.nth(number).expect("a settlement")
}

#[test]
fn the_chain_of_the_image_holds() {
    let journal = journal();
    let whole = report(&journal);
    assert!(whole.holds() && whole.links >= 2 * ROUNDS, "{whole:?}");
    assert_eq!(
        report(&rewritten(&journal, |_| {})),
        whole,
        "the same entries"
    );
}

#[test]
fn a_journal_of_the_image_with_another_amount_is_found_out() {
    let other = rewritten(&journal(), |entries| {
        let (_, payload) = settlement(entries, 1);
        let written = payload::write(&Entry::Settled(Cents::dollars(99_999)));
        *payload = written.expect("a short entry")[1..].to_vec();
    });
    let found = report(&other);
    assert!(!found.holds(), "{found:?}");
    assert_eq!(found.broken.len(), 1, "{found:?}");
}
