//! The keys that a table shares with its console and, if it is linked, with its pool: made here, kept in files, and
//! written into a flash page of their own that no image touches. The page is erased as a whole, so both are written
//! together.
//!
//! ```text
//! for each: key: 32 bytes, CRC-32C of them: 4 bytes, low byte first, then 4 of padding: the flash is
//! written 8 bytes at a time
//! ```

use crate::elf::ERASED;
use crate::{memory, probe};
use crc::{CRC_32_ISCSI, Crc};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the key goes unless another file is named.
pub const FILE: &str = "console.key";

const KEY_BYTES: usize = 32;
const CRC_BYTES: usize = 4;
const PLACE_BYTES: usize = 40;

type TableKey = [u8; KEY_BYTES];

/// Where a key comes from.
#[derive(Clone, Copy, Debug)]
pub enum KeySource<'a> {
    /// A new one, for this file.
    New(&'a str),
    /// One that this file has.
    Given(&'a str),
}

/// Gives the board a key, and that of its pool if there is a file for it: made unless it is there, so that the pool's
/// keys can also be made elsewhere. Without a board, the page is left in a file beside the key's.
///
/// # Errors
/// A file that is there already or has no key, no probe-rs, or no board.
pub fn key(source: KeySource<'_>, pool: Option<&str>, is_dry: bool) -> Result<(), String> {
    let (KeySource::New(file) | KeySource::Given(file)) = source;
    let key = match source {
        KeySource::New(file) => make(Path::new(file))?,
        KeySource::Given(file) => read(Path::new(file))?,
    };
    let mut content = place(key).to_vec();
    if let Some(pool) = pool.map(Path::new) {
        let key = if pool.exists() {
            read(pool)
        } else {
            make(pool)
        };
        content.extend(place(key?));
        println!("pool's key: {}", pool.display());
    }
    let page = PathBuf::from(format!("{file}.page"));
    write_new(&page, &content)?;
    println!("key: {file}\npage: {}", page.display());
    if is_dry {
        return Ok(());
    }
    let written = probe::write(&page, memory::region("KEY")?.start);
    let removed = fs::remove_file(&page).map_err(|error| format!("{}: {error}", page.display()));
    written.and(removed)
}

/// A key as the board reads it from its flash.
fn place(key: TableKey) -> [u8; PLACE_BYTES] {
    let mut place = [ERASED; PLACE_BYTES];
    let crc = Crc::<u32>::new(&CRC_32_ISCSI).checksum(&key);
    place[..KEY_BYTES].copy_from_slice(&key);
    place[KEY_BYTES..][..CRC_BYTES].copy_from_slice(&crc.to_le_bytes());
    place
}

fn make(file: &Path) -> Result<TableKey, String> {
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(|error| format!("no randomness: {error}"))?;
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    write_new(file, format!("{digits}\n").as_bytes())?;
    Ok(key)
}

fn read(file: &Path) -> Result<TableKey, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    parse(text.trim().as_bytes()).ok_or_else(|| {
        let digits = 2 * KEY_BYTES;
        format!(
            "{}: not a key of {digits} hexadecimal digits",
            file.display()
        )
    })
}

fn parse(digits: &[u8]) -> Option<TableKey> {
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
