//! Making a key and giving it to a board.

mod fixture;

use fixture::{directory, error, stand_in, started, xtask};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A key of the bytes 0 to 31.
const DIGITS: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// The CRC-32C of the record with number 1, role 1 and that key, worked out with another program.
const CRC: u32 = 0x2460_44A9;

/// The same for number 7 and role 7.
const CRC_POOL: u32 = 0x485C_A9EB;

/// A file with the key of one dealer.
fn one_dealer() -> String {
    format!("1 dealer {DIGITS}\n")
}

fn record(number: u8, role: u8, crc: u32) -> Vec<u8> {
    let head = [number, role, 0, 0].into_iter();
    head.chain(0..32).chain(crc.to_le_bytes()).collect()
}

#[test]
fn a_dry_run_makes_keys_that_only_their_owner_reads() {
    let here = directory("dry");
    assert!(xtask(&here, "", &["key", "--dry-run"]).status.success());
    for name in ["table.keys", "table.keys.page"] {
        let mode = fs::metadata(here.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let page = fs::read(here.join("table.keys.page")).unwrap();
    let text = fs::read_to_string(here.join("table.keys")).unwrap();
    let mut roles = Vec::new();
    for (record, line) in page.chunks(40).zip(text.lines()) {
        let digits: String = record[4..36]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[0], words[2]), (&*record[0].to_string(), &*digits));
        roles.push((words[1].to_owned(), record[1]));
    }
    let expected = [
        ("dealer", 1),
        ("supervisor", 2),
        ("shift-manager", 3),
        ("technician", 4),
        ("reader", 5),
        ("gateway", 6),
        ("sign", 8),
        ("journal", 9),
    ];
    assert_eq!(roles, expected.map(|(role, code)| (role.to_owned(), code)));
    assert_eq!((page.len(), text.lines().count()), (8 * 40, 8));
}

#[test]
fn no_two_keys_are_the_same() {
    let here = directory("two");
    let mut digits = Vec::new();
    for name in ["a", "b"] {
        let words = ["key", name, "--dry-run"];
        assert!(xtask(&here, "", &words).status.success());
        let text = fs::read_to_string(here.join(name)).unwrap();
        digits.extend(
            text.lines()
                .map(|line| line.rsplit(' ').next().map(str::to_owned)),
        );
    }
    digits.sort();
    digits.dedup();
    assert_eq!(digits.len(), 16);
}

#[test]
fn the_page_holds_number_role_key_and_crc() {
    let here = directory("page");
    fs::write(here.join("given"), one_dealer()).unwrap();
    assert!(
        xtask(&here, "", &["key", "--from", "given", "--dry-run"])
            .status
            .success()
    );
    assert_eq!(read(&here, "given.page"), record(1, 1, CRC));
}

#[test]
fn the_page_of_a_linked_table_holds_the_pools_key_last() {
    let here = directory("linked");
    fs::write(here.join("given"), one_dealer()).unwrap();
    let words = ["key", "--from", "given", "--pool", "pool", "--dry-run"];
    assert!(xtask(&here, "", &words).status.success());
    let page = read(&here, "given.page");
    assert_eq!((page.len(), &page[40..44]), (80, &[7, 7, 0, 0][..]));
    let digits: String = page[44..76]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let made = fs::read_to_string(here.join("pool")).unwrap();
    assert_eq!(made, format!("{digits}\n"));

    // A file that is there is taken as it is.
    fs::write(here.join("again"), one_dealer()).unwrap();
    fs::write(here.join("pool"), format!("{DIGITS}\n")).unwrap();
    let words = ["key", "--from", "again", "--pool", "pool", "--dry-run"];
    assert!(xtask(&here, "", &words).status.success());
    let expected = [record(1, 1, CRC), record(7, 7, CRC_POOL)].concat();
    assert_eq!(read(&here, "again.page"), expected);
}

#[test]
fn the_signs_board_is_given_its_key_alone() {
    let here = directory("sign");
    assert!(
        xtask(&here, "", &["key", "all", "--dry-run"])
            .status
            .success()
    );
    let table = read(&here, "all.page");
    fs::remove_file(here.join("all.page")).unwrap();
    let words = ["key", "--from", "all", "--sign", "--dry-run"];
    assert!(xtask(&here, "", &words).status.success());
    assert_eq!(read(&here, "all.page"), table[6 * 40..7 * 40]);
    fs::write(here.join("given"), one_dealer()).unwrap();
    let words = ["key", "--from", "given", "--sign", "--dry-run"];
    let message = error(&xtask(&here, "", &words));
    assert!(message.contains("no key for this board"), "{message}");
}

#[test]
fn a_board_takes_no_number_twice_and_twelve_keys() {
    let here = directory("many");
    let lines = |numbers: &[u8]| -> String {
        let lines = numbers
            .iter()
            .map(|number| format!("{number} reader {DIGITS}\n"));
        lines.collect()
    };
    let many: Vec<u8> = (1..=13).collect();
    for (numbers, why) in [
        (&[4, 5, 4][..], "the number 4 comes twice"),
        (&many, "more than 12"),
    ] {
        fs::write(here.join("given"), lines(numbers)).unwrap();
        let message = error(&xtask(&here, "", &["key", "--from", "given", "--dry-run"]));
        assert!(message.contains(why), "{message}");
    }
    fs::write(here.join("given"), lines(&many[1..])).unwrap();
    let output = xtask(&here, "", &["key", "--from", "given", "--dry-run"]);
    assert!(output.status.success(), "{output:?}");
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
    fs::write(here.join("given"), one_dealer()).unwrap();
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
fn what_are_not_keys_is_refused() {
    let here = directory("bad");
    let long = format!("{DIGITS}00");
    let signed = DIGITS.replacen("00", "+0", 1);
    for text in [
        "00",
        "",
        &DIGITS[1..],
        &long,
        &signed,
        &DIGITS.replace('f', "g"),
    ] {
        fs::write(here.join("given"), format!("1 dealer {text}")).unwrap();
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
