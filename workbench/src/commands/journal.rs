//! `coinspot journal`: a flash image, entry by entry.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use workbench::journal::{Dump, dump};

#[derive(Args)]
pub(crate) struct JournalArguments {
    /// The flash image: bank 2 of a board, or what `--flash` of `table` and `demo` keeps
    file: PathBuf,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as `--format json`
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One object, with the verdict
    Json,
    /// Number, kind, text
    Csv,
}

pub(crate) fn journal(arguments: &JournalArguments) -> anyhow::Result<ExitCode> {
    let path = arguments.file.display();
    let image = fs::read(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let dump = dump(&image).with_context(|| format!("{path} is no journal"))?;
    let mut output = BufWriter::new(io::stdout().lock());
    match arguments.format {
        _ if arguments.json => writeln!(output, "{}", serde_json::to_string(&dump)?)?,
        Format::Json => writeln!(output, "{}", serde_json::to_string(&dump)?)?,
        Format::Text => text(&dump, &mut output)?,
        Format::Csv => csv(&dump, &mut output)?,
    }
    output.flush()?;
    eprintln!("{}", verdict(&dump));
    Ok(ExitCode::from(u8::from(dump.wrong.is_some())))
}

fn text(dump: &Dump, output: &mut impl Write) -> io::Result<()> {
    for entry in &dump.entries {
        writeln!(output, "{:>8}  {}", entry.number, entry.text)?;
    }
    Ok(())
}

fn csv(dump: &Dump, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "number,kind,text")?;
    for entry in &dump.entries {
        let text = entry.text.replace('"', "\"\"");
        writeln!(output, "{},{},\"{text}\"", entry.number, entry.kind)?;
    }
    Ok(())
}

fn verdict(dump: &Dump) -> String {
    let count = dump.entries.len();
    let repaired = match dump.repaired {
        0 => String::new(),
        some => format!(", {some} copied from one log to the other"),
    };
    match &dump.wrong {
        None => format!("{count} entries{repaired}; a table starts from them"),
        Some(why) => format!("{count} entries{repaired}; NOT TO BE TRUSTED: {why}"),
    }
}
