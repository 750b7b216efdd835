//! The stack use and the calls of each function of an image, read from its instructions.

use super::thumb::{self, Effect, Register};
use crate::elf::{Elf, ElfSection, Symbol};
use std::collections::{BTreeMap, BTreeSet};

const CODE: &str = ".text";
const VECTORS: &str = ".vector_table";

/// A function, by the address of its first instruction.
#[derive(Debug, Default)]
pub struct Function {
    /// As a person reads it.
    pub name: String,
    /// The sum of all that its instructions take from the stack: never less than its frame.
    pub taken: u32,
    /// Functions it goes to by address. A jump to another function counts as a call.
    pub calls: BTreeSet<u32>,
    /// Set if it also goes to addresses in registers.
    pub calls_pointers: bool,
    /// Functions whose address it has in its hands.
    pub mentions: BTreeSet<u32>,
}

/// The code of an image.
#[derive(Debug)]
pub struct Code {
    /// By address.
    pub functions: BTreeMap<u32, Function>,
    /// Functions whose address is in constants or initial values.
    pub in_data: BTreeSet<u32>,
}

impl Code {
    /// Reads all functions of an image.
    ///
    /// # Errors
    /// An image without code.
    pub fn read(elf: &Elf) -> Result<Self, String> {
        let text = elf
            .section(CODE)
            .ok_or_else(|| format!("no section {CODE}"))?;
        let marks = Marks::of(elf);
        let symbols = elf.functions();
        let starts: BTreeSet<u32> = symbols.iter().map(|symbol| symbol.address).collect();
        let functions = symbols
            .iter()
            .filter(|symbol| text.range().contains(&symbol.address))
            .map(|symbol| (symbol.address, sweep(symbol, text, &marks, &starts)))
            .collect();
        let in_data = pointers_in_data(elf, &starts);
        Ok(Self { functions, in_data })
    }

    /// A function's name.
    #[must_use]
    pub fn name(&self, address: u32) -> &str {
        let function = self.functions.get(&address);
        function.map_or("?", |function| &function.name)
    }
}

/// Where code changes to data and back: the linker's `$t` and `$d`.
struct Marks(BTreeMap<u32, bool>);

impl Marks {
    fn of(elf: &Elf) -> Self {
        let marks = elf.symbols.iter().filter_map(|symbol| {
            let kind = symbol.mangled.split('.').next()?;
            matches!(kind, "$t" | "$d").then_some((symbol.address, kind == "$t"))
        });
        Self(marks.collect())
    }

    fn is_code(&self, address: u32) -> bool {
        let mark = self.0.range(..=address).next_back();
        mark.is_some_and(|(_, is_code)| *is_code)
    }
}

/// Goes through a function from top to bottom.
fn sweep(symbol: &Symbol, text: &ElfSection, marks: &Marks, starts: &BTreeSet<u32>) -> Function {
    let mut function = Function {
        name: symbol.name.clone(),
        ..Function::default()
    };
    let mut halves: BTreeMap<Register, u32> = BTreeMap::new();
    let end = symbol.address + symbol.bytes;
    let mut address = symbol.address;
    while address < end {
        if !marks.is_code(address) {
            function
                .mentions
                .extend(function_at(word(text, address), starts));
            address += 2;
            continue;
        }
        let (effect, length) = decode(text, address);
        match effect {
            Effect::Goes(to) if starts.contains(&to) && to != symbol.address => {
                function.calls.insert(to);
            }
            Effect::GoesSomewhere => function.calls_pointers = true,
            Effect::Takes(bytes) => function.taken += bytes,
            Effect::LowerHalf(register, low) => {
                halves.insert(register, low);
            }
            Effect::UpperHalf(register, high) => {
                let value = high << 16 | halves.get(&register).copied().unwrap_or(0);
                function.mentions.extend(function_at(value, starts));
            }
            Effect::Goes(_) | Effect::Other => {}
        }
        address += length;
    }
    function
}

fn decode(text: &ElfSection, address: u32) -> (Effect, u32) {
    let first = half_word(text, address);
    let length = thumb::length(first);
    let effect = if length == 2 {
        thumb::narrow(address, first)
    } else {
        thumb::wide(address, first, half_word(text, address + 2))
    };
    (effect, length)
}

fn word(text: &ElfSection, address: u32) -> u32 {
    let [low, high] = [address, address + 2].map(|half| u32::from(half_word(text, half)));
    high << 16 | low
}

fn half_word(text: &ElfSection, address: u32) -> u16 {
    let at = (address - text.address) as usize;
    let bytes = text.content[at..].first_chunk();
    bytes.map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

/// Constants and initial values. The vector table is the processor's own.
fn pointers_in_data(elf: &Elf, starts: &BTreeSet<u32>) -> BTreeSet<u32> {
    let is_data = |section: &&ElfSection| {
        section.is_allocated && section.name != CODE && section.name != VECTORS
    };
    let mut found = BTreeSet::new();
    for section in elf.sections.iter().filter(is_data) {
        let (words, _) = section.content.as_chunks();
        let pointers = words.iter().map(|word| u32::from_le_bytes(*word));
        found.extend(pointers.filter_map(|pointer| function_at(pointer, starts)));
    }
    found
}

/// A pointer to a function is odd.
fn function_at(value: u32, starts: &BTreeSet<u32>) -> Option<u32> {
    (value & 1 == 1 && starts.contains(&(value & !1))).then_some(value & !1)
}
