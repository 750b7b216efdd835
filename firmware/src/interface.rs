//! The program on the host: prints the board's interface as text or as JSON, and touches nothing else.

use firmware::chain::{Bit, Wire};
use firmware::memory::REGIONS;
use firmware::pins::CONNECTIONS;
use firmware::wiring::{ChainDrawing, ChainNetlist, PARTS};
use link::frame;
use shared_rules::wire::message;
use shared_rules::wire::table::{MESSAGES, Sender};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

const HELP: &str = "\
The controller's interface: its pins, its memory, the messages on its wires,
and the 48 bits of the shift chain.

Usage: firmware [--json | --netlist | --drawing | --parts]

Options:
  --json      print JSON instead of text
  --netlist   print the nets of the shift chain
  --drawing   print its drawing, an SVG
  --parts     print its parts
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
        ["--netlist"] => write!(out, "{ChainNetlist}"),
        ["--drawing"] => write!(out, "{ChainDrawing}"),
        ["--parts"] => PARTS
            .iter()
            .try_for_each(|(count, part, remark)| writeln!(out, "{count}  {part}: {remark}")),
        ["-h" | "--help"] => out.write_all(HELP.as_bytes()),
        [option, unknown, ..] if OPTIONS.contains(option) => return unexpected(unknown),
        [unknown, ..] => return unexpected(unknown),
    };
    report(printed)
}

/// Options that stand alone.
const OPTIONS: [&str; 4] = ["--json", "--netlist", "--drawing", "--parts"];

fn unexpected(word: &str) -> ExitCode {
    eprintln!("error: unexpected argument `{word}`\n\n{HELP}");
    ExitCode::from(2)
}

/// A reader that closes the pipe early (`| head`) is no failure.
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
        let pin = c.pin.to_string();
        let (peripheral, signal, purpose) = (c.peripheral, c.signal, c.purpose);
        writeln!(out, "  {pin:<4}  {peripheral:<6}  {signal:<5}  {purpose}")?;
    }
    writeln!(out, "\nMemory\n")?;
    for r in REGIONS {
        let (start, kibibytes) = (r.start, r.bytes / 1024);
        writeln!(
            out,
            "  {start:08x}  {kibibytes:>3} KiB  {:<7}  {}",
            r.name, r.purpose
        )?;
    }
    writeln!(
        out,
        "\nMessages (115,200 8N1; frames version {}, messages version {})\n",
        frame::VERSION,
        message::VERSION
    )?;
    for m in MESSAGES {
        writeln!(
            out,
            "  {:<7}  {}  {:<7}  {}",
            sender(m.from),
            m.code,
            m.name,
            m.meaning
        )?;
    }
    writeln!(
        out,
        "\nShift chain (bit 0 first; an input's meaning is that of 1)\n"
    )?;
    writeln!(out, "  bit  {:<20}  in", "out")?;
    for bit in Bit::all() {
        let Wire { output, input } = Wire::at(bit);
        let output = output.to_string();
        writeln!(out, "  {:>3}  {output:<20}  {input}", bit.index())?;
    }
    Ok(())
}

/// Names hold no quote, backslash or control character (a test verifies it), so nothing has to be escaped.
fn print_json(out: &mut impl Write) -> io::Result<()> {
    let pins = CONNECTIONS.map(|c| {
        format!(
            r#"{{"pin":"{}","peripheral":"{}","signal":"{}","purpose":"{}"}}"#,
            c.pin, c.peripheral, c.signal, c.purpose
        )
    });
    let memory = REGIONS.map(|r| {
        format!(
            r#"{{"region":"{}","start":{},"bytes":{},"purpose":"{}"}}"#,
            r.name, r.start, r.bytes, r.purpose
        )
    });
    let messages = MESSAGES.map(|m| {
        format!(
            r#"{{"from":"{}","code":{},"name":"{}","meaning":"{}"}}"#,
            sender(m.from),
            m.code,
            m.name,
            m.meaning
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
    let (frame, message) = (frame::VERSION, message::VERSION);
    writeln!(
        out,
        "{{\n\"versions\":{{\"frame\":{frame},\"message\":{message}}},"
    )?;
    writeln!(out, "\"pins\":[\n{}\n],", pins.join(",\n"))?;
    writeln!(out, "\"memory\":[\n{}\n],", memory.join(",\n"))?;
    writeln!(out, "\"messages\":[\n{}\n],", messages.join(",\n"))?;
    writeln!(out, "\"chain\":[\n{}\n]\n}}", chain.join(",\n"))
}

const fn sender(from: Sender) -> &'static str {
    match from {
        Sender::Console => "console",
        Sender::Table => "table",
    }
}
