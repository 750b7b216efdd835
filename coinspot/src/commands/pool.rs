//! `pool`: the log of linked tables.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use coinspot::pool::audit::{verdict, write_audit};
use coinspot::pool::fold_stream;
use coinspot::terminal::tell;
use pit::audit::{AuditFault, PoolAudit};
use pit::engine::EngineTrouble;
use pit::sqlite::SqliteEngine;

use super::rounds::{answers, input_of};

#[derive(Args)]
pub(crate) struct PoolArguments {
    #[command(subcommand)]
    command: PoolCommand,
}

#[derive(Subcommand)]
enum PoolCommand {
    /// Fold a pool's log: one entry a line as JSON in, the state of the pool after it as JSON out
    Fold(FoldArguments),
    /// Verify a pool's log and tell the order of every win, with its places and times in the log
    Audit(AuditArguments),
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
        PoolCommand::Fold(arguments) => fold(arguments),
        PoolCommand::Audit(arguments) => audit(arguments),
    }
}

fn fold(arguments: &FoldArguments) -> anyhow::Result<ExitCode> {
    let stats = fold_stream(input_of(arguments.file.as_deref())?, answers())?;
    Ok(ExitCode::from(u8::from(stats.bad > 0)))
}

fn audit(arguments: &AuditArguments) -> anyhow::Result<ExitCode> {
    let path = arguments.file.display();
    let audited = audit_file(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let mut output = BufWriter::new(io::stdout().lock());
    match arguments.format {
        AuditFormat::Json => writeln!(output, "{}", serde_json::to_string(&audited)?)?,
        AuditFormat::Text => write_audit(&audited, &mut output)?,
    }
    output.flush()?;
    tell(&verdict(&audited));
    Ok(ExitCode::from(u8::from(audited.wrong.is_some())))
}

/// Damage to the file is a verdict, like damage to the log in it.
fn audit_file(path: &Path) -> Result<PoolAudit, EngineTrouble> {
    let audited = SqliteEngine::open_to_read(path).and_then(|mut engine| {
        engine.check_structure()?;
        pit::audit::audit(&mut engine, None)
    });
    match audited {
        Err(EngineTrouble::Damaged(why)) => Ok(PoolAudit {
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
