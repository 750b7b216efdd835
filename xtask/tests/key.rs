//! Making a key and giving it to a board.

mod fixture;

use fixture::{directory, error, stand_in, started, xtask};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A key of the bytes 0 to 31, and the CRC-32C of that (RFC 3720, B.4).
const DIGITS: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const CRC: u32 = 0x46DD_794E;

#[test]
fn a_dry_run_makes_a_key_that_only_its_owner_reads() {
    let here = directory("dry");
    assert!(xtask(&here, "", &["key", "--dry-run"]).status.success());
    for name in ["console.key", "console.key.page"] {
        let mode = fs::metadata(here.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let page = fs::read(here.join("console.key.page")).unwrap();
    let digits: String = page[..32]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let key = fs::read_to_string(here.join("console.key")).unwrap();
    assert_eq!(key, format!("{digits}\n"));
}

#[test]
fn two_keys_differ() {
    let here = directory("two");
    for name in ["a", "b"] {
        assert!(
            xtask(&here, "", &["key", name, "--dry-run"])
                .status
                .success()
        );
    }
    assert_ne!(read(&here, "a"), read(&here, "b"));
}

#[test]
fn the_page_holds_the_key_its_crc_and_padding() {
    let here = directory("page");
    fs::write(here.join("given"), format!("{DIGITS}\n")).unwrap();
    assert!(
        xtask(&here, "", &["key", "--from", "given", "--dry-run"])
            .status
            .success()
    );
    let expected: Vec<u8> = (0..32).chain(CRC.to_le_bytes()).chain([0xFF; 4]).collect();
    assert_eq!(read(&here, "given.page"), expected);
}

#[test]
fn the_page_of_a_linked_table_holds_the_pools_key_at_byte_40() {
    let here = directory("linked");
    fs::write(here.join("given"), format!("{DIGITS}\n")).unwrap();
    let words = ["key", "--from", "given", "--pool", "pool", "--dry-run"];
    assert!(xtask(&here, "", &words).status.success());
    let page = read(&here, "given.page");
    assert_eq!(page.len(), 80);
    let digits: String = page[40..72]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let made = fs::read_to_string(here.join("pool")).unwrap();
    assert_eq!(made, format!("{digits}\n"));
    assert_eq!(page[76..], [0xFF; 4]);

    // A file that is there is taken as it is.
    fs::write(here.join("again"), format!("{DIGITS}\n")).unwrap();
    fs::write(here.join("pool"), format!("{DIGITS}\n")).unwrap();
    let words = ["key", "--from", "again", "--pool", "pool", "--dry-run"];
    assert!(xtask(&here, "", &words).status.success());
    let place: Vec<u8> = (0..32).chain(CRC.to_le_bytes()).chain([0xFF; 4]).collect();
    assert_eq!(read(&here, "again.page"), [&place[..], &place].concat());
}

#[test]
fn a_key_that_is_there_is_not_overwritten() {
    let here = directory("overwrite");
    fs::write(here.join("mine"), "precious").unwrap();
    let message = error(&xtask(&here, &stand_in(&here), &["key", "mine"]));
    assert!(message.contains("mine"), "{message}");
    assert_eq!(read(&here, "mine"), b"precious");
    assert_eq!(started(&here), "");
}

#[test]
fn the_page_is_written_and_not_left_behind() {
    let here = directory("write");
    fs::write(here.join("given"), DIGITS).unwrap();
    let output = xtask(&here, &stand_in(&here), &["key", "--from", "given"]);
    assert!(output.status.success(), "{output:?}");
    let page = here.join("given.page");
    let place = "--binary-format bin --base-address 0x0807F800";
    let expected = format!("download --chip STM32L475VG {place} {}\n", page.display());
    assert_eq!(started(&here), expected);
    assert_eq!(read(&here, "written").len(), 40);
    assert!(!page.exists());
}

#[test]
fn what_is_not_a_key_is_refused() {
    let here = directory("bad");
    let long = format!("{DIGITS}00");
    let signed = DIGITS.replacen("00", "+0", 1);
    for text in [
        "",
        "00",
        &DIGITS[1..],
        &long,
        &signed,
        &DIGITS.replace('f', "g"),
    ] {
        fs::write(here.join("given"), text).unwrap();
        let message = error(&xtask(&here, "", &["key", "--from", "given", "--dry-run"]));
        assert!(
            message.contains("64 hexadecimal digits"),
            "{text}: {message}"
        );
    }
}

fn read(directory: &Path, name: &str) -> Vec<u8> {
    fs::read(directory.join(name)).unwrap()
}
