//! The fuzz targets of `fuzz`: built once, run two at a time, with a table of what they did.

mod build;
mod planted;
mod run;
mod table;

use build::Site;
use run::Limits;

/// Every target, as `fuzz/Cargo.toml` has them.
const TARGETS: [&str; 6] = ["console", "frames", "hostile", "journal", "settle", "sign"];

/// The time of each target by itself, in the gate, and for a planted bug, in seconds.
const SECONDS: u32 = 10;
const GATE_SECONDS: u32 = 5;
const PLANTED_SECONDS: u32 = 60;

const JOBS: usize = 2;

/// Fuzzes as `words` say.
///
/// # Errors
/// Words that are no options, no compiler, an input that a target crashes with, or a planted bug that is not found.
pub fn run(words: &[&str]) -> Result<(), String> {
    let options = Options::read(words)?;
    build::install()?;
    let limits = |seconds: u32| Limits {
        seconds: options.seconds.unwrap_or(seconds),
        jobs: options.jobs,
    };
    if options.planted {
        return planted::run(&options.targets, &limits(PLANTED_SECONDS));
    }
    fuzz(&options.targets, &limits(SECONDS))
}

/// A short run of every target.
pub(crate) fn gate() -> Result<(), String> {
    build::install()?;
    let limits = Limits {
        seconds: GATE_SECONDS,
        jobs: JOBS,
    };
    fuzz(&TARGETS, &limits)
}

fn fuzz(targets: &[&'static str], limits: &Limits) -> Result<(), String> {
    let site = Site::here()?;
    site.build(targets)?;
    let results = run::all(&site, targets, limits)?;
    table::print(&results);
    table::complain(&site, &results)
}

struct Options {
    seconds: Option<u32>,
    jobs: usize,
    targets: Vec<&'static str>,
    planted: bool,
}

impl Options {
    fn read(words: &[&str]) -> Result<Self, String> {
        let mut options = Self {
            seconds: None,
            jobs: JOBS,
            targets: Vec::new(),
            planted: false,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match (*word, words.as_slice().first()) {
                ("--planted", _) => {
                    options.planted = true;
                    continue;
                }
                ("--seconds", Some(value)) => options.seconds = Some(number(value)?),
                ("--jobs", Some(value)) => options.jobs = number::<usize>(value)?.max(1),
                ("--target", Some(value)) => options.targets.push(target(value)?),
                _ => return Err(format!("not an option of `fuzz`: `{word}`")),
            }
            words.next();
        }
        if options.targets.is_empty() {
            options.targets.extend(TARGETS);
        }
        Ok(options)
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    let number = word.parse();
    number.map_err(|_| format!("not a number: `{word}`"))
}

fn target(word: &str) -> Result<&'static str, String> {
    let known = TARGETS.into_iter().find(|target| *target == word);
    known.ok_or_else(|| format!("no target `{word}`, there are {}", TARGETS.join(", ")))
}
