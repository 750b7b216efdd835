//! An ELF file of the board, as far as the chores look at it: owned lists instead of the
//! format's tables, and the flash as it is once a probe has written it.

use object::elf::SHF_ALLOC;
use object::read::elf::{ElfFile32, FileHeader, ProgramHeader, SectionHeader, Sym};
use object::{LittleEndian, Object, ObjectSection, ObjectSegment, ObjectSymbol, SymbolKind};
use std::fs;
use std::ops::Range;
use std::path::Path;

/// The value of a flash cell before it is programmed.
pub const ERASED: u8 = 0xFF;

type File<'a> = ElfFile32<'a, LittleEndian>;

/// A linked program.
#[derive(Debug)]
pub struct Elf {
    /// Where the program starts, with the bit that says Thumb.
    pub entry: u32,
    /// In the order of the file, with those that are not for the board.
    pub sections: Vec<ElfSection>,
    /// The bytes that a probe writes.
    pub segments: Vec<LoadSegment>,
    /// Sorted by address.
    pub symbols: Vec<Symbol>,
}

/// A named part of the program.
#[derive(Debug)]
pub struct ElfSection {
    /// As the linker script calls it.
    pub name: String,
    /// Where the program finds it.
    pub address: u32,
    /// In memory, whether or not the file holds them.
    pub bytes: u32,
    /// On the board at all: debug information is not.
    pub is_allocated: bool,
    /// The bytes in the file: none for zeroed memory.
    pub content: Vec<u8>,
    /// Where in the file that is.
    pub offset: u64,
}

/// Bytes that a probe writes into the flash.
#[derive(Debug)]
pub struct LoadSegment {
    /// Where they are written, which for initial values is not where the program finds them.
    pub address: u32,
    /// The bytes themselves.
    pub content: Vec<u8>,
}

/// A name that the linker has given an address.
#[derive(Debug)]
pub struct Symbol {
    /// As in the file.
    pub mangled: String,
    /// As a person reads it.
    pub name: String,
    /// Without the bit that says Thumb.
    pub address: u32,
    /// Zero for a mere label.
    pub bytes: u32,
    /// The thing that it names.
    pub class: SymbolClass,
}

/// The things that a symbol can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolClass {
    /// Code.
    Function,
    /// A constant or a variable.
    Data,
    /// A place, or code or data that does not say which.
    Label,
}

impl Elf {
    /// Reads a file, or says why it is not a program of the board.
    ///
    /// # Errors
    /// A file that cannot be read or is no ELF file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(&bytes).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The same for bytes in memory.
    ///
    /// # Errors
    /// Bytes that are no ELF file.
    pub fn parse(bytes: &[u8]) -> Result<Self, object::Error> {
        let file = File::parse(bytes)?;
        Ok(Self {
            entry: file.elf_header().e_entry(LittleEndian),
            sections: sections(&file)?,
            segments: segments(&file)?,
            symbols: symbols(&file)?,
        })
    }

    /// The section of that name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&ElfSection> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// Where the linker has put a name.
    #[must_use]
    pub fn address_of(&self, name: &str) -> Option<u32> {
        let found = self.symbols.iter().find(|symbol| symbol.mangled == name)?;
        Some(found.address)
    }

    /// The functions, each address once: several names may share a body.
    #[must_use]
    pub fn functions(&self) -> Vec<&Symbol> {
        let mut functions: Vec<&Symbol> = self
            .symbols
            .iter()
            .filter(|symbol| symbol.class == SymbolClass::Function && symbol.bytes > 0)
            .collect();
        functions.dedup_by_key(|symbol| symbol.address);
        functions
    }

    /// The flash from its first to its last written byte, as a probe leaves it: what lies
    /// between two segments stays erased.
    #[must_use]
    pub fn flash(&self) -> Vec<u8> {
        let Range { start, end } = self.flash_range();
        let mut flash = vec![ERASED; (end - start) as usize];
        for segment in &self.segments {
            let at = (segment.address - start) as usize;
            flash[at..at + segment.content.len()].copy_from_slice(&segment.content);
        }
        flash
    }

    /// Where the flash that is written begins and ends.
    #[must_use]
    pub fn flash_range(&self) -> Range<u32> {
        let starts = self.segments.iter().map(|segment| segment.address);
        let ends = self.segments.iter().map(LoadSegment::end);
        starts.min().unwrap_or(0)..ends.max().unwrap_or(0)
    }
}

impl ElfSection {
    /// The addresses it covers.
    #[must_use]
    pub fn range(&self) -> Range<u32> {
        self.address..self.address + self.bytes
    }
}

impl LoadSegment {
    fn end(&self) -> u32 {
        self.address + u32::try_from(self.content.len()).unwrap_or(u32::MAX)
    }
}

fn sections(file: &File<'_>) -> Result<Vec<ElfSection>, object::Error> {
    file.sections()
        .map(|section| {
            let header = section.elf_section_header();
            Ok(ElfSection {
                name: section.name()?.to_owned(),
                address: header.sh_addr(LittleEndian),
                bytes: header.sh_size(LittleEndian),
                is_allocated: header.sh_flags(LittleEndian).contains(SHF_ALLOC),
                offset: header.sh_offset(LittleEndian).into(),
                content: section.data()?.to_vec(),
            })
        })
        .collect()
}

/// Those with bytes in the file: zeroed memory is not written.
fn segments(file: &File<'_>) -> Result<Vec<LoadSegment>, object::Error> {
    let mut segments = Vec::new();
    for segment in file.segments() {
        let content = segment.data()?.to_vec();
        if !content.is_empty() {
            let address = segment.elf_program_header().p_paddr(LittleEndian);
            segments.push(LoadSegment { address, content });
        }
    }
    Ok(segments)
}

fn symbols(file: &File<'_>) -> Result<Vec<Symbol>, object::Error> {
    let mut symbols = Vec::new();
    for symbol in file.symbols() {
        let class = match symbol.kind() {
            SymbolKind::Text => SymbolClass::Function,
            SymbolKind::Data => SymbolClass::Data,
            _ => SymbolClass::Label,
        };
        let value = symbol.elf_symbol().st_value(LittleEndian);
        symbols.push(Symbol {
            mangled: symbol.name()?.to_owned(),
            name: readable(symbol.name()?),
            address: if class == SymbolClass::Function {
                value & !1
            } else {
                value
            },
            bytes: symbol.elf_symbol().st_size(LittleEndian),
            class,
        });
    }
    symbols.sort_by_key(|symbol| symbol.address);
    Ok(symbols)
}

/// The compiler names a `match`'s table after the function that it is in.
fn readable(mangled: &str) -> String {
    let owner = mangled.strip_prefix(".Lswitch.table.").unwrap_or(mangled);
    format!("{:#}", rustc_demangle::demangle(owner))
}
