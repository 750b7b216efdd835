//! Edges of pins as interrupts: lines 0-15 of EXTI. The lines of other blocks only hold what is written.
//! (RM0351, chapter 14)

const IMR1: u32 = 0x00;
const EMR1: u32 = 0x04;
const RTSR1: u32 = 0x08;
const FTSR1: u32 = 0x0C;
const SWIER1: u32 = 0x10;
const PR1: u32 = 0x14;
const IMR2: u32 = 0x20;
const EMR2: u32 = 0x24;
const RTSR2: u32 = 0x28;
const FTSR2: u32 = 0x2C;
const PR2: u32 = 0x34;

/// Lines whose edges can be chosen.
const CONFIGURABLE: u32 = 0x007D_FFFF;

/// The block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exti {
    mask: u32,
    events: u32,
    rising: u32,
    falling: u32,
    pending: u32,
    levels: u16,
    second: [u32; 4],
}

impl Default for Exti {
    fn default() -> Self {
        Self {
            mask: 0xFF82_0000,
            events: 0,
            rising: 0,
            falling: 0,
            pending: 0,
            levels: 0,
            second: [0x0000_0087, 0, 0, 0],
        }
    }
}

impl Exti {
    /// The pins that the lines listen to are at these levels now.
    pub fn set_levels(&mut self, levels: u16) {
        let rose = u32::from(levels & !self.levels);
        let fell = u32::from(!levels & self.levels);
        self.levels = levels;
        self.pending |= rose & self.rising | fell & self.falling;
    }

    /// Interrupts 6-10, 23 and 40, by line. (RM0351, 13.3)
    #[must_use]
    pub fn interrupts(&self) -> u128 {
        let asked = self.pending & self.mask;
        let single = u128::from(asked & 0b1_1111) << 6;
        let of = |lines: u32, number: u32| u128::from(asked & lines != 0) << number;
        single | of(0x03E0, 23) | of(0xFC00, 40)
    }

    /// A register, if it is here.
    #[must_use]
    pub const fn read(&self, offset: u32) -> Option<u32> {
        Some(match offset {
            IMR1 => self.mask,
            EMR1 => self.events,
            RTSR1 => self.rising,
            FTSR1 => self.falling,
            PR1 => self.pending,
            IMR2 => self.second[0],
            EMR2 => self.second[1],
            RTSR2 => self.second[2],
            FTSR2 => self.second[3],
            SWIER1 | PR2 => 0,
            _ => return None,
        })
    }

    /// Stores.
    pub const fn write(&mut self, offset: u32, value: u32) -> Option<()> {
        match offset {
            IMR1 => self.mask = value,
            EMR1 => self.events = value,
            RTSR1 => self.rising = value & CONFIGURABLE,
            FTSR1 => self.falling = value & CONFIGURABLE,
            SWIER1 => self.pending |= value & CONFIGURABLE,
            PR1 => self.pending &= !value,
            IMR2 => self.second[0] = value,
            EMR2 => self.second[1] = value,
            RTSR2 => self.second[2] = value,
            FTSR2 => self.second[3] = value,
            PR2 => {}
            _ => return None,
        }
        Some(())
    }
}
