//! A release image: the parts of an ELF file that go into the flash, and the addresses of its symbols.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use object::elf::{self, FileHeader32, PT_LOAD};
use object::read::elf::{ElfFile32, ProgramHeader};
use object::{Endianness, Object, ObjectSymbol};

use crate::chip::flash::FLASH_BYTES;
use crate::chip::map::FLASH;

/// An image.
#[derive(Clone, Debug)]
pub struct Image {
    elf: Vec<u8>,
    /// Offsets in the flash, and the bytes there.
    segments: Vec<(u32, Vec<u8>)>,
    symbols: BTreeMap<String, u32>,
}

impl Image {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// It cannot be read, or is not an image for this chip.
    pub fn read(path: &Path) -> Result<Self> {
        let elf = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(elf)
            .with_context(|| format!("{} is not an image for this chip", path.display()))
    }

    /// Parses the contents of an ELF file.
    ///
    /// # Errors
    /// It is not an image for this chip.
    pub fn parse(elf: Vec<u8>) -> Result<Self> {
        let file = ElfFile32::<Endianness>::parse(&*elf)?;
        ensure!(
            file.elf_header().e_machine.get(file.endian()) == elf::EM_ARM,
            "not for an ARM core"
        );
        let segments = segments(&file, &elf)?;
        ensure!(!segments.is_empty(), "nothing in it goes into the flash");
        let symbols = file.symbols().filter_map(|symbol| {
            let address = u32::try_from(symbol.address()).ok()?;
            Some((symbol.name().ok()?.to_owned(), address))
        });
        Ok(Self {
            symbols: symbols.collect(),
            segments,
            elf,
        })
    }

    /// A bare program, for tests of the core: bytes for the start of the flash.
    #[must_use]
    pub fn bare(bytes: Vec<u8>) -> Self {
        Self {
            elf: Vec::new(),
            segments: vec![(0, bytes)],
            symbols: BTreeMap::new(),
        }
    }

    /// The contents of the flash: offsets and bytes.
    pub fn segments(&self) -> impl Iterator<Item = (u32, &[u8])> {
        self.segments
            .iter()
            .map(|(offset, bytes)| (*offset, &**bytes))
    }

    /// The address of a symbol.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<u32> {
        self.symbols.get(name).copied()
    }

    /// The address of the function with this demangled name, in full.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<u32> {
        let is_it = |mangled: &str| format!("{:#}", rustc_demangle::demangle(mangled)) == name;
        let mut symbols = self.symbols.iter();
        let found = symbols.find(|(mangled, _)| is_it(mangled));
        found.map(|(_, address)| address & !1)
    }

    /// The function that an address is in, or the symbol before it.
    #[must_use]
    pub fn nearest(&self, address: u32) -> Option<(&str, u32)> {
        let before = self
            .symbols
            .iter()
            .filter(|(name, at)| (**at & !1) <= address && !name.starts_with('$'));
        let (name, at) = before.max_by_key(|(_, at)| **at)?;
        Some((name, address - (at & !1)))
    }

    /// The file.
    #[must_use]
    pub fn elf(&self) -> &[u8] {
        &self.elf
    }
}

fn segments(file: &ElfFile32<'_>, elf: &[u8]) -> Result<Vec<(u32, Vec<u8>)>> {
    let endian = file.endian();
    let mut segments = Vec::new();
    for header in file.elf_program_headers() {
        let header: &<FileHeader32<Endianness> as object::read::elf::FileHeader>::ProgramHeader =
            header;
        let bytes = header
            .data(endian, elf)
            .map_err(|()| anyhow::anyhow!("a segment that is cut off"))?;
        if header.p_type(endian) != PT_LOAD || bytes.is_empty() {
            continue;
        }
        // Where it is loaded, which for data is not where it is used.
        let Some(offset) = header.p_paddr(endian).checked_sub(FLASH) else {
            bail!("a segment below the flash")
        };
        ensure!(
            offset as usize + bytes.len() <= FLASH_BYTES as usize,
            "a segment above the flash"
        );
        segments.push((offset, bytes.to_vec()));
    }
    Ok(segments)
}
