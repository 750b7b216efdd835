//! The option bytes of a board: compared with those that a table needs, written through the probe by stores into the
//! chip's registers, and read back. The values and the stores are the firmware's own.

#[path = "../../firmware/src/options.rs"]
pub mod options;

use crate::probe;
use options::{FIELDS, OptionRegister, OptionStep, UNPROTECTED, steps};

/// The state that a board is to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Provisioning {
    /// That of a table in use: the image cannot be written.
    Closed,
    /// The same, but an image can be written.
    Open,
}

/// The values of both registers.
type Values = [u32; 2];

/// Number of questions until an operation of the flash must have ended. Each one starts probe-rs, which takes longer
/// than the operation.
const QUESTIONS_MAX: usize = 20;

/// Gives the board its option bytes, which resets it. A dry run prints the stores for a chip as it is shipped and needs
/// no board.
///
/// # Errors
/// No probe-rs, no board, or option bytes that have not taken.
pub fn provision(wanted: Provisioning, is_dry: bool) -> Result<(), String> {
    if is_dry {
        let shipped = [0xFFEF_F8AA, UNPROTECTED];
        for step in steps_to(wanted_values(wanted, shipped)) {
            println!("{}", words(step));
        }
        return Ok(());
    }
    let before = read()?;
    let after = wanted_values(wanted, before);
    print_fields(before);
    if before == after {
        println!("nothing to write");
        return Ok(());
    }
    steps_to(after).into_iter().try_for_each(make)?;
    let found = read()?;
    print_fields(found);
    match found == after {
        true => Ok(()),
        false => Err(format!(
            "the option bytes are {found:08X?}, not {after:08X?}: is the table idle?"
        )),
    }
}

fn steps_to([optr, wrp1ar]: Values) -> [OptionStep; 10] {
    steps(optr, wrp1ar)
}

fn wanted_values(wanted: Provisioning, [optr, wrp1ar]: Values) -> Values {
    let optr = OptionRegister::Optr.provisioned(optr);
    match wanted {
        Provisioning::Closed => [optr, OptionRegister::Wrp1ar.provisioned(wrp1ar)],
        Provisioning::Open => [optr, UNPROTECTED],
    }
}

fn read() -> Result<Values, String> {
    let [optr, wrp1ar] = OptionRegister::ALL.map(|one| probe::read_word(one.address()));
    Ok([optr?, wrp1ar?])
}

fn print_fields([optr, wrp1ar]: Values) {
    for field in &FIELDS {
        let register = match field.register {
            OptionRegister::Optr => optr,
            OptionRegister::Wrp1ar => wrp1ar,
        };
        let state = if field.holds(register) {
            "set"
        } else {
            "not set"
        };
        println!("{:<8} {state:<8} {}", field.name, field.effect);
    }
}

fn make(step: OptionStep) -> Result<(), String> {
    match step {
        OptionStep::Store(address, value) => probe::write_word(address, value),
        OptionStep::WaitUntilClear(address, bits) => wait(address, bits),
    }
}

fn wait(address: u32, bits: u32) -> Result<(), String> {
    for _ in 0..QUESTIONS_MAX {
        if probe::read_word(address)? & bits == 0 {
            return Ok(());
        }
    }
    Err("the flash does not become ready".to_owned())
}

fn words(step: OptionStep) -> String {
    match step {
        OptionStep::Store(address, value) => format!("store {address:#010x} {value:#010x}"),
        OptionStep::WaitUntilClear(address, bits) => {
            format!("wait  {address:#010x} until {bits:#010x} is clear")
        }
    }
}
