//! One table, its gateway and its pool: letters and the dealer's console go through.

use crate::processes::{
    LinkFolder, Process, free_port, gateway, last_number, path, pool, run, state, until,
};
use crate::tables::PlayingTable;

#[test]
fn a_table_plays_with_its_pool_and_its_console_behind_a_gateway() {
    let folder = LinkFolder::new();
    let port = free_port();
    let running = pool(&folder, port);
    let table = PlayingTable::start(1);
    let carrying = gateway(table.wire, table.console, port);
    until("a royal flush is confirmed", || {
        state(port).is_some_and(|state| !state["last_win"].is_null())
    });
    until("four rounds", || table.rounds() >= 4);
    table.rest();
    let mut last = None;
    until("the pool has heard everything", || {
        std::thread::sleep(std::time::Duration::from_millis(700));
        let now = last_number(port, 1);
        now.is_some() && std::mem::replace(&mut last, now) == now
    });
    let played = table.end();
    drop((carrying, running));
    assert_eq!(played.halt, None);
    assert_eq!(last, Some(u64::from(played.last_number)));
    let flash = folder.file("table1.bin");
    std::fs::write(&flash, &played.flash).expect("a file");
    let journal = format!("1={}", path(&flash));
    let (code, text, error) = run(&["pool", "audit", &path(&folder.log()), "--journal", &journal]);
    assert_eq!(code, Some(0), "{text}{error}");
    let words = format!("table 1: {} messages and ", played.last_number);
    assert!(text.contains(&words), "{text}");
    assert!(text.contains(" 0 differences"), "{text}");
    assert!(text.contains("paid, $"), "{text}");

    // A monitor lists the hits of that journal.
    let listen = format!("127.0.0.1:{}", free_port());
    let stand = Process::start(&[
        "pool",
        "stand",
        "--listen",
        &listen,
        "--flash",
        &path(&flash),
    ]);
    let (_, text, error) = run(&["monitor", "--seconds=4", "--socket", &listen]);
    assert!(text.contains("hit  1: round "), "{text}{error}");
    assert!(text.contains(", royal flush, $"), "{text}");
    drop(stand);

    // The journal of another table, and the log of another link.
    let other = format!("2={}", path(&flash));
    let (code, text, error) = run(&["pool", "audit", &path(&folder.log()), "--journal", &other]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("    the journal is that of table 1"),
        "{text}"
    );
    assert!(error.contains("DIFFER"), "{error}");
    let other = LinkFolder::new();
    drop(pool(&other, port));
    let (code, text, _) = run(&["pool", "audit", &path(&other.log()), "--journal", &journal]);
    assert_eq!(code, Some(1), "the pool has forgotten the table: {text}");
    assert!(text.contains("and the log no claim"), "{text}");
}

/// `coinspot monitor` watches a table through its gateway as it does without one, also when the table starts again.
#[test]
fn the_monitor_watches_a_table_behind_a_gateway() {
    let table = PlayingTable::start(1);
    let nobody = free_port();
    let console = free_port();
    let _carrying = gateway(table.wire, console, nobody);
    let at = format!("127.0.0.1:{console}");
    let (code, text, error) = run(&["monitor", "--json", "--seconds=3", "--socket", &at]);
    assert_eq!(code, Some(0), "{error}");
    for words in [
        r#"{"linked":true}"#,
        "The controller started for the 1st time",
        r#"{"status":"Waits for the house: turn the key switch"#,
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    table.end();
}
