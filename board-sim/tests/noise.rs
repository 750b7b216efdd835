//! Lines that hit one byte in a hundred, in both directions: no wrong frame is accepted, no message acts twice, and no
//! link comes to a standstill.

use board_sim::chip::wires::Serial;
use board_sim::table::{BoardEngine, Noise};
use console::Answer;
use parts::wire::Faults;
use shared_rules::games::{Game, VoidCause};
use shared_rules::ledger::{Entry, Fault, RefusedKind};
use shared_rules::round::Event;
use shared_rules::wire::message::Command;
use simulator::table_driver::TableDriver;

const ROUNDS: u32 = 60;

/// Faults of the lines from the table: wrong bits, per 10,000 bytes.
const FROM_THE_TABLE: Faults = Faults {
    flipped: 100,
    ..Faults::NONE
};

#[test]
fn one_byte_in_a_hundred_is_hit_and_nothing_is_lost() {
    let mut evening = noisy(20_261_116);
    plays(&mut evening, ROUNDS);
    // Waits for the entries that have not been sent yet.
    evening.wait_ms(3_000);
    let mut written = evening.new_entries();
    written.retain(|entry| !is_about_links(entry));
    let opened = Entry::Round(Event::PlaceYourBets);
    let rounds = (1..=ROUNDS).flat_map(|number| {
        let void = Event::Void(number, VoidCause::ShiftManager);
        [opened.clone(), Entry::Round(void)]
    });
    assert_eq!(written, rounds.collect::<Vec<_>>());
    was_hit(&evening);
}

/// The digest covers RAM, flash and registers, down to the last bit.
#[test]
fn the_same_seed_gives_the_same_digest() {
    let digest = |seed| {
        let mut evening = noisy(seed);
        plays(&mut evening, 3);
        evening.table.engine.board.digest()
    };
    let digests = [1, 1, 2].map(digest);
    println!("digests of seeds 1, 1 and 2: {digests:x?}");
    assert_eq!(digests[0], digests[1]);
    assert_ne!(digests[1], digests[2]);
}

fn noisy(seed: u64) -> TableDriver<BoardEngine> {
    println!("seed {seed}; `cargo test -p board-sim --test noise` plays it again");
    let mut evening = TableDriver::<BoardEngine>::of(Game::Ml9);
    evening.table.engine.noise = Some(Noise::new(seed));
    evening.table.sign_cable.out.set_rates(FROM_THE_TABLE);
    evening.table.console_cable.out.set_rates(FROM_THE_TABLE);
    evening
}

fn plays(evening: &mut TableDriver<BoardEngine>, rounds: u32) {
    for number in 1..=rounds {
        opens(evening);
        evening.says([Event::Void(number, VoidCause::ShiftManager)]);
    }
}

/// Opens a round. With this much noise a link may be down for a moment, during which no round is opened.
fn opens(evening: &mut TableDriver<BoardEngine>) {
    for _ in 0..10 {
        let answer = evening.answer_to(Command::Round(Event::PlaceYourBets));
        if matches!(answer, Answer::Done(_)) {
            return;
        }
        evening.wait_ms(1_500);
    }
    panic!("no round can be opened");
}

fn is_about_links(entry: &Entry) -> bool {
    matches!(
        entry,
        Entry::Fault(Fault::Sign | Fault::Console)
            | Entry::Healed(Fault::Sign | Fault::Console)
            | Entry::Refused(RefusedKind::AgainstTheRules, _)
    )
}

fn was_hit(evening: &TableDriver<BoardEngine>) {
    let engine = &evening.table.engine;
    let overruns =
        [Serial::Uart4, Serial::Usart1].map(|serial| engine.board.chip().overruns(serial));
    let hit = engine.noise.as_ref().expect("noise").hit;
    let cables = [&evening.table.sign_cable, &evening.table.console_cable];
    let out = cables.map(|cable| cable.out.faults.flipped);
    println!("into the chip: {hit:?}, {overruns:?} overruns; out of it: {out:?} wrong bits");
    assert!(hit.noise > 20 && hit.framing > 20, "{hit:?}");
    assert!(overruns.iter().sum::<u64>() > 20, "{overruns:?}");
    assert!(out.iter().all(|wrong| *wrong > 20), "{out:?}");
    assert_eq!(engine.board.resets().len(), 1, "nobody was silent");
}
