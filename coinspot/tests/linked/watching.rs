//! A running pool as programs watch it.

use std::time::Duration;

use crate::letters::{LetterLoad, LetterTables};
use crate::processes::{LinkFolder, PATIENCE, free_port, http, pool, until};

/// The value of a sample.
fn sample(text: &str, name: &str) -> Option<f64> {
    let mut lines = text.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

#[test]
fn a_pool_tells_its_health_and_its_measurements() {
    let folder = LinkFolder::new();
    let port = free_port();
    let _running = pool(&folder, port);
    let get = |what: &str| {
        let at = format!("127.0.0.1:{port}");
        http(&at, &format!("GET {what}"), "", PATIENCE).expect("an answer")
    };
    assert_eq!(get("/health"), "leads\n");
    let before = get("/metrics");
    assert_eq!(sample(&before, "coinspot_pool_entries_total"), Some(0.0));
    let load = LetterLoad {
        pools: vec![format!("ws://127.0.0.1:{port}")],
        pause: Duration::from_millis(10),
    };
    let letters = LetterTables::start(101..103, &load);
    until("both tables have written", || {
        let tables = letters.tables.iter();
        let mut written = tables.map(|(_, written)| written.lock().expect("a lock").acknowledged);
        written.all(|acknowledged| acknowledged >= 5)
    });
    let text = get("/metrics");
    letters.end();
    assert_eq!(sample(&text, "coinspot_pool_up"), Some(1.0));
    assert_eq!(sample(&text, "coinspot_pool_leads"), Some(1.0));
    assert_eq!(sample(&text, "coinspot_pool_gateways"), Some(2.0));
    assert!(
        sample(&text, "coinspot_pool_entries_total") >= Some(10.0),
        "{text}"
    );
    assert!(
        sample(&text, "coinspot_pool_head_block") >= Some(2.0),
        "{text}"
    );
    let silent = sample(&text, "coinspot_pool_table_silent_seconds{table=\"102\"}");
    assert!(
        silent.is_some_and(|seconds| seconds < PATIENCE.as_secs_f64()),
        "{text}"
    );
    assert_eq!(
        sample(&text, "coinspot_pool_table_reached{table=\"101\"}"),
        Some(1.0)
    );
    // Every sample belongs to a family that is described, and has a value.
    let mut family = "";
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("# TYPE ") {
            family = kind.split(' ').next().expect("a name");
        } else if !line.starts_with("# HELP ") {
            assert!(line.starts_with(family), "{line}");
            let value = line.rsplit(' ').next().expect("a value");
            assert!(value.parse::<f64>().is_ok(), "{line}");
        }
    }
}

#[cfg(not(feature = "cluster"))]
#[test]
fn a_program_without_etcd_says_how_to_build_one() {
    let folder = LinkFolder::new();
    let keys = crate::processes::path(&folder.file("tables.keys"));
    let arguments = [
        "pool",
        "serve",
        "--etcd",
        "http://10.0.0.1:2379",
        "--keys",
        &keys,
    ];
    let (code, _, error) =
        crate::processes::run(&[&arguments[..], &["--listen", "127.0.0.1:0"]].concat());
    assert_eq!(code, Some(1), "{error}");
    assert!(
        error.contains("--features cluster") && error.contains("10.0.0.1"),
        "{error}"
    );
}
