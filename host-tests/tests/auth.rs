//! Commands that move money: who is believed, who is not, and what happens then.

use parts::hex;
use shared_rules::wire::auth::{AuthError, Authenticator, Signed, Signer};
use shared_rules::wire::key::{KEY_BYTES, KeyEntry, KeyRing, SharedKey, Tag};
use shared_rules::wire::payload;
use shared_rules::wire::role::{Role, WireKind};
use shared_rules::wire::session::{Greeting, SessionId, Speaker};

const COMMAND: &[u8] = b"pay seat 3";

fn key_bytes() -> [u8; KEY_BYTES] {
    let bytes = hex::bytes("000102030405060708090a0b0c0d0e0f 101112131415161718191a1b1c1d1e1f");
    bytes.try_into().expect("32 bytes")
}

fn sixteen(digits: &str) -> [u8; 16] {
    hex::bytes(digits).try_into().expect("16 bytes")
}

fn session() -> SessionId {
    sixteen("404142434445464748494a4b4c4d4e4f")
}

fn key() -> SharedKey {
    SharedKey::new(key_bytes())
}

fn manager() -> KeyEntry {
    KeyEntry {
        number: 3,
        role: Role::ShiftManager,
        key: key(),
    }
}

fn dealer() -> KeyEntry {
    KeyEntry {
        number: 1,
        role: Role::Dealer,
        key: SharedKey::new([1; KEY_BYTES]),
    }
}

fn table() -> Authenticator {
    let mut keys = KeyRing::new();
    for entry in [dealer(), manager()] {
        keys.add(entry).expect("room");
    }
    let mut table = Authenticator::new(keys);
    table.begin(session());
    table
}

/// Signs as the shift manager.
struct Console(Signer);

impl Console {
    fn sign<'a>(&mut self, command: &'a [u8]) -> Signed<'a> {
        self.0.sign(&manager(), command)
    }
}

fn console() -> Console {
    Console(Signer::new(session(), 0))
}

fn accepted(command: &[u8]) -> Result<(Role, &[u8]), AuthError> {
    Ok((Role::ShiftManager, command))
}

fn forged(signed: Signed<'_>) -> Signed<'_> {
    let mut tag = signed.tag;
    tag[0] ^= 1;
    Signed { tag, ..signed }
}

/// Test cases 1 to 5 of RFC 4231, the fifth of which is cut to 16 bytes there as well: key, data, code. Their keys
/// are shorter than ours; HMAC fills both up with the same zeros.
#[test]
fn codes_are_those_of_rfc_4231() {
    let counted: Vec<u8> = (1..=25).collect();
    #[rustfmt::skip]
    let cases: [(&[u8], &[u8], &str); 5] = [
        (&[0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b"),
        (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c7"),
        (&[0xaa; 20], &[0xdd; 50], "773ea91e36800e46854db8ebd09181a7"),
        (&counted, &[0xcd; 50], "82558a389a443c0ea4cc819899f2083a"),
        (&[0x0c; 20], b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b"),
    ];
    for (key, data, code) in cases {
        let mut bytes = [0; KEY_BYTES];
        bytes[..key.len()].copy_from_slice(key);
        let key = SharedKey::new(bytes);
        let code: Tag = hex::bytes(code).try_into().expect("16");
        let (first, second) = data.split_at(3);
        assert_eq!(key.tag(&[first, second]), code, "{data:?}");
        assert!(key.fits(&[data], &code));
        assert!(!key.fits(&[first], &code));
    }
}

/// Worked out from the description with another program's HMAC. It fixes the domain, the order, the width and the
/// byte order of what the code covers: consoles and tables of different age must agree on it.
#[test]
fn frozen_command() {
    let signed = console().sign(b"void");
    let bytes = payload::write(&signed).expect("short");
    let frozen = hex::bytes("03 01 5c08ee40b0071ba97ef51e7da20b49ba 04 766f6964");
    assert_eq!(bytes[..], frozen[..]);
    let read: Signed<'_> = payload::read(&frozen).expect("a signed command");
    assert_eq!(table().check(&read), accepted(b"void"));
}

/// The same for everything that a session is made of.
#[test]
fn frozen_session() {
    let greeting = Greeting {
        wire: WireKind::Console,
        number: 3,
        of_initiator: sixteen("101112131415161718191a1b1c1d1e1f"),
        of_responder: sixteen("202122232425262728292a2b2c2d2e2f"),
    };
    let welcome: Tag = sixteen("2184fa9ab34e62b09295641588b55c23");
    assert_eq!(greeting.welcome(&key()), welcome);
    assert!(greeting.is_welcome(&key(), &welcome));
    let keys = greeting.session(&key());
    assert_eq!(
        (keys.id, keys.number),
        (sixteen("d63008dbb956cadab957481c1820d5e6"), 3)
    );
    let tag = keys.tag(Speaker::Initiator, 300, b"body");
    assert_eq!(tag[..], hex::bytes("29c5af8e9c6e1283")[..]);
    assert!(keys.fits(Speaker::Initiator, 300, b"body", &tag));
    assert!(!keys.fits(Speaker::Responder, 300, b"body", &tag));
    assert!(!keys.fits(Speaker::Initiator, 301, b"body", &tag));
    assert!(!keys.fits(Speaker::Initiator, 300, b"bodY", &tag));
}

/// Each field of a greeting makes another session of it.
#[test]
fn no_two_greetings_make_the_same_session() {
    let greeting = Greeting {
        wire: WireKind::Console,
        number: 3,
        of_initiator: [1; 16],
        of_responder: [2; 16],
    };
    let others = [
        Greeting {
            wire: WireKind::Sign,
            ..greeting
        },
        Greeting {
            number: 4,
            ..greeting
        },
        Greeting {
            of_initiator: [3; 16],
            ..greeting
        },
        Greeting {
            of_responder: [3; 16],
            ..greeting
        },
        Greeting {
            of_initiator: [2; 16],
            of_responder: [1; 16],
            ..greeting
        },
    ];
    let ours = greeting.session(&key());
    let tag = ours.tag(Speaker::Responder, 1, b"body");
    for other in others {
        let keys = other.session(&key());
        assert_ne!(keys.id, ours.id, "{other:?}");
        assert!(
            !keys.fits(Speaker::Responder, 1, b"body", &tag),
            "{other:?}"
        );
        assert!(
            !other.is_welcome(&key(), &greeting.welcome(&key())),
            "{other:?}"
        );
    }
    assert_ne!(greeting.session(&dealer().key).id, ours.id);
}

#[test]
fn good_commands_are_accepted_in_their_order() {
    let (mut table, mut console) = (table(), console());
    for counter in 1..=1_000 {
        assert_eq!(table.check(&console.sign(COMMAND)), accepted(COMMAND));
        assert_eq!(table.last_counter(), counter);
    }
}

/// The counter is exactly one higher: none is left out, and none comes after a later one.
#[test]
fn a_command_out_of_turn_is_refused() {
    let (mut table, mut console) = (table(), console());
    let [first, second, third] = [b"1", b"2", b"3"].map(|command| console.sign(command));
    assert_eq!(table.check(&second), Err(AuthError::OutOfTurn));
    assert_eq!(table.check(&first), accepted(b"1"));
    assert_eq!(table.check(&third), Err(AuthError::OutOfTurn));
    assert_eq!(table.check(&second), accepted(b"2"));
    assert_eq!(table.check(&third), accepted(b"3"));
}

#[test]
fn a_replay_is_refused() {
    let (mut table, mut console) = (table(), console());
    let recorded = console.sign(COMMAND);
    assert_eq!(table.check(&recorded), accepted(COMMAND));
    assert_eq!(table.check(&recorded), Err(AuthError::OutOfTurn));
    let renumbered = Signed {
        counter: recorded.counter + 1,
        ..recorded
    };
    assert_eq!(table.check(&renumbered), Err(AuthError::Forged));
    assert_eq!(table.check(&console.sign(COMMAND)), accepted(COMMAND));
}

/// A command dies with its session, whether it was accepted in it or held back.
#[test]
fn a_command_of_an_earlier_session_is_refused() {
    let (mut table, mut console) = (table(), console());
    let recorded = console.sign(COMMAND);
    assert_eq!(table.check(&recorded), accepted(COMMAND));
    let held_back = console.sign(b"void");
    for later in 0..3 {
        let mut id = session();
        id[15] ^= 1 + later;
        table.begin(id);
        for old in [recorded, held_back] {
            assert_eq!(table.check(&old), Err(AuthError::Forged));
        }
        let now = Signer::new(id, 0).sign(&manager(), COMMAND);
        assert_eq!(table.check(&now), accepted(COMMAND));
    }
}

/// Whoever signs the highest counter of all keeps nobody out.
#[test]
fn a_counter_at_its_maximum_is_refused() {
    let (mut table, mut console) = (table(), console());
    let last = Signer::new(session(), u64::MAX - 1).sign(&manager(), COMMAND);
    assert_eq!(last.counter, u64::MAX);
    assert_eq!(table.check(&last), Err(AuthError::OutOfTurn));
    assert_eq!(table.check(&console.sign(COMMAND)), accepted(COMMAND));
}

#[test]
fn a_person_signs_for_no_other() {
    let mut table = table();
    let signer = Signer::new(session(), 0);
    let signed = signer.sign_next(&dealer(), COMMAND);
    let lent = Signed {
        person: 3,
        ..signed
    };
    assert_eq!(table.check(&lent), Err(AuthError::Forged));
    let unknown = Signed {
        person: 9,
        ..signed
    };
    assert_eq!(table.check(&unknown), Err(AuthError::UnknownPerson));
    assert_eq!(table.check(&signed), Ok((Role::Dealer, COMMAND)));
}

/// Two persons with one key: the number is covered too.
#[test]
fn the_number_of_a_person_is_covered() {
    let mut keys = KeyRing::new();
    for (number, role) in [(1, Role::Dealer), (3, Role::ShiftManager)] {
        let key = key();
        keys.add(KeyEntry { number, role, key }).expect("room");
    }
    let mut table = Authenticator::new(keys);
    table.begin(session());
    let mut signed = Signer::new(session(), 0).sign(&manager(), COMMAND);
    signed.person = 1;
    assert_eq!(table.check(&signed), Err(AuthError::Forged));
}

/// A board that was given no keys believes nobody, and neither does one without a session.
#[test]
fn a_table_without_keys_or_a_session_refuses_everything() {
    let mut table = Authenticator::new(KeyRing::new());
    let signed = console().sign(COMMAND);
    assert_eq!(table.check(&signed), Err(AuthError::NoSession));
    table.begin(session());
    assert_eq!(table.check(&signed), Err(AuthError::UnknownPerson));
}

/// A console behind a gateway that restarts reads the table's counter and goes on from there.
#[test]
fn a_restarted_console_goes_on_in_the_gateways_session() {
    let (mut table, mut console) = (table(), console());
    assert_eq!(table.check(&console.sign(COMMAND)), accepted(COMMAND));
    assert_eq!(table.check(&console.sign(COMMAND)), accepted(COMMAND));
    let mut restarted = Signer::new(session(), table.last_counter());
    let signed = restarted.sign(&manager(), COMMAND);
    assert_eq!(table.check(&signed), accepted(COMMAND));
}

#[test]
fn another_key_is_refused() {
    for bit in 0..8 * KEY_BYTES {
        let mut bytes = key_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let mut stranger = manager();
        stranger.key = SharedKey::new(bytes);
        let signed = Signer::new(session(), 0).sign(&stranger, COMMAND);
        assert_eq!(table().check(&signed), Err(AuthError::Forged), "bit {bit}");
    }
}

/// Each bit of person, counter, code and command, as they go over the wire, and each shorter piece of it.
#[test]
fn changed_and_truncated_commands_are_refused() {
    let good = payload::write(&console().sign(COMMAND)).expect("short");
    let mut judged = 0;
    let mut refuse = |bytes: &[u8]| {
        if let Some(signed) = payload::read::<Signed<'_>>(bytes) {
            let why = match signed.person {
                1 | 3 => AuthError::Forged,
                _ => AuthError::UnknownPerson,
            };
            assert_eq!(table().check(&signed), Err(why), "{signed:?}");
            judged += 1;
        }
    };
    for bit in 0..8 * good.len() {
        let mut changed = good.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        refuse(&changed);
    }
    (0..good.len()).for_each(|length| refuse(&good[..length]));
    // All bits but those of the length, and the highest of the counter, still make a command to judge.
    assert_eq!(judged, 8 + 7 + 8 * (16 + COMMAND.len()));

    let signed = console().sign(COMMAND);
    for length in 0..COMMAND.len() {
        let shorter = Signed {
            command: &COMMAND[..length],
            ..signed
        };
        assert_eq!(table().check(&shorter), Err(AuthError::Forged));
    }
}

/// A stranger's commands are refused one by one, and nothing follows from them.
#[test]
fn refusals_keep_nobody_out() {
    let (mut table, mut console) = (table(), console());
    for _ in 0..1_000 {
        let good = console.sign(COMMAND);
        for _ in 0..10 {
            assert_eq!(table.check(&forged(good)), Err(AuthError::Forged));
        }
        assert_eq!(table.check(&good), accepted(COMMAND));
    }
}

#[test]
fn a_key_does_not_print_itself() {
    let greeting = Greeting {
        wire: WireKind::Sign,
        number: 3,
        of_initiator: [0; 16],
        of_responder: [0; 16],
    };
    let keys = greeting.session(&key());
    let printed = format!("{:?} {:?} {keys:?}", key(), table());
    assert_eq!(printed.matches("SharedKey(..)").count(), 3);
    assert_eq!(printed.matches("ReadyKey(..)").count(), 1);
    assert!(!printed.contains("31, "), "{printed}");
}
