//! Letters in one WebSocket message: each behind its length, which is one byte.

use shared_rules::wire::payload::MAX_PAYLOAD;

/// The longest message. Further letters go into the next one.
pub const PACKET_MAX: usize = 32 * 1_024;

/// Adds a letter; false if there is no room for it, or if it is none.
#[must_use]
pub fn push(packet: &mut Vec<u8>, letter: &[u8]) -> bool {
    let Some(length) = u8::try_from(letter.len()).ok().filter(|length| *length > 0) else {
        return false;
    };
    if letter.len() > MAX_PAYLOAD || packet.len() + letter.len() >= PACKET_MAX {
        return false;
    }
    packet.push(length);
    packet.extend_from_slice(letter);
    true
}

/// The letters of a message; none if it is not made of letters.
#[must_use]
pub fn letters(mut packet: &[u8]) -> Option<Vec<&[u8]>> {
    let mut letters = Vec::new();
    while let Some((length, rest)) = packet.split_first() {
        let (letter, rest) = rest.split_at_checked(usize::from(*length))?;
        if letter.is_empty() || letter.len() > MAX_PAYLOAD {
            return None;
        }
        letters.push(letter);
        packet = rest;
    }
    Some(letters)
}
