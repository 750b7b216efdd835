//! The portable controller on the host, as the engine of a table.

use std::any::Any;
use std::cell::RefCell;

use embedded_hal::digital::OutputPin;
use firmware::controller::Controller;
use firmware::felt::FeltEnd;
use firmware::main_loop::{Ends, MainLoop};
use firmware::scan::{Scanner, ShiftChain};
use link::Seed;
use link::to_console::ToConsole;
use link::to_sign::ToSign;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use shared_rules::ledger::ChipNumber;
use shared_rules::wire::key::{KEY_BYTES, KeyEntry, KeyRing, SharedKey};
use shared_rules::wire::role::Role;

use parts::chain::{ChainSpi, Delay, Latch, SharedChain};
use parts::engine::{FreshEngine, KEYS, Lanes, SimulatedKey, TableEngine};
use parts::flash::{FlashChip, Socket};

/// Pages of the journal's flash: two logs of 128.
pub const JOURNAL_PAGES: usize = 256;

/// The unique number of a simulated table's chip, here and on a simulated board.
const CHIP_NUMBER: ChipNumber = *b"\x27\0\x31\0\x0BQ84157 ";

/// The keys of every simulated table.
///
/// # Panics
/// If the constants are no keys.
pub fn key_ring() -> KeyRing {
    let mut ring = KeyRing::new();
    for entry in KEYS.into_iter().map(key_entry) {
        ring.add(entry).expect("room for every number");
    }
    ring
}

/// The key of this role.
///
/// # Panics
/// If there is none.
pub fn key_of(role: Role) -> KeyEntry {
    key_ring().of_role(role).expect("a key for each").clone()
}

fn key_entry((number, role, key): SimulatedKey) -> KeyEntry {
    KeyEntry {
        number,
        role: Role::of_code(role).expect("a role"),
        key: SharedKey::new(key),
    }
}

/// Whoever draws randomness at a simulated table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named like what they are")]
pub enum SeedOwner {
    Table = 1,
    Console = 2,
    Sign = 3,
    Stranger = 4,
}

/// The randomness of one start of its owner: the same for the same number, and another one for every start.
pub fn fresh_seed(owner: SeedOwner, number: u64, start: u64) -> Seed {
    let mut bytes = [0; KEY_BYTES];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes[8..16].copy_from_slice(&start.to_le_bytes());
    bytes[16] = owner as u8;
    ChaCha8Rng::from_seed(bytes).fill_bytes(&mut bytes);
    Seed::new(bytes)
}

/// Every person who may give commands at a simulated table.
pub fn persons() -> Vec<KeyEntry> {
    let roles = [
        Role::Dealer,
        Role::Supervisor,
        Role::ShiftManager,
        Role::Technician,
    ];
    roles.map(key_of).into()
}

/// The key that table and pool share.
pub fn pool_key() -> SharedKey {
    key_of(Role::Pool).key
}

/// The key of the chain over the journal.
pub fn journal_key() -> SharedKey {
    key_of(Role::Journal).key
}

/// The portable controller, run by the host.
#[derive(Debug)]
pub struct HostEngine {
    /// The journal's flash.
    pub flash: Socket,
    /// The chip's unique number.
    pub chip: ChipNumber,
    powered: Option<Powered>,
    /// How often power has come on: each start has randomness of its own.
    starts: u64,
}

/// Everything that runs while there is power.
#[derive(Debug)]
struct Powered {
    main_loop: MainLoop<Socket>,
    ends: HostEnds,
    scanner: Scanner<ChainSpi, Latch, Delay>,
}

/// The ends of a table on the host: no other task has to be kept out.
type HostEnds = Ends<RefCell<FeltEnd>, RefCell<ToSign>, RefCell<ToConsole>>;

impl HostEngine {
    /// One whose flash holds what it holds.
    pub fn with_flash(chip: FlashChip) -> HostEngine {
        HostEngine::with_socket(Socket::new(chip))
    }

    /// The same with the chip in its socket.
    pub fn with_socket(flash: Socket) -> HostEngine {
        HostEngine {
            flash,
            chip: CHIP_NUMBER,
            powered: None,
            starts: 0,
        }
    }

    /// An engine of some type, if it is this one: the others cannot be looked into.
    pub fn of<E: 'static>(engine: &E) -> Option<&HostEngine> {
        (engine as &dyn Any).downcast_ref()
    }

    /// The controller, while there is power.
    pub fn controller(&self) -> &Controller<Socket> {
        self.powered.as_ref().expect("power").main_loop.controller()
    }

    /// The controller, to be tampered with.
    pub fn controller_mut(&mut self) -> &mut Controller<Socket> {
        let powered = self.powered.as_mut().expect("power");
        powered.main_loop.controller_mut()
    }
}

impl FreshEngine for HostEngine {
    fn fresh() -> HostEngine {
        HostEngine::with_flash(FlashChip::new(JOURNAL_PAGES))
    }
}

impl TableEngine for HostEngine {
    fn power_on(&mut self, chain: &SharedChain) {
        self.flash.chip().power_on();
        let wires = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
        let scanner = Scanner::start(wires).expect("simulated wires do not refuse");
        let Ok(()) = chain.output_enable().set_low();
        let main_loop = MainLoop::new(self.flash.clone());
        let mut main_loop = main_loop.expect("a flash of the right size");
        main_loop.controller_mut().set_identity(self.chip);
        main_loop.controller_mut().start(&key_ring(), None);
        self.starts += 1;
        let seed = fresh_seed(SeedOwner::Table, 0, self.starts);
        let keys = key_ring();
        self.powered = Some(Powered {
            main_loop,
            ends: Ends {
                felt: RefCell::default(),
                sign: RefCell::new(ToSign::new(&keys, Some(&seed))),
                console: RefCell::new(ToConsole::new(&keys, Some(&seed))),
            },
            scanner,
        });
    }

    fn power_off(&mut self, chain: &SharedChain) {
        self.powered = None;
        let Ok(()) = chain.output_enable().set_high();
    }

    fn is_powered(&self) -> bool {
        self.powered.is_some()
    }

    fn step(&mut self, now_ms: u64, chain: &SharedChain, sign: &mut Lanes, console: &mut Lanes) {
        let Some(powered) = &mut self.powered else {
            return;
        };
        powered.receive(now_ms, sign, console);
        powered.run(now_ms);
        powered.transmit(now_ms, sign, console);
        // A flash that lost its power takes the controller with it.
        if !self.flash.chip().is_powered() {
            self.power_off(chain);
        }
    }

    fn is_halted(&self) -> bool {
        self.controller().halt().is_some()
    }
}

impl Powered {
    fn receive(&self, now_ms: u64, sign: &mut Lanes, console: &mut Lanes) {
        let now_us = now_ms * 1_000;
        while let Some(bytes) = sign.back.arrived(now_us) {
            let mut end = self.ends.sign.borrow_mut();
            bytes.iter().for_each(|byte| end.receive(*byte, now_ms));
        }
        while let Some(bytes) = console.back.arrived(now_us) {
            let mut end = self.ends.console.borrow_mut();
            bytes.iter().for_each(|byte| end.receive(*byte, now_ms));
        }
    }

    /// Scans the felt and lets the main loop come round.
    fn run(&mut self, now_ms: u64) {
        let lamps = self.ends.felt.borrow_mut().outputs(now_ms, false);
        let sample = self.scanner.scan(lamps);
        self.ends.felt.borrow_mut().accept(sample.ok());
        self.main_loop.poll(&self.ends, || now_ms);
    }

    fn transmit(&self, now_ms: u64, sign: &mut Lanes, console: &mut Lanes) {
        let now_us = now_ms * 1_000;
        let mut end = self.ends.sign.borrow_mut();
        sign.out.send_all(now_us, || end.transmit(now_ms));
        let mut end = self.ends.console.borrow_mut();
        console.out.send_all(now_us, || end.transmit(now_ms));
    }
}
