//! A port of general-purpose pins. (RM0351, chapter 8)

use super::pins::{Drive, Port};

const MODER: u32 = 0x00;
const OTYPER: u32 = 0x04;
const OSPEEDR: u32 = 0x08;
const PUPDR: u32 = 0x0C;
const IDR: u32 = 0x10;
const ODR: u32 = 0x14;
const BSRR: u32 = 0x18;
const LCKR: u32 = 0x1C;
const AFRL: u32 = 0x20;
const AFRH: u32 = 0x24;
const BRR: u32 = 0x28;
const ASCR: u32 = 0x2C;

/// The mode of a pin. (8.4.1)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Read only.
    Input,
    /// Set by the program.
    Output,
    /// A peripheral's, by the number of the function.
    Alternate(u8),
    /// Off.
    Analog,
}

/// The registers, and the levels that the world applies to the pins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gpio {
    moder: u32,
    otyper: u32,
    ospeedr: u32,
    pupdr: u32,
    odr: u32,
    afr: [u32; 2],
    ascr: u32,
    outside: [Option<bool>; 16],
}

impl Gpio {
    /// As after a reset: pins are off, but for those of the debugger. (8.4)
    #[must_use]
    pub const fn new(port: Port) -> Self {
        let (moder, ospeedr, pupdr) = match port {
            Port::A => (0xABFF_FFFF, 0x0C00_0000, 0x6400_0000),
            Port::B => (0xFFFF_FEBF, 0, 0x0000_0100),
            Port::H => (0x0000_000F, 0, 0),
            _ => (0xFFFF_FFFF, 0, 0),
        };
        Self {
            moder,
            otyper: 0,
            ospeedr,
            pupdr,
            odr: 0,
            afr: [0; 2],
            ascr: 0,
            outside: [None; 16],
        }
    }

    /// A reset of the port. The world stays as it is.
    pub fn reset(&mut self, port: Port) {
        *self = Self {
            outside: self.outside,
            ..Self::new(port)
        };
    }

    /// Sets the level that the world applies to a pin; `None` leaves the pin alone.
    pub fn set_outside(&mut self, pin: u8, level: Option<bool>) {
        if let Some(slot) = self.outside.get_mut(usize::from(pin)) {
            *slot = level;
        }
    }

    /// The mode of a pin.
    #[must_use]
    pub fn mode(&self, pin: u8) -> Mode {
        match self.moder >> (2 * pin) & 0b11 {
            0 => Mode::Input,
            1 => Mode::Output,
            2 => {
                let functions = if pin < 8 { self.afr[0] } else { self.afr[1] };
                Mode::Alternate((functions >> (4 * (pin & 7)) & 0xF) as u8)
            }
            _ => Mode::Analog,
        }
    }

    /// The chip's drive of a pin. `alternate` is the drive that the peripheral behind the pin requests.
    #[must_use]
    pub fn drive(&self, pin: u8, alternate: Drive) -> Drive {
        let wanted = match self.mode(pin) {
            Mode::Output => Drive::level(self.odr >> pin & 1 != 0),
            Mode::Alternate(_) => alternate,
            Mode::Input | Mode::Analog => Drive::Released,
        };
        // Open drain only pulls down.
        if wanted == Drive::High && self.otyper >> pin & 1 != 0 {
            Drive::Released
        } else {
            wanted
        }
    }

    /// The level at a pin. A pin that is not driven follows its pull resistor; without one it reads low.
    #[must_use]
    pub fn level(&self, pin: u8) -> bool {
        match self.drive(pin, Drive::Released) {
            Drive::High => true,
            Drive::Low => false,
            Drive::Released => {
                let outside = self.outside.get(usize::from(pin)).copied().flatten();
                outside.unwrap_or(self.pupdr >> (2 * pin) & 0b11 == 0b01)
            }
        }
    }

    /// The output register.
    #[must_use]
    pub const fn outputs(&self) -> u32 {
        self.odr
    }

    fn idr(&self) -> u32 {
        let connected = (0..16).filter(|pin| self.mode(*pin) != Mode::Analog);
        connected.map(|pin| u32::from(self.level(pin)) << pin).sum()
    }

    /// A register, if it is here.
    #[must_use]
    pub fn read(&self, offset: u32) -> Option<u32> {
        Some(match offset {
            MODER => self.moder,
            OTYPER => self.otyper,
            OSPEEDR => self.ospeedr,
            PUPDR => self.pupdr,
            IDR => self.idr(),
            ODR => self.odr,
            BSRR | BRR | LCKR => 0,
            AFRL => self.afr[0],
            AFRH => self.afr[1],
            ASCR => self.ascr,
            _ => return None,
        })
    }

    /// Stores. Locking a port is not modelled.
    pub fn write(&mut self, offset: u32, value: u32) -> Option<()> {
        match offset {
            MODER => self.moder = value,
            OTYPER => self.otyper = value & 0xFFFF,
            OSPEEDR => self.ospeedr = value,
            PUPDR => self.pupdr = value,
            ODR => self.odr = value & 0xFFFF,
            // Setting wins over resetting.
            BSRR => self.odr = self.odr & !(value >> 16) | value & 0xFFFF,
            BRR => self.odr &= !(value & 0xFFFF),
            AFRL => self.afr[0] = value,
            AFRH => self.afr[1] = value,
            ASCR => self.ascr = value & 0xFFFF,
            _ => return None,
        }
        Some(())
    }
}
