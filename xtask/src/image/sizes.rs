//! The sizes of an image: flash and static RAM by section, by crate and by symbol.

use crate::elf::{Elf, ElfSection, Symbol, SymbolClass};
use crate::memory;
use crate::table::{self, Row};
use std::collections::BTreeMap;
use std::ops::Range;

/// The crates whose modules are told apart.
const OURS: [&str; 6] = [
    "board_support",
    "firmware",
    "link",
    "shared_rules",
    "sign",
    "sign_board",
];

/// The regions of static variables.
const RAM: [&str; 2] = ["RAM", "SECRET"];

const OWNERS_SHOWN: usize = 24;
const SYMBOLS_SHOWN: usize = 10;

/// Bytes of an image on the board.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// From the first to the last byte that is written.
    pub flash: u32,
    /// Variables in RAM, zeroed or not.
    pub ram: u32,
}

impl Sizes {
    /// Measures an image.
    ///
    /// # Errors
    /// A memory map that cannot be read.
    pub fn of(elf: &Elf) -> Result<Self, String> {
        let flash = elf.flash_range();
        let mut ram = 0;
        for region in RAM {
            let region = memory::region(region)?;
            ram += sections_in(elf, &region)
                .map(|section| section.bytes)
                .sum::<u32>();
        }
        Ok(Self {
            flash: flash.end - flash.start,
            ram,
        })
    }
}

/// Prints the tables.
///
/// # Errors
/// A memory map that cannot be read.
pub fn print(elf: &Elf) -> Result<(), String> {
    let flash = memory::region("FLASH")?;
    table::print("Flash, by section", &flash_by_section(elf, &flash));
    table::print_largest(
        "Flash, by crate and module",
        by_owner(elf, &flash),
        OWNERS_SHOWN,
    );
    table::print_largest(
        "Flash, largest symbols",
        by_symbol(elf, &flash),
        SYMBOLS_SHOWN,
    );
    for region in RAM {
        let ram = memory::region(region)?;
        let title = format!("{region}, by section");
        table::print(&title, &by_section(elf, &ram));
        let title = format!("{region}, largest symbols");
        table::print_largest(&title, by_symbol(elf, &ram), SYMBOLS_SHOWN);
    }
    Ok(())
}

/// Variables' initial values wait in flash until the program starts.
fn flash_by_section(elf: &Elf, region: &Range<u32>) -> Vec<Row> {
    let mut rows = by_section(elf, region);
    let initial = elf.section(".data").map_or(0, |section| section.bytes);
    rows.push((initial, ".data, its initial values".to_owned()));
    rows
}

fn by_section(elf: &Elf, region: &Range<u32>) -> Vec<Row> {
    sections_in(elf, region)
        .filter(|section| section.bytes > 0)
        .map(|section| (section.bytes, section.name.clone()))
        .collect()
}

fn by_owner(elf: &Elf, region: &Range<u32>) -> Vec<Row> {
    let mut owners: BTreeMap<String, u32> = BTreeMap::new();
    for symbol in symbols_in(elf, region) {
        *owners.entry(owner(&symbol.name)).or_default() += symbol.bytes;
    }
    owners
        .into_iter()
        .map(|(name, bytes)| (bytes, name))
        .collect()
}

fn by_symbol(elf: &Elf, region: &Range<u32>) -> Vec<Row> {
    symbols_in(elf, region)
        .map(|symbol| (symbol.bytes, symbol.name.clone()))
        .collect()
}

fn sections_in<'a>(elf: &'a Elf, region: &Range<u32>) -> impl Iterator<Item = &'a ElfSection> {
    elf.sections
        .iter()
        .filter(|section| section.is_allocated && region.contains(&section.address))
}

fn symbols_in<'a>(elf: &'a Elf, region: &Range<u32>) -> impl Iterator<Item = &'a Symbol> {
    elf.symbols.iter().filter(|symbol| {
        symbol.class != SymbolClass::Label && symbol.bytes > 0 && region.contains(&symbol.address)
    })
}

/// The owner of a symbol: generic code belongs to the module of ours that it was made for.
fn owner(name: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut paths = name
        .split(|c| !is_name(c))
        .filter(|path| path.contains("::"));
    let is_ours = |path: &&str| OURS.contains(&first(path));
    if let Some(path) = paths.clone().find(is_ours) {
        return path.split("::").take(2).collect::<Vec<_>>().join("::");
    }
    let foreign = paths.find(|path| !first(path).is_empty()).map(first);
    foreign.unwrap_or("(no crate's name)").to_owned()
}

fn first(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}
