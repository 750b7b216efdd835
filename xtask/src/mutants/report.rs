//! The outcome of the mutants, compared with the document that explains the survivors.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// At least this share of the mutants that compile must be caught.
pub const BAR_PERCENT: u32 = 95;

/// The ends of a mutant: the lists into which the tool sorts them.
const LISTS: [&str; 4] = ["caught.txt", "missed.txt", "unviable.txt", "timeout.txt"];
const HEADINGS: [&str; 5] = ["mutants", "caught", "missed", "unviable", "timeout"];

/// A mutant without its line and column, which change with every edit: `file: what is replaced by what, where`.
///
/// Several of one function may read alike, so they are counted.
type Mutants = BTreeMap<String, u32>;

/// The outcome of the mutants: for every file the length of each list, and the survivors by name.
#[derive(Debug, Default)]
pub struct MutantReport {
    files: BTreeMap<String, [u32; LISTS.len()]>,
    survivors: Mutants,
}

impl MutantReport {
    /// Reads the lists in a folder.
    ///
    /// # Errors
    /// A list that is missing, or a line that names no mutant.
    pub fn read(folder: &Path) -> Result<MutantReport, String> {
        let read = |list: &str| {
            let path = folder.join(list);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let [caught, missed, unviable, timeout] = LISTS.map(read);
        MutantReport::new([&caught?, &missed?, &unviable?, &timeout?])
    }

    /// The mutants caught, missed, unviable, and those that ran out of time: each a line, as the tool names it.
    ///
    /// # Errors
    /// A line that names no mutant.
    pub fn new(lists: [&str; LISTS.len()]) -> Result<MutantReport, String> {
        let mut report = MutantReport::default();
        for (list, lines) in lists.into_iter().enumerate() {
            for line in lines.lines() {
                let (file, change) =
                    split(line).ok_or_else(|| format!("not a mutant: `{line}`"))?;
                report.files.entry(file.to_owned()).or_default()[list] += 1;
                if LISTS[list] == "missed.txt" {
                    let mutant = format!("{file}: {change}");
                    *report.survivors.entry(mutant).or_default() += 1;
                }
            }
        }
        Ok(report)
    }

    /// # Errors
    /// A survivor that is not explained, or more of a kind than are.
    pub fn has_no_stranger(&self, explained: &Mutants) -> Result<(), String> {
        none(
            "nobody says why these survive",
            &more(&self.survivors, explained),
        )
    }

    /// # Errors
    /// An explanation for one that does not survive, or for more of a kind than do.
    pub fn has_survivors(&self, explained: &Mutants) -> Result<(), String> {
        none("these do not survive", &more(explained, &self.survivors))
    }

    /// # Errors
    /// Too few are caught.
    pub fn reaches_the_bar(&self) -> Result<(), String> {
        let (caught, viable) = caught_of(&self.sums());
        if caught * 100 < viable * BAR_PERCENT {
            return Err(format!(
                "{caught} of {viable} mutants are caught, which is less than {BAR_PERCENT} %"
            ));
        }
        Ok(())
    }

    fn sums(&self) -> [u32; LISTS.len()] {
        let mut sums = [0; LISTS.len()];
        for counts in self.files.values() {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        sums
    }
}

/// One that does not compile is no mutant; one that runs out of time is noticed.
fn caught_of([caught, missed, _, timeout]: &[u32; LISTS.len()]) -> (u32, u32) {
    (caught + timeout, caught + missed + timeout)
}

/// The file, and what is changed in it, of `file:line:column: change`.
fn split(line: &str) -> Option<(&str, &str)> {
    let (place, change) = line.split_once(": ")?;
    Some((place.split(':').next()?, change))
}

/// The mutants that a document explains: each an item of a list, in backticks, with the reason behind it.
///
/// # Errors
/// One without a reason.
pub fn explained(document: &str) -> Result<Mutants, String> {
    let mut explained = Mutants::new();
    for item in document.lines().filter_map(|line| line.strip_prefix("- `")) {
        let Some((mutant, reason)) = item.split_once('`') else {
            continue;
        };
        if reason.trim_start_matches(':').trim().is_empty() {
            return Err(format!("`{mutant}` survives without a reason"));
        }
        *explained.entry(mutant.to_owned()).or_default() += 1;
    }
    Ok(explained)
}

/// Those of which there are more in `these` than in `those`.
fn more<'a>(these: &'a Mutants, those: &Mutants) -> Vec<&'a str> {
    let known = |mutant: &String| those.get(mutant).copied().unwrap_or_default();
    let beyond = these
        .iter()
        .filter(|(mutant, count)| **count > known(mutant));
    beyond.map(|(mutant, _)| mutant.as_str()).collect()
}

fn none(what: &str, mutants: &[&str]) -> Result<(), String> {
    if mutants.is_empty() {
        return Ok(());
    }
    Err(format!("{what}:\n  {}", mutants.join("\n  ")))
}

/// A row for every file and one for all.
impl fmt::Display for MutantReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mutants, lists @ ..] = HEADINGS;
        write!(f, "{:40}{mutants:>9}", "")?;
        lists.iter().try_for_each(|list| write!(f, "{list:>9}"))?;
        writeln!(f)?;
        let sums = ("all", &self.sums());
        let files = self
            .files
            .iter()
            .map(|(file, counts)| (file.as_str(), counts));
        for (name, counts) in files.chain([sums]) {
            write!(f, "{name:40}{:>9}", counts.iter().sum::<u32>())?;
            counts
                .iter()
                .try_for_each(|count| write!(f, "{count:>9}"))?;
            let (caught, viable) = caught_of(counts);
            let percent = f64::from(caught) * 100.0 / f64::from(viable.max(1));
            writeln!(f, "  {percent:5.1} %")?;
        }
        Ok(())
    }
}
