//! Messages into payloads and back, with postcard.

use serde::{Deserialize, Serialize};

use super::frame::{MAX_PAYLOAD, Payload, TooLong};

/// The payload of a message.
///
/// # Errors
/// If it needs more than [`MAX_PAYLOAD`] bytes.
pub fn write<T: Serialize>(message: &T) -> Result<Payload, TooLong> {
    let mut buffer = [0; MAX_PAYLOAD];
    let bytes = postcard::to_slice(message, &mut buffer).map_err(|_| TooLong)?;
    Payload::from_slice(bytes).map_err(|_| TooLong)
}

/// The message of a payload: none, unless every byte of it is used.
#[must_use]
pub fn read<'a, T: Deserialize<'a>>(payload: &'a [u8]) -> Option<T> {
    match postcard::take_from_bytes(payload) {
        Ok((message, [])) => Some(message),
        _ => None,
    }
}
