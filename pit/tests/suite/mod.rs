//! One suite for every engine.

use pit::engine::{Appended, EngineTrouble, Extent, LogEngine};
use pit::faulty::SeededRandom;

/// An engine, and the way to lose every connection to it and to connect again.
pub trait Bench {
    type Engine: LogEngine;

    /// An engine without blocks.
    fn fresh(&mut self) -> Self::Engine;

    /// The same engine over another connection.
    fn again(&mut self, engine: Self::Engine) -> Self::Engine;
}

/// Everything that an engine must do.
pub fn conforms(bench: &mut impl Bench) {
    an_empty_engine_has_nothing(bench);
    an_append_follows_the_head_it_names(bench);
    bytes_come_back_as_they_went(bench);
    blocks_outlive_a_connection(bench);
    the_last_block_is_never_pruned(bench);
    a_restored_log_begins_later(bench);
    random_calls_match_a_list(bench);
}

fn an_empty_engine_has_nothing(bench: &mut impl Bench) {
    let mut engine = bench.fresh();
    assert_eq!(engine.extent(), Ok(Extent::default()));
    assert_eq!(engine.read(1), Ok(None));
    assert_eq!(engine.append(1, b"too early"), Appended::Conflict);
    assert_eq!(engine.prune(5), Ok(()));
    assert_eq!(engine.extent(), Ok(Extent::default()));
}

fn an_append_follows_the_head_it_names(bench: &mut impl Bench) {
    let mut engine = bench.fresh();
    assert_eq!(engine.append(0, b"one"), Appended::Done);
    assert_eq!(engine.append(0, b"other"), Appended::Conflict);
    assert_eq!(engine.append(2, b"gap"), Appended::Conflict);
    assert_eq!(engine.append(1, b"two"), Appended::Done);
    assert_eq!(engine.extent(), Ok(Extent { first: 1, head: 2 }));
    assert_eq!(engine.read(1), Ok(Some(b"one".to_vec())));
    assert_eq!(engine.read(2), Ok(Some(b"two".to_vec())));
    assert_eq!(engine.read(3), Ok(None));
}

fn bytes_come_back_as_they_went(bench: &mut impl Bench) {
    let mut engine = bench.fresh();
    let mut random = SeededRandom::new(1);
    let blocks = [0_u64, 1, 4_000, 300_000].map(|length| {
        let bytes = (0..length).map(|_| random.next().to_le_bytes()[0]);
        bytes.collect::<Vec<u8>>()
    });
    for (head, block) in (0..).zip(&blocks) {
        assert_eq!(engine.append(head, block), Appended::Done);
    }
    for (number, block) in (1..).zip(blocks) {
        assert_eq!(engine.read(number), Ok(Some(block)));
    }
}

fn blocks_outlive_a_connection(bench: &mut impl Bench) {
    let mut engine = bench.fresh();
    assert_eq!(engine.append(0, b"one"), Appended::Done);
    let mut engine = bench.again(engine);
    assert_eq!(engine.append(0, b"other"), Appended::Conflict);
    assert_eq!(engine.read(1), Ok(Some(b"one".to_vec())));
    assert_eq!(engine.append(1, b"two"), Appended::Done);
}

fn the_last_block_is_never_pruned(bench: &mut impl Bench) {
    let mut engine = bench.fresh();
    for head in 0..5 {
        assert_eq!(engine.append(head, b"block"), Appended::Done);
    }
    assert_eq!(engine.prune(0), Ok(()));
    assert_eq!(engine.prune(3), Ok(()));
    assert_eq!(engine.extent(), Ok(Extent { first: 3, head: 5 }));
    assert_eq!(engine.read(2), Err(EngineTrouble::Pruned { first: 3 }));
    assert_eq!(engine.read(3), Ok(Some(b"block".to_vec())));
    assert_eq!(engine.prune(100), Ok(()));
    let mut engine = bench.again(engine);
    assert_eq!(engine.extent(), Ok(Extent { first: 5, head: 5 }));
    assert_eq!(engine.append(0, b"again"), Appended::Conflict);
    assert_eq!(engine.append(5, b"six"), Appended::Done);
}

fn a_restored_log_begins_later(bench: &mut impl Bench) {
    let mut engine = bench.fresh();
    assert_eq!(engine.restore(40, b"forty"), Appended::Done);
    assert_eq!(engine.restore(40, b"forty"), Appended::Conflict);
    assert_eq!(engine.append(0, b"one"), Appended::Conflict);
    assert_eq!(engine.append(40, b"next"), Appended::Done);
    let mut engine = bench.again(engine);
    let extent = Extent {
        first: 40,
        head: 41,
    };
    assert_eq!(engine.extent(), Ok(extent));
    assert_eq!(engine.read(40), Ok(Some(b"forty".to_vec())));
    assert_eq!(engine.read(1), Err(EngineTrouble::Pruned { first: 40 }));
}

fn random_calls_match_a_list(bench: &mut impl Bench) {
    let mut engine = bench.fresh();
    let mut random = SeededRandom::new(2);
    let mut list: Vec<Vec<u8>> = Vec::new();
    for _ in 0..200 {
        let head = list.len() as u64;
        let expected = (head + random.below(3)).saturating_sub(1);
        let block = random.next().to_le_bytes().to_vec();
        if expected == head {
            assert_eq!(engine.append(expected, &block), Appended::Done);
            list.push(block);
        } else {
            assert_eq!(engine.append(expected, &block), Appended::Conflict);
        }
        let number = random.below(list.len() as u64 + 2);
        let index = usize::try_from(number).expect("a number").wrapping_sub(1);
        match engine.read(number) {
            Err(EngineTrouble::Pruned { first: 1 }) => assert_eq!(number, 0),
            found => assert_eq!(found, Ok(list.get(index).cloned())),
        }
    }
}
