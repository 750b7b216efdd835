//! Commands that move money: who is believed, who is not, and what happens then.

use parts::hex;
use shared_rules::wire::auth::{
    AuthError, Authenticator, LOCK_OUT_MS, REFUSALS_TO_LOCK, Signed, Signer,
};
use shared_rules::wire::key::{KEY_BYTES, SharedKey, Tag};
use shared_rules::wire::payload;

const BOOT: u32 = 7;
const COMMAND: &[u8] = b"pay seat 3";

fn key_bytes() -> [u8; KEY_BYTES] {
    let bytes = hex::bytes("000102030405060708090a0b0c0d0e0f 101112131415161718191a1b1c1d1e1f");
    bytes.try_into().expect("32 bytes")
}

fn key() -> SharedKey {
    SharedKey::new(key_bytes())
}

fn table() -> Authenticator {
    Authenticator::new(Some(key()), BOOT)
}

fn console() -> Signer {
    Signer::new(key(), BOOT, 0)
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
    let frozen = hex::bytes("01 3fc4441739c7a98398609ce9a1019a2e 04 766f6964");
    assert_eq!(bytes[..], frozen[..]);
    let read: Signed<'_> = payload::read(&frozen).expect("a signed command");
    assert_eq!(table().check(0, &read), Ok(&b"void"[..]));
}

#[test]
fn good_commands_are_accepted_in_their_order() {
    let (mut table, mut console) = (table(), console());
    for now_ms in 0..1_000 {
        assert_eq!(table.check(now_ms, &console.sign(COMMAND)), Ok(COMMAND));
    }
    assert_eq!((table.last_counter(), table.refused()), (1_000, 0));
    // Commands may be missing, since each stands for itself, but none may come after a later one.
    let missing = console.sign(COMMAND);
    assert_eq!(table.check(1_000, &console.sign(b"")), Ok(&b""[..]));
    assert_eq!(table.check(1_000, &missing), Err(AuthError::Replayed));
}

#[test]
fn a_replay_is_refused() {
    let (mut table, mut console) = (table(), console());
    let recorded = console.sign(COMMAND);
    assert_eq!(table.check(0, &recorded), Ok(COMMAND));
    assert_eq!(table.check(1, &recorded), Err(AuthError::Replayed));
    let renumbered = Signed {
        counter: recorded.counter + 1,
        ..recorded
    };
    assert_eq!(table.check(2, &renumbered), Err(AuthError::Forged));
    assert_eq!(table.check(3, &console.sign(COMMAND)), Ok(COMMAND));
    assert_eq!(table.refused(), 2);
}

/// The table has forgotten its counter, but not how often it has started.
#[test]
fn a_replay_from_before_a_restart_is_refused() {
    let recorded = console().sign(COMMAND);
    assert_eq!(table().check(0, &recorded), Ok(COMMAND));
    let mut restarted = Authenticator::new(Some(key()), BOOT + 1);
    assert_eq!(restarted.check(0, &recorded), Err(AuthError::Forged));
}

/// A code does not say when it was made: who holds a command back may let it go much later, but only until a later one
/// has been accepted.
#[test]
fn a_command_that_is_held_back_is_good_until_a_later_one() {
    let (mut table, mut console) = (table(), console());
    let [first, second] = [COMMAND, b"void"].map(|command| console.sign(command));
    let hours_later_ms = 10 * 3_600_000;
    assert_eq!(table.check(hours_later_ms, &first), Ok(COMMAND));
    let third = console.sign(COMMAND);
    assert_eq!(table.check(hours_later_ms, &third), Ok(COMMAND));
    let late = table.check(hours_later_ms, &second);
    assert_eq!(late, Err(AuthError::Replayed));
}

/// A board that was given no key believes nobody.
#[test]
fn a_table_without_a_key_refuses_everything() {
    let mut table = Authenticator::new(None, BOOT);
    let signed = console().sign(COMMAND);
    assert_eq!(table.check(0, &signed), Err(AuthError::NoKey));
    let mut erased = Signer::new(SharedKey::new([0xFF; KEY_BYTES]), BOOT, 0);
    assert_eq!(table.check(0, &erased.sign(COMMAND)), Err(AuthError::NoKey));
}

/// A console that restarts reads the table's counter and goes on from there.
#[test]
fn a_restarted_console_goes_on() {
    let (mut table, mut console) = (table(), console());
    assert_eq!(table.check(0, &console.sign(COMMAND)), Ok(COMMAND));
    assert_eq!(table.check(1, &console.sign(COMMAND)), Ok(COMMAND));
    let mut restarted = Signer::new(key(), BOOT, table.last_counter());
    assert_eq!(table.check(2, &restarted.sign(COMMAND)), Ok(COMMAND));
}

#[test]
fn another_key_is_refused() {
    for bit in 0..8 * KEY_BYTES {
        let mut bytes = key_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let signed = Signer::new(SharedKey::new(bytes), BOOT, 0).sign(COMMAND);
        let checked = table().check(0, &signed).map(<[u8]>::len);
        assert_eq!(checked, Err(AuthError::Forged), "bit {bit}");
    }
}

/// Each bit of counter, code and command, as they go over the wire, and each shorter piece of it.
#[test]
fn changed_and_truncated_commands_are_refused() {
    let good = payload::write(&console().sign(COMMAND)).expect("short");
    let mut judged = 0;
    let mut refuse = |bytes: &[u8]| {
        if let Some(signed) = payload::read::<Signed<'_>>(bytes) {
            let checked = table().check(0, &signed).map(<[u8]>::len);
            assert_eq!(checked, Err(AuthError::Forged), "{signed:?}");
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
    assert_eq!(judged, 7 + 8 * (16 + COMMAND.len()));

    let signed = console().sign(COMMAND);
    for length in 0..COMMAND.len() {
        let shorter = Signed {
            command: &COMMAND[..length],
            ..signed
        };
        assert_eq!(table().check(0, &shorter), Err(AuthError::Forged));
    }
}

#[test]
fn five_refusals_in_a_row_lock_out_for_a_while() {
    let (mut table, mut console) = (table(), console());
    let until_ms = 100 + LOCK_OUT_MS;
    let locked_out = Err(AuthError::LockedOut { until_ms });
    let good = console.sign(COMMAND);
    for _ in 0..REFUSALS_TO_LOCK {
        assert!(!table.is_locked_out(100));
        assert_eq!(table.check(100, &forged(good)), Err(AuthError::Forged));
    }
    assert!(table.is_locked_out(100));
    // Neither a good command nor a flood of bad ones changes when it ends.
    assert_eq!(table.check(101, &good), locked_out);
    assert_eq!(table.check(until_ms - 1, &forged(good)), locked_out);
    assert_eq!(table.check(until_ms, &good), Ok(COMMAND));
    assert_eq!(table.refused(), 7);
    // And the next five are counted from zero.
    for _ in 0..REFUSALS_TO_LOCK {
        assert_eq!(table.check(until_ms, &good), Err(AuthError::Replayed));
    }
    assert!(table.is_locked_out(until_ms));
}

#[test]
fn a_good_command_ends_the_row() {
    let (mut table, mut console) = (table(), console());
    for _ in 0..20 {
        for _ in 1..REFUSALS_TO_LOCK {
            let bad = forged(console.sign(COMMAND));
            assert_eq!(table.check(0, &bad), Err(AuthError::Forged));
        }
        assert_eq!(table.check(0, &console.sign(COMMAND)), Ok(COMMAND));
    }
    assert_eq!(table.refused(), 80);
}

#[test]
fn a_key_does_not_print_itself() {
    let printed = format!("{:?} {:?} {:?}", key(), console(), table());
    assert_eq!(printed.matches("SharedKey(..)").count(), 3);
    assert!(!printed.contains("31"), "{printed}");
}
