//! The host's side of the program: the board's interface as text or as JSON.

use firmware::chain::{Bit, Wire};
use firmware::pins::CONNECTIONS;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

const HELP: &str = "\
The controller's interface: its pins, and the 48 bits of the shift chain.

Usage: firmware [--json]

Options:
  --json      print JSON instead of text
  -h, --help  print this
";

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    let printed = match words.as_slice() {
        [] => print_text(&mut out),
        ["--json"] => print_json(&mut out),
        ["-h" | "--help"] => out.write_all(HELP.as_bytes()),
        ["--json", unknown, ..] | [unknown, ..] => {
            eprintln!("error: unexpected argument `{unknown}`\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    report(printed)
}

/// A reader that has seen enough (`| head`) is no failure.
fn report(printed: io::Result<()>) -> ExitCode {
    match printed {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("error: cannot print: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn print_text(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Pins (ST B-L475E-IOT01A, STM32L475VG)\n")?;
    for c in CONNECTIONS {
        writeln!(
            out,
            "  {:<4}  {:<6}  {:<5}  {}",
            c.pin.to_string(),
            c.peripheral,
            c.signal,
            c.purpose
        )?;
    }
    writeln!(
        out,
        "\nShift chain (bit 0 first; an input's meaning is that of 1)\n"
    )?;
    writeln!(out, "  bit  {:<20}  in", "out")?;
    for bit in Bit::all() {
        let Wire { output, input } = Wire::at(bit);
        writeln!(
            out,
            "  {:>3}  {:<20}  {input}",
            bit.index(),
            output.to_string()
        )?;
    }
    Ok(())
}

/// Names hold no quote, backslash or control character (a test sees to it): nothing to escape.
fn print_json(out: &mut impl Write) -> io::Result<()> {
    let pins = CONNECTIONS.map(|c| {
        format!(
            r#"{{"pin":"{}","peripheral":"{}","signal":"{}","purpose":"{}"}}"#,
            c.pin, c.peripheral, c.signal, c.purpose
        )
    });
    let chain: Vec<String> = Bit::all()
        .map(|bit| {
            let Wire { output, input } = Wire::at(bit);
            format!(
                r#"{{"bit":{},"out":"{output}","in":"{input}"}}"#,
                bit.index()
            )
        })
        .collect();
    writeln!(
        out,
        "{{\n\"pins\":[\n{}\n],\n\"chain\":[\n{}\n]\n}}",
        pins.join(",\n"),
        chain.join(",\n")
    )
}
