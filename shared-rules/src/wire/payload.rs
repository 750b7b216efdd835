//! Encodes messages into payloads and decodes them, with postcard.

use serde::{Deserialize, Serialize};

/// The longest payload, in bytes.
pub const MAX_PAYLOAD: usize = 240;

/// The bytes of one message.
pub type Payload = heapless::Vec<u8, MAX_PAYLOAD>;

/// More bytes than a frame or a payload has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

/// The payload of a message.
///
/// # Errors
/// If it needs more than [`MAX_PAYLOAD`] bytes.
pub fn write<T: Serialize>(message: &T) -> Result<Payload, TooLong> {
    let mut buffer = [0; MAX_PAYLOAD];
    let bytes = postcard::to_slice(message, &mut buffer).map_err(|_| TooLong)?;
    Payload::from_slice(bytes).map_err(|_| TooLong)
}

/// The message of a payload; none unless every byte of it is used.
#[must_use]
pub fn read<'a, T: Deserialize<'a>>(payload: &'a [u8]) -> Option<T> {
    match postcard::take_from_bytes(payload) {
        Ok((message, [])) => Some(message),
        _ => None,
    }
}
