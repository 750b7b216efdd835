//! Just enough of the Thumb-2 instruction set to see where code goes and what it takes from
//! the stack. The encodings are those of the ARMv7-M manual, A7.7.

/// The effect of an instruction on control flow, stack and constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Goes on at another address, with a return or without.
    Goes(u32),
    /// Goes on at an address in a register.
    GoesSomewhere,
    /// Takes bytes from the stack.
    Takes(u32),
    /// Puts the lower half of a constant into a register.
    LowerHalf(Register, u32),
    /// Completes that constant.
    UpperHalf(Register, u32),
    /// Anything else.
    Other,
}

/// A register's number.
pub(crate) type Register = u8;

const SP: u16 = 13;
const LR: u16 = 14;
const PC: u16 = 15;

/// Bytes of the instruction that starts with this half-word.
#[must_use]
pub fn length(first: u16) -> u32 {
    if first >> 11 >= 0b11101 { 4 } else { 2 }
}

/// A 16-bit instruction at an address.
#[must_use]
pub fn narrow(address: u32, op: u16) -> Effect {
    let register = op >> 3 & 0xF;
    match op {
        // PUSH, with LR as the ninth register.
        0xB400..=0xB5FF => Effect::Takes(4 * (op & 0x1FF).count_ones()),
        // SUB SP, SP, #n
        0xB080..=0xB0FF => Effect::Takes(4 * u32::from(op & 0x7F)),
        // BX; through LR it is a return.
        0x4700..=0x477F if register != LR => Effect::GoesSomewhere,
        // BLX
        0x4780..=0x47FF => Effect::GoesSomewhere,
        // MOV PC
        _ if op & 0xFF87 == 0x4687 && register != LR => Effect::GoesSomewhere,
        // B<c>; the last two conditions are UDF and SVC.
        0xD000..=0xDDFF => goes(address, sign_extend(u32::from(op & 0xFF) << 1, 9)),
        // B
        0xE000..=0xE7FF => goes(address, sign_extend(u32::from(op & 0x7FF) << 1, 12)),
        _ => Effect::Other,
    }
}

/// A 32-bit instruction at an address.
#[must_use]
pub fn wide(address: u32, first: u16, second: u16) -> Effect {
    let is_branch = first >> 11 == 0b11110 && second >> 15 == 1;
    if is_branch {
        return branch(address, first, second);
    }
    let target = second >> 12;
    match first {
        // STMDB SP! (PUSH.W)
        0xE92D => Effect::Takes(4 * second.count_ones()),
        // STRD Rt, Rt2, [SP, #-n]!
        0xE96D => Effect::Takes(4 * u32::from(second & 0xFF)),
        // STR Rt, [SP, #-n]!
        0xF84D if second & 0x0F00 == 0x0D00 => Effect::Takes(u32::from(second & 0xFF)),
        // VPUSH, of either width: the lower byte counts words.
        0xED2D | 0xED6D if second & 0x0E00 == 0x0A00 => Effect::Takes(4 * u32::from(second & 0xFF)),
        // SUB.W SP, SP, #constant
        0xF1AD | 0xF5AD if second >> 8 & 0xF == SP => Effect::Takes(expanded(first, second)),
        // SUBW SP, SP, #n
        0xF2AD | 0xF6AD if second >> 8 & 0xF == SP => {
            Effect::Takes(u32::from(plain(first, second)))
        }
        // MOVW and MOVT
        _ if first & 0xFBF0 == 0xF240 => {
            Effect::LowerHalf(destination(second), half(first, second))
        }
        _ if first & 0xFBF0 == 0xF2C0 => {
            Effect::UpperHalf(destination(second), half(first, second))
        }
        // LDR PC; from the stack it is a return.
        0xF85D if target == PC && second & 0x0F00 == 0x0B00 => Effect::Other,
        _ if first & 0xFF70 == 0xF850 && target == PC => Effect::GoesSomewhere,
        _ => Effect::Other,
    }
}

/// BL, B.W and B<c>.W; the rest of their group does not branch.
fn branch(address: u32, first: u16, second: u16) -> Effect {
    let bit = |word: u16, place: u16| u32::from(word >> place & 1);
    let (s, j1, j2) = (bit(first, 10), bit(second, 13), bit(second, 11));
    let low = u32::from(second & 0x7FF) << 1;
    let is_far = second & 0x1000 != 0;
    if is_far {
        let (i1, i2) = (1 ^ j1 ^ s, 1 ^ j2 ^ s);
        let high = u32::from(first & 0x3FF) << 12;
        return goes(
            address,
            sign_extend(s << 24 | i1 << 23 | i2 << 22 | high | low, 25),
        );
    }
    let condition = first >> 6 & 0xF;
    if second & 0x4000 != 0 || condition >= 0xE {
        return Effect::Other;
    }
    let high = u32::from(first & 0x3F) << 12;
    goes(
        address,
        sign_extend(s << 20 | j2 << 19 | j1 << 18 | high | low, 21),
    )
}

/// Offsets count from two instructions on.
fn goes(address: u32, offset: u32) -> Effect {
    Effect::Goes(address.wrapping_add(4).wrapping_add(offset))
}

fn sign_extend(value: u32, bits: u32) -> u32 {
    let sign = 1 << (bits - 1);
    (value ^ sign).wrapping_sub(sign)
}

fn destination(second: u16) -> Register {
    (second >> 8 & 0xF) as Register
}

/// imm4:i:imm3:imm8
fn half(first: u16, second: u16) -> u32 {
    u32::from(first & 0xF) << 12 | u32::from(plain(first, second))
}

/// i:imm3:imm8
fn plain(first: u16, second: u16) -> u16 {
    (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xFF
}

/// The constants of which only a byte and a place are encoded (`ThumbExpandImm`).
fn expanded(first: u16, second: u16) -> u32 {
    let code = u32::from(plain(first, second));
    let byte = code & 0xFF;
    match code >> 8 {
        0 => byte,
        1 => byte << 16 | byte,
        2 => byte << 24 | byte << 8,
        3 => byte * 0x0101_0101,
        _ => (byte | 0x80).rotate_right(code >> 7),
    }
}
