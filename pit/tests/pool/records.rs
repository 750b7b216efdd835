//! The record of a table against the log: a difference closes that table, and changes no money.

use pit::audit::{AuditKeys, audit, audit_signed};
use pit::block::HouseRuling;
use pit::notice::HouseNotice;
use pit::ruling::{RulingChallenge, SignedRuling};
use pit::state::QuarantineCause;
use sha2::{Digest, Sha256};
use shared_rules::games::{Award, Game};
use shared_rules::money::Cents;
use shared_rules::pool::message::{ToPool, ToTable};
use shared_rules::pool::{OutboxRecord, TableEntry};
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::payload;

use crate::support::{Desk, LINK, START_MS, lock, membership, message, seal, settled};

const GAME: Game = Game::Rws6;
const TABLE: u32 = 3;

fn bytes(message: &ToPool) -> Vec<u8> {
    payload::write(message).expect("a short message").to_vec()
}

/// The question for a round, with the record of these messages before it.
fn open(number: u32, round: u32, before: &[Vec<u8>]) -> Vec<u8> {
    let digests = before.iter().map(|bytes| Sha256::digest(bytes).into());
    let record = OutboxRecord::of(digests);
    bytes(&ToPool::Open {
        number,
        round,
        record,
    })
}

fn confirmed(number: u32, round: u32, shares: Cents) -> Vec<u8> {
    bytes(&ToPool::Entry {
        number,
        seen: Some(shares),
        entry: TableEntry::Confirmed(round),
    })
}

fn sends(desk: &mut Desk, bytes: &[u8]) {
    desk.send(&seal(membership(TABLE, 1), 1, bytes));
}

fn quarantine(desk: &Desk) -> Option<QuarantineCause> {
    let member = desk.sequencer.state().member(TABLE);
    member.expect("a table").quarantine()
}

fn first_round(award: Option<Award>) -> [Vec<u8>; 3] {
    [
        open(1, 1, &[]),
        message(2, lock(1, START_MS)),
        message(3, settled(GAME, 1, award)),
    ]
}

/// A round of the table is over.
fn after_a_round(award: Option<Award>) -> (Desk, Vec<Vec<u8>>) {
    let mut desk = Desk::new(GAME);
    let round = first_round(award);
    for bytes in &round {
        sends(&mut desk, bytes);
    }
    desk.letters();
    desk.notices();
    (desk, round[1..].to_vec())
}

#[test]
fn a_table_with_the_record_of_the_log_plays_on() {
    let (mut desk, before) = after_a_round(None);
    sends(&mut desk, &open(4, 2, &before));
    let answers = [(TABLE, ToTable::Permit(2)), (TABLE, ToTable::Ack(4))];
    assert_eq!(desk.letters(), answers);
    assert_eq!(quarantine(&desk), None);
}

/// The journal has another lock than the one that the pool has accepted.
#[test]
fn a_table_with_another_record_is_closed_until_the_house_lifts_it() {
    let (mut desk, mut before) = after_a_round(None);
    before[0] = message(2, lock(1, START_MS + 1));
    sends(&mut desk, &open(4, 2, &before));
    assert_eq!(desk.letters(), [(TABLE, ToTable::Quarantined)]);
    assert_eq!(quarantine(&desk), Some(QuarantineCause::Difference));
    let words: Vec<String> = desk.notices().iter().map(ToString::to_string).collect();
    let expected = "table 3 is quarantined: message 4: the last 2 messages of its journal are not those of the log";
    assert_eq!(words, [expected]);
    // Whatever it repeats, and whenever the pool starts again, there is no permit.
    let mut later = desk.second();
    for desk in [&mut desk, &mut later] {
        sends(desk, &open(4, 2, &before));
        assert_eq!(desk.letters(), [(TABLE, ToTable::Quarantined)]);
    }
    let audited = audit(&mut desk.engine.clone(), None).expect("a log");
    assert_eq!(audited.wrong, None);
    assert_eq!(audited.notices.len(), 1);
    desk.sequencer.rule(HouseRuling::Lift(TABLE), desk.now_ms);
    desk.commit();
    let answers = [(TABLE, ToTable::Permit(2)), (TABLE, ToTable::Ack(4))];
    assert_eq!(desk.letters(), answers);
}

/// A table that leaves out a message has another number of them.
#[test]
fn a_table_that_has_lost_a_message_is_closed() {
    let (mut desk, before) = after_a_round(None);
    let with_the_question = [first_round(None)[0].clone(), before[1].clone()];
    sends(&mut desk, &open(4, 2, &with_the_question));
    assert_eq!(quarantine(&desk), Some(QuarantineCause::Difference));
}

/// The log pays its own price, and the table that has written down another is closed.
#[test]
fn a_table_with_another_price_is_closed() {
    for more in [0, 1] {
        let (mut desk, _) = after_a_round(Some(Award::RoyalFlushOnTurn));
        let claim = desk.sequencer.state().pool().queue().next();
        let price = claim.expect("a claim").gives;
        let shares = Cents::new(price.get() + more);
        sends(&mut desk, &confirmed(4, 1, shares));
        let differs = (more > 0).then_some(QuarantineCause::Difference);
        assert_eq!(quarantine(&desk), differs);
        let state = desk.sequencer.state();
        assert_eq!(state.pool().queue().count(), 0);
        assert_eq!(state.last_win().map(|win| win.amount), Some(price));
        let notices = desk.notices();
        assert_eq!(notices.len(), usize::from(more > 0), "{notices:?}");
        for notice in notices {
            let words = notice.to_string();
            assert!(words.contains("its journal has the price"), "{words}");
        }
    }
}

/// The house strikes a claim while its supervisor confirms it: the table is honest and plays on, and the house hears of it.
#[test]
fn a_confirmation_that_crosses_a_strike_closes_no_table() {
    let (mut desk, mut before) = after_a_round(Some(Award::RoyalFlushOnTurn));
    let price = desk.sequencer.state().pool().queue().next();
    let price = price.expect("a claim").gives;
    let strike = HouseRuling::Strike(TABLE, 1);
    desk.sequencer.rule(strike, desk.now_ms);
    desk.commit();
    desk.letters();
    desk.notices();
    let confirmation = confirmed(4, 1, price);
    sends(&mut desk, &confirmation);
    assert_eq!(desk.letters(), [(TABLE, ToTable::Ack(4))]);
    assert_eq!(quarantine(&desk), None);
    let [
        HouseNotice::StruckConfirmed {
            table: TABLE,
            round: 1,
            shares,
        },
    ] = desk.notices()[..]
    else {
        panic!("no notice");
    };
    assert_eq!(shares, Some(price));
    assert_eq!(desk.sequencer.state().last_win(), None, "nothing is paid");
    // It comes again, and the table's next round has both in its record.
    sends(&mut desk, &confirmation);
    assert_eq!(desk.letters(), [(TABLE, ToTable::Ack(4))]);
    before.push(confirmation);
    sends(&mut desk, &open(5, 2, &before));
    let answers = [(TABLE, ToTable::Permit(2)), (TABLE, ToTable::Ack(5))];
    assert_eq!(desk.letters(), answers);
    let audited = audit(&mut desk.engine, None).expect("a log");
    assert_eq!(audited.wrong, None);
}

/// A confirmation of what was never struck is still none.
#[test]
fn a_confirmation_without_a_claim_closes_the_table() {
    let (mut desk, _) = after_a_round(None);
    sends(&mut desk, &confirmed(4, 1, Cents::ZERO));
    assert_eq!(quarantine(&desk), Some(QuarantineCause::Impossible));
}

#[test]
fn the_log_shows_who_ruled() {
    let (mut desk, _) = after_a_round(Some(Award::RoyalFlushOnTurn));
    let key = SharedKey::new([7; 32]);
    let challenge = RulingChallenge {
        link: LINK,
        random: [3; 16],
    };
    let signed = SignedRuling::sign(&key, challenge, HouseRuling::Strike(TABLE, 1));
    let given = signed.and_then(|signed| signed.verify(&key, challenge));
    desk.sequencer
        .rule(given.expect("a genuine ruling"), desk.now_ms);
    desk.commit();
    let verdict = |desk: &Desk, house: &SharedKey| {
        let keys = AuditKeys {
            house: Some(house),
            ..AuditKeys::default()
        };
        let audited = audit_signed(&mut desk.engine.clone(), keys).expect("a log");
        audited.wrong.map(|wrong| wrong.why)
    };
    let not_signed = Some("the house has not signed it".to_owned());
    assert_eq!(verdict(&desk, &key), None);
    assert_eq!(verdict(&desk, &SharedKey::new([8; 32])), not_signed);
    // A ruling without a signature is in the log too, and shows that it has none.
    sends(&mut desk, &message(4, TableEntry::Void(9)));
    desk.sequencer.rule(HouseRuling::Lift(TABLE), desk.now_ms);
    desk.commit();
    assert_eq!(quarantine(&desk), None);
    assert_eq!(verdict(&desk, &key), not_signed);
}
