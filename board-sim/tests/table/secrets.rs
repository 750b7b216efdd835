//! A board whose SRAM1 is searched, again and again, for every key that the image has: those that it was given, the
//! sessions' that it makes of them, and both HMAC states of each. Readout protection of level 1 leaves SRAM1 readable.

use std::collections::BTreeSet;

use board_sim::board::Board;
use board_sim::chip::map::SRAM1;
use board_sim::chip::wires::Serial;
use board_sim::table::{BoardEngine, TableWires};
use link::decoder::Decoder;
use link::frame::Head;
use parts::chain::SharedChain;
use parts::engine::{FreshEngine, KEYS, Lanes, TableEngine};
use sha2::block_api::compress256;
use shared_rules::wire::key::{KEY_BYTES, SharedKey};
use shared_rules::wire::role::WireKind;
use shared_rules::wire::session::Offer;

const SRAM1_BYTES: usize = 0x1_8000;

/// Milliseconds between two searches: with the turns of the image's tasks it has no common divisor.
const EVERY_MS: u64 = 23;

/// The bytes of a secret that are looked for together: four parts of each, so that half an overwritten one is found.
const PART: usize = 8;

/// The state of SHA-256 before the first block.
const BEGINNING: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// Parts of secrets, as memory holds them.
#[derive(Debug, Default)]
pub struct Secrets(BTreeSet<[u8; PART]>);

impl Secrets {
    /// Every key that the simulated board is given.
    pub fn given() -> Secrets {
        let mut secrets = Secrets::default();
        KEYS.iter().for_each(|(_, _, key)| secrets.add(*key));
        secrets
    }

    /// A key, and what HMAC-SHA-256 keeps of it to make codes (RFC 2104).
    fn add(&mut self, key: [u8; KEY_BYTES]) {
        self.add_parts(&key);
        for pad in [0x36, 0x5C] {
            let mut block = [pad; 64];
            block.iter_mut().zip(key).for_each(|(to, from)| *to ^= from);
            let mut state = BEGINNING;
            compress256(&mut state, &[block]);
            self.add_parts(&state.map(u32::to_le_bytes).concat());
        }
    }

    fn add_parts(&mut self, bytes: &[u8]) {
        self.0.extend(bytes.as_chunks().0);
    }

    /// The key of a session: see `docs/protocol.md`.
    fn add_session(
        &mut self,
        wire: WireKind,
        number: u8,
        [of_initiator, of_responder]: [Offer; 2],
    ) {
        let place = [wire.code(), number];
        for (_, _, key) in KEYS.iter().filter(|(of, _, _)| *of == number) {
            let parts: [&[u8]; 4] = [b"coinspot session 2", &place, &of_initiator, &of_responder];
            self.add(SharedKey::new(*key).ready().code(&parts));
        }
    }

    /// The places of parts in some memory.
    pub fn found_in(&self, memory: &[u8]) -> Vec<usize> {
        let mut begins = [false; 0x100];
        self.0
            .iter()
            .for_each(|part| begins[usize::from(part[0])] = true);
        let windows = memory.windows(PART).enumerate();
        let candidates = windows.filter(|(_, window)| begins[usize::from(window[0])]);
        let found = candidates.filter(|(_, window)| self.0.iter().any(|part| part == window));
        found.map(|(place, _)| place).collect()
    }
}

/// The board, with the secrets that it must not show.
#[derive(Debug)]
pub struct SearchedBoard {
    engine: BoardEngine,
    secrets: Secrets,
    /// Decoders of the bytes that the board sends: its welcomes tell which sessions it makes.
    heard: [(Serial, WireKind, Decoder); 2],
}

impl SearchedBoard {
    /// Searches all of SRAM1.
    #[track_caller]
    fn search(&self) {
        let memory = self.engine.board.memory(SRAM1, SRAM1_BYTES).expect("SRAM1");
        let found = self.secrets.found_in(memory);
        assert!(found.is_empty(), "secrets in SRAM1, at {found:x?}");
    }
}

/// Learns of the sessions that the board makes, before the bytes leave it.
fn listen(
    board: &Board<TableWires>,
    heard: &mut [(Serial, WireKind, Decoder); 2],
    secrets: &mut Secrets,
) -> bool {
    let mut is_new = false;
    for (serial, wire, decoder) in heard {
        for byte in board.world().waiting(*serial) {
            let Some(frame) = decoder.feed(*byte) else {
                continue;
            };
            if let Head::Welcome {
                number,
                offer,
                echo,
                ..
            } = frame.head
            {
                secrets.add_session(*wire, number, [echo, offer]);
                is_new = true;
            }
        }
    }
    is_new
}

impl FreshEngine for SearchedBoard {
    fn fresh() -> Self {
        Self {
            engine: BoardEngine::fresh(),
            secrets: Secrets::given(),
            heard: [
                (Serial::Uart4, WireKind::Sign, Decoder::new()),
                (Serial::Usart1, WireKind::Console, Decoder::new()),
            ],
        }
    }
}

impl TableEngine for SearchedBoard {
    fn power_on(&mut self, chain: &SharedChain) {
        self.engine.power_on(chain);
    }

    fn power_off(&mut self, chain: &SharedChain) {
        self.search();
        self.engine.power_off(chain);
    }

    fn is_powered(&self) -> bool {
        self.engine.is_powered()
    }

    fn step(&mut self, now_ms: u64, _: &SharedChain, sign: &mut Lanes, console: &mut Lanes) {
        let Self {
            engine,
            secrets,
            heard,
        } = self;
        let mut is_new = false;
        engine.step_with(now_ms, (sign, console), |board, until| {
            let ran = board.run_until(until);
            assert!(ran.is_ok(), "{ran:?}");
            is_new = listen(board, heard, secrets);
        });
        if is_new || now_ms.is_multiple_of(EVERY_MS) {
            self.search();
        }
    }
}

/// The search finds what it looks for: in SRAM2, where the image keeps it, and in SRAM1 if it is put there.
mod tests {
    use board_sim::chip::map::SRAM2;
    use shared_rules::games::Game;
    use simulator::table_driver::TableDriver;

    use super::{PART, SRAM1, SRAM1_BYTES, SearchedBoard, Secrets};

    const SRAM2_BYTES: usize = 0x8000;

    #[test]
    fn every_secret_is_in_sram2_and_would_be_found_in_sram1() {
        let mut evening = TableDriver::<SearchedBoard>::of(Game::Ml9);
        evening.wait_ms(1_000);
        let searched = &mut evening.table.engine;
        let sram2 = searched
            .engine
            .board
            .memory(SRAM2, SRAM2_BYTES)
            .expect("SRAM2")
            .to_vec();
        let given = Secrets::given().0.len();
        assert!(searched.secrets.0.len() > given, "no session was heard of");
        // The keys themselves, and at least what their two sessions are made of.
        let mut there = searched
            .secrets
            .0
            .iter()
            .filter(|part| sram2.windows(PART).any(|window| window == part.as_slice()));
        assert!(there.by_ref().count() >= 9 + 2 * 8);
        for part in searched.secrets.0.clone() {
            let end = SRAM1 + u32::try_from(SRAM1_BYTES).expect("96 KiB") - 64;
            let board = &mut searched.engine.board;
            let room = board.memory_mut(end + 3, PART).expect("SRAM1");
            let before = room.to_vec();
            room.copy_from_slice(&part);
            let memory = board.memory(SRAM1, SRAM1_BYTES).expect("SRAM1");
            assert_eq!(searched.secrets.found_in(memory), [SRAM1_BYTES - 61]);
            let room = board.memory_mut(end + 3, PART).expect("SRAM1");
            room.copy_from_slice(&before);
        }
    }
}
