//! `coinspot journal` for an auditor: times, persons and winners as fields, a truncated image, and the chain over the
//! entries, which shows where a journal was changed even if every checksum is right.

use std::fs;
use std::path::PathBuf;

use coinspot::journal::{BrokenLink, ChainReport, dump, verify_chain};
use parts::flash::{FlashChip, Socket};
use serde_json::Value;
use shared_rules::ledger::Entry;
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::payload;
use simulator::controller_driver::{ControllerDriver, FeltChange};
use simulator::forger::{Plain, rewritten};
use simulator::table::{JOURNAL_PAGES, journal_key};

use crate::commands::{ends, printed};

fn temporary(name: &str) -> PathBuf {
    let name = format!("coinspot-audit-{name}-{}", std::process::id());
    std::env::temp_dir().join(name)
}

/// The journal of a demo: a session of one game with its faults, and its winners.
fn image(name: &str) -> Vec<u8> {
    let file = temporary(name);
    let path = file.to_str().expect("a path");
    printed(&["demo", "--fast", "--json", "--game=ml9", "--flash", path]);
    let image = fs::read(&file).expect("the image");
    fs::remove_file(&file).expect("it was there");
    image
}

fn entry((kind, payload): &Plain) -> Entry {
    let bytes = [&[*kind], payload.as_slice()].concat();
    payload::read(&bytes).expect("an entry")
}

/// The place of an entry among the others.
fn place(entries: &[Plain], is: impl Fn(&Entry) -> bool) -> usize {
    let found = entries.iter().map(entry).position(|entry| is(&entry));
    found.expect("the session has one")
}

fn report(image: &[u8]) -> ChainReport {
    verify_chain(image, &journal_key()).expect("a journal")
}

/// The only place where the chain breaks.
fn only_break(report: &ChainReport) -> &BrokenLink {
    assert_eq!(report.broken.len(), 1, "{report:?}");
    &report.broken[0]
}

/// The first entry has number 1: 0 is the checkpoint of a new board.
fn number(place: usize) -> u32 {
    u32::try_from(place).expect("few entries") + 1
}

#[test]
fn the_chain_of_a_session_holds() {
    let image = image("whole");
    let whole = report(&image);
    assert!(whole.holds() && whole.links >= 3, "{whole:?}");
    assert_eq!(
        report(&rewritten(&image, |_| {})),
        whole,
        "the same entries"
    );
}

/// The chain goes on through power cuts and checkpoints: each link is the code of what the flash holds.
#[test]
fn a_start_goes_on_with_the_chain() {
    let socket = Socket::new(FlashChip::new(JOURNAL_PAGES));
    let mut driver = ControllerDriver::new(socket.clone());
    for _ in 0..1_200 {
        for turned in [true, false] {
            driver.now_ms += 10_000;
            driver.felt(FeltChange::Supervisor(turned));
        }
        driver.restart(None);
    }
    let read = report(socket.chip().image());
    assert!(read.holds() && read.links >= 8, "{read:?}");
    assert!(read.unlinked < 768, "{read:?}");
}

#[test]
fn an_edited_entry_is_found_where_it_is() {
    let image = image("edited");
    let whole = report(&image);
    let settled = |entry: &Entry| matches!(entry, Entry::Settled(_));
    let edited = rewritten(&image, |entries| {
        let place = place(entries, settled);
        // A cent more on the meter.
        entries[place].1[0] ^= 1;
    });
    let mut entries = Vec::new();
    rewritten(&image, |all| entries.extend(all.iter().map(entry)));
    let at = number(entries.iter().position(settled).expect("a settlement"));
    let edited = report(&edited);
    let found = only_break(&edited);
    assert!(found.from <= at && at < found.to, "{at}: {found}");
    assert_eq!(edited.links, whole.links - 1, "all others hold");
}

#[test]
fn a_removed_entry_is_found_where_it_was() {
    let image = image("removed");
    let whole = report(&image);
    let removed = rewritten(&image, |entries| {
        let place = place(entries, |entry| matches!(entry, Entry::Locked(_)));
        entries.remove(place);
    });
    let removed = report(&removed);
    assert!(!removed.holds());
    // Everything behind it has another number.
    let first = &removed.broken[0];
    assert!(first.from <= 20, "{first}");
    assert!(removed.links < whole.links);
}

#[test]
fn entries_that_changed_places_are_found() {
    let image = image("moved");
    let moved = rewritten(&image, |entries| {
        let place = place(entries, |entry| matches!(entry, Entry::Locked(_)));
        entries.swap(place, place + 1);
    });
    assert!(!report(&moved).holds());
    only_break(&report(&moved));
}

/// Without the key nobody makes a link: neither none of them nor others are a chain.
#[test]
fn a_journal_without_its_links_does_not_hold() {
    let image = image("links");
    let is_link = |plain: &Plain| matches!(entry(plain), Entry::Chain(_));
    let without = rewritten(&image, |entries| entries.retain(|plain| !is_link(plain)));
    assert!(!report(&without).holds());
    let one_less = rewritten(&image, |entries| {
        let place = place(entries, |entry| matches!(entry, Entry::Chain(_)));
        entries.remove(place);
    });
    assert!(!report(&one_less).holds());
    let stranger = SharedKey::new([1; 32]);
    let read = verify_chain(&image, &stranger).expect("a journal");
    assert!(!read.holds() && read.links == 0, "{read:?}");
}

#[test]
fn the_program_verifies_a_chain() {
    let (file, key) = (temporary("program"), temporary("key"));
    fs::write(&file, image("of-program")).expect("a file");
    let digits: String = "59".repeat(32);
    fs::write(
        &key,
        format!("1 dealer {}\n9 journal {digits}\n", "51".repeat(32)),
    )
    .expect("a file");
    let [file, key] = [&file, &key].map(|path| path.to_str().expect("a path"));
    let arguments = ["journal", "--verify-chain", "--key", key, file];
    ends(&arguments, 0, "the chain holds");
    let found = printed(&["journal", "--verify-chain", "--json", "--key", key, file]);
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["broken"], Value::Array(Vec::new()));
    fs::write(key, format!("1 dealer {digits}\n")).expect("a file");
    ends(&arguments, 1, "holds no key of a journal");
    fs::write(key, "00".repeat(32)).expect("a file");
    ends(&arguments, 1, "DOES NOT HOLD");
    for path in [file, key] {
        fs::remove_file(path).expect("it was there");
    }
}

/// Who won what, and when: fields, not sentences.
#[test]
fn winners_have_seat_award_amount_and_time() {
    let dump = dump(&image("winners")).expect("a journal");
    let winner = dump.entries.iter().find(|line| !line.wins.is_empty());
    let winner = winner.expect("the session has a winner");
    assert_eq!(winner.event, "settled");
    assert!(winner.round.is_some() && winner.boot.is_some());
    assert!(winner.time.is_some() || winner.seconds_since_start.is_some());
    let confirmed = dump.entries.iter().find(|line| line.event == "confirmed");
    let confirmed = confirmed.expect("the supervisor confirms");
    assert_eq!(confirmed.wins.len(), 1);
    let waits = winner.wins.iter().any(|win| confirmed.wins.contains(win));
    assert!(waits, "{winner:?}, {confirmed:?}");
}

#[test]
fn a_truncated_image_is_called_truncated() {
    let whole = image("truncated");
    let file = temporary("cut");
    let path = file.to_str().expect("a path");
    for length in [whole.len() / 2, 100_000, 300_001] {
        fs::write(&file, &whole[..length]).expect("a file");
        let why = format!("the image is truncated: it has {length} of 524288 bytes");
        ends(&["journal", path], 1, &why);
    }
    fs::remove_file(file).expect("it was there");
}
