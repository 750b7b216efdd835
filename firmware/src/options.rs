//! The option bytes of the reference board's chip: the values that a provisioned board has, and the stores that write
//! them. The board compares them at each start, `cargo xtask provision` writes them through a probe, and a test replays
//! the same stores on the chip model. (RM0351, 3.4 and 3.7)
//!
//! This file depends on nothing, because xtask includes it as it is.

/// A register that holds option bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named as in the manual")]
pub enum OptionRegister {
    Optr,
    Wrp1ar,
}

impl OptionRegister {
    /// Both, in the order in which they are written.
    pub const ALL: [Self; 2] = [Self::Optr, Self::Wrp1ar];

    /// Its address.
    #[must_use]
    pub const fn address(self) -> u32 {
        match self {
            Self::Optr => 0x4002_2020,
            Self::Wrp1ar => 0x4002_202C,
        }
    }

    /// Its value as it is, with every field of a provisioned board.
    #[must_use]
    pub fn provisioned(self, now: u32) -> u32 {
        let own = FIELDS.iter().filter(|field| field.register == self);
        own.fold(now, |value, field| value & !field.mask | field.value)
    }
}

/// A field of the option bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionField {
    /// Its name in the manual.
    pub name: &'static str,
    /// The register that holds it.
    pub register: OptionRegister,
    /// Its bits.
    pub mask: u32,
    /// The bits of a provisioned board.
    pub value: u32,
    /// The effect of that value.
    pub effect: &'static str,
}

impl OptionField {
    /// True if the register has the value of a provisioned board.
    #[must_use]
    pub const fn holds(&self, register: u32) -> bool {
        register & self.mask == self.value
    }
}

/// The fields that matter to the table. Readout protection is none of them: it is a step of its own, because leaving it
/// erases the meter.
pub const FIELDS: [OptionField; 4] = [
    OptionField {
        name: "BOR_LEV",
        register: OptionRegister::Optr,
        mask: 0x0000_0700,
        value: 0x0000_0300,
        effect: "brown-out reset below 2.5 V (level 3)",
    },
    OptionField {
        name: "IWDG_SW",
        register: OptionRegister::Optr,
        mask: 0x0001_0000,
        value: 0x0001_0000,
        effect: "the program starts the watchdog, so that a probe can write the flash",
    },
    OptionField {
        name: "BFB2",
        register: OptionRegister::Optr,
        mask: 0x0010_0000,
        value: 0,
        effect: "starts from bank 1, never from the journal's bank",
    },
    OptionField {
        name: "WRP1A",
        register: OptionRegister::Wrp1ar,
        mask: 0x00FF_00FF,
        value: 0x00FE_0000,
        effect: "the image cannot be written; the key's page can",
    },
];

/// The value of WRP1AR that protects no page: the end lies before the start.
pub const UNPROTECTED: u32 = 0x0000_00FF;

/// One step of writing option bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptionStep {
    /// Stores a word at an address.
    Store(u32, u32),
    /// Waits until none of these bits of the word at an address is set.
    WaitUntilClear(u32, u32),
}

const KEYR: u32 = 0x4002_2008;
const OPTKEYR: u32 = 0x4002_200C;
const SR: u32 = 0x4002_2010;
const CR: u32 = 0x4002_2014;
const BUSY: u32 = 1 << 16;
const START_OPTIONS: u32 = 1 << 17;
const LAUNCH_OPTIONS: u32 = 1 << 27;

/// The steps that give both registers these values and load them, which resets the chip. (RM0351, 3.4.2)
#[must_use]
pub const fn steps(optr: u32, wrp1ar: u32) -> [OptionStep; 10] {
    use OptionStep::{Store, WaitUntilClear};
    [
        WaitUntilClear(SR, BUSY),
        Store(KEYR, 0x4567_0123),
        Store(KEYR, 0xCDEF_89AB),
        Store(OPTKEYR, 0x0819_2A3B),
        Store(OPTKEYR, 0x4C5D_6E7F),
        Store(OptionRegister::Optr.address(), optr),
        Store(OptionRegister::Wrp1ar.address(), wrp1ar),
        Store(CR, START_OPTIONS),
        WaitUntilClear(SR, BUSY),
        Store(CR, LAUNCH_OPTIONS),
    ]
}
