//! `coinspot demo`: an evening in the terminal.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use coinspot::demo::blocks::half_blocks;
use coinspot::demo::{DemoEvening, RoundSummary, plans};
use coinspot::table::flash_file;
use coinspot::table::play::TablePlay;
use coinspot::terminal::Colours;
use shared_rules::games::Game;
use sign::Screen;

#[derive(Args)]
pub(crate) struct DemoArguments {
    /// The game; all five in turn without it
    #[arg(long, value_parser = super::game())]
    game: Option<Game>,
    /// The same seed gives the same evening
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Do not wait: as fast as the machine can
    #[arg(long)]
    fast: bool,
    /// One JSON object a round instead of the pictures
    #[arg(long)]
    json: bool,
    /// Keep the journal's flash in a file, for `coinspot journal`; what it held of an earlier evening is erased
    #[arg(long, value_name = "FILE")]
    flash: Option<PathBuf>,
}

pub(crate) fn demo(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    let mut stage = Stage::new(arguments);
    let flash = arguments.flash.as_deref();
    let flash = flash.map(flash_file::open_erased).transpose()?;
    let mut evening = DemoEvening::new(arguments.seed, flash);
    let games = arguments.game.map_or(Game::ALL.to_vec(), |game| vec![game]);
    for game in games {
        for plan in plans(game) {
            let told = evening.round(&plan, &mut |play, ms| stage.watch(play, ms))?;
            let sign = evening.sign().context("a sign")?;
            stage.tell(&told, &sign.screen)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The terminal: the sign lives at its place while a round is played, and stays as the round is told.
struct Stage {
    colours: Colours,
    fast: bool,
    json: bool,
    drawn: bool,
}

impl Stage {
    fn new(arguments: &DemoArguments) -> Stage {
        Stage {
            colours: Colours::of_stdout(),
            fast: arguments.fast,
            json: arguments.json,
            drawn: false,
        }
    }

    /// Time passes: the sign is drawn over itself, where that can be seen.
    fn watch(&mut self, play: &TablePlay, milliseconds: u64) {
        if self.fast {
            return;
        }
        thread::sleep(Duration::from_millis(milliseconds));
        let sign = play.engine().sign();
        if let Some(sign) = sign.filter(|_| self.colours == Colours::Terminal && !self.json) {
            // A terminal that has gone away is told at the end of the round.
            let _ = self.draw(&sign.screen);
        }
    }

    fn draw(&mut self, screen: &Screen) -> io::Result<()> {
        let back = match self.drawn {
            true => format!("\x1b[{}A", Screen::HEIGHT / 2),
            false => String::new(),
        };
        self.drawn = true;
        let mut output = io::stdout().lock();
        write!(output, "{back}{}", half_blocks(screen, self.colours))?;
        output.flush()
    }

    fn tell(&mut self, told: &RoundSummary, screen: &Screen) -> anyhow::Result<()> {
        if self.json {
            writeln!(io::stdout(), "{}", serde_json::to_string(told)?)?;
            return Ok(());
        }
        self.draw(screen)?;
        writeln!(io::stdout(), "{told}\n")?;
        self.drawn = false;
        Ok(())
    }
}
