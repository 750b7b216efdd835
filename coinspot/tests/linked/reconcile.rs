//! Journals against the log, also of a table whose journal has overwritten its beginning.

use coinspot::pool::reconcile::{JournalMessages, LoggedMessages, logged_messages};
use parts::flash::FlashChip;
use pit::archive::{ArchiveOrder, JoinedLog, archive, open_folder};
use pit::audit::{AuditedClaim, audit};
use pit::state::QuarantineCause;
use shared_rules::games::Game;
use shared_rules::money::Cents;
use shared_rules::round::{Event, Phase};
use shared_rules::wagers::Wager;
use shared_rules::wire::key::SharedKey;
use simulator::engine::HostEngine;
use simulator::linked_tables::LinkedTables;
use simulator::round_driver::{community, dealer_hand, hand, seats};
use simulator::table::SimulatedTable;
use simulator::table_driver::TableDriver;

use crate::processes::LinkFolder;

const GAME: Game = Game::Ml9;

/// Everything that the pool has to say is heard within this time.
const HEARD_MS: u64 = 3_000;

/// More rounds than the journal's flash holds.
const ROUNDS_MAX: u32 = 2_000;

struct Books {
    journal: JournalMessages,
    logged: LoggedMessages,
    claims: Vec<AuditedClaim>,
}

impl Books {
    fn of(link: &mut LinkedTables<HostEngine>) -> Books {
        let image = link.at(1).table.engine.flash.chip().image().to_vec();
        let mut engine = link.desk().engine();
        let claims = audit(&mut engine, None).expect("a log").claims;
        Books {
            journal: JournalMessages::read(&image).expect("a journal"),
            logged: logged_messages(engine).expect("a log"),
            claims,
        }
    }

    fn differences(&self) -> Vec<String> {
        let verdict = self.journal.reconcile(1, &self.logged, &self.claims);
        verdict.differences
    }
}

/// A round; with a royal flush it is confirmed.
fn plays(link: &mut LinkedTables<HostEngine>, cards: &str) {
    link.opens(1);
    link.locks(1);
    ends(link, cards);
}

fn ends(link: &mut LinkedTables<HostEngine>, cards: &str) {
    let events = [
        hand(1, cards),
        dealer_hand("2c2d"),
        Event::Raise(Wager::Flop, seats(&[1])),
        community("QsJsTs"),
        community("Kd"),
        community("4c"),
    ];
    link.settles(1, &events);
    if cards == "AsKs" {
        link.confirms(1);
    }
    link.at(1).says([Event::Paid]);
    link.at(1).clears(1);
    assert_eq!(link.at(1).phase(), Phase::Paid);
}

#[test]
fn every_difference_is_named() {
    let mut link = LinkedTables::of(GAME, 2);
    plays(&mut link, "3h8c");
    plays(&mut link, "AsKs");
    let mut books = Books::of(&mut link);
    let verdict = books.journal.reconcile(1, &books.logged, &books.claims);
    assert_eq!((verdict.agree, verdict.waiting, verdict.older), (8, 0, 0));
    assert_eq!((verdict.prices, verdict.differences), (1, Vec::new()));

    let amount = books.claims[0].awards[0].amount;
    books.claims[0].awards[0].amount = Cents::new(amount.get() + 1);
    let [words] = books.differences().try_into().expect("one difference");
    assert!(
        words.starts_with("round 2: the journal has the price seat 1"),
        "{words}"
    );
    books.claims[0].awards[0].amount = amount;

    let place = (1, 1, 3);
    let bytes = books.logged.remove(&place).expect("a message");
    let [words] = books.differences().try_into().expect("one difference");
    assert!(
        words.starts_with("message 3 is missing in the log: Lock"),
        "{words}"
    );
    let mut other = bytes.clone();
    *other.last_mut().expect("bytes") ^= 1;
    books.logged.insert(place, other);
    let [words] = books.differences().try_into().expect("one difference");
    assert!(
        words.starts_with("message 3: the journal says Lock"),
        "{words}"
    );
    books.logged.insert(place, bytes.clone());

    books.logged.insert((1, 1, 9), bytes);
    let [words] = books.differences().try_into().expect("one difference");
    assert!(
        words.starts_with("message 9 of the log is not in the journal"),
        "{words}"
    );
}

/// The log holds and has lost its end. The permit of round 2 stands in the journal, so the question for it, which is
/// message 5, was in the log: it does not wait to be sent.
#[test]
fn a_log_that_has_lost_its_end_differs() {
    let mut link = LinkedTables::of(GAME, 1);
    plays(&mut link, "3h8c");
    plays(&mut link, "3h8c");
    let mut books = Books::of(&mut link);
    assert_eq!(books.differences(), Vec::<String>::new());
    books.logged.retain(|(.., number), _| *number < 5);
    let verdict = books.journal.reconcile(1, &books.logged, &books.claims);
    assert_eq!((verdict.agree, verdict.waiting), (4, 2));
    let [words] = verdict.differences.try_into().expect("one difference");
    assert!(
        words.starts_with("message 5 is missing in the log: Open(2)"),
        "{words}"
    );
}

/// The journal is a ring. Messages that it has overwritten are counted, and the rest is compared.
#[test]
fn an_old_journal_is_compared_as_far_as_it_goes() {
    let mut link = LinkedTables::of(GAME, 1);
    let mut rounds = 0;
    let books = loop {
        rounds += 1;
        plays(&mut link, if rounds % 10 == 0 { "AsKs" } else { "3h8c" });
        if rounds % 50 == 0 {
            let books = Books::of(&mut link);
            assert_eq!(books.differences(), Vec::<String>::new());
            if books.journal.begins_late() {
                break books;
            }
        }
        assert!(rounds < ROUNDS_MAX, "the journal never ends");
    };
    plays(&mut link, "AsKs");
    let verdict = Books::of(&mut link);
    let verdict = verdict
        .journal
        .reconcile(1, &verdict.logged, &verdict.claims);
    println!("after {rounds} rounds: {verdict:?}");
    assert!(
        verdict.older > 0 && verdict.agree > 0 && verdict.prices > 0,
        "{verdict:?}"
    );
    assert_eq!(verdict.differences, Vec::<String>::new());
    drop(books);
}

/// The log has been archived twice, and its segments with the rest of it are compared like a whole log.
#[test]
fn a_journal_is_compared_with_segments_too() {
    let folder = LinkFolder::new();
    let key = SharedKey::new([0x48; 32]);
    let mut link = LinkedTables::of(GAME, 1);
    for (cards, now_ms) in [("AsKs", 1), ("3h8c", 2)] {
        plays(&mut link, cards);
        let order = ArchiveOrder {
            folder: &folder.file(""),
            key: &key,
            now_ms,
            until_ms: None,
        };
        archive(&mut link.desk().engine(), &order).expect("an archive");
    }
    plays(&mut link, "3h8c");
    let books = Books::of(&mut link);
    assert!(
        !books.differences().is_empty(),
        "half a log is not the whole"
    );
    let segments = open_folder(&folder.file(""), &key).expect("segments");
    let joined = |segments| JoinedLog::new(segments, link.desk().engine()).expect("a log");
    let books = Books {
        claims: audit(&mut joined(segments.clone()), None)
            .expect("a log")
            .claims,
        logged: logged_messages(joined(segments)).expect("a log"),
        ..books
    };
    let verdict = books.journal.reconcile(1, &books.logged, &books.claims);
    assert_eq!((verdict.agree, verdict.prices), (11, 1));
    assert_eq!(verdict.differences, Vec::<String>::new());
}

/// Two boards with one journal: a copy of the flash, made while cards were out, ends the round in another way. It has as
/// many messages as the log, so that numbers show nothing, and other ones.
#[test]
fn a_copied_journal_closes_its_table() {
    let mut link: LinkedTables<HostEngine> = LinkedTables::of(GAME, 1);
    link.opens(1);
    link.locks(1);
    let original = &mut link.at(1).table;
    let copy = FlashChip::from_image(original.engine.flash.chip().image());
    let entries = original.console.entries.clone();
    ends(&mut link, "3h8c");
    link.is_sound();

    let relay = link.at(1).table.relay.take();
    let mut copied = TableDriver::in_use(SimulatedTable::with_flash(2, copy), entries);
    copied.clears_up();
    copied.table.relay = relay;
    copied.table.console.relay();
    *link.at(1) = copied;
    link.at(1).wait_ms(HEARD_MS);
    link.at(1).says([Event::PlaceYourBets]);
    link.at(1).wait_ms(HEARD_MS);
    let quarantine = |link: &LinkedTables<HostEngine>| {
        let desk = link.desk();
        desk.state().member(1).expect("a table").quarantine()
    };
    assert_eq!(quarantine(&link), Some(QuarantineCause::Difference));
    assert_ne!(link.at(1).phase(), Phase::BetsOpen);
}
