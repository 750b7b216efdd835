//! `coinspot pool archive`, `rebuild` and `export`: the log of a pool through the years.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use coinspot::pool::archive::{archived_words, day_ms, rebuilt_words};
use coinspot::pool::export::{COLUMNS, write_csv, write_json};
use pit::archive::segment::Segment;
use pit::archive::{ArchiveOrder, JoinedLog, open_folder, rebuild};
use pit::engine::LogEngine;
use pit::export::{ExportFault, export};
use pit::memory::MemoryEngine;
use pit::service::system_time;
use pit::sqlite::SqliteEngine;

use super::{key, say};

#[derive(Args)]
pub(super) struct ArchiveArguments {
    /// The log of a pool, which may be running
    #[arg(long)]
    file: PathBuf,
    /// The folder of the segments, which is made if it is missing
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// The key with which the house signs segments, 64 hexadecimal digits in a file
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Keep in the log what is newer than the last archive before this day (UTC), like 2027-01-15
    #[arg(long, value_name = "DAY", value_parser = day_ms)]
    until: Option<u64>,
}

/// The segments of a log whose beginning was archived.
#[derive(Args)]
pub(super) struct SegmentsArguments {
    /// The folder of the log's segments
    #[arg(long, value_name = "FOLDER", requires = "segment_key")]
    segments: Option<PathBuf>,
    /// The key with which the house has signed them
    #[arg(long, value_name = "FILE", requires = "segments")]
    segment_key: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct RebuildArguments {
    /// The folder of the log's segments
    #[arg(long, value_name = "FOLDER")]
    segments: PathBuf,
    /// The key with which the house has signed them
    #[arg(long, value_name = "FILE")]
    segment_key: PathBuf,
    /// What is left of the log behind the segments; without it, their last checkpoint is the end
    #[arg(long, value_name = "FILE")]
    tail: Option<PathBuf>,
    /// Write a log that begins with the last checkpoint of the segments into this new file
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct ExportArguments {
    /// The log of a pool, which may be running
    file: PathBuf,
    #[command(flatten)]
    segments: SegmentsArguments,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = ExportFormat::Json)]
    format: ExportFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// One object per record and line
    Json,
    /// One line per record, and one with the names of the columns
    Csv,
}

impl SegmentsArguments {
    /// The segments, each of whose bytes is verified; none if there is no folder.
    pub fn open(&self) -> anyhow::Result<Option<Vec<Segment>>> {
        match (&self.segments, &self.segment_key) {
            (Some(folder), Some(key)) => Ok(Some(segments_of(folder, key)?)),
            _ => Ok(None),
        }
    }
}

fn segments_of(folder: &Path, key: &Path) -> anyhow::Result<Vec<Segment>> {
    let segments = open_folder(folder, &key::read(key)?)?;
    if segments.is_empty() {
        bail!("{} has no segment", folder.display());
    }
    Ok(segments)
}

pub(super) fn archive(arguments: &ArchiveArguments) -> anyhow::Result<ExitCode> {
    let name = arguments.file.display();
    let key = key::read(&arguments.key)?;
    let engine = SqliteEngine::open_beside(&arguments.file);
    let mut engine = engine.with_context(|| format!("cannot open {name}"))?;
    let folder = &arguments.to;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let order = ArchiveOrder {
        folder,
        key: &key,
        now_ms: system_time()(),
        until_ms: arguments.until,
    };
    let archived = pit::archive::archive(&mut engine, &order);
    let archived = archived.with_context(|| format!("{name} was not archived"))?;
    say(&archived_words(&archived));
    Ok(ExitCode::SUCCESS)
}

pub(super) fn rebuild_log(arguments: &RebuildArguments) -> anyhow::Result<ExitCode> {
    let segments = segments_of(&arguments.segments, &arguments.segment_key)?;
    let mut new_log = match &arguments.file {
        Some(path) if path.exists() => bail!("{} is there already", path.display()),
        Some(path) => {
            let opened = SqliteEngine::open(path);
            Some(opened.with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => None,
    };
    let new_log = new_log.as_mut().map(|log| log as &mut dyn LogEngine);
    let rebuilt = match &arguments.tail {
        Some(path) => {
            let tail = SqliteEngine::open_to_read(path);
            let tail = tail.with_context(|| format!("cannot read {}", path.display()))?;
            rebuild(segments, tail, new_log)?
        }
        None => rebuild(segments, MemoryEngine::default(), new_log)?,
    };
    say(&rebuilt_words(&rebuilt).map_err(anyhow::Error::msg)?);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn export_log(arguments: &ExportArguments) -> anyhow::Result<ExitCode> {
    let name = arguments.file.display();
    let log = SqliteEngine::open_to_read(&arguments.file);
    let mut log = log.with_context(|| format!("cannot read {name}"))?;
    let exported = match arguments.segments.open()? {
        Some(segments) => arguments.write(&mut JoinedLog::new(segments, log)?),
        None => arguments.write(&mut log),
    };
    match exported {
        // A reader like `head` has enough.
        Err(ExportFault::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
        exported => drop(exported.with_context(|| format!("cannot export {name}"))?),
    }
    Ok(ExitCode::SUCCESS)
}

impl ExportArguments {
    fn write(&self, log: &mut impl LogEngine) -> Result<u64, ExportFault> {
        let mut output = BufWriter::new(io::stdout().lock());
        if self.format == ExportFormat::Csv {
            writeln!(output, "{COLUMNS}").map_err(ExportFault::Output)?;
        }
        let count = export(log, |record| match self.format {
            ExportFormat::Json => write_json(record, &mut output),
            ExportFormat::Csv => write_csv(record, &mut output),
        })?;
        output.flush().map_err(ExportFault::Output)?;
        Ok(count)
    }
}
