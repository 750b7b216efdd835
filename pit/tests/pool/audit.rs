//! The audit: the order of wins, and logs that do not hold.

use pit::audit::{ClaimFate, LogPlace};
use pit::block::{Block, Record};
use pit::digest::Digest;
use shared_rules::money::Cents;

use crate::prelude::*;

const GAME: Game = Game::Rws6;

/// Two majors at once: table 2 is settled first, table 1 was dealt first. Both are paid, then a third is struck.
fn evening() -> Desk {
    let mut desk = Desk::new(GAME);
    let turn = Some(Award::RoyalFlushOnTurn);
    for (table, number, entry) in [
        (1, 1, TableEntry::Open(1)),
        (2, 1, TableEntry::Open(1)),
        (1, 2, lock(1, START_MS + 1)),
        (2, 2, lock(1, START_MS + 2)),
        (2, 3, settled(GAME, 1, turn)),
        (1, 3, settled(GAME, 1, turn)),
        (1, 4, TableEntry::Confirmed(1)),
        (2, 4, TableEntry::Confirmed(1)),
        (1, 5, TableEntry::Open(2)),
        (1, 6, lock(2, START_MS + 9)),
        (1, 7, settled(GAME, 2, turn)),
    ] {
        desk.now_ms += 1;
        desk.entry(table, number, entry);
    }
    desk.now_ms += 1;
    desk.sequencer.rule(HouseRuling::Strike(1, 2), desk.now_ms);
    desk.commit();
    desk
}

#[test]
fn wins_are_told_in_the_order_of_payment_with_their_places() {
    let mut desk = evening();
    let audited = audit(&mut desk.engine, Some(&keys())).expect("an engine");
    assert_eq!(audited.wrong, None);
    assert_eq!(audited.notices.len(), 1, "{:?}", audited.notices);
    assert_eq!(
        (audited.blocks, audited.entries, audited.records),
        (13, 12, 13)
    );
    let fates = audited
        .claims
        .iter()
        .map(|claim| (claim.table, claim.round, claim.fate));
    let expected = [
        (1, 1, ClaimFate::Paid),
        (2, 1, ClaimFate::Paid),
        (1, 2, ClaimFate::Withdrawn),
    ];
    assert_eq!(Vec::from_iter(fates), expected);
    let place = |place: u64| LogPlace {
        block: place + 1,
        place,
        at_ms: START_MS + place,
    };
    let first = &audited.claims[0];
    assert_eq!(first.opened, Some(place(1)));
    let dealt = Some(START_MS + 1);
    assert_eq!((first.locked, first.dealt), (Some(place(3)), dealt));
    assert_eq!(first.settled, Some(place(6)));
    assert_eq!(
        (first.final_at, first.ended),
        (Some(place(6)), Some(place(7)))
    );
    // A quarter of $50,004.00, and then of the rest.
    let amounts = audited.claims.iter().map(|claim| claim.gives);
    let amounts: Vec<Cents> = amounts.take(2).collect();
    assert_eq!(amounts, [Cents::new(1_250_100), Cents::new(937_575)]);
}

#[test]
fn the_queue_is_told_too() {
    let mut desk = Desk::new(GAME);
    desk.entry(1, 1, TableEntry::Open(1));
    desk.entry(1, 2, lock(1, START_MS));
    desk.entry(1, 3, settled(GAME, 1, Some(Award::RoyalFlushOnTurn)));
    let audited = audit(&mut desk.engine, None).expect("an engine");
    let fates = audited.claims.iter().map(|claim| claim.fate);
    assert_eq!(Vec::from_iter(fates), [ClaimFate::Final]);
}

/// The evening with one block changed by somebody who can work out digests: all blocks behind it are sealed again.
fn forged(number: usize, change: impl Fn(&mut Block)) -> MemoryEngine {
    let mut genuine = evening().engine;
    let head = genuine.extent().expect("an engine").head;
    let mut forged = MemoryEngine::default();
    let mut previous = Digest::default();
    for place in 1..=head {
        let bytes = genuine.read(place).expect("an engine").expect("a block");
        let (mut block, _) = Block::open(&bytes).expect("a block");
        block.previous = previous;
        if usize::try_from(place) == Ok(number) {
            change(&mut block);
        }
        let (bytes, digest) = block.seal().expect("a block");
        previous = digest;
        assert_eq!(forged.append(place - 1, &bytes), Appended::Done);
    }
    forged
}

fn wrong(engine: &mut MemoryEngine) -> String {
    let audited = audit(engine, Some(&keys())).expect("an engine");
    let wrong = audited.wrong.expect("a fault");
    format!("{:?} {:?}: {}", wrong.block, wrong.record, wrong.why)
}

fn message(record: &mut Record) -> &mut pit::block::TableRecord {
    match record {
        Record::Accepted(message) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_forged_log_is_found_where_it_does_not_hold() {
    type Change = fn(&mut Block);
    let cases: [(usize, Change, &str); 9] = [
        (5, |_| {}, ""),
        (
            5,
            |block| block.state = Digest::default(),
            "Some(5) None: the state after it is not the one that was reached when it was written",
        ),
        (
            5,
            |block| block.previous = Digest::default(),
            "Some(5) None: it does not follow the block before it",
        ),
        (
            5,
            |block| block.number = 9,
            "Some(5) None: block 9 stands in its place",
        ),
        (
            5,
            |block| message(&mut block.records[0]).tag[0] ^= 1,
            "Some(5) Some(1): table 2 has not written it",
        ),
        (
            5,
            |block| message(&mut block.records[0]).table = 1,
            "Some(5) Some(1): table 1 has not written it",
        ),
        (
            5,
            |block| block.records.push(block.records[0].clone()),
            "Some(5) Some(2): the table's message is in the log already",
        ),
        (
            5,
            |block| block.records.clear(),
            "Some(5) None: the state after it is not the one that was reached when it was written",
        ),
        (
            4,
            |block| {
                let message = message(&mut block.records[0]).clone();
                block.records[0] = Record::Impossible(message);
            },
            "Some(4) Some(1): a message was refused that can be",
        ),
    ];
    for (number, change, expected) in cases {
        let mut engine = forged(number, change);
        if expected.is_empty() {
            let audited = audit(&mut engine, Some(&keys())).expect("an engine");
            assert_eq!(audited.wrong, None);
        } else {
            assert_eq!(wrong(&mut engine), expected);
        }
    }
}

/// Keys that are not complete are no sign of a forger.
#[test]
fn a_key_that_is_missing_is_called_that() {
    let mut desk = evening();
    let none = LinkKeys::new(keys().link());
    let audited = audit(&mut desk.engine, Some(&none)).expect("an engine");
    let why = audited.wrong.expect("a message without a key").why;
    assert_eq!(why, "the keys have none for table 1, generation 1");
}

#[test]
fn blocks_that_are_missing_or_no_blocks_are_found() {
    let mut desk = evening();
    assert_eq!(desk.engine.append(13, b"short"), Appended::Done);
    assert_eq!(wrong(&mut desk.engine), "Some(14) None: it ends too early");
    let mut empty = MemoryEngine::default();
    let words = "None None: there is no block in it: a log begins with its terms";
    assert_eq!(wrong(&mut empty), words);
}

#[test]
fn a_pruned_log_is_not_audited_from_its_middle() {
    let mut desk = evening();
    desk.engine.prune(5).expect("an engine");
    let words = "Some(5) None: a log whose beginning was pruned begins with a checkpoint";
    assert_eq!(wrong(&mut desk.engine), words);
}
