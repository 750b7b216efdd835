//! Three nodes of etcd on loopback, with their data in a folder of their own.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use pit::engine::LogEngine;
use pit::etcd::{EtcdAccess, EtcdEngine};

use crate::processes::free_port;

const START: Duration = Duration::from_secs(30);

pub struct ThreeNodes {
    nodes: Vec<Child>,
    urls: Vec<String>,
    folder: PathBuf,
}

impl ThreeNodes {
    pub fn start(folder: &Path) -> ThreeNodes {
        let url = |_| format!("http://127.0.0.1:{}", free_port());
        let (clients, peers): (Vec<_>, Vec<_>) =
            ((0..3).map(url).collect(), (0..3).map(url).collect());
        let names = (0..)
            .zip(&peers)
            .map(|(index, peer)| format!("n{index}={peer}"));
        let cluster = names.collect::<Vec<_>>().join(",");
        let start = |(index, (client, peer)): (usize, (&String, &String))| {
            let mut etcd = Command::new("etcd");
            etcd.arg("--data-dir").arg(folder.join(format!("n{index}")));
            etcd.args([
                "--name",
                &format!("n{index}"),
                "--initial-cluster",
                &cluster,
            ]);
            etcd.args([
                "--listen-client-urls",
                client,
                "--advertise-client-urls",
                client,
            ]);
            etcd.args([
                "--listen-peer-urls",
                peer,
                "--initial-advertise-peer-urls",
                peer,
            ]);
            etcd.stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            etcd.spawn().expect("etcd: apt-get install etcd-server")
        };
        let nodes = clients.iter().zip(&peers).enumerate().map(start).collect();
        let three = ThreeNodes {
            nodes,
            urls: clients,
            folder: folder.to_owned(),
        };
        let started = Instant::now();
        while !three.is_ready() {
            assert!(started.elapsed() < START, "etcd does not start");
            thread::sleep(Duration::from_millis(100));
        }
        three
    }

    fn is_ready(&self) -> bool {
        let access = EtcdAccess {
            endpoints: self.urls.clone(),
            ..EtcdAccess::default()
        };
        EtcdEngine::connect(access, 1).is_ok_and(|mut engine| engine.extent().is_ok())
    }

    /// The argument of a pool.
    pub fn urls(&self) -> String {
        self.urls.join(",")
    }
}

impl Drop for ThreeNodes {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            // It may have ended.
            let _ = node.kill();
            let _ = node.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}
