//! The self-check of the program: a CRC over the whole image, which the build writes into it and the board checks
//! before anything operates (9 NYCRR 5321.18(b)).
//!
//! ```text
//! start             vector table
//! check             end: u32, crc: u32, kind: u32   the linker knows `end`, the build fills in `crc`
//! check + 12 .. end code, constants, initial values
//! ```
//! The CRC is CRC-32C over all bytes from `start` to `end` but its own four. `kind` is four letters that say for which
//! board the image is: two boards of one desk report the same chip, and nothing else tells their images apart.

use link::frame::check;

/// The place of the CRC in the image, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Bytes before the CRC.
    pub offset: usize,
    /// The CRC that the build has written.
    pub crc: u32,
}

/// Bytes of the CRC itself.
const CRC_BYTES: usize = 4;

/// True if the image is the one that was built.
#[must_use]
pub fn is_sound(image: &[u8], stamp: Stamp) -> bool {
    crc(image, stamp.offset) == Some(stamp.crc)
}

/// The CRC of an image; none if the image does not hold the CRC's own place.
#[must_use]
pub fn crc(image: &[u8], offset: usize) -> Option<u32> {
    let (before, rest) = image.split_at_checked(offset)?;
    let after = rest.get(CRC_BYTES..)?;
    Some(check(&[before, after]))
}
