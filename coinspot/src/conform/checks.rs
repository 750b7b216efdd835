//! What is tried, in order. A check that fails does not end the others, as long as there is a line and a session.

use std::io;
use std::time::Duration;

use link::frame::{Encoded, Frame, FrameBody, Head};
use link::{HEARTBEAT_MS, HELLO_MS, RETRY_MS, SESSION_SILENCE_MS};
use shared_rules::wire::payload;
use shared_rules::wire::role::WireKind;
use shared_rules::wire::session::{Offer, SessionId, Speaker};
use shared_rules::wire::sign::{Banner, SignPhase, SignPicture, SignVersion};

use super::probe::{HeardFrame, Held, Probe};

/// A person's patience with a program that starts, and with a loaded machine.
const START: Duration = Duration::from_secs(10);

/// An answer comes at once; this is for the machine.
const ANSWER: Duration = Duration::from_millis(1_000);

/// Long enough for anything that must not come.
const NOTHING: Duration = Duration::from_millis(3 * HEARTBEAT_MS);

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// What was tried, and what must come of it.
    pub name: &'static str,
    /// True if it did.
    pub is_passed: bool,
}

/// Tries one thing; true if what must come of it has come.
type Trial = fn(&mut Probe, WireKind) -> io::Result<bool>;

/// A hello that came.
struct Hello {
    number: u8,
    offer: Offer,
    present: Option<SessionId>,
}

/// Tries the other end of a wire.
///
/// # Errors
/// The line is gone.
pub fn conform(probe: &mut Probe, wire: WireKind, mut tell: impl FnMut(Check)) -> io::Result<bool> {
    let mut is_passed = true;
    let mut note = |name, passed| {
        is_passed &= passed;
        tell(Check {
            name,
            is_passed: passed,
        });
    };
    let checks: [(&'static str, Trial); 13] = [
        ("says hello with the number of a key", says_hello),
        ("says hello again with the same offer", says_hello_again),
        ("refuses a welcome with a wrong tag", refuses_a_welcome),
        ("takes the session of a right welcome", takes_a_session),
        ("answers a heartbeat by its counter", answers),
        ("asks for an answer often enough", asks),
        ("refuses a frame with a wrong tag", refuses_a_tag),
        ("refuses a frame that comes again", refuses_a_replay),
        ("refuses its own frame", refuses_a_reflection),
        (
            "accepts each payload once, and sends its own again",
            exchanges,
        ),
        ("is not disturbed by noise", survives_noise),
        (
            "says hello after silence, and keeps its session",
            outlives_silence,
        ),
        (
            "makes a new session with a table that restarts",
            follows_a_restart,
        ),
    ];
    for (name, check) in checks {
        let passed = check(probe, wire)?;
        note(name, passed);
        if probe.held.is_none() && name == checks[3].0 {
            return Ok(false);
        }
    }
    Ok(is_passed)
}

fn hello(probe: &mut Probe, within: Duration) -> io::Result<Option<Hello>> {
    probe.hear(within, |_, heard| match heard.head {
        Head::Hello {
            number,
            offer,
            present,
        } => Some(Hello {
            number,
            offer,
            present,
        }),
        _ => None,
    })
}

fn greeting(head: Head) -> io::Result<Encoded> {
    let frame = Frame { head, body: &[] }.encode();
    frame.map_err(|_| io::ErrorKind::InvalidInput.into())
}

fn says_hello(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    let Some(hello) = hello(probe, START)? else {
        return Ok(false);
    };
    Ok(probe.welcome(hello.number, hello.offer)?.is_some() && hello.present.is_none())
}

fn says_hello_again(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    let first = hello(probe, ANSWER)?;
    let second = hello(probe, ANSWER)?;
    let offers = first.zip(second);
    Ok(offers.is_some_and(|(first, second)| first.offer == second.offer))
}

fn refuses_a_welcome(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    let Some(asked) = hello(probe, ANSWER)? else {
        return Ok(false);
    };
    let Some((mut head, _)) = probe.welcome(asked.number, asked.offer)? else {
        return Ok(false);
    };
    if let Head::Welcome { tag, .. } = &mut head {
        tag[15] ^= 1;
    }
    probe.write(&greeting(head)?)?;
    let speaks = |_: &mut Option<Held>, heard: &HeardFrame| {
        matches!(heard.head, Head::Sealed { .. }).then_some(())
    };
    Ok(probe.hear(NOTHING, speaks)?.is_none())
}

/// Welcomes the next hello, and waits for the first frame of the session.
fn meet(probe: &mut Probe) -> io::Result<Option<Hello>> {
    let Some(asked) = hello(probe, ANSWER)? else {
        return Ok(None);
    };
    let Some((head, held)) = probe.welcome(asked.number, asked.offer)? else {
        return Ok(None);
    };
    probe.write(&greeting(head)?)?;
    let before = probe.held.replace(held);
    let first = probe.hear(ANSWER, |held, heard| held.as_mut()?.open(heard).map(drop))?;
    if first.is_none() {
        probe.held = before;
        return Ok(None);
    }
    Ok(Some(asked))
}

fn takes_a_session(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    Ok(meet(probe)?.is_some())
}

/// True if the frame with this counter is acknowledged within a time.
fn is_answered(probe: &mut Probe, counter: u64, within: Duration) -> io::Result<bool> {
    let answer = probe.hear(within, |held, heard| match held.as_mut()?.open(heard)? {
        FrameBody::Ack { of, .. } if of == counter => Some(()),
        _ => None,
    })?;
    Ok(answer.is_some())
}

fn answers(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    for _ in 0..3 {
        let (_, counter) = probe.seal(&FrameBody::Heartbeat)?;
        if !is_answered(probe, counter, ANSWER)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Data and heartbeats ask. They are answered, so that the link is up.
fn asks(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    for _ in 0..5 {
        let asked = probe.hear(ANSWER, |held, heard| {
            let Head::Sealed { counter, .. } = heard.head else {
                return None;
            };
            match held.as_mut()?.open(heard)? {
                FrameBody::Ack { .. } => None,
                _ => Some(counter),
            }
        })?;
        let Some(of) = asked else {
            return Ok(false);
        };
        probe.seal(&FrameBody::Ack { next: 0, of })?;
    }
    Ok(true)
}

/// True if this frame is not answered, and the next right one is.
fn is_ignored(probe: &mut Probe, frame: &[u8], counter: u64) -> io::Result<bool> {
    probe.forget()?;
    probe.write(frame)?;
    let is_silent = !is_answered(probe, counter, NOTHING)?;
    Ok(is_silent && answers(probe, WireKind::Console)?)
}

fn refuses_a_tag(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    let Some(held) = &mut probe.held else {
        return Ok(false);
    };
    // Said by the wrong side: every byte but the tag is right.
    let (frame, counter) = held.seal(&FrameBody::Heartbeat, Speaker::Initiator)?;
    is_ignored(probe, &frame, counter)
}

fn refuses_a_replay(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    let (frame, counter) = probe.seal(&FrameBody::Heartbeat)?;
    Ok(is_answered(probe, counter, ANSWER)? && is_ignored(probe, &frame, counter)?)
}

fn refuses_a_reflection(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    let own = probe.hear(ANSWER, |held, heard| {
        held.as_mut()?.open(heard)?;
        match heard.head {
            Head::Sealed { counter, .. } => Some((heard.bytes.clone(), counter)),
            _ => None,
        }
    })?;
    match own {
        Some((frame, counter)) => is_ignored(probe, &frame, counter),
        None => Ok(false),
    }
}

/// A console asks on its own, and a sign reports its version. A sign is also sent a picture twice, as if its
/// acknowledgement had been lost.
fn exchanges(probe: &mut Probe, wire: WireKind) -> io::Result<bool> {
    let Some(payload) = sends_again(probe)? else {
        return Ok(false);
    };
    match wire {
        WireKind::Sign => {
            let fits = SignVersion::read(&payload).is_some_and(SignVersion::fits);
            Ok(fits && accepts_once(probe)?)
        }
        WireKind::Console => Ok(true),
    }
}

fn accepts_once(probe: &mut Probe) -> io::Result<bool> {
    let picture = SignPicture {
        amount: None,
        phase: SignPhase::Idle,
        banner: Banner::None,
        fault: None,
        no_progressive_bets: false,
        limits: None,
    };
    let picture = payload::write(&picture).unwrap_or_default();
    for _ in 0..2 {
        let (_, counter) = probe.seal(&FrameBody::Data {
            sequence: 0,
            payload: &picture,
        })?;
        let next = probe.hear(ANSWER, |held, heard| match held.as_mut()?.open(heard)? {
            FrameBody::Ack { next, of } if of == counter => Some(next),
            _ => None,
        })?;
        if next != Some(1) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Its first payload comes again as long as it is not acknowledged: the same one under the same sequence.
fn sends_again(probe: &mut Probe) -> io::Result<Option<Vec<u8>>> {
    let mut sent = Vec::new();
    for _ in 0..3 {
        let patience = Duration::from_millis(10 * RETRY_MS);
        let data = probe.hear(patience, |held, heard| {
            match held.as_mut()?.open(heard)? {
                FrameBody::Data { sequence, payload } => Some((sequence, payload.to_vec())),
                _ => None,
            }
        })?;
        sent.push(data);
    }
    let first = sent.first().cloned().flatten();
    let is_same = sent.iter().all(|data| *data == first);
    Ok(first.filter(|_| is_same).map(|(_, payload)| payload))
}

fn survives_noise(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    let mut noise = [0; 1_000];
    getrandom::fill(&mut noise).map_err(io::Error::other)?;
    probe.write(&noise)?;
    // Noise may end within what looks like a frame: the next delimiter ends it.
    answers(probe, WireKind::Console)
}

/// Two seconds without a word from us: a hello comes that names the session, and the session goes on.
fn outlives_silence(probe: &mut Probe, _: WireKind) -> io::Result<bool> {
    probe.forget()?;
    let present = probe.held.as_ref().map(Held::id);
    let silence = Duration::from_millis(SESSION_SILENCE_MS / 2);
    let asked = hello(probe, silence)?;
    let is_same = asked.is_some_and(|hello| hello.present == present);
    Ok(is_same && answers(probe, WireKind::Console)?)
}

/// A table that restarts has no session, says so, and welcomes the hello: nothing of the old session counts any more.
fn follows_a_restart(probe: &mut Probe, wire: WireKind) -> io::Result<bool> {
    let mut old = probe.held.take();
    let (held_back, counter) = match &mut old {
        Some(old) => old.seal(&FrameBody::Heartbeat, Speaker::Responder)?,
        None => return Ok(false),
    };
    let knock = greeting(Head::Knock)?;
    for _ in 0..20 {
        probe.write(&knock)?;
        if hello(probe, Duration::from_millis(HELLO_MS))?.is_some() {
            break;
        }
    }
    probe.held = None;
    if meet(probe)?.is_none() {
        return Ok(false);
    }
    Ok(answers(probe, wire)? && is_ignored(probe, &held_back, counter)?)
}
