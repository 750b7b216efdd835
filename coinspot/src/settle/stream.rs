//! A stream of lines: a bad line gets its error in its place, and the others are still answered.

use std::io::{self, BufRead, Write};

/// Counts of the lines that went through the stream.
#[derive(Clone, Copy, Default, Debug)]
pub struct Stats {
    /// Lines that were answered.
    pub good: u64,
    /// Lines that got an error instead.
    pub bad: u64,
}

/// The error that takes the place of a line that cannot be settled.
#[derive(serde::Serialize)]
struct BadLine {
    line: u64,
    error: String,
}

/// The longest line that is read; a round needs about two thousand bytes.
const LINE_MAX: usize = 1 << 20;

/// Settles every line of `input` into a line of `output`.
pub fn settle_stream(input: impl BufRead, output: impl Write) -> io::Result<Stats> {
    let bad = |line, error| serde_json::to_string(&BadLine { line, error });
    answer_stream(input, output, super::settle_line, bad)
}

/// Answers every line of `input` with a line of `output`. A line without an answer gets `bad` of its number and the
/// error.
pub(crate) fn answer_stream(
    mut input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(&str) -> Result<String, String>,
    bad: impl Fn(u64, String) -> serde_json::Result<String>,
) -> io::Result<Stats> {
    let mut stats = Stats::default();
    let mut line = Vec::new();
    let mut number: u64 = 0;
    while read_line(&mut input, &mut line)? {
        number += 1;
        match text(&line).and_then(&mut answer) {
            Ok(answer) => {
                stats.good += 1;
                writeln!(output, "{answer}")?;
            }
            Err(error) => {
                stats.bad += 1;
                writeln!(output, "{}", bad(number, error)?)?;
            }
        }
    }
    output.flush()?;
    Ok(stats)
}

/// The first line of `input`, empty where there is none.
///
/// # Errors
/// The input cannot be read, or the line is too long or no text.
pub fn first_line(mut input: impl BufRead) -> Result<String, String> {
    let mut line = Vec::new();
    read_line(&mut input, &mut line).map_err(|error| error.to_string())?;
    text(&line).map(str::to_owned)
}

fn text(line: &[u8]) -> Result<&str, String> {
    if line.len() > LINE_MAX {
        return Err(format!("the line is longer than {LINE_MAX} bytes"));
    }
    std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".into())
}

/// Reads a line without its end, keeping at most one byte more than is allowed; false at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut seen_any = false;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            break;
        }
        seen_any = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = (LINE_MAX + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(seen_any)
}
