//! Formats amounts as the sign shows them: `$1,234,567.89`.

use core::fmt::{self, Write};

use heapless::String;
use shared_rules::money::Cents;

/// The digits of the largest number of dollars.
const DIGITS: usize = 20;

/// An amount with a comma after every third digit; the alternate form `{:#}` leaves out `.00`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount(pub Cents);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (dollars, cents) = (self.0.get() / 100, self.0.get() % 100);
        let mut digits = String::<DIGITS>::new();
        write!(digits, "{dollars}")?;
        f.write_char('$')?;
        for (digit, behind) in digits.chars().zip((0..digits.len()).rev()) {
            f.write_char(digit)?;
            if behind > 0 && behind % 3 == 0 {
                f.write_char(',')?;
            }
        }
        match cents {
            0 if f.alternate() => Ok(()),
            _ => write!(f, ".{cents:02}"),
        }
    }
}
