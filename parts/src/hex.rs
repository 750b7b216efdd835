//! Bytes as a person writes them.

/// The bytes of these hexadecimal digits; blanks between bytes are only for reading.
///
/// # Panics
/// If it is anything else.
pub fn bytes(digits: &str) -> Vec<u8> {
    let digits = digits.replace(' ', "");
    let pairs = digits.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| {
        let pair = str::from_utf8(pair).expect("ASCII");
        u8::from_str_radix(pair, 16).expect("hexadecimal digits")
    });
    bytes.collect()
}
