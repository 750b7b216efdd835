//! The image's CRC, written into the linked file so that the board can check itself.
//!
//! Behind the vector table the linker leaves three words: where the image ends in flash, a blank
//! for the CRC-32C of everything up to there but that blank, and the board that it is for.

use crate::elf::Elf;
use crc::{CRC_32_ISCSI, Crc};
use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

const SECTION: &str = ".image_check";

/// The blank's place in the section.
const CRC_OFFSET: usize = 4;
const CRC_BYTES: usize = 4;

/// The place of the board's kind in the section.
const KIND_OFFSET: u32 = 8;

/// The words, found and computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageStamp {
    /// The CRC in the file.
    pub stored: u32,
    /// The CRC that should be there.
    pub computed: u32,
    /// The board that the image is for.
    pub kind: u32,
    /// The address of that word on the board.
    pub kind_address: u32,
    /// Where in the file the CRC is said.
    offset: u64,
}

/// Writes the CRC into the file, unless it is there.
///
/// # Errors
/// A file that is no image, or cannot be written.
pub fn stamp(path: &Path) -> Result<ImageStamp, String> {
    let mut stamp = ImageStamp::of(&Elf::read(path)?)?;
    if stamp.stored != stamp.computed {
        overwrite(path, stamp.offset, &stamp.computed.to_le_bytes())
            .map_err(|error| format!("{}: {error}", path.display()))?;
        stamp.stored = stamp.computed;
    }
    Ok(stamp)
}

/// A few bytes of a file, the others left alone.
fn overwrite(path: &Path, offset: u64, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

impl ImageStamp {
    /// Reads and computes an image's.
    ///
    /// # Errors
    /// A file without the three words, or whose end is not where its bytes end.
    pub fn of(elf: &Elf) -> Result<Self, String> {
        let section = elf
            .section(SECTION)
            .ok_or_else(|| format!("no section {SECTION}: this is not the board's image"))?;
        let &[end, stored, kind] = words(&section.content).as_slice() else {
            return Err(format!("{SECTION} is not three words"));
        };
        let flash = elf.flash_range();
        if end != flash.end {
            let expected = flash.end;
            return Err(format!(
                "{SECTION} ends at {end:#x}, the image at {expected:#x}"
            ));
        }
        let blank = (section.address - flash.start) as usize + CRC_OFFSET;
        Ok(Self {
            stored,
            computed: checksum(&elf.flash(), blank),
            kind,
            kind_address: section.address + KIND_OFFSET,
            offset: section.offset + CRC_OFFSET as u64,
        })
    }
}

/// Over everything but the checksum's own bytes.
fn checksum(flash: &[u8], blank: usize) -> u32 {
    let crc = Crc::<u32>::new(&CRC_32_ISCSI);
    let mut digest = crc.digest();
    digest.update(&flash[..blank]);
    digest.update(&flash[blank + CRC_BYTES..]);
    digest.finalize()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
