//! The file of the tables' keys: a line for each table and generation, blank lines and comments between them.
//!
//! ```text
//! # table  generation  key
//! 1        1           64 hexadecimal digits
//! ```

use pit::keys::LinkKeys;
use shared_rules::pool::message::Membership;
use shared_rules::wire::key::{KEY_BYTES, SharedKey};

/// Reads the keys of a link.
///
/// # Errors
/// A sentence for a person, with the number of the line. It never holds a key.
pub fn read_keys(text: &str, link: u32) -> Result<LinkKeys, String> {
    let mut keys = LinkKeys::new(link);
    let mut count = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let [table, generation, digits] = words.as_slice() else {
            if words.is_empty() {
                continue;
            }
            return Err(format!(
                "line {number}: table, generation and key are needed"
            ));
        };
        let wrong = |what| format!("line {number}: {what}");
        let table = table.parse().map_err(|_| wrong("the table is no number"))?;
        let generation = generation
            .parse()
            .map_err(|_| wrong("the generation is no number"))?;
        let key = key_of(digits).ok_or_else(|| wrong("a key has 64 hexadecimal digits"))?;
        let place = Membership {
            link,
            table,
            generation,
        };
        if keys.get(&place).is_some() {
            return Err(wrong("this table and generation has a key already"));
        }
        keys.insert(table, generation, key);
        count += 1;
    }
    match count {
        0 => Err("it holds no key".into()),
        _ => Ok(keys),
    }
}

/// The key of 64 hexadecimal digits.
#[must_use]
pub fn key_of(text: &str) -> Option<SharedKey> {
    let digits: Vec<u8> = text
        .chars()
        .map(|digit| u8::try_from(digit.to_digit(16)?).ok())
        .collect::<Option<_>>()?;
    let (pairs, []) = digits.as_chunks::<2>() else {
        return None;
    };
    let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
    let bytes: [u8; KEY_BYTES] = bytes.try_into().ok()?;
    Some(SharedKey::new(bytes))
}
