//! A full disk: it is reported, nothing that was acknowledged is lost, and the pool goes on once there is room.

use crate::prelude::*;

#[test]
fn an_engine_without_room_says_so_and_keeps_its_blocks() {
    let folder = TestFolder::new();
    let mut engine = SqliteEngine::open(&folder.file()).expect("a file");
    engine.limit_pages(20).expect("a limit");
    let block = [7; 3_000];
    let mut head = 0;
    let trouble = loop {
        match engine.append(head, &block) {
            Appended::Done => head += 1,
            Appended::Conflict => panic!("nobody else appends"),
            Appended::Unknown(trouble) => break trouble,
        }
    };
    assert_eq!(trouble, EngineTrouble::Full);
    assert!(
        trouble.to_string().contains("no space is left"),
        "{trouble}"
    );
    assert!((5..20).contains(&head), "{head} blocks");
    assert_eq!(engine.read(head + 1), Ok(None));
    for number in 1..=head {
        assert_eq!(engine.read(number), Ok(Some(block.to_vec())));
    }
    engine.limit_pages(40).expect("a limit");
    assert_eq!(engine.append(head, &block), Appended::Done);
    drop(engine);
    let mut engine = SqliteEngine::open(&folder.file()).expect("a file");
    assert_eq!(engine.extent().expect("an engine").head, head + 1);
}

#[test]
fn a_pool_without_room_acknowledges_nothing_and_goes_on_later() {
    let folder = TestFolder::new();
    let mut engine = SqliteEngine::open(&folder.file()).expect("a file");
    let mut sequencer = Sequencer::new(keys(), founded(&mut engine, Game::Ml9));
    engine.limit_pages(8).expect("a limit");
    let mut table = 0;
    let trouble = loop {
        table += 1;
        let open = letter(table, 1, TableEntry::Open(1));
        sequencer.accept(&open, START_MS).expect("a letter");
        match drive::commit(&mut sequencer, &mut engine, START_MS) {
            Ok(()) => while sequencer.pop_letter().is_some() {},
            Err(trouble) => break trouble,
        }
    };
    assert_eq!(trouble, EngineTrouble::Full);
    assert!(
        sequencer.pop_letter().is_none(),
        "an answer without a block"
    );
    // The same again, and a further table.
    let open = letter(table + 1, 1, TableEntry::Open(1));
    sequencer.accept(&open, START_MS).expect("a letter");
    let again = drive::commit(&mut sequencer, &mut engine, START_MS);
    assert_eq!(again, Err(EngineTrouble::Full));
    assert!(
        sequencer.pop_letter().is_none(),
        "an answer without a block"
    );
    engine.limit_pages(1_000).expect("a limit");
    drive::commit(&mut sequencer, &mut engine, START_MS).expect("room");
    let answered = std::iter::from_fn(|| sequencer.pop_letter());
    let answered: Vec<u32> = answered.map(|envelope| envelope.table).collect();
    assert_eq!(answered, [table, table, table + 1, table + 1]);
    let audited = audit(&mut engine, Some(&keys())).expect("an engine");
    assert_eq!(audited.wrong, None);
    assert_eq!(audited.entries, u64::from(table) + 1);
}
