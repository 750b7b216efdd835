//! One figure of the check: what was counted, what was found, and whether they agree.

use std::fmt;

use odds::wager::WagerKind;

/// A finding farther off than this many standard deviations does not agree.
const DEVIATIONS: f64 = 4.0;

/// One figure, counted and found.
#[derive(Debug)]
pub struct Finding {
    /// The wager.
    pub wager: WagerKind,
    /// The way in which the main game was played.
    pub strategy: &'static str,
    /// The name of the figure: an award, or the mean return of a wager.
    pub what: String,
    /// The exact figure.
    pub expected: f64,
    /// The figure of the random rounds.
    pub found: f64,
    /// Its standard deviation.
    pub error: f64,
    /// A figure that is too rare is told and not judged.
    pub judged: bool,
}

impl Finding {
    /// The distance from the exact figure in standard deviations; a figure that cannot vary has none.
    pub fn off(&self) -> f64 {
        let distance = self.found - self.expected;
        match distance.abs() < f64::EPSILON {
            true => 0.0,
            false => distance / self.error,
        }
    }

    /// A judged figure agrees if it is at most four standard deviations off.
    pub fn agrees(&self) -> bool {
        !self.judged || self.off().abs() <= DEVIATIONS
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let verdict = match (self.judged, self.agrees()) {
            (false, _) => "too seldom to judge",
            (true, true) => "agrees",
            (true, false) => "DOES NOT AGREE",
        };
        write!(
            f,
            "{:<12}{:<16}{:<26}expected {:>16.6}  found {:>16.6}  {:>+6.2} deviations of {:.6}  {verdict}",
            self.wager.name(),
            self.strategy,
            self.what,
            self.expected,
            self.found,
            self.off(),
            self.error,
        )
    }
}
