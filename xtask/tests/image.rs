//! The built image, looked at from outside: where everything is, that its check is right, and
//! that it tells nothing of the machine it was built on.

mod fixture;

use crc::{CRC_32_ISCSI, Crc};
use fixture::{elf, image_bytes};
use std::env;
use std::ops::Range;
use std::path::{Component, PathBuf};
use xtask::elf::{ERASED, Elf, ElfSection};
use xtask::image::stamp::ImageStamp;
use xtask::image::{self, BUILD_IT, budget};
use xtask::memory::region;
use xtask::program::Program;
use xtask::step;

/// Stack pointer, 15 exceptions, 82 interrupts of the STM32L475.
const VECTORS: usize = 98;

/// Reserved by the processor, hence zero (ARMv7-M manual, B1.5.2).
const VECTORS_RESERVED: [usize; 5] = [7, 8, 9, 10, 13];

#[test]
fn the_first_vector_is_the_top_of_the_stack() {
    let (elf, stack) = (elf(), region("STACK").unwrap());
    assert_eq!(vectors(&elf)[0], stack.end);
    assert_eq!(elf.address_of("_stack_start"), Some(stack.end));
    assert_eq!(elf.address_of("_stack_end"), Some(stack.start));
}

#[test]
fn the_program_starts_at_its_reset_vector() {
    let elf = elf();
    assert_eq!(vectors(&elf)[1], elf.entry);
    assert_eq!(elf.address_of("Reset"), Some(elf.entry & !1));
}

#[test]
fn every_vector_is_a_function_in_thumb_code() {
    let elf = elf();
    let functions: Vec<u32> = elf.functions().iter().map(|of| of.address).collect();
    let vectors = vectors(&elf);
    assert_eq!(vectors.len(), VECTORS);
    for (number, vector) in vectors.iter().enumerate().skip(1) {
        if *vector == 0 {
            let is_gap = VECTORS_RESERVED.contains(&number) || number >= 16;
            assert!(is_gap, "vector {number} is missing");
        } else {
            let is_function = vector & 1 == 1 && functions.contains(&(vector & !1));
            assert!(is_function, "vector {number} is {vector:#010x}");
        }
    }
}

#[test]
fn the_check_follows_the_vectors_directly() {
    let elf = elf();
    let (vectors, check) = (
        section(&elf, ".vector_table"),
        section(&elf, ".image_check"),
    );
    assert_eq!(vectors.address, region("FLASH").unwrap().start);
    assert_eq!(check.address, vectors.range().end);
    assert_eq!(check.bytes, 12);
}

#[test]
fn every_section_is_where_the_memory_map_says() {
    const PLACES: [(&str, &str); 8] = [
        (".vector_table", "FLASH"),
        (".image_check", "FLASH"),
        (".text", "FLASH"),
        (".rodata", "FLASH"),
        (".data", "RAM"),
        (".bss", "RAM"),
        (".uninit", "RAM"),
        (".secret", "SECRET"),
    ];
    let elf = elf();
    for (name, place) in PLACES {
        let section = section(&elf, name).range();
        assert!(
            is_within(&section, &region(place).unwrap()),
            "{name} is not in {place}"
        );
    }
    let is_known = |section: &&ElfSection| PLACES.iter().any(|(name, _)| section.name == *name);
    let on_board = elf
        .sections
        .iter()
        .filter(|section| section.is_allocated && section.bytes > 0);
    let unknown: Vec<&ElfSection> = on_board.filter(|section| !is_known(section)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn journal_and_key_are_left_alone() {
    let elf = elf();
    for place in ["JOURNAL", "KEY"] {
        let place = region(place).unwrap();
        assert!(elf.flash_range().end <= place.start);
        for section in elf.sections.iter().filter(|section| section.is_allocated) {
            assert!(!place.contains(&section.address), "{}", section.name);
        }
    }
    let names = ["_key_start", "_journal_start", "_journal_end"].map(|name| elf.address_of(name));
    let (key, journal) = (region("KEY").unwrap(), region("JOURNAL").unwrap());
    let expected = [Some(key.start), Some(journal.start), Some(journal.end)];
    assert_eq!(names, expected);
}

#[test]
fn every_image_is_checked_and_names_its_board() {
    for program in Program::ALL {
        let path = image::path(program);
        let elf = Elf::read(&path).unwrap_or_else(|why| panic!("{why}\n{BUILD_IT}"));
        let stamp = ImageStamp::of(&elf).unwrap();
        assert_eq!(stamp.stored, stamp.computed, "{program:?}");
        assert_eq!(Program::of_kind(stamp.kind), Some(program));
        let flash = region("FLASH").unwrap();
        assert_eq!(elf.flash_range().start, flash.start, "{program:?}");
        assert!(elf.flash_range().end <= flash.end, "{program:?}");
    }
}

/// Not as the stamp finds them, by what a probe writes, but by what the program is made of.
#[test]
fn the_crc_is_right() {
    let elf = elf();
    let [end, crc, _] = words(&section(&elf, ".image_check").content)[..] else {
        panic!("not three words")
    };
    let start = region("FLASH").unwrap().start;
    let mut flash = vec![ERASED; (end - start) as usize];
    let mut put = |address: u32, section: &ElfSection| {
        let at = (address - start) as usize;
        flash[at..][..section.content.len()].copy_from_slice(&section.content);
    };
    for name in [".vector_table", ".image_check", ".text", ".rodata"] {
        put(section(&elf, name).address, section(&elf, name));
    }
    put(elf.address_of("__sidata").unwrap(), section(&elf, ".data"));
    let at = (section(&elf, ".image_check").address - start) as usize + 4;
    flash.drain(at..at + 4);
    assert_eq!(Crc::<u32>::new(&CRC_32_ISCSI).checksum(&flash), crc);
}

#[test]
fn a_flipped_bit_anywhere_in_the_flash_is_found() {
    let elf = elf();
    let original = image_bytes();
    for name in [".vector_table", ".text", ".rodata", ".data"] {
        let section = section(&elf, name);
        let offsets = section.offset..section.offset + u64::from(section.bytes);
        for offset in offsets.step_by(1999) {
            let mut damaged = original.clone();
            damaged[usize::try_from(offset).unwrap()] ^= 0x10;
            let stamp = ImageStamp::of(&Elf::parse(&damaged).unwrap()).unwrap();
            assert_ne!(stamp.stored, stamp.computed, "{name} + {offset}");
        }
    }
}

#[test]
fn no_path_of_the_building_machine_is_in_the_file() {
    let image = image_bytes();
    for path in machine_paths() {
        let found = image
            .windows(path.len())
            .any(|window| window == path.as_bytes());
        assert!(!found, "{path} is in the image");
    }
}

#[test]
fn a_byte_over_a_budget_is_refused() {
    for budget in [budget::FLASH, budget::RAM, budget::STACK] {
        assert_eq!(budget::check(&[(budget, budget.limit_bytes)]), Ok(()));
        let message = budget::check(&[(budget, budget.limit_bytes + 1)]).unwrap_err();
        assert!(message.contains(budget.name), "{message}");
    }
}

#[test]
fn the_stack_budget_is_half_of_its_memory() {
    let (stack, secret) = (region("STACK").unwrap(), region("SECRET").unwrap());
    assert_eq!(stack.end, secret.start);
    assert_eq!(budget::STACK.limit_bytes, (secret.end - stack.start) / 2);
}

/// Where this machine keeps sources, crates and compilers, and where others do.
fn machine_paths() -> Vec<String> {
    let variable = |name| env::var_os(name).map(PathBuf::from);
    let root = step::root();
    let top = root
        .components()
        .find(|part| matches!(part, Component::Normal(_)));
    let mut paths = vec![
        "/root/".to_owned(),
        "/home/".to_owned(),
        "/usr/lib".to_owned(),
    ];
    paths.extend(top.map(|top| format!("/{}/", top.as_os_str().display())));
    paths.extend(
        [
            Some(root.to_owned()),
            variable("HOME"),
            variable("CARGO_HOME"),
        ]
        .into_iter()
        .flatten()
        .map(|path| path.display().to_string()),
    );
    paths.retain(|path| path.len() > 1);
    paths
}

fn is_within(inner: &Range<u32>, outer: &Range<u32>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn vectors(elf: &Elf) -> Vec<u32> {
    words(&section(elf, ".vector_table").content)
}

fn section<'a>(elf: &'a Elf, name: &str) -> &'a ElfSection {
    elf.section(name)
        .unwrap_or_else(|| panic!("no section {name}"))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, rest) = bytes.as_chunks();
    assert!(rest.is_empty());
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
