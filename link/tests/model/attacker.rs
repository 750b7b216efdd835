//! What the attacker makes from everything that they have heard. They know every byte on the wire and the protocol, but
//! no key; with a mistake of the protocol they can do more.

use link::frame::{Encoded, Frame, FrameBody, Head};
use shared_rules::wire::session::{SessionKeys, Speaker};

use crate::world::{Mistake, Side, World, greeting, key_number, read, session_of};

/// Higher than every counter of the model.
const HIGH: u64 = 1_000;

/// A sealed frame as whoever has the key makes it.
pub fn seal(keys: &SessionKeys, speaker: Speaker, counter: u64, body: &FrameBody<'_>) -> Encoded {
    let mut room = [0; 64];
    let body = postcard::to_slice(body, &mut room).expect("short");
    sealed(keys, speaker, counter, body)
}

fn sealed(keys: &SessionKeys, speaker: Speaker, counter: u64, body: &[u8]) -> Encoded {
    let tag = keys.tag(speaker, counter, body);
    let head = Head::Sealed { counter, tag };
    Frame { head, body }.encode().expect("short")
}

/// Frames that nobody has said.
pub fn inventions(world: &World) -> Vec<(Encoded, Side)> {
    let mut made = vec![
        (greeting(Head::Knock), Side::Console),
        (greeting(hello([0xEE; 16])), Side::Table),
    ];
    for said in &world.said {
        let (head, body) = read(&said.bytes);
        made.extend(variants(head, &body));
    }
    made.extend(by_mistake(world));
    made
}

const fn hello(offer: [u8; 16]) -> Head {
    Head::Hello {
        number: key_number(),
        offer,
        present: None,
    }
}

/// A frame that was said, with something changed or put in from elsewhere.
fn variants(head: Head, body: &[u8]) -> Vec<(Encoded, Side)> {
    match head {
        Head::Knock => Vec::new(),
        // An offer of the other side's, and an offer that goes with another wish.
        Head::Hello { offer, present, .. } => {
            let other = present
                .is_some()
                .then(|| (greeting(hello(offer)), Side::Table));
            other.into_iter().collect()
        }
        Head::Welcome {
            number,
            offer,
            tag,
            echo,
        } => {
            let swapped = Head::Welcome {
                number,
                offer: echo,
                echo: offer,
                tag,
            };
            let own = Head::Welcome {
                number,
                offer: [0xEE; 16],
                echo,
                tag,
            };
            vec![
                (greeting(swapped), Side::Console),
                (greeting(own), Side::Console),
                (greeting(hello(offer)), Side::Table),
            ]
        }
        Head::Sealed { tag, .. } => {
            let head = Head::Sealed { counter: HIGH, tag };
            let frame = Frame { head, body }.encode().expect("short");
            vec![(frame.clone(), Side::Table), (frame, Side::Console)]
        }
    }
}

/// What a mistake lets the attacker make: the tag says less than it should, so that it fits other frames too.
fn by_mistake(world: &World) -> Vec<(Encoded, Side)> {
    let heads = world.said.iter().map(|said| read(&said.bytes).0);
    let sessions: Vec<SessionKeys> = heads.filter_map(|head| session_of(&head)).collect();
    let mut made = Vec::new();
    for said in &world.said {
        let (Head::Sealed { counter, tag }, body) = read(&said.bytes) else {
            continue;
        };
        let speaker = said.by.speaker();
        let fits = |keys: &&SessionKeys| keys.fits(speaker, counter, &body, &tag);
        let Some(keys) = sessions.iter().find(fits) else {
            continue;
        };
        if world.has_mistake(Mistake::TagWithoutCounter) {
            made.push((sealed(keys, speaker, HIGH, &body), said.by.other()));
        }
        if world.has_mistake(Mistake::TagWithoutSpeaker) {
            made.push((sealed(keys, speaker.other(), counter, &body), said.by));
        }
    }
    made
}
