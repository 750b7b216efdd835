//! The words of `coinspot pool archive` and `coinspot pool rebuild`.

use pit::archive::{Archived, Rebuilt};

use super::audit::utc;

const DAY_MS: u64 = 86_400_000;

/// The beginning of a day in UTC, like 2027-01-15, in milliseconds since 1970.
///
/// # Errors
/// There is no such day.
pub fn day_ms(text: &str) -> Result<u64, String> {
    let unknown = || format!("\"{text}\" is no day: write it like 2027-01-15");
    let numbers: Vec<u64> = text
        .split('-')
        .map(|part| part.parse().map_err(|_| unknown()))
        .collect::<Result<_, _>>()?;
    let [year @ 1970..=9999, month @ 1..=12, day @ 1..=31] = numbers.as_slice() else {
        return Err(unknown());
    };
    // Years begin in March here, so that the odd day of a leap year is the last one.
    let (years, months) = match month {
        1 | 2 => (year - 1, month + 9),
        _ => (*year, month - 3),
    };
    let leap_days = years / 4 - years / 100 + years / 400;
    let days = 365 * years + leap_days + (153 * months + 2) / 5 + day - 1 - 719_468;
    let ms = days * DAY_MS;
    match utc(ms).get(..10) == Some(text) {
        true => Ok(ms),
        false => Err(unknown()),
    }
}

/// One sentence about an archive.
#[must_use]
pub fn archived_words(archived: &Archived) -> String {
    let (first, head) = (archived.first, archived.head);
    let rest = format!("the log now has the blocks {first} to {head}");
    match &archived.segment {
        None => format!("there is nothing to archive; {rest}"),
        Some(segment) => {
            let header = &segment.header;
            let (from, to, bytes) = (header.first, header.last, header.bytes);
            let (name, digest) = (segment.path.display(), segment.digest);
            format!(
                "the blocks {from} to {to} are in {name}, {bytes} bytes, digest {digest}; {rest}"
            )
        }
    }
}

/// One sentence about a state that was rebuilt.
///
/// # Errors
/// The state cannot be written.
pub fn rebuilt_words(rebuilt: &Rebuilt) -> Result<String, String> {
    let state = &rebuilt.state;
    let digest = state.digest().map_err(|why| why.to_string())?;
    let (link, head, records) = (state.link(), state.head(), rebuilt.records);
    let (last, shown) = (state.head_digest(), state.pool().shown());
    Ok(format!(
        "link {link}: {records} records up to block {head}, the last is {last}; the meter shows {shown}, \
         the state is {digest}"
    ))
}
