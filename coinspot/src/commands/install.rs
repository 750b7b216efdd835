//! `completions` and `man`: files that are installed beside the program, written from its own arguments.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

#[derive(Args)]
#[command(after_help = "\
For this session of bash: source <(coinspot completions bash)
For every session of fish: coinspot completions fish > ~/.config/fish/completions/coinspot.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell that is to complete the arguments of `coinspot`
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args)]
#[command(after_help = "\
To read the page: coinspot man | man -l -
To install all of them: coinspot man --out ~/.local/share/man/man1")]
pub(crate) struct ManArguments {
    /// Write the pages of the program and of all its commands into this folder, which is made where it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn completions(
    arguments: &CompletionsArguments,
    mut program: Command,
) -> anyhow::Result<ExitCode> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, name, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(arguments: &ManArguments, program: Command) -> anyhow::Result<ExitCode> {
    // `coinspot help` needs no page of its own.
    let program = program.disable_help_subcommand(true);
    match &arguments.out {
        Some(folder) => write_pages(folder, program)
            .with_context(|| format!("cannot write the pages into {}", folder.display()))?,
        None => {
            let mut page = Vec::new();
            Man::new(program).render(&mut page)?;
            io::stdout().lock().write_all(&page)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write_pages(folder: &Path, program: Command) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(program, folder)
}
