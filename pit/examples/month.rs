//! A month of a casino in virtual time: nights of rounds through the real sequencer into SQLite, an archive after each
//! night, and at the end the same state from the segments alone.

#[path = "../tests/month/mod.rs"]
mod month;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use month::{Casino, house_key};
use pit::archive::{JoinedLog, open_folder, rebuild};
use pit::audit::audit;
use pit::engine::LogEngine;
use pit::memory::MemoryEngine;
use pit::sqlite::SqliteEngine;

const HELP: &str = "\
Plays nights of rounds in virtual time, archives each of them, and rebuilds the state from nothing.

cargo run --release -p pit --example month -- [option value]...

  --tables N    tables (200)
  --nights N    nights (30)
  --minutes N   minutes of a night, with one round per table each (1440)
  --group N     messages that share a block at most (256); a live pool has one or two
  --folder DIR  the folder for log and segments (a new one for temporary files)";

struct Plan {
    tables: u32,
    nights: u32,
    minutes: u32,
    group: usize,
    folder: PathBuf,
}

fn read_arguments() -> Result<Plan, String> {
    let mut plan = Plan {
        tables: 200,
        nights: 30,
        minutes: 1_440,
        group: 256,
        folder: env::temp_dir().join(format!("coinspot-month-{}", std::process::id())),
    };
    let mut arguments = env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(HELP)?;
        let number = || value.parse::<u32>().map_err(|_| HELP.to_owned());
        match name.as_str() {
            "--tables" => plan.tables = number()?,
            "--nights" => plan.nights = number()?,
            "--minutes" => plan.minutes = number()?,
            "--group" => plan.group = usize::try_from(number()?).map_err(|_| HELP)?,
            "--folder" => plan.folder = value.into(),
            _ => return Err(HELP.to_owned()),
        }
    }
    Ok(plan)
}

fn main() -> Result<(), String> {
    let plan = read_arguments()?;
    fs::create_dir_all(&plan.folder).map_err(|error| error.to_string())?;
    run(&plan);
    fs::remove_dir_all(&plan.folder).map_err(|error| error.to_string())
}

fn run(plan: &Plan) {
    let file = plan.folder.join("pool.db");
    let mut engine = SqliteEngine::open(&file).expect("a new file");
    let mut casino = Casino::open(&mut engine, plan.tables, plan.group);
    let (mut playing, mut archiving) = (Duration::ZERO, Duration::ZERO);
    let (mut segments, mut largest) = (0, 0);
    for night in 1..=plan.nights {
        let before = casino.entries;
        let (archived, played, archived_in) = casino.night(&mut engine, plan.minutes, &plan.folder);
        let header = archived.segment.expect("a segment").header;
        (playing, archiving) = (playing + played, archiving + archived_in);
        segments += header.bytes;
        largest = size_of_log(&file).max(largest);
        println!(
            "night {night}: {} entries, segment of {:.1} MB, played in {:.1} s, archived in {:.1} s, log of {:.1} MB",
            casino.entries - before,
            megabytes(header.bytes),
            played.as_secs_f64(),
            archived_in.as_secs_f64(),
            megabytes(size_of_log(&file))
        );
    }
    for _ in 0..10 {
        casino.minute(&mut engine);
    }
    let entries = casino.entries;
    println!(
        "{entries} entries of {} tables in {} nights",
        plan.tables, plan.nights
    );
    println!("    through the sequencer: {}", rate(entries, playing));
    println!("    through the archive: {}", rate(entries, archiving));
    println!(
        "    segments: {:.1} MB, {:.1} bytes per entry; the log had at most {:.1} MB",
        megabytes(segments),
        share(segments, entries),
        megabytes(largest)
    );
    drop(engine);
    start(&file, &mut casino);
    from_nothing(plan, &file, &casino);
}

/// The pool's program is started again, from the last checkpoint.
fn start(file: &Path, casino: &mut Casino) {
    let before = casino.state().digest();
    let mut log = SqliteEngine::open_to_read(file).expect("a log");
    let started = Instant::now();
    casino.start_again(&mut log);
    let elapsed = started.elapsed();
    assert_eq!(casino.state().digest(), before, "another state");
    let first = log.extent().expect("a log").first;
    let block = log.read(first).expect("a log").expect("a checkpoint");
    let bytes = block.len();
    println!("    start from a checkpoint of {bytes} bytes: {elapsed:.1?}");
}

fn from_nothing(plan: &Plan, file: &Path, casino: &Casino) {
    let started = Instant::now();
    let segments = open_folder(&plan.folder, &house_key()).expect("segments");
    let read = started.elapsed();
    let tail = SqliteEngine::open_to_read(file).expect("a log");
    let mut restored = MemoryEngine::default();
    let rebuilt = rebuild(segments.clone(), tail, Some(&mut restored)).expect("segments that hold");
    let elapsed = started.elapsed();
    assert_eq!(
        rebuilt.state.digest(),
        casino.state().digest(),
        "another state"
    );
    assert_eq!(
        rebuilt.state.head_digest(),
        casino.state().head_digest(),
        "another log"
    );
    println!("    codes of all segments: {read:.1?}");
    println!(
        "    rebuilt with the same digest: {}",
        rate(rebuilt.records, elapsed)
    );
    let started = Instant::now();
    let tail = SqliteEngine::open_to_read(file).expect("a log");
    let mut joined = JoinedLog::new(segments, tail).expect("a joined log");
    let audited = audit(&mut joined, None).expect("segments");
    assert_eq!(audited.wrong, None, "the audit finds a fault");
    println!(
        "    audited, with {} claims: {}",
        audited.claims.len(),
        rate(audited.entries, started.elapsed())
    );
}

fn size_of_log(file: &Path) -> u64 {
    let wal = file.with_extension("db-wal");
    let sizes = [file, &wal].map(|path| fs::metadata(path).map_or(0, |file| file.len()));
    sizes.iter().sum()
}

#[expect(clippy::cast_precision_loss, reason = "a number for people to read")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "a number for people to read")]
fn share(bytes: u64, entries: u64) -> f64 {
    bytes as f64 / entries as f64
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
fn rate(count: u64, elapsed: Duration) -> String {
    let rate = count as f64 / elapsed.as_secs_f64();
    format!(
        "{:.1} s, {rate:.0} entries per second",
        elapsed.as_secs_f64()
    )
}
