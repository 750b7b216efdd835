//! The log in a real etcd: the suite of every engine, and answers to wrong settings. `cargo xtask link` installs the
//! server and runs these tests.

#[path = "../month/mod.rs"]
mod month;
mod server;
#[path = "../suite/mod.rs"]
mod suite;

use std::fs;
use std::path::Path;

use month::{Casino, house_key};
use pit::archive::{open_folder, rebuild};
use pit::drive;
use pit::engine::{Appended, EngineTrouble, LogEngine};
use pit::etcd::{Candidate, Credentials, EtcdAccess, EtcdEngine};
use pit::lead::{Leadership, PoolRole};
use server::Server;
use std::thread;
use std::time::{Duration, Instant};
use suite::{Bench, conforms};

/// Every fresh engine is another link of one server.
struct InEtcd {
    server: Server,
    link: u32,
}

impl Bench for InEtcd {
    type Engine = EtcdEngine;

    fn fresh(&mut self) -> EtcdEngine {
        self.link += 1;
        self.server.engine(self.link)
    }

    fn again(&mut self, engine: EtcdEngine) -> EtcdEngine {
        drop(engine);
        self.server.engine(self.link)
    }
}

#[test]
fn etcd_conforms() {
    let server = Server::start("conforms");
    conforms(&mut InEtcd { server, link: 0 });
}

#[test]
fn blocks_outlive_a_server_that_was_killed() {
    let mut server = Server::start("killed");
    let mut engine = server.engine(1);
    for head in 0..20 {
        assert_eq!(engine.append(head, b"block"), Appended::Done);
    }
    server.kill();
    assert!(matches!(
        engine.append(20, b"lost"),
        Appended::Unknown(EngineTrouble::Unreachable(_))
    ));
    server.restart();
    assert_eq!(engine.extent().map(|extent| extent.head), Ok(20));
    assert_eq!(engine.append(20, b"again"), Appended::Done);
}

#[test]
fn an_endpoint_that_is_down_is_passed_over() {
    let server = Server::start("passed_over");
    let nobody = "http://127.0.0.1:9".to_owned();
    let endpoints = vec![nobody, server.endpoint()];
    let access = EtcdAccess {
        endpoints,
        ..EtcdAccess::default()
    };
    let mut engine = EtcdEngine::connect(access, 1).expect("the second endpoint");
    assert_eq!(engine.append(0, b"one"), Appended::Done);
}

#[test]
fn wrong_settings_have_clear_words() {
    let connect = |access| {
        EtcdEngine::connect(access, 1)
            .map(drop)
            .map_err(|trouble| trouble.to_string())
    };
    let none = connect(EtcdAccess::default());
    assert_eq!(
        none,
        Err("the log cannot be reached: no endpoint is named".to_owned())
    );
    let endpoints = vec!["http://127.0.0.1:9".to_owned()];
    let silent = connect(EtcdAccess {
        endpoints: endpoints.clone(),
        ..EtcdAccess::default()
    });
    assert!(
        silent
            .as_ref()
            .is_err_and(|words| words.contains("http://127.0.0.1:9")),
        "{silent:?}"
    );
    let authority = Some(b"no certificate".to_vec());
    let unsigned = connect(EtcdAccess {
        endpoints,
        authority,
        ..EtcdAccess::default()
    });
    assert_eq!(
        unsigned,
        Err("the file of the authority has no certificate".to_owned())
    );
}

/// Longer than anything takes on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

#[track_caller]
fn until(is_so: impl Fn() -> bool) -> Duration {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "never");
        thread::sleep(Duration::from_millis(10));
    }
    start.elapsed()
}

fn stands(server: &Server, name: &str) -> (Leadership, Candidate) {
    let access = EtcdAccess {
        endpoints: vec![server.endpoint()],
        ..EtcdAccess::default()
    };
    let leadership = Leadership::standby();
    let candidate = Candidate::stand(access, 1, name, leadership.clone());
    (leadership, candidate.expect("a thread"))
}

fn counters(leadership: &Leadership) -> (u64, u64) {
    match leadership.role() {
        PoolRole::Leads(reign) => (reign.counters.from_ms, reign.counters.until_ms),
        PoolRole::StandsBy => panic!("it does not lead"),
    }
}

#[test]
fn one_pool_leads_and_another_takes_over() {
    let server = Server::start("election");
    let (first, of_first) = stands(&server, "first");
    until(|| first.is_leading());
    let (second, of_second) = stands(&server, "second");
    first.note_head(7);
    until(|| second.leader().is_some());
    assert_eq!(second.leader().as_deref(), Some("first"));
    until(|| {
        second
            .peers()
            .iter()
            .any(|peer| peer.name == "first" && peer.head == 7)
    });
    // Nobody takes the right away while it is renewed, however long ago it was given.
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(8) {
        assert!(!second.is_leading());
        thread::sleep(Duration::from_millis(20));
    }
    assert!(first.is_leading());
    let (_, last) = counters(&first);
    drop(of_first);
    assert!(!first.is_leading());
    let waited = until(|| second.is_leading());
    assert!(
        waited < Duration::from_secs(3),
        "{waited:?}: the lease was not given up"
    );
    let (next, _) = counters(&second);
    assert!(next >= last, "{last} {next}");
    until(|| second.leader().as_deref() == Some("second"));
    drop(of_second);
}

#[test]
fn a_leader_without_its_cluster_steps_down_and_leads_again() {
    let mut server = Server::start("lost");
    let (leadership, candidate) = stands(&server, "alone");
    until(|| leadership.is_leading());
    server.kill();
    let waited = until(|| !leadership.is_leading());
    assert!(waited < Duration::from_secs(4), "{waited:?}");
    server.restart();
    until(|| leadership.is_leading());
    drop(candidate);
}

/// A log that is longer than one answer, read from its beginning and from the middle.
#[test]
fn blocks_are_read_in_their_order_however_many_come_at_once() {
    let server = Server::start("ahead");
    let mut engine = server.engine(1);
    let block = |number: u64| format!("block {number}").into_bytes();
    for head in 0..150 {
        assert_eq!(engine.append(head, &block(head + 1)), Appended::Done);
    }
    let mut reader = server.engine(1);
    for number in (1..=150).chain([70, 3, 150, 149]) {
        assert_eq!(reader.read(number), Ok(Some(block(number))), "{number}");
    }
    assert_eq!(reader.read(151), Ok(None));
    assert_eq!(engine.append(150, &block(151)), Appended::Done);
    assert_eq!(reader.read(151), Ok(Some(block(151))));
}

#[test]
fn a_user_signs_in_and_a_wrong_password_is_refused() {
    let server = Server::start("user");
    server.control(&["user", "add", "root:secret"]);
    server.control(&["user", "grant-role", "root", "root"]);
    server.control(&["auth", "enable"]);
    let with = |password: &str| {
        let credentials = Some(Credentials {
            name: "root".to_owned(),
            password: password.to_owned(),
        });
        let access = EtcdAccess {
            endpoints: vec![server.endpoint()],
            credentials,
            ..EtcdAccess::default()
        };
        let mut engine = EtcdEngine::connect(access, 1).expect("a server");
        engine.append(0, b"one")
    };
    assert_eq!(with("secret"), Appended::Done);
    let refused = with("wrong");
    assert!(
        matches!(&refused, Appended::Unknown(EngineTrouble::Other(words)) if words.contains("authentication failed")),
        "{refused:?}"
    );
}

#[test]
fn the_server_says_its_version_and_its_flaw() {
    let server = Server::start("version");
    let said = server.engine(1).server().expect("an answer");
    let numbers: Vec<u32> = said
        .version
        .split('.')
        .map(|part| part.parse().expect("a number"))
        .collect();
    assert_eq!(said.flaw.is_some(), numbers < vec![3, 4, 32], "{said:?}");
}

/// The link of the casino, archived night by night; then everything is lost, and comes back from the segments.
#[test]
fn a_log_is_archived_and_restored_from_its_segments() {
    let mut server = Server::start("archived");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("etcd-segments");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut engine = server.engine(month::LINK);
    let mut casino = Casino::open(&mut engine, 200, 100);
    for _ in 0..2 {
        casino.night(&mut engine, 2, &folder);
        server.kill();
        server.restart();
        casino.start_again(&mut engine);
    }
    casino.minute(&mut engine);
    let state = casino.state().digest();
    assert_eq!(drive::open(&mut engine).expect("a log").digest(), state);
    let segments = open_folder(&folder, &house_key()).expect("segments");
    assert_eq!(segments.len(), 2);
    let last = segments[1].header.last;
    assert_eq!(engine.extent().map(|extent| extent.first), Ok(last));
    let other = Server::start("restored");
    let mut restored = other.engine(month::LINK);
    let rebuilt = rebuild(segments, engine, Some(&mut restored)).expect("a log that holds");
    assert_eq!(rebuilt.state.digest(), state);
    casino.start_again(&mut restored);
    casino.minute(&mut restored);
    assert_eq!(restored.extent().map(|extent| extent.first), Ok(last));
}
