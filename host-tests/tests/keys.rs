//! The page of keys, and what the roles of their owners may do.

use firmware::key_page::{self, RECORD_BYTES};
use link::frame::check;
use shared_rules::games::NextRounds;
use shared_rules::round::{Event, Ruling};
use shared_rules::seats::SeatSet;
use shared_rules::wire::key::{KEY_BYTES, KeyEntry, KeyRing, NotAdded, RING_MAX, SharedKey};
use shared_rules::wire::message::{Command, LinkCommand, Request};
use shared_rules::wire::role::{Action, PERMISSIONS, Role, WireKind};

fn record(number: u8, role: u8, key: u8) -> Vec<u8> {
    let content = [&[number, role, 0, 0][..], &[key; KEY_BYTES]].concat();
    [&content[..], &check(&[&content]).to_le_bytes()].concat()
}

fn owners(page: &[u8]) -> Vec<(u8, Role)> {
    let ring = key_page::read(page);
    let entries = ring.entries().iter();
    entries.map(|entry| (entry.number, entry.role)).collect()
}

fn entry(number: u8) -> KeyEntry {
    KeyEntry {
        number,
        role: Role::Dealer,
        key: SharedKey::new([number; KEY_BYTES]),
    }
}

#[test]
fn every_record_of_a_page_is_a_key() {
    let page: Vec<u8> = (1..=9)
        .flat_map(|role| record(10 + role, role, 0x5a))
        .collect();
    let expected: Vec<(u8, Role)> = (11..).zip(Role::ALL).collect();
    assert_eq!(owners(&page), expected);
    let key = key_page::read(&page)
        .get(14)
        .expect("the fourth")
        .key
        .clone();
    let same = SharedKey::new([0x5a; KEY_BYTES]);
    assert_eq!(key.tag(&[b"text"]), same.tag(&[b"text"]));
}

#[test]
fn a_page_without_keys_gives_none() {
    for byte in 0..=255 {
        assert_eq!(owners(&[byte; 2 * RECORD_BYTES]), [], "{byte:02x}");
    }
}

/// Each bit of a record, and a role that is none.
#[test]
fn a_damaged_record_is_no_key_and_the_others_are() {
    let page = [record(1, 1, 7), record(2, 2, 8)].concat();
    for bit in 0..8 * RECORD_BYTES {
        let mut damaged = page.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(owners(&damaged), [(2, Role::Supervisor)], "bit {bit}");
    }
    let strange = [record(1, 0, 7), record(3, 10, 7), record(2, 2, 8)].concat();
    assert_eq!(owners(&strange), [(2, Role::Supervisor)]);
}

#[test]
fn of_two_keys_with_one_number_the_first_counts() {
    let page = [record(1, 5, 7), record(1, 3, 8)].concat();
    assert_eq!(owners(&page), [(1, Role::Reader)]);
    let mut ring = KeyRing::new();
    for number in 0..u8::try_from(RING_MAX).expect("few") {
        assert_eq!(ring.add(entry(number)), Ok(()));
        assert_eq!(ring.add(entry(number)), Err(NotAdded));
    }
    assert_eq!(ring.add(entry(200)), Err(NotAdded));
}

#[test]
fn names_and_codes_of_roles_are_their_own() {
    for role in Role::ALL {
        assert_eq!(Role::of_code(role.code()), Some(role));
        assert_eq!(Role::of_name(role.name()), Some(role));
    }
    assert_eq!((Role::of_code(0), Role::of_name("Dealer")), (None, None));
}

#[test]
fn the_sign_opens_its_wire_only_and_pool_and_journal_open_none() {
    for role in Role::ALL {
        let expected = match role {
            Role::Sign => Some(WireKind::Sign),
            Role::Pool | Role::Journal => None,
            _ => Some(WireKind::Console),
        };
        assert_eq!(role.wire(), expected, "{role:?}");
    }
}

/// The table of permissions, as a house would write it down.
#[test]
fn each_role_may_do_what_it_is_for() {
    let may = |role: Role| -> Vec<Action> {
        let actions = PERMISSIONS.iter().map(|(action, _)| *action);
        actions.filter(|action| role.may(*action)).collect()
    };
    use Action::{Clock, Configure, Confirm, Deal, Link, Read, Relay, Repair, Rule};
    assert_eq!(may(Role::Dealer), [Read, Deal]);
    assert_eq!(may(Role::Supervisor), [Read, Deal, Confirm]);
    assert_eq!(
        may(Role::ShiftManager),
        [
            Read, Relay, Deal, Clock, Repair, Confirm, Rule, Configure, Link
        ]
    );
    assert_eq!(may(Role::Technician), [Read, Clock, Repair]);
    assert_eq!(may(Role::Reader), [Read]);
    assert_eq!(may(Role::Gateway), [Read, Relay]);
    for role in [Role::Pool, Role::Sign, Role::Journal] {
        assert_eq!(may(role), []);
    }
}

#[test]
fn what_the_house_decides_is_not_the_dealers() {
    let of = |event: Event| Action::of_command(&Command::Round(event), false);
    assert_eq!(of(Event::Settle), Action::Deal);
    assert_eq!(of(Event::DeviceRepaired), Action::Repair);
    assert_eq!(of(Event::ShiftManager(Ruling::Void)), Action::Rule);
    let next = Event::NextRounds(NextRounds::CloseTable, SeatSet::EMPTY);
    assert_eq!(of(next), Action::Rule);
    let void = Command::Round(Event::Void(1, shared_rules::games::VoidCause::ShiftManager));
    assert_eq!(Action::of_command(&void, false), Action::Deal);
    assert_eq!(Action::of_command(&void, true), Action::Rule);
    let link = Command::Link(LinkCommand::Leave);
    assert_eq!(Action::of_command(&link, false), Action::Link);
    assert_eq!(Action::of_request(&Request::Relay), Some(Action::Relay));
    assert_eq!(Action::of_request(&Request::Follow(0)), Some(Action::Read));
}
