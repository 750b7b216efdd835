//! `coinspot journal`: a flash image, entry by entry.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use coinspot::journal::{Dump, dump, verify_chain, write_csv};
use coinspot::terminal::tell;
use shared_rules::wire::key::SharedKey;

use super::key;

/// The largest image that is read: all of the chip's flash, of which a journal has half.
const IMAGE_MAX: u64 = 1 << 20;

#[derive(Args)]
pub(crate) struct JournalArguments {
    /// The flash image: bank 2 of a board, or what `--flash` of `table` and `demo` keeps
    file: PathBuf,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as `--format json`
    #[arg(long)]
    json: bool,
    /// Verify the chain over the entries, and list nothing
    #[arg(long, requires = "key")]
    verify_chain: bool,
    /// The key of the journal: a table's file of keys, or 64 hexadecimal digits in a file
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One object, with the verdict
    Json,
    /// A row for each entry
    Csv,
}

pub(crate) fn journal(arguments: &JournalArguments) -> anyhow::Result<ExitCode> {
    let path = arguments.file.display();
    let image = read(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    if let Some(key) = arguments.key.as_deref().filter(|_| arguments.verify_chain) {
        return chain(&image, &key::of_journal(key)?, arguments);
    }
    let dump = dump(&image).with_context(|| format!("{path} is no journal"))?;
    let mut output = BufWriter::new(io::stdout().lock());
    match arguments.format {
        _ if arguments.json => writeln!(output, "{}", serde_json::to_string(&dump)?)?,
        Format::Json => writeln!(output, "{}", serde_json::to_string(&dump)?)?,
        Format::Text => text(&dump, &mut output)?,
        Format::Csv => write_csv(&dump.entries, &mut output)?,
    }
    output.flush()?;
    if let Some(waits) = &dump.waits {
        tell(waits);
    }
    tell(&verdict(&dump));
    Ok(ExitCode::from(u8::from(dump.wrong.is_some())))
}

/// Says whether the chain holds, and where it breaks.
fn chain(image: &[u8], key: &SharedKey, arguments: &JournalArguments) -> anyhow::Result<ExitCode> {
    let path = arguments.file.display();
    let report = verify_chain(image, key).with_context(|| format!("{path} is no journal"))?;
    if arguments.json || arguments.format == Format::Json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        report.broken.iter().for_each(|broken| println!("{broken}"));
    }
    let (links, unlinked) = (report.links, report.unlinked);
    tell(&match (report.holds(), links) {
        (true, _) => format!("the chain holds: {links} links; {unlinked} entries without one"),
        (false, 0) => "the chain DOES NOT HOLD: there is no link of this key".into(),
        (false, _) => format!("the chain DOES NOT HOLD at {} places", report.broken.len()),
    });
    Ok(ExitCode::from(u8::from(!report.holds())))
}

/// Reads a file whose end is in sight. A device or a pipe may never end, nor even begin: it is not opened.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    ensure!(fs::metadata(path)?.is_file(), "it is not a regular file");
    let mut image = Vec::new();
    let file = File::open(path)?;
    // One byte more shows that there is more, also where the file grows while it is read.
    file.take(IMAGE_MAX + 1).read_to_end(&mut image)?;
    ensure!(
        u64::try_from(image.len()).is_ok_and(|length| length <= IMAGE_MAX),
        "it has more than the {IMAGE_MAX} bytes of the largest flash"
    );
    Ok(image)
}

fn text(dump: &Dump, output: &mut impl Write) -> io::Result<()> {
    for entry in &dump.entries {
        writeln!(
            output,
            "{:>8}  {} {}",
            entry.number,
            entry.heading(),
            entry.text
        )?;
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
