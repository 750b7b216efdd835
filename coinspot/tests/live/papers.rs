//! The files that a page takes away say the same as the commands: the round as JSON, the journal, the steps.

use std::io::{Read, Write};
use std::net::TcpStream;

use coinspot::settle::settle_line;
use coinspot::table::play::TablePlay;
use serde_json::{Value, json};
use shared_rules::games::Game;

use crate::felt::{all, ante, chips, click, does, lock, open, picks, table, turn, view};
use crate::server::Open;

/// Presses everything that the dealer may press, up to the settlement.
fn play_on(play: &mut TablePlay) {
    for _ in 0..12 {
        let now = view(play);
        if now["phase_key"] == "settled" {
            return;
        }
        let steps = now["steps"].as_array().expect("steps");
        let next = steps.iter().find(|step| step["refused"].is_null());
        let label = next.expect("a step")["label"].as_str().expect("a label");
        click(play, "steps", label);
    }
    panic!("never settled");
}

fn paid(settled: &Value) -> Vec<(u64, u64)> {
    let awards = settled["awards"].as_array().expect("awards").iter();
    let number = |value: &Value| value.as_u64().expect("a number");
    awards
        .map(|award| (number(&award["seat"]), number(&award["amount"])))
        .collect()
}

/// Twenty rounds of each game: the file settles to what the page has paid, to the cent.
#[test]
fn a_round_as_json_settles_to_the_same() {
    let mut rounds = 0;
    for game in Game::ALL {
        let mut play = table(game);
        for number in 0..20_u8 {
            if number % 4 == 1 {
                let royal = ["As", "Ks", "Qs"];
                let hand = if game == Game::Tcp5 { 3 } else { 2 };
                all(&mut play, &picks(&json!({"seat": 3}), &royal[..hand]));
                if game != Game::Tcp5 {
                    all(&mut play, &picks(&json!("board"), &["Qs", "Js", "Ts"]));
                }
            }
            all(&mut play, &[open(), ante(1), ante(3), chips(1, 1)]);
            all(&mut play, &[chips(3, 1 + number % 3)]);
            let side = json!({"do": "side", "seat": 3, "on": true, "amount": 1500});
            all(&mut play, &[side, lock()]);
            play_on(&mut play);
            let now = view(&play);
            let round = now["round_json"]["Ok"].as_str();
            let round = round.unwrap_or_else(|| panic!("{game:?}: {}", now["round_json"]));
            let settled: Value = settle_line(round)
                .map(|line| serde_json::from_str(&line).expect("JSON"))
                .unwrap_or_else(|why| panic!("{why}: {round}"));
            let table = play.replica.table().expect("a table");
            let settlement = table.settlement().expect("a settlement");
            let payments = settlement.payments.iter();
            let payments: Vec<(u64, u64)> = payments
                .map(|payment| (payment.seat.number().into(), payment.amount.get()))
                .collect();
            assert_eq!(paid(&settled), payments, "{round}");
            for seat in settled["seats"].as_array().expect("seats") {
                let number = seat["seat"].as_u64().expect("a number");
                let of_seat = shared_rules::seats::Seat::new(u8::try_from(number).expect("a seat"));
                let result = settlement.seats.get(of_seat.expect("a seat")).as_ref();
                assert_eq!(seat["net"], result.expect("a result").net, "{round}");
            }
            rounds += 1;
            all(&mut play, &[turn("supervisor", true)]);
            while !view(&play)["waiting"]
                .as_array()
                .expect("awards")
                .is_empty()
            {
                all(&mut play, &[json!({"do": "confirm"})]);
            }
            all(
                &mut play,
                &[turn("supervisor", false), json!({"do": "pay"})],
            );
        }
    }
    assert_eq!(rounds, 100);
}

/// A hand that went back has no words in the format: the page says so.
#[test]
fn a_round_without_words_says_why() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[open(), ante(2), ante(4), lock()]);
    click(&mut play, "steps", "Deal the hands");
    let invalid = json!({"do": "tell", "event": {"Invalidate": [1, 2, "WrongCount"]}});
    does(&mut play, &invalid).expect("it is told");
    play_on(&mut play);
    let why = view(&play)["round_json"]["Err"].clone();
    let words = "the hand of seat 2 went back (ML9 5.7)";
    assert_eq!(why, words);
}

/// The journal that a page saves is the one that `coinspot journal` reads in the flash.
#[test]
fn the_journal_is_the_flashs() {
    let folder = std::env::temp_dir().join(format!("coinspot-papers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("flash.bin");
    let flash = coinspot::table::flash_file::open(&path).expect("a flash");
    let host = coinspot::table::host::Host::new(1, Some(flash));
    let mut play = TablePlay::new(Box::new(host), 1);
    play.run_until_idle();
    play.configure(Game::Ml9).expect("a game");
    all(&mut play, &picks(&json!({"seat": 3}), &["As", "Ks"]));
    all(&mut play, &picks(&json!("board"), &["Qs", "Js", "Ts"]));
    all(&mut play, &[open(), ante(3), chips(3, 2), lock()]);
    play_on(&mut play);
    play.run_ms(2_000);
    let image = std::fs::read(&path).expect("the flash");
    let dump = coinspot::journal::dump(&image).expect("a journal");
    let mut csv = Vec::new();
    coinspot::journal::write_csv(&dump.entries, &mut csv).expect("memory");
    let (kind, saved) = play.papers.named("journal.csv").expect("a paper");
    assert_eq!(kind, "text/csv; charset=utf-8");
    assert_eq!(saved, String::from_utf8(csv).expect("text"));
    assert!(saved.contains("3:royal_flush:"), "{saved}");
    let (_, saved) = play.papers.named("journal.json").expect("a paper");
    let saved: Value = serde_json::from_str(&saved).expect("JSON");
    assert_eq!(
        saved["entries"],
        serde_json::to_value(&dump.entries).expect("JSON")
    );
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The steps hold the cards: at a table with another seed they are the same round.
#[test]
fn the_steps_make_the_same_round_again() {
    let mut play = table(Game::Rws6);
    all(&mut play, &[open(), ante(2), chips(2, 1), ante(6), lock()]);
    play_on(&mut play);
    let (_, steps) = play.papers.named("steps.json").expect("a paper");
    let steps: Value = serde_json::from_str(&steps).expect("JSON");
    assert_eq!(steps["beginning"]["game"], "rws6");
    let host = coinspot::table::host::Host::new(1, None);
    let mut again = TablePlay::new(Box::new(host), 77);
    again.run_until_idle();
    again.configure(Game::Rws6).expect("a game");
    let mut last = 0;
    for step in steps["steps"].as_array().expect("steps") {
        let after = step["after"].as_u64().expect("a number");
        assert!(after >= last, "{step}");
        last = after;
        does(&mut again, &step["ask"]).unwrap_or_else(|why| panic!("{step}: {why}"));
    }
    for part in ["seats", "dealer", "board", "settled", "meters"] {
        assert_eq!(view(&again)[part], view(&play)[part], "{part}");
    }
    assert!(play.papers.named("elsewhere.json").is_none());
}

/// The server gives the papers to its own page, and settles a round; a stranger gets neither.
#[test]
fn papers_are_served_to_the_page_only() {
    let table = Open::table();
    let answer = table.ask("/papers/journal.csv", &[&table.host()]);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("text/csv"), "{answer}");
    assert!(answer.contains("configured"), "{answer}");
    for path in ["/papers/keys.json", "/papers/", "/papers/../index.html"] {
        let answer = table.ask(path, &[&table.host()]);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    let foreign = ["Host: evil.example", "Origin: https://evil.example"];
    for headers in [vec![foreign[0]], vec![&*table.host(), foreign[1]]] {
        let answer = table.ask("/papers/journal.csv", &headers);
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
}

/// The answer of the server to a round that is sent to be settled.
fn settled_by(table: &Open, headers: &[&str], round: &str) -> String {
    let mut stream = TcpStream::connect(table.at).expect("the server");
    let (headers, length) = (headers.join("\r\n"), round.len());
    let head = format!(
        "POST /settle HTTP/1.1\r\nConnection: close\r\n{headers}\r\nContent-Length: {length}\r\n\r\n"
    );
    let request = [head.as_bytes(), round.as_bytes()].concat();
    // A server that refuses may close before all of it is sent.
    let _ = stream.write_all(&request);
    let mut answer = String::new();
    // One that has refused may close before it has read all, which ends the answer early.
    let _ = stream.read_to_string(&mut answer);
    answer
}

/// A round in a page's address is settled by the program, for its own page and up to a length.
#[test]
fn a_round_is_settled_for_the_page() {
    let table = Open::table();
    let host = table.host();
    let round = r#"{"game": "ml9", "dealer": "2c3d", "community": "7c8dTh4sKd", "seats": []}"#;
    let answer = settled_by(&table, &[&host], round);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("\"shown\":\"Megalink Texas"), "{answer}");
    let answer = settled_by(&table, &[&host], "{\"game\": \"poker\"}");
    assert!(answer.contains("unknown game"), "{answer}");
    let foreign = [&*host, "Origin: https://evil.example"];
    let answer = settled_by(&table, &foreign, round);
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    let answer = settled_by(&table, &[&host], &" ".repeat((1 << 16) + 1));
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}
