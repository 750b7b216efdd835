//! A real etcd of one node, on loopback and in a folder of its own.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use pit::etcd::{EtcdAccess, EtcdEngine};

const MISSING: &str = "etcd is not installed: apt-get install etcd-server etcd-client";

/// No answer is later than this on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server starts within this time, on a busy machine too.
const START: Duration = Duration::from_secs(30);

pub struct Server {
    child: Child,
    folder: PathBuf,
    port: u16,
}

impl Server {
    pub fn start(name: &str) -> Server {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("etcd")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        let port = free_port();
        let child = run(&folder, port);
        let server = Server {
            child,
            folder,
            port,
        };
        server.wait();
        server
    }

    pub fn endpoint(&self) -> String {
        endpoint(self.port)
    }

    pub fn engine(&self, link: u32) -> EtcdEngine {
        let access = EtcdAccess {
            endpoints: vec![self.endpoint()],
            patience: Some(PATIENCE),
            ..EtcdAccess::default()
        };
        EtcdEngine::connect(access, link).expect("a server that answers")
    }

    pub fn kill(&mut self) {
        self.child.kill().expect("a process");
        self.child.wait().expect("its end");
    }

    pub fn restart(&mut self) {
        self.child = run(&self.folder, self.port);
        self.wait();
    }

    /// `etcdctl` with these words.
    pub fn control(&self, words: &[&str]) {
        let mut control = Command::new("etcdctl");
        control
            .env("ETCDCTL_API", "3")
            .args(["--endpoints", &self.endpoint()])
            .args(words);
        let output = control.output().expect(MISSING);
        assert!(output.status.success(), "{words:?}: {output:?}");
    }

    fn wait(&self) {
        let started = Instant::now();
        let endpoints = vec![self.endpoint()];
        let access = EtcdAccess {
            endpoints,
            ..EtcdAccess::default()
        };
        while EtcdEngine::connect(access.clone(), 1).is_err() {
            assert!(started.elapsed() < START, "etcd does not start");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn endpoint(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    listener.local_addr().expect("an address").port()
}

fn run(folder: &Path, port: u16) -> Child {
    let (client, peer) = (endpoint(port), endpoint(free_port()));
    let mut etcd = Command::new("etcd");
    etcd.arg("--data-dir").arg(folder);
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
    etcd.args(["--initial-cluster", &format!("default={peer}")]);
    etcd.stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    etcd.spawn().expect(MISSING)
}
