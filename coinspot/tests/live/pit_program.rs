//! `coinspot pit` as a program: its flags, its port, and the files that it keeps.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::commands::{coinspot, ends, interrupt, printed, stderr};
use crate::pit_watch::{Watcher, folder};

struct Program {
    child: Child,
    at: SocketAddr,
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    fn start(arguments: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
            .args(["pit", "--tables", "2", "--port", "0", "--no-open"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("its output");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().trim_start_matches("The pit is open: http://");
        let at = address.trim_end_matches('/').parse();
        let at = at.unwrap_or_else(|error| panic!("{line:?}: {error}"));
        Program { child, at }
    }

    async fn page(&self) -> Watcher {
        Watcher::at(self.at, "").await
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

const BOTH: [(u64, &str, &str); 2] = [
    (2, "$30,001.00", "final"),
    (1, "$10,000.00", "after table 2"),
];

/// The program is killed in the middle of two unpaid claims; a second start has them all, and so has the audit.
#[tokio::test]
async fn a_kept_file_outlives_the_program() {
    let folder = folder();
    let file = folder.join("pit.db");
    let arguments = ["--file", text(&file), "--game", "ml9"];
    let mut program = Program::start(&arguments);
    let mut page = program.page().await;
    page.send(&json!({"do": "two_royals"})).await;
    page.claims(&BOTH).await;
    program.child.kill().expect("kill -9");
    drop(program);
    // Neither game nor terms have to be said again.
    let mut program = Program::start(&arguments[..2]);
    let mut page = program.page().await;
    page.claims(&BOTH).await;
    page.log_says("Table 2 enters round 1: seat 1 has royal flush")
        .await;
    for table in [2, 1] {
        page.confirms(table).await;
    }
    page.claims(&[]).await;
    interrupt(&mut program.child);
    let audit = printed(&["pool", "audit", text(&file)]);
    let place = |words: &str| audit.find(words).unwrap_or_else(|| panic!("{audit}"));
    assert!(place("table 2, round 1: paid") < place("table 1, round 1: paid"));
    // What does not fit the file is refused in words.
    let words = "its tables play ML9 (ml9): leave --game out or name another file";
    ends(&["pit", "--file", text(&file), "--game", "rws6"], 1, words);
    std::fs::remove_file(&file).expect("the log");
    let words = "is the journal of a table that this log does not know";
    ends(&["pit", "--port", "0", "--file", text(&file)], 1, words);
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn two_pits_do_not_share_a_file() {
    let folder = folder();
    let file = folder.join("pit.db");
    let program = Program::start(&["--file", text(&file)]);
    let words = "another pool works on";
    ends(&["pit", "--port", "0", "--file", text(&file)], 1, words);
    drop(program);
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// Without a file nothing is left behind.
#[test]
fn ctrl_c_closes_the_pit_and_leaves_nothing() {
    let mut program = Program::start(&[]);
    let prefix = format!("coinspot-pit-{}-", program.child.id());
    let left = || {
        let entries = std::fs::read_dir(std::env::temp_dir()).expect("a folder");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter(|name| name.starts_with(&prefix)).count()
    };
    assert_eq!(left(), 1);
    interrupt(&mut program.child);
    assert_eq!(left(), 0);
}

#[test]
fn wrong_flags_of_the_pit_are_explained() {
    let folder = folder();
    let foreign = folder.join("notes.txt");
    std::fs::write(&foreign, "no log").expect("a file");
    for (arguments, code, words) in [
        ("pit --tables 1", 2, "1 is not in 2..=8"),
        ("pit --tables 9", 2, "9 is not in 2..=8"),
        (
            "pit --game poker",
            2,
            "[possible values: thb6, rws6, ml6, ml9, tcp5]",
        ),
        ("pit --port 99999", 2, "99999 is not in 0..=65535"),
        ("pit --flash f.bin", 2, "--flash"),
        (
            "pit --port 0 --file /nothing/here/pit.db",
            1,
            "cannot use /nothing/here/pit.db",
        ),
    ] {
        ends(&Vec::from_iter(arguments.split(' ')), code, words);
    }
    let arguments = ["pit", "--port", "0", "--file", text(&foreign)];
    ends(&arguments, 1, "this is not a pool's log");
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn a_taken_port_of_the_pit_names_a_free_one() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its number").port().to_string();
    let output = coinspot(&["pit", "--port", &port]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains(&format!("port {port} is taken")), "{text}");
}
