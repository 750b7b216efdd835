//! The keys that a table shares with persons and devices: made here, kept in a file, and written into a flash page of
//! their own that no image touches. The page is erased as a whole, so all keys are written together.
//!
//! A file has a line for each key: its number, its role, and 64 hexadecimal digits. A person is given the line with
//! their number, in a file of its own; the sign's line goes to the sign's board.
//!
//! ```text
//! the page, for each key: number, role, 00 00, key: 32 bytes, CRC-32C of these 36: 4 bytes, low byte first; the
//! flash is written 8 bytes at a time
//! ```

use crate::program::Program;
use crate::{memory, probe};
use crc::{CRC_32_ISCSI, Crc};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the keys go unless another file is named.
pub const FILE: &str = "table.keys";

/// The roles by the byte that stands for each of them, from 1 on, as in `shared_rules::wire::role`.
const ROLES: [&str; 9] = [
    "dealer",
    "supervisor",
    "shift-manager",
    "technician",
    "reader",
    "gateway",
    "pool",
    "sign",
    "journal",
];

/// The set of keys that is made for a board. The first of a file opens the console's wire.
const NEW_SET: [(u8, &str); 8] = [
    (1, "dealer"),
    (2, "supervisor"),
    (3, "shift-manager"),
    (4, "technician"),
    (5, "reader"),
    (6, "gateway"),
    (8, "sign"),
    (9, "journal"),
];

/// The number of the pool's key, which comes from a file of its own.
const POOL: (u8, &str) = (7, "pool");

const SIGN: &str = "sign";

const KEY_BYTES: usize = 32;
const RECORDS_MAX: usize = 12;

type TableKey = [u8; KEY_BYTES];

/// A key and its owner.
struct Record {
    number: u8,
    role: u8,
    key: TableKey,
}

/// Where the keys come from.
#[derive(Clone, Copy, Debug)]
pub enum KeySource<'a> {
    /// New ones, for this file.
    New(&'a str),
    /// Those that this file has.
    Given(&'a str),
}

/// The board that is given its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyBoard {
    /// The table's: every key.
    Table,
    /// The sign's: the sign's alone.
    Sign,
}

impl KeyBoard {
    const fn program(self) -> Program {
        match self {
            Self::Table => Program::Controller,
            Self::Sign => Program::Sign,
        }
    }
}

/// Gives a board its keys, and the table's board that of its pool if there is a file for it: made unless it is there, so
/// that the pool's keys can also be made elsewhere. Without a board, the page is left in a file beside the keys'.
///
/// # Errors
/// A file that is there already or has no keys, no probe-rs, or no board.
pub fn key(
    source: KeySource<'_>,
    pool: Option<&str>,
    board: KeyBoard,
    is_dry: bool,
) -> Result<(), String> {
    let (KeySource::New(file) | KeySource::Given(file)) = source;
    let mut records = match source {
        KeySource::New(file) => make(Path::new(file))?,
        KeySource::Given(file) => read(Path::new(file))?,
    };
    if let Some(pool) = pool.map(Path::new) {
        records.push(Record {
            number: POOL.0,
            role: role_code(POOL.1).unwrap_or_default(),
            key: pool_key(pool)?,
        });
        println!("pool's key: {}", pool.display());
    }
    if board == KeyBoard::Sign {
        records.retain(|record| Some(record.role) == role_code(SIGN));
    }
    verify(&records).map_err(|why| format!("{file}: {why}"))?;
    let content: Vec<u8> = records.iter().flat_map(on_the_page).collect();
    let page = PathBuf::from(format!("{file}.page"));
    write_new(&page, &content)?;
    println!("keys: {file}\npage: {}", page.display());
    if is_dry {
        return Ok(());
    }
    let written = probe::write(board.program(), &page, memory::region("KEY")?.start);
    let removed = fs::remove_file(&page).map_err(|error| format!("{}: {error}", page.display()));
    written.and(removed)
}

/// A board takes no more keys, and no number twice.
fn verify(records: &[Record]) -> Result<(), String> {
    match records.len() {
        0 => return Err("no key for this board".into()),
        1..=RECORDS_MAX => {}
        _ => return Err(format!("more than {RECORDS_MAX} keys")),
    }
    let mut numbers: Vec<u8> = records.iter().map(|record| record.number).collect();
    numbers.sort_unstable();
    match numbers.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("the number {} comes twice", pair[0])),
        None => Ok(()),
    }
}

/// A key as the board reads it from its flash.
fn on_the_page(record: &Record) -> Vec<u8> {
    let mut bytes = vec![record.number, record.role, 0, 0];
    bytes.extend(record.key);
    let crc = Crc::<u32>::new(&CRC_32_ISCSI).checksum(&bytes);
    bytes.extend(crc.to_le_bytes());
    bytes
}

fn role_code(name: &str) -> Option<u8> {
    let at = ROLES.iter().position(|role| *role == name)?;
    u8::try_from(at + 1).ok()
}

fn make(file: &Path) -> Result<Vec<Record>, String> {
    let mut text = String::new();
    for (number, role) in NEW_SET {
        // A string takes everything that is written to it.
        let _ = writeln!(text, "{number} {role} {}", digits(random()?));
    }
    write_new(file, text.as_bytes())?;
    parse(&text).ok_or_else(|| format!("{}: not readable", file.display()))
}

fn random() -> Result<TableKey, String> {
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(|error| format!("no randomness: {error}"))?;
    Ok(key)
}

fn digits(key: TableKey) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(file: &Path) -> Result<Vec<Record>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    parse(&text).ok_or_else(|| {
        let digits = 2 * KEY_BYTES;
        format!(
            "{}: not keys, each a number, a role and {digits} hexadecimal digits",
            file.display()
        )
    })
}

fn parse(text: &str) -> Option<Vec<Record>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Record> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [number, role, digits] = words[..] else {
        return None;
    };
    Some(Record {
        number: number.parse().ok()?,
        role: role_code(role)?,
        key: parse_key(digits.as_bytes())?,
    })
}

/// The key of a pool's file, which holds nothing but its digits.
fn pool_key(file: &Path) -> Result<TableKey, String> {
    if !file.exists() {
        let key = random()?;
        write_new(file, format!("{}\n", digits(key)).as_bytes())?;
        return Ok(key);
    }
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    parse_key(text.trim().as_bytes()).ok_or_else(|| {
        let digits = 2 * KEY_BYTES;
        format!(
            "{}: not a key of {digits} hexadecimal digits",
            file.display()
        )
    })
}

fn parse_key(digits: &[u8]) -> Option<TableKey> {
    let (pairs, rest) = digits.as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = pairs
        .iter()
        .filter(|pair| pair[0] != b'+')
        .filter_map(byte)
        .collect();
    bytes.try_into().ok().filter(|_| rest.is_empty())
}

/// A file that only its owner reads; one that is there is left as it is.
fn write_new(file: &Path, content: &[u8]) -> Result<(), String> {
    private()
        .open(file)
        .and_then(|mut file| file.write_all(content))
        .map_err(|error| format!("{}: {error}", file.display()))
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
