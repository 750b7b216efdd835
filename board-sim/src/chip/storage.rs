//! Blocks whose registers do no more than hold what is written, as far as this board needs them: PWR, SYSCFG, DBGMCU.

/// One register: its offset, its value after a reset, and the bits that can be written.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    offset: u32,
    reset: u32,
    writable: u32,
}

const fn register(offset: u32, reset: u32, writable: u32) -> Register {
    Register {
        offset,
        reset,
        writable,
    }
}

/// Power control. (RM0351, 5.4)
pub const PWR: &[Register] = &[
    register(0x00, 0x0000_0200, 0x0000_4707),
    register(0x04, 0x0000_0000, 0x0000_07FF),
    register(0x08, 0x0000_8000, 0x0000_C51F),
    register(0x0C, 0x0000_0000, 0x0000_031F),
    // SR1 and SR2: nothing has happened, and the regulator is ready.
    register(0x10, 0x0000_0000, 0),
    register(0x14, 0x0000_0100, 0),
    register(0x18, 0x0000_0000, 0),
];

/// CR1: the backup domain may be written.
pub const PWR_CR1: u32 = 0x00;
/// That bit.
pub const PWR_DBP: u32 = 1 << 8;

/// System configuration. (RM0351, 9.2)
pub const SYSCFG: &[Register] = &[
    register(0x00, 0x0000_0000, 0x0000_0107),
    register(0x04, 0x7C00_0001, 0xFC7F_0101),
    register(0x08, 0x0000_0000, 0x0000_7777),
    register(0x0C, 0x0000_0000, 0x0000_7777),
    register(0x10, 0x0000_0000, 0x0000_7777),
    register(0x14, 0x0000_0000, 0x0000_7777),
];

/// EXTICR1: which port each of the lines 0-3 listens to; three more follow.
pub const SYSCFG_EXTICR1: u32 = 0x08;

/// Debug support. (RM0351, 48.16.2): an STM32L475/476/486, revision 4.
pub const DBGMCU: &[Register] = &[
    register(0x00, 0x1007_6415, 0),
    register(0x04, 0x0000_0000, 0x0000_00E7),
    register(0x08, 0x0000_0000, 0xFFFF_FFFF),
    register(0x0C, 0x0000_0000, 0xFFFF_FFFF),
    register(0x10, 0x0000_0000, 0xFFFF_FFFF),
];

/// The registers of one block.
#[derive(Clone, Debug)]
pub struct Storage {
    registers: &'static [Register],
    values: Vec<u32>,
}

impl Storage {
    /// As after a reset.
    #[must_use]
    pub fn new(registers: &'static [Register]) -> Self {
        let values = registers.iter().map(|register| register.reset).collect();
        Self { registers, values }
    }

    fn index(&self, offset: u32) -> Option<usize> {
        self.registers
            .iter()
            .position(|register| register.offset == offset)
    }

    /// A register, if it is here.
    #[must_use]
    pub fn read(&self, offset: u32) -> Option<u32> {
        self.values.get(self.index(offset)?).copied()
    }

    /// Stores the bits that can be written.
    pub fn write(&mut self, offset: u32, value: u32) -> Option<()> {
        let index = self.index(offset)?;
        let writable = self.registers.get(index)?.writable;
        let stored = self.values.get_mut(index)?;
        *stored = *stored & !writable | value & writable;
        Some(())
    }
}
