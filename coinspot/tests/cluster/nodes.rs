//! The nodes of etcd and the pools, as processes on their machines.

use std::fs::{self, File};
use std::io::Read as _;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use pit::etcd::{EtcdAccess, EtcdEngine};
use serde_json::{Value, json};

use crate::network::{Network, address};
use crate::processes::{LinkFolder, Process, http, path, program, until};

pub const NODES: [&str; 3] = ["e0", "e1", "e2"];
pub const POOLS: [&str; 2] = ["p0", "p1"];

/// The node whose data are on a small disk.
pub const SMALL_DISK: usize = 2;

/// The pool whose clock can be set.
pub const SET_CLOCK: usize = 0;

const SMALL_DISK_BYTES: u64 = 400 << 20;

/// A question that takes longer is asked again.
const WAIT: Duration = Duration::from_secs(1);

pub fn signal(process: u32, name: &str) {
    let sent = Command::new("sh")
        .args(["-c", &format!("kill -{name} {process}")])
        .status();
    assert!(
        sent.is_ok_and(|status| status.success()),
        "kill -{name} {process}"
    );
}

fn log_of(folder: &Path, machine: &str) -> File {
    let mut options = File::options();
    options.create(true).append(true);
    options
        .open(folder.join(format!("{machine}.log")))
        .expect("a file")
}

/// The last lines of a log, for whoever looks for a reason.
fn print_end(log: &Path) {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.len().saturating_sub(12);
    println!("{}:\n{}", log.display(), lines[last..].join("\n"));
}

/// A node of etcd.
pub struct Node {
    pub machine: &'static str,
    data: PathBuf,
    logs: PathBuf,
    child: Option<Child>,
}

impl Node {
    fn new(index: usize, folder: &Path) -> Node {
        let machine = NODES[index];
        let data = folder.join(machine);
        fs::create_dir_all(&data).expect("a folder");
        if index == SMALL_DISK {
            let mut mount = Command::new("mount");
            mount.args([
                "-t",
                "tmpfs",
                "-o",
                &format!("size={SMALL_DISK_BYTES}"),
                "small",
            ]);
            let mounted = mount.arg(&data).status();
            assert!(mounted.is_ok_and(|status| status.success()), "mount");
        }
        Node {
            machine,
            data,
            logs: folder.to_owned(),
            child: None,
        }
    }

    pub fn start(&mut self, network: &Network) {
        self.start_with(network, &[]);
    }

    /// Starts etcd behind these words of another program.
    pub fn start_with(&mut self, network: &Network, before: &[&str]) {
        let url = |machine: &str, port: u16| format!("http://{}:{port}", address(machine));
        let (client, peer) = (url(self.machine, 2379), url(self.machine, 2380));
        let cluster = NODES.map(|machine| format!("{machine}={}", url(machine, 2380)));
        let mut etcd = network.on(self.machine);
        etcd.args(before).arg("etcd").args(["--name", self.machine]);
        etcd.arg("--data-dir").arg(self.data.join("etcd"));
        etcd.args([
            "--listen-client-urls",
            &client,
            "--advertise-client-urls",
            &client,
        ]);
        etcd.args([
            "--listen-peer-urls",
            &peer,
            "--initial-advertise-peer-urls",
            &peer,
        ]);
        etcd.args(["--initial-cluster", &cluster.join(",")]);
        let log = log_of(&self.logs, self.machine);
        etcd.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(etcd.spawn().expect("etcd"));
    }

    pub fn id(&self) -> u32 {
        self.child.as_ref().expect("a process").id()
    }

    /// Ends it with this signal.
    pub fn end(&mut self, name: &str) {
        let mut child = self.child.take().expect("a process");
        signal(child.id(), name);
        child.wait().expect("an end");
    }

    /// True if it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child
            .as_mut()
            .is_none_or(|child| child.try_wait().is_ok_and(|ended| ended.is_some()))
    }

    /// True while a process has the port at which the other nodes reach it.
    pub fn listens(&self) -> bool {
        let at = format!("{}:2380", address(self.machine));
        let at = at.parse().expect("an address");
        TcpStream::connect_timeout(&at, WAIT).is_ok()
    }

    /// Fills the small disk, or makes room again.
    pub fn fill_disk(&self, is_full: bool) {
        let ballast = self.data.join("ballast");
        if is_full {
            // It ends when no space is left.
            let copied = std::io::copy(
                &mut std::io::repeat(0).take(2 * SMALL_DISK_BYTES),
                &mut File::create(&ballast).expect("a file"),
            );
            assert!(copied.is_err(), "the disk was not filled");
        } else {
            fs::remove_file(ballast).expect("a file");
        }
    }

    pub fn ask(&self, what: &str, body: &Value) -> Option<Value> {
        let at = format!("{}:2379", address(self.machine));
        let text = http(&at, &format!("POST {what}"), &body.to_string(), WAIT)?;
        serde_json::from_str(&text).ok()
    }

    /// Its own number and that of its leader.
    fn status(&self) -> Option<(String, String)> {
        let status = self.ask("/v3/maintenance/status", &json!({}))?;
        let own = status["header"]["member_id"].as_str()?.to_owned();
        Some((own, status["leader"].as_str()?.to_owned()))
    }

    pub fn is_ready(&self) -> bool {
        self.status().is_some_and(|(_, leader)| leader != "0")
    }

    fn is_leader(&self) -> bool {
        self.status().is_some_and(|(own, leader)| own == leader)
    }
}

/// A pool on its machine.
pub struct Pool {
    pub machine: &'static str,
    process: Option<Process>,
}

impl Pool {
    pub fn start(&mut self, network: &Network, folder: &LinkFolder) {
        let index = POOLS.iter().position(|machine| *machine == self.machine);
        let mut command = network.on(self.machine);
        if index == Some(SET_CLOCK) {
            let clock = folder.file("clock");
            command.args([
                "env",
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
            ]);
            command.arg(format!("FAKETIME_TIMESTAMP_FILE={}", path(&clock)));
            command.arg(format!("LD_PRELOAD={}", crate::faketime().display()));
        }
        command
            .arg(program())
            .args(["pool", "serve", "--game", "ml9", "--log", "json"]);
        command.args(["--etcd", &endpoints().join(","), "--name", self.machine]);
        command.args(["--keys", &path(&folder.file("tables.keys"))]);
        command.args(["--listen", &format!("{}:7480", address(self.machine))]);
        command.stderr(log_of(&folder.file(""), self.machine));
        self.process = Some(Process::launch(&mut command));
    }

    pub fn id(&self) -> u32 {
        self.process.as_ref().expect("a process").id()
    }

    /// kill -9.
    pub fn kill(&mut self) {
        self.process.take().expect("a process").kill();
    }

    /// A request to end, as of systemd.
    pub fn end(&mut self) {
        self.process.take().expect("a process").end();
    }

    pub fn get(&self, what: &str) -> Option<String> {
        let at = format!("{}:7480", address(self.machine));
        http(&at, &format!("GET {what}"), "", WAIT)
    }

    pub fn state(&self) -> Option<Value> {
        serde_json::from_str(&self.get("/state")?).ok()
    }

    pub fn leads(&self) -> bool {
        self.process.is_some() && self.state().is_some_and(|state| state["leads"] == true)
    }
}

pub fn endpoints() -> Vec<String> {
    NODES
        .map(|machine| format!("http://{}:2379", address(machine)))
        .into()
}

pub fn engine(link: u32) -> EtcdEngine {
    let access = EtcdAccess {
        endpoints: endpoints(),
        ..EtcdAccess::default()
    };
    EtcdEngine::connect(access, link).expect("a cluster")
}

/// All of them.
pub struct Cluster {
    pub network: Network,
    pub folder: LinkFolder,
    pub nodes: [Node; 3],
    pub pools: [Pool; 2],
}

impl Cluster {
    pub fn start(network: Network) -> Cluster {
        let folder = LinkFolder::new();
        fs::write(folder.file("clock"), "+0").expect("a file");
        let mut cluster = Cluster {
            nodes: std::array::from_fn(|index| Node::new(index, &folder.file(""))),
            pools: POOLS.map(|machine| Pool {
                machine,
                process: None,
            }),
            network,
            folder,
        };
        for node in &mut cluster.nodes {
            node.start(&cluster.network);
        }
        cluster.wait_for_nodes();
        for index in 0..POOLS.len() {
            cluster.start_pool(index);
        }
        until("a pool leads", || cluster.leading_pool().is_some());
        cluster
    }

    pub fn start_node(&mut self, index: usize) {
        self.nodes[index].start(&self.network);
    }

    pub fn start_pool(&mut self, index: usize) {
        self.pools[index].start(&self.network, &self.folder);
    }

    pub fn wait_for_nodes(&self) {
        until("every node is ready", || {
            self.nodes.iter().all(Node::is_ready)
        });
    }

    /// The node that leads; a few moments after a fault there may be none.
    pub fn leader(&self) -> usize {
        let mut found = None;
        until("a node leads", || {
            found = self.nodes.iter().position(Node::is_leader);
            found.is_some()
        });
        found.expect("a leader")
    }

    pub fn leading_pool(&self) -> Option<usize> {
        self.pools.iter().position(Pool::leads)
    }

    pub fn wait_for_leading_pool(&self) -> usize {
        let mut found = None;
        until("a pool leads", || {
            found = self.leading_pool();
            found.is_some()
        });
        found.expect("a pool")
    }

    /// Sets the clock of one pool this many seconds ahead of the others.
    pub fn set_clock(&self, ahead_s: i64) {
        fs::write(self.folder.file("clock"), format!("{ahead_s:+}")).expect("a file");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            if let Some(mut child) = node.child.take() {
                // It may have ended.
                let _ = child.kill();
                let _ = child.wait();
            }
        }
        if std::thread::panicking() {
            let machines = NODES.into_iter().chain(POOLS);
            machines.for_each(|machine| print_end(&self.folder.file(&format!("{machine}.log"))));
        }
        let small = &self.nodes[SMALL_DISK].data;
        let _ = Command::new("umount").arg(small).status();
    }
}
