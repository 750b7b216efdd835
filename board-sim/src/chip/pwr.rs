//! Power control: registers that hold what is written, and the voltage detector. Its line to EXTI is not modelled.
//! (RM0351, 5.2.2 and 5.4)

use super::storage::{self, Storage};

const CR2: u32 = 0x04;
const SR2: u32 = 0x14;
/// CR2: the detector is on.
const PVDE: u32 = 1 << 0;
/// SR2: the supply is below the threshold.
const PVDO: u32 = 1 << 11;

/// The thresholds that CR2 chooses from, in millivolts. The last choice compares a pin, which is not connected.
const THRESHOLDS_MV: [u32; 7] = [2_000, 2_200, 2_400, 2_500, 2_600, 2_800, 2_900];

/// The supply of a healthy board, in millivolts.
pub const SUPPLY_MV: u32 = 3_300;

/// The block.
#[derive(Clone, Debug)]
pub struct Pwr {
    registers: Storage,
    supply_mv: u32,
}

impl Default for Pwr {
    fn default() -> Self {
        Self {
            registers: Storage::new(storage::PWR),
            supply_mv: SUPPLY_MV,
        }
    }
}

impl Pwr {
    /// Resets the registers. The supply stays as it is.
    pub fn reset(&mut self) {
        self.registers = Storage::new(storage::PWR);
    }

    /// Sets the supply, in millivolts.
    pub const fn set_supply(&mut self, millivolts: u32) {
        self.supply_mv = millivolts;
    }

    /// A register, if it is here.
    #[must_use]
    pub fn read(&self, offset: u32) -> Option<u32> {
        let detected = if offset == SR2 && self.is_low() {
            PVDO
        } else {
            0
        };
        Some(self.registers.read(offset)? | detected)
    }

    /// Stores the bits that can be written.
    pub fn write(&mut self, offset: u32, value: u32) -> Option<()> {
        self.registers.write(offset, value)
    }

    /// True if the detector is on and finds the supply below its threshold.
    fn is_low(&self) -> bool {
        let control = self.registers.read(CR2).unwrap_or(0);
        let chosen = THRESHOLDS_MV.get((control >> 1 & 0b111) as usize);
        control & PVDE != 0 && chosen.is_some_and(|threshold| self.supply_mv < *threshold)
    }
}
