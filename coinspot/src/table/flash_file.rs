//! The journal's flash in a file, written through: the controller hears that an operation is done when it is on the
//! disk.
//!
//! Bytes are written in their place, and synchronised after each operation of the driver. So whatever ends the program
//! or the machine leaves a file in which one operation may be torn, and the journal is made to survive that: it is what
//! a power cut leaves on the board. To write a new file for each operation and rename it would be no safer, and would
//! write half a megabyte for eight bytes.

use std::cell::Cell;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use parts::flash::{FlashChip, Keep, PAGE, Socket, WORD};
use simulator::table::JOURNAL_PAGES;

use crate::terminal::tell;

/// Bytes of the flash, and of its file.
const SIZE: usize = JOURNAL_PAGES * PAGE;

const ERASED: u8 = 0xFF;

/// The flash that this file keeps; a blank one where there is no file yet. The file is locked until the flash is gone.
///
/// # Errors
/// If it is no flash of a table, is used by another one, or cannot be written.
pub fn open(path: &Path) -> Result<Socket> {
    let (file, image) = read(path)?;
    Ok(Socket::kept(FlashChip::from_image(&image), file))
}

/// The same, and what it held is erased.
///
/// # Errors
/// As for [`open`].
pub fn open_erased(path: &Path) -> Result<Socket> {
    let (file, _) = read(path)?;
    file.keep(0, &[ERASED; SIZE])
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Socket::kept(FlashChip::new(JOURNAL_PAGES), file))
}

fn read(path: &Path) -> Result<(FlashFile, Vec<u8>)> {
    let file = FlashFile {
        file: lock(path)?,
        has_failed: Cell::new(false),
    };
    let name = path.display();
    let mut image = file
        .image()
        .with_context(|| format!("cannot read {name}"))?;
    let is_unfinished = image.len() < SIZE && image.iter().all(|byte| *byte == ERASED);
    if is_unfinished {
        image.resize(SIZE, ERASED);
    }
    ensure!(
        image.len() == SIZE,
        "{name} is no flash of a table: {} bytes instead of {SIZE}",
        file.file.metadata()?.len()
    );
    // The present content is written again: a disk that takes nothing says so now, and not in the first round.
    let probe = if is_unfinished { SIZE } else { WORD };
    file.keep(0, &image[..probe])
        .with_context(|| format!("cannot write {name}"))?;
    Ok((file, image))
}

/// Opens the file for this process alone.
fn lock(path: &Path) -> Result<File> {
    let name = path.display();
    // To open a pipe would wait for its other end.
    let is_other = fs::metadata(path).is_ok_and(|found| !found.is_file());
    ensure!(!is_other, "{name} is not a regular file");
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let file = options
        .open(path)
        .with_context(|| format!("cannot open {name} to keep the flash"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("{name} is in use by another table"),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {name}"))
        }
    }
}

/// The file of a flash.
#[derive(Debug)]
struct FlashFile {
    file: File,
    has_failed: Cell<bool>,
}

impl FlashFile {
    /// Everything in it, up to one byte more than a flash has.
    fn image(&self) -> io::Result<Vec<u8>> {
        let mut image = Vec::with_capacity(SIZE + 1);
        let mut start = (&self.file).take(SIZE as u64 + 1);
        start.read_to_end(&mut image)?;
        Ok(image)
    }

    fn write(&self, address: usize, bytes: &[u8]) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(address as u64))?;
        file.write_all(bytes)?;
        file.sync_data()
    }
}

impl Keep for FlashFile {
    fn keep(&self, address: usize, bytes: &[u8]) -> io::Result<()> {
        let written = self.write(address, bytes);
        if let Err(error) = &written
            && !self.has_failed.replace(true)
        {
            tell(&format!("the flash's file cannot be written: {error}"));
        }
        written
    }
}
