//! A segment: a part of a log in one file, signed with a key of the house.
//!
//! ```text
//! offset  bytes
//!      0      8  "CSPLSEGM"
//!      8      4  version of the format: 1
//!     12      4  number of the link
//!     16      8  number of the first block: 1, or that of a checkpoint
//!     24      8  number of the last block: always a checkpoint
//!     32      8  bytes of the whole file
//!     40      8  time of writing, in milliseconds since 1970
//!     48     32  digest of the block before the first; zeros before block 1
//!     80     32  digest of the first block
//!    112     32  digest of the last block
//!    144     32  digest of the state after the last block
//!    176     32  digest of the segment before; zeros in the first segment
//!    208         blocks: for each its length in 4 bytes, then its bytes as in the log
//!   end-48  32  digest of the segment: SHA-256 of everything before
//!   end-16  16  code: HMAC-SHA-256(key, "coinspot segment 1" | digest of the segment), its first 16 bytes
//! ```
//! Numbers are little-endian. The first block of a segment is the last block of the segment before, so that every
//! segment begins and ends with a known state and can be verified without the others.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use shared_rules::wire::key::{SharedKey, TAG_BYTES, Tag};

use crate::block::BlockNumber;
use crate::digest::{DIGEST_BYTES, Digest};

/// Marks a segment.
pub const MAGIC: [u8; 8] = *b"CSPLSEGM";

/// The version of the format.
pub const VERSION: u32 = 1;

/// Bytes before the first block.
pub const HEADER_BYTES: usize = 208;

/// Bytes behind the last block.
pub const TRAILER_BYTES: usize = DIGEST_BYTES + TAG_BYTES;

/// Separates these codes from any other use of the key.
const DOMAIN: &[u8] = b"coinspot segment 1";

const BUFFER_BYTES: usize = 1 << 18;

/// The longest block: a checkpoint of the largest link has less than 2 MB.
const BLOCK_BYTES_MAX: usize = 1 << 24;

/// The head of a segment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SegmentHeader {
    /// The number of the link.
    pub link: u32,
    /// The first block.
    pub first: BlockNumber,
    /// The last block.
    pub last: BlockNumber,
    /// The bytes of the whole file.
    pub bytes: u64,
    /// The time of writing.
    pub written_ms: u64,
    /// The digest of the block before the first.
    pub before: Digest,
    /// The digest of the first block.
    pub first_block: Digest,
    /// The digest of the last block.
    pub last_block: Digest,
    /// The digest of the state after the last block.
    pub state: Digest,
    /// The digest of the segment before.
    pub previous: Digest,
}

/// The reason why a file is no segment to be trusted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SegmentFault {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(String),
    /// It is something else.
    #[error("it is no segment of a pool's log")]
    Foreign,
    /// It was written in another format.
    #[error("it has format {0}, and this program knows format {VERSION}")]
    Version(u32),
    /// It has other bytes than its head says.
    #[error("{}", size_words(*expected, *found))]
    Size {
        /// That the head names.
        expected: u64,
        /// Of the file.
        found: u64,
    },
    /// A bit has changed.
    #[error("its bytes have been changed: they do not have its digest")]
    Changed,
    /// It was signed with another key, or the code has changed.
    #[error("it was not signed with this key")]
    Key,
    /// A block does not end where it should.
    #[error("its blocks do not lie as its head says")]
    Layout,
}

fn size_words(expected: u64, found: u64) -> String {
    match found < expected {
        true => format!("it was cut off: it has {found} of its {expected} bytes"),
        false => format!("it has {found} bytes, and should have {expected}"),
    }
}

impl From<io::Error> for SegmentFault {
    fn from(error: io::Error) -> SegmentFault {
        SegmentFault::Io(error.to_string())
    }
}

impl SegmentHeader {
    fn write(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let parts: [&[u8]; 12] = [
            &MAGIC,
            &VERSION.to_le_bytes(),
            &self.link.to_le_bytes(),
            &self.first.to_le_bytes(),
            &self.last.to_le_bytes(),
            &self.bytes.to_le_bytes(),
            &self.written_ms.to_le_bytes(),
            self.before.bytes(),
            self.first_block.bytes(),
            self.last_block.bytes(),
            self.state.bytes(),
            self.previous.bytes(),
        ];
        let written = parts.iter().copied().flatten();
        bytes
            .iter_mut()
            .zip(written)
            .for_each(|(to, from)| *to = *from);
        bytes
    }

    fn read(mut from: impl Read) -> Result<SegmentHeader, SegmentFault> {
        let mut source = Fields(&mut from);
        if source.bytes::<8>().map_err(|_| SegmentFault::Foreign)? != MAGIC {
            return Err(SegmentFault::Foreign);
        }
        let version = u32::from_le_bytes(source.bytes()?);
        if version != VERSION {
            return Err(SegmentFault::Version(version));
        }
        Ok(SegmentHeader {
            link: u32::from_le_bytes(source.bytes()?),
            first: source.number()?,
            last: source.number()?,
            bytes: source.number()?,
            written_ms: source.number()?,
            before: source.digest()?,
            first_block: source.digest()?,
            last_block: source.digest()?,
            state: source.digest()?,
            previous: source.digest()?,
        })
    }
}

/// Reads fields of a fixed size.
struct Fields<'a, R>(&'a mut R);

impl<R: Read> Fields<'_, R> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], SegmentFault> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, SegmentFault> {
        Ok(u64::from_le_bytes(self.bytes()?))
    }

    fn digest(&mut self) -> Result<Digest, SegmentFault> {
        Ok(Digest::new(self.bytes()?))
    }
}

/// A segment whose bytes have their digest, which has the code of the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The file.
    pub path: PathBuf,
    /// Its head.
    pub header: SegmentHeader,
    /// Its digest.
    pub digest: Digest,
}

impl Segment {
    /// Reads the whole file, and verifies its digest and its code. Its blocks are not folded.
    ///
    /// # Errors
    /// It is no segment, was changed, or was signed with another key.
    pub fn open(path: &Path, key: &SharedKey) -> Result<Segment, SegmentFault> {
        let segment = Segment::open_lightly(path, key)?;
        let mut file = BufReader::with_capacity(BUFFER_BYTES, File::open(path)?);
        let covered = segment.header.bytes.saturating_sub(trailer_bytes());
        let mut hasher = Hashing(Sha256::new());
        io::copy(&mut (&mut file).take(covered), &mut hasher)?;
        if hasher.digest() != segment.digest {
            return Err(SegmentFault::Changed);
        }
        Ok(segment)
    }

    /// Reads head, digest and code, and verifies the code. The digest is believed.
    ///
    /// # Errors
    /// It is no segment, has another size than it should, or was signed with another key.
    pub fn open_lightly(path: &Path, key: &SharedKey) -> Result<Segment, SegmentFault> {
        let mut file = File::open(path)?;
        let found = file.metadata()?.len();
        let header = read_header(&mut file, found)?;
        file.seek(SeekFrom::Start(found.saturating_sub(trailer_bytes())))?;
        let mut trailer = Fields(&mut file);
        let digest = trailer.digest()?;
        let tag: Tag = trailer.bytes()?;
        if !key.fits(&[DOMAIN, digest.bytes()], &tag) {
            // A reader of a changed file is better served by that than by a doubt about the key.
            let covered = found.saturating_sub(trailer_bytes());
            return Err(match digest_of(path, covered)? == digest {
                true => SegmentFault::Key,
                false => SegmentFault::Changed,
            });
        }
        Ok(Segment {
            path: path.to_owned(),
            header,
            digest,
        })
    }

    /// Its blocks from the first on.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn blocks(&self) -> Result<SegmentBlocks, SegmentFault> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(header_bytes()))?;
        let body = self.header.bytes.saturating_sub(header_bytes());
        Ok(SegmentBlocks {
            file: BufReader::with_capacity(BUFFER_BYTES, file),
            next: self.header.first,
            last: self.header.last,
            left: body.saturating_sub(trailer_bytes()),
        })
    }
}

fn read_header(file: &mut File, found: u64) -> Result<SegmentHeader, SegmentFault> {
    let expected = header_bytes().saturating_add(trailer_bytes());
    let header = match SegmentHeader::read(&mut *file) {
        Err(SegmentFault::Io(_)) if found < expected => {
            return Err(SegmentFault::Size { expected, found });
        }
        header => header?,
    };
    let expected = header.bytes.max(expected);
    if found != expected {
        return Err(SegmentFault::Size { expected, found });
    }
    Ok(header)
}

fn digest_of(path: &Path, covered: u64) -> Result<Digest, SegmentFault> {
    let mut hasher = Hashing(Sha256::new());
    io::copy(&mut File::open(path)?.take(covered), &mut hasher)?;
    Ok(hasher.digest())
}

fn header_bytes() -> u64 {
    u64::try_from(HEADER_BYTES).unwrap_or(u64::MAX)
}

fn trailer_bytes() -> u64 {
    u64::try_from(TRAILER_BYTES).unwrap_or(u64::MAX)
}

/// The blocks of a segment, one after another.
#[derive(Debug)]
pub struct SegmentBlocks {
    file: BufReader<File>,
    next: BlockNumber,
    last: BlockNumber,
    /// The bytes before the trailer that have not been read.
    left: u64,
}

impl SegmentBlocks {
    /// The number of the next block.
    #[must_use]
    pub const fn next_number(&self) -> BlockNumber {
        self.next
    }

    /// The next block; none behind the last.
    ///
    /// # Errors
    /// It cannot be read, or the blocks do not fill their place.
    pub fn pop(&mut self) -> Result<Option<Vec<u8>>, SegmentFault> {
        let Some(length) = self.length()? else {
            return Ok(None);
        };
        let mut bytes = vec![0; length];
        self.file.read_exact(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Passes over a block.
    ///
    /// # Errors
    /// As for [`SegmentBlocks::pop`].
    pub fn skip(&mut self) -> Result<(), SegmentFault> {
        if let Some(length) = self.length()? {
            let length = i64::try_from(length).map_err(|_| SegmentFault::Layout)?;
            self.file.seek_relative(length)?;
        }
        Ok(())
    }

    /// The length of the next block, which is then counted as read.
    fn length(&mut self) -> Result<Option<usize>, SegmentFault> {
        if self.next > self.last {
            let is_filled = self.left == 0;
            return is_filled.then_some(None).ok_or(SegmentFault::Layout);
        }
        let length = u32::from_le_bytes(Fields(&mut self.file).bytes()?);
        let with_length = u64::from(length).saturating_add(4);
        self.left = self
            .left
            .checked_sub(with_length)
            .ok_or(SegmentFault::Layout)?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length > BLOCK_BYTES_MAX {
            return Err(SegmentFault::Layout);
        }
        self.next = self.next.saturating_add(1);
        Ok(Some(length))
    }
}

/// Writes a segment into a new file, whose length is known before.
pub(super) struct SegmentWriter {
    file: BufWriter<File>,
    hasher: Hashing,
    written: u64,
    expected: u64,
}

impl SegmentWriter {
    pub fn begin(path: &Path, header: &SegmentHeader) -> Result<SegmentWriter, SegmentFault> {
        let mut writer = SegmentWriter {
            file: BufWriter::with_capacity(BUFFER_BYTES, File::create(path)?),
            hasher: Hashing(Sha256::new()),
            written: 0,
            expected: header.bytes,
        };
        writer.put(&header.write())?;
        Ok(writer)
    }

    pub fn block(&mut self, bytes: &[u8]) -> Result<(), SegmentFault> {
        let length = u32::try_from(bytes.len()).map_err(|_| SegmentFault::Layout)?;
        self.put(&length.to_le_bytes())?;
        self.put(bytes)
    }

    /// Signs it, and returns when the disk has it.
    pub fn finish(mut self, key: &SharedKey) -> Result<Digest, SegmentFault> {
        let digest = self.hasher.digest();
        self.put(digest.bytes())?;
        self.put(&key.tag(&[DOMAIN, digest.bytes()]))?;
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        let (expected, found) = (self.expected, self.written);
        match found == expected {
            true => Ok(digest),
            false => Err(SegmentFault::Size { expected, found }),
        }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), SegmentFault> {
        self.hasher.0.update(bytes);
        self.file.write_all(bytes)?;
        let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        self.written = self.written.saturating_add(count);
        Ok(())
    }
}

/// The bytes of a segment whose blocks have this many, with their lengths.
pub(super) fn file_bytes(blocks: u64) -> u64 {
    header_bytes()
        .saturating_add(trailer_bytes())
        .saturating_add(blocks)
}

struct Hashing(Sha256);

impl Hashing {
    fn digest(&self) -> Digest {
        Digest::new(self.0.clone().finalize().into())
    }
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
