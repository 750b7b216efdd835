//! Writes the seeds, each an input of its target: `cargo run --package fuzz --example seeds -- DIRECTORY`. Real frames,
//! sessions, journals, rounds and pictures; what is in `corpus` grew out of them.

mod hostile;

use std::path::Path;
use std::{env, fs, io};

use fuzz::console::step::Step;
use fuzz::frames::Piece;
use fuzz::input::StepRow;
use fuzz::journal::Damage;
use fuzz::{sessions, sign};
use link::frame::{FrameBody, Head, VERSION};
use parts::flash::Tear;
use shared_rules::games::{Award, Game};
use shared_rules::ledger::{Entry, Fault, Ledger};
use shared_rules::money::Cents;
use shared_rules::round::Event;
use shared_rules::seats::Seat;
use shared_rules::wire::message::Request;
use shared_rules::wire::payload;
use shared_rules::wire::sign::{Banner, BetLimits, SignFault, SignPhase, SignPicture, Win};
use simulator::ledger_driver::checkpoint;
use simulator::rounds::{GAMES, Rounds};

/// The name and the bytes of an input.
pub(crate) type Seed = (String, Vec<u8>);

/// Double-words of a log in the smallest ring.
const LOG_WORDS: u16 = 16 * 2048 / 8;

fn main() -> io::Result<()> {
    let Some(directory) = env::args().nth(1) else {
        return Err(io::Error::other("the directory is missing"));
    };
    let targets = [
        ("console", console()),
        ("frames", frames()),
        ("hostile", hostile::seeds()),
        ("journal", journal()),
        ("settle", settle()),
        ("sign", pictures()),
    ];
    for (target, seeds) in targets {
        let directory = Path::new(&directory).join(target);
        fs::create_dir_all(&directory)?;
        for (name, bytes) in seeds {
            fs::write(directory.join(name), bytes)?;
        }
    }
    Ok(())
}

fn console() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for game in Game::ALL {
        let key = game.rules().key;
        let sessions = [
            ("plain", sessions::plain_round(game)),
            ("jackpot", sessions::jackpot(game)),
            ("void", sessions::void_round(1)),
            ("troubles", sessions::troubles()),
            ("attacks", sessions::attacks()),
        ];
        for (name, steps) in sessions {
            let steps = [sessions::set_up(game), steps].concat();
            seeds.push((format!("{key}_{name}"), row(&steps, Step::write)));
        }
    }
    seeds
}

pub(crate) fn row<T>(steps: &[T], write: impl Fn(&T, &mut StepRow)) -> Vec<u8> {
    let mut row = StepRow::default();
    steps.iter().for_each(|step| write(step, &mut row));
    row.0
}

fn frames() -> Vec<Seed> {
    let payload = payload::write(&Request::Follow(7)).expect("a short request");
    let bodies = [
        FrameBody::Data {
            sequence: 3,
            payload: &payload,
        },
        FrameBody::Data {
            sequence: u64::MAX,
            payload: &[0; 240],
        },
        FrameBody::Ack {
            next: 4,
            of: 70_000,
        },
        FrameBody::Heartbeat,
    ];
    let head = |head: Head| {
        let mut buffer = [0; 300];
        let content = postcard::to_slice(&(VERSION, head), &mut buffer);
        content.expect("it fits").to_vec()
    };
    let sealed = bodies.map(|body| {
        let (counter, tag) = (70_001, [0x77; 8]);
        let mut buffer = [0; 300];
        let body = postcard::to_slice(&body, &mut buffer).expect("it fits");
        [&head(Head::Sealed { counter, tag })[..], body].concat()
    });
    let (number, offer) = (3, [1; 16]);
    let present = Some([4; 16]);
    let greetings = [
        Head::Knock,
        Head::Hello {
            number,
            offer,
            present,
        },
        Head::Welcome {
            number,
            offer,
            echo: [2; 16],
            tag: [3; 16],
        },
    ];
    let contents = [sealed.to_vec(), greetings.map(head).to_vec()].concat();
    let mut seeds = Vec::new();
    for (index, content) in contents.iter().enumerate() {
        let wire = fuzz::frames::sealed(content);
        let pieces = [
            Piece::Sealed(content),
            Piece::Joined(content),
            Piece::Raw(&[1, 2, 3]),
            Piece::Damaged(content, 77),
            Piece::Raw(wire.get(..200).unwrap_or(&wire)),
            Piece::Run(5, 400),
            Piece::Sealed(&[VERSION + 1, 0]),
        ];
        let mut bytes = vec![5, 0];
        bytes.extend(row(&pieces, Piece::write));
        seeds.push((format!("pieces_{index}"), bytes));
    }
    seeds
}

fn journal() -> Vec<Seed> {
    let entries = [
        Entry::Round(Event::PlaceYourBets),
        Entry::Settled(Cents::dollars(10_000)),
        Entry::Confirmed,
        Entry::Fault(Fault::Journal),
        Entry::Configured(sessions::house(Game::Rws6)),
    ];
    let appended = entries.map(|entry| {
        let bytes = payload::write(&entry).expect("a short entry");
        Damage::Append(bytes[0], bytes[1..].to_vec())
    });
    let checkpoint = checkpoint(&Ledger::new());
    let damages = [
        ("flips", vec![Damage::Flip(1, 3), Damage::Flip(9, 40)]),
        (
            "spoiled",
            vec![Damage::Spoil(2), Damage::Spoil(LOG_WORDS + 3)],
        ),
        (
            "weak",
            vec![Damage::Weaken(40), Damage::Weaken(LOG_WORDS + 40)],
        ),
        ("raw", vec![Damage::Overwrite(0, (0..=254).collect())]),
        (
            "copied",
            vec![Damage::CopyPage(0, 1), Damage::CopyPage(16, 0)],
        ),
        ("appended", appended.to_vec()),
        ("anew", vec![Damage::Format(checkpoint)]),
        ("cut", vec![Damage::CutPower(1, Tear::Garbled, 5)]),
    ];
    let mut seeds = Vec::new();
    for base in 0..6 {
        for (name, damages) in &damages {
            let mut bytes = vec![base];
            bytes.extend(row(damages, Damage::write));
            seeds.push((format!("{base}_{name}"), bytes));
        }
    }
    seeds
}

fn settle() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for game in GAMES {
        let mut rounds = Rounds::new(1);
        for number in 0..20 {
            let line = serde_json::to_string(&rounds.next(game)).expect("JSON");
            seeds.push((format!("{game}_{number}"), line.into_bytes()));
        }
    }
    seeds.push((
        "lines".into(),
        b"{\"game\":\"tcp5\",\"dealer\":\"2c3d4h\"}\r\n\n{}\nnull".to_vec(),
    ));
    seeds
}

fn pictures() -> Vec<Seed> {
    let win = Win {
        seat: Seat::Three,
        award: Award::RoyalFlushOnFlop,
        amount: Cents::dollars(50_000),
    };
    let fault = Some(SignFault::Seat(Seat::Five));
    let limits = BetLimits {
        wagers: sessions::house(Game::Ml9).limits,
        unit: Cents::dollars(5),
        units_max: 5,
    };
    let pictures = [
        (Banner::None, None, false, None),
        (Banner::Pending(win), None, true, None),
        (Banner::Winner(win), fault, false, Some(limits)),
        (Banner::None, None, true, Some(limits)),
        (Banner::None, fault, false, Some(limits)),
    ];
    let seeds = pictures.into_iter().enumerate().map(
        |(index, (banner, fault, no_progressive_bets, limits))| {
            let picture = |dollars| {
                let message = payload::write(&SignPicture {
                    amount: Some(Cents::dollars(dollars)),
                    phase: SignPhase::Idle,
                    banner,
                    fault,
                    no_progressive_bets,
                    limits,
                });
                let message = message.expect("a short message");
                sign::Step::Picture(message.to_vec())
            };
            let steps = [
                picture(100),
                sign::Step::Wait(250),
                picture(1_234),
                sign::Step::Wait(90),
                sign::Step::Silence(30),
                sign::Step::Noise(vec![0, 3, 2, 1, 0]),
                sign::Step::Stranger(vec![1, 100, 0, 0]),
                sign::Step::Leap(33),
                sign::Step::Restart(index % 2 == 0),
                picture(7),
                sign::Step::Wait(255),
            ];
            (format!("banner_{index}"), row(&steps, sign::Step::write))
        },
    );
    seeds.collect()
}
