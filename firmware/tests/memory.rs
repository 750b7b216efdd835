//! The memory map against the one that the linker uses, read here as text by a parser of its own.

use firmware::memory::REGIONS;

const LINKER: &str = include_str!("../../memory.x");

/// `NAME : ORIGIN = 0x..., LENGTH = ...K`
fn region(line: &str) -> Option<(&str, u32, u32)> {
    let (name, rest) = line.trim().split_once(':')?;
    let (origin, length) = rest.trim().strip_prefix("ORIGIN = 0x")?.split_once(',')?;
    let length = length.trim().strip_prefix("LENGTH = ")?.strip_suffix('K')?;
    Some((
        name.trim(),
        u32::from_str_radix(origin, 16).ok()?,
        length.parse::<u32>().ok()? * 1024,
    ))
}

#[test]
fn the_regions_are_those_of_the_linker() {
    let mut linker: Vec<_> = LINKER.lines().filter_map(region).collect();
    linker.sort_by_key(|region| region.1);
    let ours = REGIONS.map(|region| (region.name, region.start, region.bytes));
    assert_eq!(linker, ours);
}

#[test]
fn no_two_regions_share_an_address() {
    for pair in REGIONS.windows(2) {
        assert!(pair[0].start + pair[0].bytes <= pair[1].start, "{pair:?}");
    }
}
