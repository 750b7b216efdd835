//! The terminal: whether text is coloured, and sentences on standard error.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};

/// Colours of text, which only a terminal understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// Escape sequences for a terminal.
    Terminal,
    /// Plain text.
    None,
}

impl Colours {
    /// The colours for standard output as it is now.
    pub fn of_stdout() -> Colours {
        let no_color = env::var_os("NO_COLOR");
        Colours::new(no_color.as_deref(), io::stdout().is_terminal())
    }

    /// A terminal is coloured unless the environment's `NO_COLOR` holds anything: <https://no-color.org>.
    pub fn new(no_color: Option<&OsStr>, is_terminal: bool) -> Colours {
        let is_refused = no_color.is_some_and(|value| !value.is_empty());
        match is_terminal && !is_refused {
            true => Colours::Terminal,
            false => Colours::None,
        }
    }

    pub(crate) fn paint(self, code: &str, text: &str) -> String {
        match self {
            Colours::Terminal => format!("\x1b[{code}m{text}\x1b[0m"),
            Colours::None => text.to_owned(),
        }
    }
}

/// Writes a line to standard error. One that is closed loses the line, where `eprintln!` would panic.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
