//! The encoding of etcd's HTTP gateway: keys and values are base64, numbers are text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::engine::EngineTrouble;

/// gRPC's code for a revision that has been compacted.
pub(super) const OUT_OF_RANGE: i64 = 11;

/// gRPC's code for a quota that is used up.
pub(super) const RESOURCE_EXHAUSTED: i64 = 8;

/// gRPC's code for credentials that are wrong or have expired.
pub(super) const UNAUTHENTICATED: i64 = 16;

pub(super) fn encoded(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

pub(super) fn text_of(text: &str) -> Option<String> {
    String::from_utf8(decoded(text)?).ok()
}

pub(super) fn number_of(text: &str) -> Option<u64> {
    text_of(text)?.parse().ok()
}

/// The revision of the store at which a call was answered.
pub(super) fn revision_of(answer: &Value) -> Option<i64> {
    answer
        .get("header")?
        .get("revision")?
        .as_str()?
        .parse()
        .ok()
}

/// The value of a key. One without bytes has no such field.
pub(super) fn value_bytes(pair: &Value) -> Result<Vec<u8>, EngineTrouble> {
    let value = pair
        .get("value")
        .map_or("", |value| value.as_str().unwrap_or("?"));
    decoded(value).ok_or_else(|| EngineTrouble::Damaged("a value is no base64".to_owned()))
}

/// `3.4.23` as numbers; a part that is none counts as 0.
pub(super) fn version(text: &str) -> [u32; 3] {
    let mut parts = text.split(['.', '-']).map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}
