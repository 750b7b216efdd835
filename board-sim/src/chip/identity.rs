//! Values written into the chip at the factory, and the one-time programmable bytes. (RM0351, 3.3.1 and chapter 49)

/// The unique identity: a place on a wafer, and a lot.
const UNIQUE_ID: (u32, [u32; 3]) = (0x1FFF_7590, [0x0031_0027, 0x3438_510B, 0x2037_3531]);
/// KiB of flash.
const FLASH_SIZE: (u32, u16) = (0x1FFF_75E0, 1024);
/// LQFP100.
const PACKAGE: (u32, u32) = (0x1FFF_7500, 0b0_0010);
/// One-time programmable: 1 KiB, not written.
const OTP: std::ops::Range<u32> = 0x1FFF_7000..0x1FFF_7400;

/// A word of this area, if it is modelled.
pub(super) fn word(address: u32) -> Option<u32> {
    let index = address
        .checked_sub(UNIQUE_ID.0)
        .map(|bytes| (bytes / 4) as usize);
    if let Some(word) = index.and_then(|index| UNIQUE_ID.1.get(index)) {
        return Some(*word);
    }
    match address {
        _ if address == FLASH_SIZE.0 => Some(0xFFFF_0000 | u32::from(FLASH_SIZE.1)),
        _ if address == PACKAGE.0 => Some(PACKAGE.1),
        _ if OTP.contains(&address) => Some(u32::MAX),
        _ => None,
    }
}
