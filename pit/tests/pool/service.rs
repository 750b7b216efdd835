//! A running pool: lines, group commit, silence, and its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use pit::block::BlockNumber;
use pit::engine::Extent;
use pit::service::{GatewayLine, NoSnapshot, PoolNews, PoolService, system_time};

use crate::prelude::*;

const GAME: Game = Game::Ml9;

/// Longer than any answer takes on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn started(mut engine: impl LogEngine + Send + 'static) -> PoolService {
    let state = founded(&mut engine, GAME);
    PoolService::start(engine, state, keys(), system_time()).expect("a thread")
}

/// The next letter for which `is_meant` holds.
#[track_caller]
fn hears(news: &Receiver<PoolNews>, is_meant: impl Fn(&ToTable) -> bool) -> (TableNumber, ToTable) {
    let start = Instant::now();
    while let Some(left) = PATIENCE.checked_sub(start.elapsed()) {
        if let PoolNews::Letter(letter) = news.recv_timeout(left).expect("news of the pool") {
            let (membership, .., message) = read_letter(&letter);
            if is_meant(&message) {
                return (membership.table, message);
            }
        }
    }
    panic!("the letter has not come");
}

#[track_caller]
fn hears_ack(news: &Receiver<PoolNews>, number: u32) {
    hears(news, |message| *message == ToTable::Ack(number));
}

fn sends(line: &GatewayLine, letter: Vec<u8>) {
    line.send(letter).expect("a pool");
}

#[test]
fn every_line_hears_of_its_own_tables() {
    let pool = started(MemoryEngine::default());
    let (first, first_news) = pool.door().attach_channel().expect("a line");
    let (second, second_news) = pool.door().attach_channel().expect("a line");
    sends(&first, letter(1, 1, TableEntry::Open(1)));
    sends(&second, letter(2, 1, TableEntry::Open(1)));
    hears_ack(&first_news, 1);
    hears_ack(&second_news, 1);
    thread::sleep(Duration::from_millis(500));
    pool.stop().expect("a running pool");
    for (news, expected) in [(first_news, 1), (second_news, 2)] {
        let letters: Vec<PoolNews> = news.try_iter().collect();
        assert!(letters.len() >= 2, "a meter every 200 ms: {letters:?}");
        for news in letters {
            let PoolNews::Letter(letter) = news else {
                panic!("{news:?}");
            };
            assert_eq!(read_letter(&letter).0.table, expected);
        }
    }
}

#[test]
fn a_table_is_heard_and_answered_through_another_gateway() {
    let pool = started(MemoryEngine::default());
    let (first, first_news) = pool.door().attach_channel().expect("a line");
    sends(&first, letter(1, 1, TableEntry::Open(1)));
    hears_ack(&first_news, 1);
    drop((first, first_news));
    let (second, second_news) = pool.door().attach_channel().expect("a line");
    sends(&second, hello(1, 1));
    let is_welcome = |message: &ToTable| matches!(message, ToTable::Welcome { last_number: 1, .. });
    hears(&second_news, is_welcome);
    let snapshot = pool.door().snapshot().expect("a running pool");
    assert_eq!(snapshot.lines, 1);
    let [member] = snapshot.members.as_slice() else {
        panic!("{:?}", snapshot.members);
    };
    assert_eq!((member.table, member.last_number), (1, 1));
    assert_eq!(member.permitted, Some(1));
    assert!(
        member.is_reached && member.heard_ms <= Some(snapshot.at_ms),
        "{member:?}"
    );
}

/// A recorded letter, sent again through a line of somebody else, does not cut the table off.
#[test]
fn a_recorded_letter_does_not_divert_the_answers() {
    let pool = started(MemoryEngine::default());
    let (own, own_news) = pool.door().attach_channel().expect("a line");
    let open = letter(1, 1, TableEntry::Open(1));
    sends(&own, open.clone());
    hears_ack(&own_news, 1);
    let (other, other_news) = pool.door().attach_channel().expect("a line");
    sends(&other, open);
    hears_ack(&other_news, 1);
    while own_news.try_recv().is_ok() {}
    hears(&own_news, |message| {
        matches!(message, ToTable::Meter { .. })
    });
}

#[test]
fn a_letter_without_effect_is_told_to_its_line() {
    let pool = started(MemoryEngine::default());
    let (line, news) = pool.door().attach_channel().expect("a line");
    let mut forged = letter(1, 1, TableEntry::Open(1));
    *forged.last_mut().expect("bytes") ^= 1;
    let stranger = seal(membership(999, 1), 1, b"nothing");
    for (sent, expected) in [
        (b"no letter".to_vec(), Ignored::Unreadable),
        (forged, Ignored::NotGenuine),
        (stranger, Ignored::NoKey),
    ] {
        sends(&line, sent);
        match news.recv_timeout(PATIENCE).expect("news") {
            PoolNews::Ignored(why) => assert_eq!(why, expected),
            PoolNews::Letter(_) => panic!("a letter to nobody"),
        }
    }
    let snapshot = pool.door().snapshot().expect("a running pool");
    assert_eq!((snapshot.ignored, snapshot.head), (3, 1));
    assert!(snapshot.members.is_empty());
}

#[test]
fn a_pool_goes_on_after_its_end_on_the_same_file() {
    let folder = TestFolder::new();
    let open = || SqliteEngine::open(&folder.file()).expect("a file that nobody works on");
    let pool = started(open());
    let (line, news) = pool.door().attach_channel().expect("a line");
    sends(&line, letter(1, 1, TableEntry::Open(1)));
    hears_ack(&news, 1);
    pool.kill().expect("a running pool");
    assert!(line.send(hello(1, 1)).is_err(), "nobody is there");

    let pool = started(open());
    let door = pool.door();
    let (line, news) = door.attach_channel().expect("a line");
    let now_ms = door.snapshot().expect("a running pool").at_ms;
    sends(&line, letter(1, 2, lock(1, now_ms)));
    hears_ack(&news, 2);
    pool.stop().expect("a running pool");
    assert!(door.snapshot().is_err() && door.attach_channel().is_err());
    let state = drive::open(&mut open()).expect("a log");
    assert_eq!(state.member(1).map(Member::last_number), Some(2));
}

/// A stopped pool has committed everything that was sent before.
#[test]
fn a_stop_loses_nothing_that_has_arrived() {
    let engine = MemoryEngine::default();
    let pool = started(engine.clone());
    let (line, _news) = pool.door().attach_channel().expect("a line");
    for table in 1..=200 {
        sends(&line, letter(table, 1, TableEntry::Open(1)));
    }
    pool.stop().expect("a running pool");
    let state = drive::open(&mut engine.clone()).expect("a log");
    assert_eq!(state.pool().entries(), 200);
}

/// An engine in memory whose appends take their time, or fail as long as a file says that the disk is full.
struct SlowEngine {
    log: MemoryEngine,
    append: Duration,
    is_full: Arc<AtomicBool>,
}

impl LogEngine for SlowEngine {
    fn append(&mut self, expected_head: BlockNumber, block: &[u8]) -> Appended {
        thread::sleep(self.append);
        if self.is_full.load(Ordering::SeqCst) {
            return Appended::Unknown(EngineTrouble::Full);
        }
        self.log.append(expected_head, block)
    }

    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        self.log.read(number)
    }

    fn extent(&mut self) -> Result<Extent, EngineTrouble> {
        self.log.extent()
    }

    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble> {
        self.log.prune(before)
    }
}

#[test]
fn letters_that_arrive_together_share_a_commit() {
    let engine = SlowEngine {
        log: MemoryEngine::default(),
        append: Duration::from_millis(50),
        is_full: Arc::default(),
    };
    let pool = started(engine);
    let (line, news) = pool.door().attach_channel().expect("a line");
    for table in 1..=100 {
        sends(&line, letter(table, 1, TableEntry::Open(1)));
    }
    for _ in 1..=100 {
        hears_ack(&news, 1);
    }
    let head = pool.door().snapshot().expect("a running pool").head;
    assert!((2..=10).contains(&head), "{head} blocks for 100 letters");
}

#[test]
fn a_full_disk_silences_the_pool_and_nothing_is_lost() {
    let is_full = Arc::new(AtomicBool::new(false));
    let engine = SlowEngine {
        log: MemoryEngine::default(),
        append: Duration::ZERO,
        is_full: Arc::clone(&is_full),
    };
    let pool = started(engine);
    let (line, news) = pool.door().attach_channel().expect("a line");
    sends(&line, hello(1, 1));
    hears(&news, |message| matches!(message, ToTable::Meter { .. }));
    is_full.store(true, Ordering::SeqCst);
    sends(&line, letter(1, 1, TableEntry::Open(1)));
    let full = || pool.door().snapshot().expect("a running pool").trouble;
    while full().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(full().is_some_and(|words| words.contains("no space is left")));
    while news.try_recv().is_ok() {}
    sends(&line, hello(1, 1));
    let silence = news.recv_timeout(Duration::from_millis(600));
    assert!(silence.is_err(), "{silence:?}");
    is_full.store(false, Ordering::SeqCst);
    hears_ack(&news, 1);
    assert_eq!(full(), None);
}

/// A disk that holds a commit up for seconds: whoever watches the pool is not told that it has ended.
#[test]
fn a_pool_whose_engine_takes_long_has_not_stopped() {
    let log = MemoryEngine::default();
    let state = founded(&mut log.clone(), GAME);
    let engine = SlowEngine {
        log,
        append: Duration::from_secs(5),
        is_full: Arc::default(),
    };
    let pool = PoolService::start(engine, state, keys(), system_time()).expect("a thread");
    let door = pool.door();
    let (line, news) = door.attach_channel().expect("a line");
    sends(&line, letter(1, 1, TableEntry::Open(1)));
    let start = Instant::now();
    let none = loop {
        let snapshot = door.snapshot();
        if snapshot.is_err() || start.elapsed() > PATIENCE {
            break snapshot.err();
        }
    };
    assert_eq!(none, Some(NoSnapshot::Late));
    hears_ack(&news, 1);
    assert_eq!(door.snapshot().expect("a running pool").entries, 1);
    pool.stop().expect("a running pool");
    assert_eq!(door.snapshot().err(), Some(NoSnapshot::Stopped));
}

#[test]
fn a_ruling_that_cannot_be_is_shown_to_the_house() {
    let pool = started(MemoryEngine::default());
    let door = pool.door();
    door.rule(HouseRuling::Strike(3, 9))
        .expect("a running pool");
    let start = Instant::now();
    let notice = loop {
        let snapshot = door.snapshot().expect("a running pool");
        if let Some(notice) = snapshot.notices.back() {
            break notice.clone();
        }
        assert!(start.elapsed() < PATIENCE, "no notice");
    };
    assert_eq!(notice.number, 1);
    let words = notice.notice.to_string();
    assert!(
        words.starts_with("cannot rule: strike the claim of table 3, round 9"),
        "{words}"
    );
}
