//! The memory regions of `memory.x`, so that no chore writes an address a second time.

use crate::step;
use std::fs;
use std::ops::Range;

const SCRIPT: &str = "memory.x";

/// The addresses of a region.
///
/// # Errors
/// A script that cannot be read or does not have the region.
pub fn region(name: &str) -> Result<Range<u32>, String> {
    let script = fs::read_to_string(step::root().join(SCRIPT))
        .map_err(|error| format!("{SCRIPT}: {error}"))?;
    script
        .lines()
        .find_map(|line| parse(line, name))
        .ok_or_else(|| format!("{SCRIPT} has no region {name}"))
}

/// `NAME : ORIGIN = 0x08000000, LENGTH = 510K`
fn parse(line: &str, name: &str) -> Option<Range<u32>> {
    let (found, place) = line.split_once(':')?;
    let (origin, length) = place.split_once(',')?;
    let start = number(origin.trim().strip_prefix("ORIGIN = 0x")?, 16)?;
    let kibibytes = number(
        length.trim().strip_prefix("LENGTH = ")?.strip_suffix('K')?,
        10,
    )?;
    (found.trim() == name).then_some(start..start + kibibytes * 1024)
}

fn number(digits: &str, radix: u32) -> Option<u32> {
    u32::from_str_radix(digits, radix).ok()
}
