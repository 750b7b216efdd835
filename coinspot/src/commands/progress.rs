//! A progress bar on standard error, for work that takes longer than a second: only where a person can see it and it
//! does not run into the output. It has no colours.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The moment at which a command writes its output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// While the bar is drawn: on the same terminal they would run into each other.
    Meanwhile,
    /// After the bar has been cleared.
    Afterwards,
}

/// A bar for `length` bytes or rounds; an invisible one where nobody would look at it.
pub(crate) fn bar(length: u64, unit: &str, output: Output) -> ProgressBar {
    let is_in_the_way = output == Output::Meanwhile && io::stdout().is_terminal();
    if is_in_the_way || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:40}} {{human_pos}} of {{human_len}} {unit}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    let bar = ProgressBar::new(length);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
