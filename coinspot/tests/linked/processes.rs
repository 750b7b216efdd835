//! The processes of a link, and its files.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use parts::engine::POOL_KEY;
use serde_json::Value;

/// Longer than anything takes on a loaded machine. A table that has lost its pool many times trusts it again after a
/// minute without a fault.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// The tables that have keys: whole tables from 1, tables that only write letters from 101.
const KEYED: [std::ops::Range<u32>; 2] = [1..10, 101..400];

pub fn hex(key: &[u8]) -> String {
    key.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A folder with the log and the keys of a link, which is removed at the end.
pub struct LinkFolder(PathBuf);

impl LinkFolder {
    pub fn new() -> LinkFolder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("coinspot-linked-{}-{count}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let mut keys = String::from("# table generation key\n");
        for table in KEYED.into_iter().flatten() {
            let _ = writeln!(keys, "{table} 1 {}", hex(&POOL_KEY));
        }
        fs::write(folder.join("tables.keys"), keys).expect("a file");
        fs::write(folder.join("house.key"), hex(&[0x77; 32])).expect("a file");
        LinkFolder(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn log(&self) -> PathBuf {
        self.file("pool.db")
    }
}

impl Drop for LinkFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A free port of this machine. It may be taken meanwhile, which nobody here does.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its address").port()
}

/// The program: the one that was built with the tests, or the one that the environment names for a long run.
pub fn program() -> OsString {
    env::var_os("COINSPOT_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_coinspot").into())
}

/// A process that ends with its owner.
pub struct Process(Child);

impl Process {
    /// Starts the program and waits for its first line.
    pub fn start(arguments: &[&str]) -> Process {
        Process::launch(
            Command::new(program())
                .args(arguments)
                .stderr(Stdio::null()),
        )
    }

    /// Starts this command, which ends up as the program, and waits for its first line.
    pub fn launch(command: &mut Command) -> Process {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        assert!(line.contains("is open"), "{command:?}: {line}");
        // Whatever follows is read by nobody: the pipe holds it.
        Process(child)
    }

    #[allow(dead_code, reason = "the bench and the cluster use it")]
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// A request to end, as of a service manager.
    #[allow(dead_code, reason = "the cluster uses it")]
    pub fn end(mut self) {
        let asked = Command::new("sh")
            .args(["-c", &format!("kill -TERM {}", self.id())])
            .status();
        assert!(asked.is_ok_and(|status| status.success()), "kill");
        self.0.wait().expect("an end");
    }

    /// kill -9.
    pub fn kill(mut self) {
        self.0.kill().expect("a process");
        self.0.wait().expect("an end");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn pool(folder: &LinkFolder, port: u16) -> Process {
    pool_on(["--file", &path(&folder.log())], folder, port)
}

/// A pool whose log is there: a file, or etcd.
pub fn pool_on([option, place]: [&str; 2], folder: &LinkFolder, port: u16) -> Process {
    Process::start(&[
        "pool",
        "serve",
        "--game",
        "ml9",
        option,
        place,
        "--keys",
        &path(&folder.file("tables.keys")),
        "--house-key",
        &path(&folder.file("house.key")),
        "--listen",
        &format!("127.0.0.1:{port}"),
    ])
}

pub fn gateway(table: u16, console: u16, pool: u16) -> Process {
    gateway_to(table, console, &format!("ws://127.0.0.1:{pool}"))
}

/// A gateway to any of these pools.
pub fn gateway_to(table: u16, console: u16, pools: &str) -> Process {
    Process::start(&[
        "gateway",
        "--table",
        &format!("127.0.0.1:{table}"),
        "--console",
        &format!("127.0.0.1:{console}"),
        "--pool",
        pools,
    ])
}

pub fn path(path: &Path) -> String {
    path.to_str().expect("a path").to_owned()
}

/// Runs the program to its end: exit code, standard output and standard error.
pub fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(program())
        .args(arguments)
        .output()
        .expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The state of a running pool; none while it does not run.
pub fn state(port: u16) -> Option<Value> {
    let text = http(&format!("127.0.0.1:{port}"), "GET /state", "", PATIENCE)?;
    serde_json::from_str(&text).ok()
}

/// The body of an answer; none without an answer in time.
pub fn http(address: &str, request: &str, body: &str, wait: Duration) -> Option<String> {
    let address = address.to_socket_addrs().ok()?.next()?;
    let mut stream = TcpStream::connect_timeout(&address, wait).ok()?;
    stream.set_read_timeout(Some(wait)).ok()?;
    let length = body.len();
    let head = format!("{request} HTTP/1.0\r\nHost: pool\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all((head + body).as_bytes()).ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let (_, body) = text.split_once("\r\n\r\n")?;
    Some(body.to_owned())
}

/// The number of a table's last message in the log of a running pool.
pub fn last_number(port: u16, table: u32) -> Option<u64> {
    let state = state(port)?;
    let members = state["members"].as_array()?;
    let member = members.iter().find(|member| member["table"] == table)?;
    member["last_number"].as_u64()
}

/// Waits until something is so.
#[track_caller]
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "never: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}
