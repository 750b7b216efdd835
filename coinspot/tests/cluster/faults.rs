//! The faults. Each is made, lasts for a while and is mended; the tables play on by themselves.

use std::process::Command;
use std::thread::{self, sleep};
use std::time::Duration;

use pit::engine::{Appended, LogEngine};
use pit::faulty::SeededRandom;

use crate::nodes::{Cluster, SET_CLOCK, SMALL_DISK, engine, signal};
use crate::processes::until;

/// A fault lasts longer than the lease of the leading pool, so that another pool takes over where one has to.
const LASTING: Duration = Duration::from_secs(5);

/// The link of the blocks that are compacted.
const OTHER_LINK: u32 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    KillNodeLeader,
    KillAllNodes,
    StopNodeLeader,
    CutNodeLeader,
    CutNodeFollower,
    KillPool,
    StopPool,
    CutPool,
    FullDisk,
    CrashWhileCompacting,
    PoolClockJumps,
    NodeClockJumps,
    SlowDisk,
    RollingRestart,
}

impl Fault {
    /// Those of the short form: one of each machine's ends, and one of the network.
    pub const SHORT: [Fault; 4] = [
        Fault::KillPool,
        Fault::KillNodeLeader,
        Fault::CutPool,
        Fault::CrashWhileCompacting,
    ];

    pub const ALL: [Fault; 14] = [
        Fault::KillNodeLeader,
        Fault::KillAllNodes,
        Fault::StopNodeLeader,
        Fault::CutNodeLeader,
        Fault::CutNodeFollower,
        Fault::KillPool,
        Fault::StopPool,
        Fault::CutPool,
        Fault::FullDisk,
        Fault::CrashWhileCompacting,
        Fault::PoolClockJumps,
        Fault::NodeClockJumps,
        Fault::SlowDisk,
        Fault::RollingRestart,
    ];

    pub const fn words(self) -> &'static str {
        match self {
            Fault::KillNodeLeader => "kill -9 of etcd's leader",
            Fault::KillAllNodes => "kill -9 of all three nodes",
            Fault::StopNodeLeader => "SIGSTOP of etcd's leader",
            Fault::CutNodeLeader => "partition of etcd's leader",
            Fault::CutNodeFollower => "partition of a follower",
            Fault::KillPool => "kill -9 of the leading pool",
            Fault::StopPool => "SIGSTOP of the leading pool",
            Fault::CutPool => "partition of the leading pool",
            Fault::FullDisk => "full disk of a node",
            Fault::CrashWhileCompacting => "crash while compacting",
            Fault::PoolClockJumps => "clock of the leading pool jumps an hour",
            Fault::NodeClockJumps => "clock of a node jumps a day",
            Fault::SlowDisk => "slow disk of etcd's leader",
            Fault::RollingRestart => "rolling restart of nodes and pools",
        }
    }

    pub fn make_and_mend(self, cluster: &mut Cluster, random: &mut SeededRandom) {
        // At any phase of the load.
        sleep(Duration::from_millis(random.below(500)));
        match self {
            Fault::KillNodeLeader => kill_leader(cluster),
            Fault::KillAllNodes => kill_all(cluster),
            Fault::StopNodeLeader => {
                let process = cluster.nodes[cluster.leader()].id();
                stop_for_a_while(process);
            }
            Fault::CutNodeLeader => {
                let machine = cluster.nodes[cluster.leader()].machine;
                cut_for_a_while(cluster, machine);
            }
            Fault::CutNodeFollower => {
                let machine = cluster.nodes[(cluster.leader() + 1) % 3].machine;
                cut_for_a_while(cluster, machine);
            }
            Fault::KillPool => {
                let pool = cluster.wait_for_leading_pool();
                cluster.pools[pool].kill();
                sleep(LASTING);
                cluster.start_pool(pool);
            }
            Fault::StopPool => {
                let pool = cluster.wait_for_leading_pool();
                stop_for_a_while(cluster.pools[pool].id());
                until("the stopped pool stands by", || {
                    !cluster.pools[pool].leads()
                });
            }
            Fault::CutPool => {
                let pool = cluster.wait_for_leading_pool();
                cut_for_a_while(cluster, cluster.pools[pool].machine);
                until("the pool that was cut off stands by", || {
                    !cluster.pools[pool].leads()
                });
            }
            Fault::FullDisk => fill_disk(cluster),
            Fault::CrashWhileCompacting => crash_while_compacting(cluster, random),
            Fault::PoolClockJumps => jump_pool(cluster),
            Fault::NodeClockJumps => jump_node(cluster, random),
            Fault::SlowDisk => slow_disk(cluster),
            Fault::RollingRestart => restart_in_turn(cluster),
        }
        cluster.wait_for_nodes();
        cluster.wait_for_leading_pool();
    }
}

fn kill_leader(cluster: &mut Cluster) {
    let leader = cluster.leader();
    cluster.nodes[leader].end("KILL");
    sleep(LASTING);
    cluster.start_node(leader);
}

fn kill_all(cluster: &mut Cluster) {
    for node in &mut cluster.nodes {
        node.end("KILL");
    }
    sleep(Duration::from_secs(1));
    for index in 0..3 {
        cluster.start_node(index);
    }
}

fn stop_for_a_while(process: u32) {
    signal(process, "STOP");
    sleep(LASTING);
    signal(process, "CONT");
}

fn cut_for_a_while(cluster: &Cluster, machine: &str) {
    cluster.network.cut(machine);
    sleep(LASTING);
    cluster.network.heal(machine);
}

/// The node ends when it finds no room for its data. It starts again once there is some.
fn fill_disk(cluster: &mut Cluster) {
    let node = &mut cluster.nodes[SMALL_DISK];
    node.fill_disk(true);
    until("the node with the full disk ends", || node.has_ended());
    sleep(Duration::from_secs(2));
    node.fill_disk(false);
    cluster.start_node(SMALL_DISK);
}

/// Old blocks of another link are pruned, and the leader ends at some moment of it.
fn crash_while_compacting(cluster: &mut Cluster, random: &mut SeededRandom) {
    let pruning = thread::spawn(|| {
        let mut engine = engine(OTHER_LINK);
        let head = engine.extent().expect("a cluster").head;
        for number in head..head + 40 {
            while let Appended::Unknown(_) = engine.append(number, &[0x55; 4_096]) {}
        }
        // It may be cut short.
        let _ = engine.prune(head + 30);
    });
    sleep(Duration::from_millis(100 + random.below(400)));
    kill_leader(cluster);
    pruning.join().expect("a thread");
    let extent = engine(OTHER_LINK).extent().expect("a cluster");
    assert!(extent.first <= extent.head, "{extent:?}");
}

/// The clock goes an hour ahead and back again while the pool leads; then the other one takes over.
fn jump_pool(cluster: &mut Cluster) {
    if cluster.wait_for_leading_pool() != SET_CLOCK {
        let other = 1 - SET_CLOCK;
        cluster.pools[other].end();
        until("the pool with the clock leads", || {
            cluster.pools[SET_CLOCK].leads()
        });
        cluster.start_pool(other);
    }
    let at_ms = |cluster: &Cluster| cluster.pools[SET_CLOCK].state()?["at_ms"].as_u64();
    let before = at_ms(cluster);
    cluster.set_clock(3_600);
    until("the clock is ahead", || {
        at_ms(cluster) > before.map(|before| before + 3_000_000)
    });
    sleep(LASTING);
    cluster.pools[SET_CLOCK].kill();
    cluster.set_clock(0);
    sleep(LASTING);
    cluster.start_pool(SET_CLOCK);
}

/// A node starts again with a monotonic clock that is a day ahead. The time of day of a program in Go cannot be faked
/// without changing that of this machine: it is read from memory that the kernel maps, and not by a call.
fn jump_node(cluster: &mut Cluster, random: &mut SeededRandom) {
    let leader = cluster.leader();
    let ahead_s = (86_400 * (1 + random.below(9))).to_string();
    cluster.nodes[leader].end("KILL");
    sleep(Duration::from_secs(1));
    let before = [
        "unshare",
        "--time",
        "--fork",
        "--kill-child",
        "--monotonic",
        &ahead_s,
        "--boottime",
        &ahead_s,
    ];
    cluster.nodes[leader].start_with(&cluster.network, &before);
    cluster.wait_for_nodes();
    sleep(LASTING);
    cluster.nodes[leader].end("KILL");
    // The wrapper has ended; etcd itself ends a moment later.
    until("the node no longer listens", || {
        !cluster.nodes[leader].listens()
    });
    cluster.start_node(leader);
}

/// Every write of the leader to its disk takes a tenth of a second longer.
fn slow_disk(cluster: &mut Cluster) {
    let leader = cluster.nodes[cluster.leader()].id().to_string();
    let mut strace = Command::new("strace");
    strace.args([
        "-f",
        "-p",
        &leader,
        "-o",
        "/dev/null",
        "-e",
        "trace=fdatasync",
    ]);
    strace.args(["-e", "inject=fdatasync:delay_enter=100000"]);
    let mut strace = strace
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("strace");
    sleep(2 * LASTING);
    assert!(
        strace.try_wait().is_ok_and(|ended| ended.is_none()),
        "strace cannot attach"
    );
    signal(strace.id(), "INT");
    strace.wait().expect("an end");
}

fn restart_in_turn(cluster: &mut Cluster) {
    for index in 0..cluster.nodes.len() {
        cluster.nodes[index].end("TERM");
        cluster.start_node(index);
        cluster.wait_for_nodes();
    }
    for index in 0..cluster.pools.len() {
        cluster.pools[index].end();
        cluster.wait_for_leading_pool();
        cluster.start_pool(index);
    }
}
