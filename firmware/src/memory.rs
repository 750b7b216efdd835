//! The memory of the reference board's chip, as data: what lies where. The linker's copy is `memory.x`.

/// A part of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// What the linker calls it.
    pub name: &'static str,
    /// Its first address.
    pub start: u32,
    /// Its length in bytes.
    pub bytes: u32,
    /// What is in it.
    pub purpose: &'static str,
}

/// Everything in use. Flash comes in two banks: reading one while the other is written does not stall.
pub const REGIONS: [Region; 5] = [
    region("FLASH", 0x0800_0000, 510, "the image (bank 1)"),
    region("KEY", 0x0807_F800, 2, "the key shared with the console"),
    region(
        "JOURNAL",
        0x0808_0000,
        512,
        "the journal, logs A and B (bank 2)",
    ),
    region(
        "STACK",
        0x1000_0000,
        32,
        "the stack and nothing else (SRAM2)",
    ),
    region("RAM", 0x2000_0000, 96, "everything static (SRAM1)"),
];

const fn region(name: &'static str, start: u32, kibibytes: u32, purpose: &'static str) -> Region {
    Region {
        name,
        start,
        bytes: kibibytes.saturating_mul(1024),
        purpose,
    }
}
