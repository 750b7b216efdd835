//! The console and the sign of `docs/examples` play a round of every game at a simulated table, and `coinspot conform`
//! passes what is right and fails what is not.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use coinspot::conform::{Probe, conform};
use coinspot::keys::TableKeys;
use console::Console;
use shared_rules::wire::role::{Role, WireKind};
use sign::SignEnd;
use simulator::table::{SeedOwner, fresh_seed, key_of, key_ring, persons};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples");

/// Longer than anything takes on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder for the files of one test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("coinspot-protocol-{}-{count}", process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("manager.key"), "53".repeat(32)).expect("a file");
        fs::write(folder.join("sign.key"), "58".repeat(32)).expect("a file");
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that ends with its owner, and its lines.
struct Process {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Process {
    fn start(command: &mut Command) -> Process {
        let child = command.stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap_or_else(|error| match error.kind() {
            ErrorKind::NotFound => panic!("{command:?} is missing: apt-get install python3"),
            _ => panic!("{command:?}: {error}"),
        });
        let lines = BufReader::new(child.stdout.take().expect("its output"));
        Process { child, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    /// The lines up to this one.
    fn lines_until(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "no {last} after {lines:#?}");
            lines.push(line);
            if lines.last().is_some_and(|line| line == last) {
                return lines;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn python(folder: &Path, program: &str) -> Command {
    let mut command = Command::new("python3");
    command.arg("-u").arg(folder.join(program));
    command
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its address").port()
}

/// A round of a game, in which seat 1 wins the whole jackpot under this name.
fn plays(game: &str, award: &str) {
    let folder = Folder::new();
    let [at, sign_at] = [(); 2].map(|()| format!("127.0.0.1:{}", free_port()));
    let mut stand = Command::new(env!("CARGO_BIN_EXE_coinspot"));
    stand.args([
        "pool", "stand", "--game", game, "--listen", &at, "--sign", &sign_at,
    ]);
    let mut stand = Process::start(&mut stand);
    assert!(stand.line().contains("is open"));

    let mut sign = python(Path::new(EXAMPLES), "sign.py");
    let mut sign = Process::start(sign.args([&sign_at, "8", &folder.file("sign.key")]));
    let mut console = python(Path::new(EXAMPLES), "console.py");
    let console = console.args([&at, "3", &folder.file("manager.key"), game]);
    let played = console.output().expect("python3: apt-get install python3");
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(
        played.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&played.stderr)
    );
    assert!(said.contains("\nthe jackpot is $10,000.50\n"), "{said}");
    assert!(
        said.ends_with("paid; the jackpot is $10,000.00\n"),
        "{said}"
    );

    // The sign ends with its table, and so do its lines.
    drop(stand);
    let award = format!("SEAT 1 {award} $10,000.50");
    let shown = sign.lines_until(&format!("JACKPOT $10,000.00 | WIN: {award}"));
    for line in [
        "BETS OPEN $10,000.00",
        "NO MORE BETS $10,000.50",
        &format!("NO MORE BETS $10,000.00 | PENDING: {award}"),
    ] {
        assert!(
            shown.iter().any(|shown| shown == line),
            "{line}: {shown:#?}"
        );
    }
}

#[test]
fn texas_holdem_bonus_is_played_from_python() {
    plays("thb6", "ROYAL FLUSH ON THE FLOP");
}

#[test]
fn progressive_texas_holdem_is_played_from_python() {
    plays("rws6", "ROYAL FLUSH ON THE FLOP");
}

#[test]
fn megalink_6_is_played_from_python() {
    plays("ml6", "ROYAL FLUSH");
}

#[test]
fn megalink_9_is_played_from_python() {
    plays("ml9", "ROYAL FLUSH");
}

#[test]
fn three_card_poker_is_played_from_python() {
    plays("tcp5", "ROYAL FLUSH OF SPADES");
}

/// The checks that a Python program fails, and the exit code.
fn tried(folder: &Path, program: &str, side: &str) -> (Vec<String>, bool) {
    let keys = Folder::new();
    let at = format!("127.0.0.1:{}", free_port());
    let mut table = Command::new(env!("CARGO_BIN_EXE_coinspot"));
    let mut table = Process::start(table.args(["conform", "--socket", &at, "--side", side]));
    assert!(table.line().contains("is open"));
    let (number, key) = match side {
        "sign" => ("8", keys.file("sign.key")),
        _ => ("3", keys.file("manager.key")),
    };
    let mut other = python(folder, program);
    other.args([at.as_str(), number, &key]);
    if side == "console" {
        other.arg("ml9");
    }
    let _other = Process::start(other.stderr(Stdio::null()));
    let mut failed = Vec::new();
    loop {
        let line = table.line();
        match line.split_once("  ") {
            Some(("FAIL", name)) => failed.push(name.to_owned()),
            Some(_) => {}
            None => break,
        }
    }
    let status = table.child.wait().expect("its end");
    (failed, status.success())
}

#[test]
fn the_python_sign_conforms() {
    assert_eq!(
        tried(Path::new(EXAMPLES), "sign.py", "sign"),
        (vec![], true)
    );
}

#[test]
fn the_python_console_conforms() {
    assert_eq!(
        tried(Path::new(EXAMPLES), "console.py", "console"),
        (vec![], true)
    );
}

/// The same programs, with a piece of the wire's code left out.
fn tried_without(left_out: &str, program: &str, side: &str) -> Vec<String> {
    let folder = Folder::new();
    for name in ["wire.py", "sign.py", "console.py"] {
        let text = fs::read_to_string(Path::new(EXAMPLES).join(name)).expect("an example");
        let is_there = name != "wire.py" || text.contains(left_out);
        assert!(is_there, "wire.py has no {left_out}");
        fs::write(folder.0.join(name), text.replace(left_out, "")).expect("a file");
    }
    let (failed, is_passed) = tried(&folder.0, program, side);
    assert!(!is_passed);
    failed
}

#[test]
fn an_end_that_accepts_replays_fails() {
    let failed = tried_without("counter <= self.heard or ", "sign.py", "sign");
    assert_eq!(failed, ["refuses a frame that comes again"]);
}

#[test]
fn an_end_that_does_not_read_tags_fails() {
    let left_out = " or not hmac.compare_digest(self.tag(RESPONDER, counter, body), tag)";
    let failed = tried_without(left_out, "console.py", "console");
    assert!(
        failed.contains(&"refuses a frame with a wrong tag".to_owned()),
        "{failed:?}"
    );
    assert!(
        failed.contains(&"refuses its own frame".to_owned()),
        "{failed:?}"
    );
}

#[test]
fn an_end_that_takes_any_welcome_fails() {
    let left_out = " or not hmac.compare_digest(proof, tag)";
    let failed = tried_without(left_out, "sign.py", "sign");
    assert_eq!(failed[0], "refuses a welcome with a wrong tag");
}

/// Tries an end of our own, which runs in a thread.
fn our_own(wire: WireKind, run: impl FnOnce(TcpStream, &AtomicBool) + Send) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = listener.local_addr().expect("its address");
    let is_over = AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            let stream = TcpStream::connect(at).expect("a line");
            stream.set_nonblocking(true).expect("a line");
            run(stream, &is_over);
        });
        let (stream, _) = listener.accept().expect("a line");
        let mut probe = Probe::new(stream, wire, key_ring()).expect("a line");
        let mut failed = Vec::new();
        let passed = conform(&mut probe, wire, |check| {
            if !check.is_passed {
                failed.push(check.name);
            }
        });
        is_over.store(true, Ordering::Relaxed);
        assert!(
            passed.is_ok_and(|passed| passed) && failed.is_empty(),
            "{failed:?}"
        );
    });
}

/// Gives an end its time until the checks are over.
fn run_until(is_over: &AtomicBool, mut step: impl FnMut(u64)) {
    let begun = Instant::now();
    while !is_over.load(Ordering::Relaxed) && begun.elapsed() < PATIENCE {
        step(u64::try_from(begun.elapsed().as_millis()).expect("minutes"));
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn our_console_conforms() {
    our_own(WireKind::Console, |mut stream, is_over| {
        let seed = fresh_seed(SeedOwner::Console, 1, 1);
        let mut console = Console::new(key_of(Role::ShiftManager), persons(), &seed);
        run_until(is_over, |now_ms| {
            // The probe closes the line when it is done.
            let _ = console.exchange(&mut stream, now_ms);
        });
    });
}

#[test]
fn our_sign_conforms() {
    our_own(WireKind::Sign, |mut stream, is_over| {
        let seed = fresh_seed(SeedOwner::Sign, 1, 1);
        let mut end = SignEnd::new(key_of(Role::Sign), &seed, 0);
        run_until(is_over, |now_ms| {
            let arrived = console::read_arrived(&mut stream).unwrap_or_default();
            for byte in arrived {
                end.receive(byte, now_ms);
            }
            while let Some(frame) = end.transmit(now_ms) {
                let _ = std::io::Write::write_all(&mut stream, &frame);
            }
        });
    });
}

/// The keys without a file are those of simulated tables, the sign's included.
#[test]
fn a_probe_has_the_keys_of_simulated_tables() {
    let ring = TableKeys::of_simulated_tables().ring();
    assert!(ring.of_role(Role::Sign).is_some());
}
