//! Compares the chip's option bytes with those of a provisioned board, and reports the differences in the log. It only
//! reads: `cargo xtask provision` writes them.

use defmt::warn;
use embassy_stm32::pac::FLASH;
use firmware::options::{FIELDS, OptionRegister};

/// Reports every field that differs.
pub(super) fn report() {
    for field in &FIELDS {
        let register = match field.register {
            OptionRegister::Optr => FLASH.optr().read().0,
            OptionRegister::Wrp1ar => FLASH.wrp1ar().read().0,
        };
        if !field.holds(register) {
            warn!(
                "option bytes: {} is not set ({}): run `cargo xtask provision`",
                field.name, field.effect
            );
        }
    }
}
