//! `coinspot pool`: the pool of linked tables, and its log.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use coinspot::pool::audit::{verdict, write_audit};
use coinspot::pool::fold_stream;
use coinspot::pool::reconcile::{self, JournalMessages, Reconciled, logged_messages};
use coinspot::terminal::tell;
use pit::archive::segment::Segment;
use pit::archive::{JoinFault, JoinedLog};
use pit::audit::{AuditFault, AuditKeys, PoolAudit, audit_signed};
use pit::drive::OpenFault;
use pit::engine::EngineTrouble;
use pit::sqlite::SqliteEngine;
use shared_rules::pool::TableNumber;

use super::membership::{JoinArguments, join, leave};
use super::pool_archive::{
    ArchiveArguments, ExportArguments, RebuildArguments, SegmentsArguments, archive, export_log,
    rebuild_log,
};
use super::pool_rule::{RuleArguments, rule};
use super::pool_serve::{ServeArguments, keys_of, serve};
use super::pool_stand::{StandArguments, stand};
use super::rounds::{answers, input_of};
use super::told_table::TableAt;
use super::{journal, key};

#[derive(Args)]
pub(crate) struct PoolArguments {
    #[command(subcommand)]
    command: PoolCommand,
}

#[derive(Subcommand)]
enum PoolCommand {
    /// Run the pool of a link: its log, and the socket for its gateways
    Serve(Box<ServeArguments>),
    /// Let a table join a link; the supervisor's key must be turned
    Join(JoinArguments),
    /// Let a table leave its link; the supervisor's key must be turned
    Leave(TableAt),
    /// Run a simulated table whose console's wire is a socket, to try a link without a board
    Stand(StandArguments),
    /// Make a ruling of the house, signed with its key
    Rule(RuleArguments),
    /// Fold a pool's log: one entry a line as JSON in, the state of the pool after it as JSON out
    Fold(FoldArguments),
    /// Verify a pool's log and tell the order of every win, with its places and times in the log
    Audit(AuditArguments),
    /// Move the log into a signed segment, and prune it once the segment has been verified; best once a night
    Archive(ArchiveArguments),
    /// Fold segments and the log behind them, and write the log anew
    Rebuild(RebuildArguments),
    /// Write every entry of a log with its times and amounts, as JSON or CSV
    Export(ExportArguments),
}

#[derive(Args)]
struct FoldArguments {
    /// The file of entries; standard input without it or with `-`
    file: Option<PathBuf>,
}

#[derive(Args)]
struct AuditArguments {
    /// The log of a pool, which may be running
    file: PathBuf,
    #[command(flatten)]
    segments: SegmentsArguments,
    /// Compare the log with the journal of a table: the flash image of its board
    #[arg(long = "journal", value_name = "TABLE=FILE", value_parser = table_file)]
    journals: Vec<(TableNumber, PathBuf)>,
    /// The keys of the tables: the author of every message is verified too
    #[arg(long, value_name = "FILE", requires = "link")]
    keys: Option<PathBuf>,
    /// The number of the link, for the keys
    #[arg(long, value_name = "NUMBER")]
    link: Option<u32>,
    /// The key of the house: the signature under every ruling is verified too
    #[arg(long, value_name = "FILE")]
    house_key: Option<PathBuf>,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = AuditFormat::Text)]
    format: AuditFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AuditFormat {
    /// For people
    Text,
    /// One object, with the verdict
    Json,
}

pub(crate) fn pool(arguments: &PoolArguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        PoolCommand::Serve(arguments) => serve(arguments),
        PoolCommand::Join(arguments) => join(arguments),
        PoolCommand::Leave(arguments) => leave(arguments),
        PoolCommand::Stand(arguments) => stand(arguments),
        PoolCommand::Rule(arguments) => rule(arguments),
        PoolCommand::Fold(arguments) => fold(arguments),
        PoolCommand::Audit(arguments) => audit(arguments),
        PoolCommand::Archive(arguments) => archive(arguments),
        PoolCommand::Rebuild(arguments) => rebuild_log(arguments),
        PoolCommand::Export(arguments) => export_log(arguments),
    }
}

fn fold(arguments: &FoldArguments) -> anyhow::Result<ExitCode> {
    let stats = fold_stream(input_of(arguments.file.as_deref())?, answers())?;
    Ok(ExitCode::from(u8::from(stats.bad > 0)))
}

fn table_file(text: &str) -> Result<(TableNumber, PathBuf), String> {
    let parts = text.split_once('=').and_then(|(table, file)| {
        let table = table.parse().ok()?;
        Some((table, PathBuf::from(file)))
    });
    parts.ok_or_else(|| "a table and a file, like 3=board3.bin".into())
}

fn audit(arguments: &AuditArguments) -> anyhow::Result<ExitCode> {
    let path = arguments.file.display();
    let keys = match (&arguments.keys, arguments.link) {
        (Some(keys), Some(link)) => Some(keys_of(keys, link)?),
        _ => None,
    };
    let house = arguments.house_key.as_deref().map(key::read).transpose()?;
    let segments = arguments.segments.open()?;
    let all = AuditKeys {
        tables: keys.as_ref(),
        house: house.as_ref(),
    };
    let audited = audit_file(&arguments.file, segments.clone(), all);
    let audited = audited.with_context(|| format!("cannot read {path}"))?;
    // The keys of another link fit none of its messages: that is no fault of the log.
    if let (Some(keys), Some(link)) = (&keys, audited.link) {
        let other = OpenFault::OtherLink(link);
        ensure!(keys.link() == link, "cannot read {path}: {other}");
    }
    let reconciled = match audited.wrong {
        None => reconcile_all(arguments, segments, &audited)?,
        Some(_) => Vec::new(),
    };
    let mut output = BufWriter::new(io::stdout().lock());
    match arguments.format {
        AuditFormat::Json => {
            let mut object = serde_json::to_value(&audited)?;
            object["reconciled"] = serde_json::to_value(&reconciled)?;
            writeln!(output, "{object}")?;
        }
        AuditFormat::Text => {
            write_audit(&audited, &mut output)?;
            for line in reconciled.iter().flat_map(reconcile::words) {
                writeln!(output, "{line}")?;
            }
        }
    }
    output.flush()?;
    tell(&verdict(&audited));
    let differs = reconciled.iter().any(|table| !table.differences.is_empty());
    if differs {
        tell("the journals and the log DIFFER: the tables concerned must not play on");
    }
    Ok(ExitCode::from(u8::from(audited.wrong.is_some() || differs)))
}

fn reconcile_all(
    arguments: &AuditArguments,
    segments: Option<Vec<Segment>>,
    audited: &PoolAudit,
) -> anyhow::Result<Vec<Reconciled>> {
    if arguments.journals.is_empty() {
        return Ok(Vec::new());
    }
    if audited.first > 1 {
        let first = audited.first;
        bail!("the log begins with block {first}: a journal can be compared with --segments only");
    }
    let log = SqliteEngine::open_to_read(&arguments.file)?;
    let logged = match segments {
        Some(segments) => logged_messages(JoinedLog::new(segments, log)?)?,
        None => logged_messages(log)?,
    };
    let reconciled = arguments.journals.iter().map(|(table, file)| {
        let name = file.display();
        let image = journal::read(file).with_context(|| format!("cannot read {name}"))?;
        let journal = JournalMessages::read(&image);
        let journal =
            journal.map_err(|why| anyhow!("{name} is no journal to be trusted: {why}"))?;
        Ok(journal.reconcile(*table, &logged, &audited.claims))
    });
    reconciled.collect()
}

/// Damage to the file is a verdict, like damage to the log in it.
fn audit_file(
    path: &Path,
    segments: Option<Vec<Segment>>,
    keys: AuditKeys,
) -> Result<PoolAudit, JoinFault> {
    let audited = SqliteEngine::open_to_read(path).and_then(|mut engine| {
        engine.check_structure()?;
        Ok(engine)
    });
    let audited = audited.map_err(JoinFault::Engine).and_then(|mut engine| {
        let audited = match segments {
            Some(segments) => audit_signed(&mut JoinedLog::new(segments, engine)?, keys),
            None => audit_signed(&mut engine, keys),
        };
        Ok(audited?)
    });
    match audited {
        Err(JoinFault::Engine(EngineTrouble::Damaged(why))) => Ok(PoolAudit {
            wrong: Some(AuditFault {
                block: None,
                record: None,
                why: EngineTrouble::Damaged(why).to_string(),
            }),
            ..PoolAudit::default()
        }),
        audited => audited,
    }
}
