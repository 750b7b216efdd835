//! The main loop at another pace than the scan: it comes round several times between two samples, or not at all for
//! as long as a flash operation takes. A press acts once, and chips from before the opening are no bets.

use std::cell::{Cell, RefCell};

use embedded_hal::digital::OutputPin;
use firmware::config::SUPPLY_SETTLED_SAMPLES;
use firmware::felt::FeltEnd;
use firmware::main_loop::{ConsolePort, Ends, MainLoop, SignPort};
use firmware::scan::{Scanner, ShiftChain};
use link::Peer;
use link::to_console::Turn;
use parts::chain::{ChainSpi, Change, Delay, Latch, SharedChain};
use parts::flash::{FlashChip, Socket};
use shared_rules::games::Game;
use shared_rules::ledger::{Entry, RefusedKind};
use shared_rules::round::{Bet, Phase};
use shared_rules::seats::Seat;
use shared_rules::wire::auth::Signer;
use shared_rules::wire::message::{Command, Report, Request};
use shared_rules::wire::payload::{self, Payload};
use shared_rules::wire::role::Role;
use shared_rules::wire::session::SessionId;
use shared_rules::wire::sign::SignPicture;
use simulator::engine::{JOURNAL_PAGES, key_of, key_ring};
use simulator::table_driver::house;

/// Keys, in the order of the chain.
const PLACE_YOUR_BETS: usize = 0;
const SUPERVISOR: usize = 3;

/// Milliseconds until everything has come to rest after a start, and after a change of a key.
const START_MS: u64 = 2_000;
const KEY_MS: u64 = 60;

/// Refusals that are counted are written down by then.
const REFUSALS_MS: u64 = 61_000;

thread_local! {
    static SUPPLY_IS_LOW: Cell<bool> = const { Cell::new(false) };
}

/// A sign that answers or not.
struct SilentSign {
    is_up: bool,
}

impl SignPort for SilentSign {
    fn is_up(&self, _: u64) -> bool {
        self.is_up
    }

    fn show(&mut self, _: SignPicture) -> bool {
        false
    }
}

/// A console that gets one turn at a time.
#[derive(Default)]
struct OneTurn {
    turn: Option<Turn>,
    answer: Option<Payload>,
}

impl ConsolePort for OneTurn {
    fn is_up(&self, _: u64) -> bool {
        true
    }

    fn turn(&mut self) -> Option<Turn> {
        self.turn.take()
    }

    fn say(&mut self, message: Payload) {
        self.answer = Some(message);
    }
}

/// A table whose scan and main loop are called by hand.
struct Paced {
    chain: SharedChain,
    scanner: Scanner<ChainSpi, Latch, Delay>,
    flash: Socket,
    main_loop: MainLoop<Socket>,
    ends: Ends<RefCell<FeltEnd>, RefCell<SilentSign>, RefCell<OneTurn>>,
    now_ms: u64,
}

impl Paced {
    fn new(sign_is_up: bool) -> Paced {
        let chain = SharedChain::new(7);
        let wires = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
        let scanner = Scanner::start(wires).expect("simulated wires do not refuse");
        let Ok(()) = chain.output_enable().set_low();
        let flash = Socket::new(FlashChip::new(JOURNAL_PAGES));
        let mut table = Paced {
            chain,
            scanner,
            main_loop: started(&flash),
            flash,
            ends: Ends {
                felt: RefCell::default(),
                sign: RefCell::new(SilentSign { is_up: sign_is_up }),
                console: RefCell::default(),
            },
            now_ms: 0,
        };
        table.run(START_MS, 1);
        table
    }

    /// A table at which a game is configured.
    fn configured() -> Paced {
        let mut table = Paced::new(true);
        table.change(Change::Key(SUPERVISOR, true));
        table.run(KEY_MS, 1);
        let command = payload::write(&Command::Configure(house(Game::Thb6))).expect("short");
        let person = key_of(Role::ShiftManager);
        table.greet();
        let signed = Signer::new(SessionId::default(), 0).sign(&person, &command);
        let request = payload::write(&Request::Command(signed)).expect("short");
        table.serve(Turn::Request(request));
        assert!(table.main_loop.controller().ledger().table().is_some());
        table.change(Change::Key(SUPERVISOR, false));
        table.run(KEY_MS, 1);
        table
    }

    fn restart(&mut self) {
        self.main_loop = started(&self.flash);
        self.ends.felt = RefCell::default();
        self.ends.sign.borrow_mut().is_up = false;
    }

    fn change(&self, change: Change) {
        self.chain.with(|chain| chain.apply(change));
    }

    fn scan(&mut self) {
        self.now_ms += 1;
        let now_ms = self.now_ms;
        let now_ns = now_ms * 1_000_000;
        self.chain.with(|chain| chain.advance_to(now_ns));
        let lamps = self.ends.felt.borrow_mut().outputs(now_ms, false);
        let sample = self.scanner.scan(lamps);
        self.ends.felt.borrow_mut().accept(sample.ok());
    }

    fn poll(&mut self) {
        let now_ms = self.now_ms;
        self.main_loop.poll(&self.ends, || now_ms);
    }

    /// Scans every millisecond, each followed by so many turns of the loop.
    fn run(&mut self, time_ms: u64, turns: u32) {
        for _ in 0..time_ms {
            self.scan();
            (0..turns).for_each(|_| self.poll());
        }
    }

    fn press(&mut self, turns: u32) {
        self.change(Change::Key(PLACE_YOUR_BETS, true));
        self.run(KEY_MS, turns);
        self.change(Change::Key(PLACE_YOUR_BETS, false));
        self.run(KEY_MS, 1);
    }

    /// A key is pressed and chips are put down during 50 ms without a turn of the loop: more readings than wait.
    fn press_while_the_flash_is_busy(&mut self) {
        self.change(Change::Key(PLACE_YOUR_BETS, true));
        for seat in 0..5 {
            self.change(Change::Ante(seat, true));
            self.scan();
        }
        for seat in 0..5 {
            self.change(Change::Chips(seat, 1));
            self.run(2, 0);
        }
        self.run(35, 0);
    }

    /// The console is there, as the shift manager.
    fn greet(&mut self) {
        let number = key_of(Role::ShiftManager).number;
        let session = SessionId::default();
        self.serve(Turn::NewConsole(Peer { session, number }));
    }

    fn serve(&mut self, turn: Turn) -> Option<Payload> {
        self.ends.console.borrow_mut().turn = Some(turn);
        self.poll();
        self.ends.console.borrow_mut().answer.take()
    }

    /// The refusals of the journal, once all that were counted are written down.
    fn refusals(&mut self) -> Vec<Entry> {
        self.now_ms += REFUSALS_MS;
        self.run(10, 1);
        self.greet();
        let follow = payload::write(&Request::Follow(0)).expect("short");
        self.serve(Turn::Request(follow));
        let mut refusals = Vec::new();
        while let Some(report) = self.serve(Turn::Free)
            && let Some(Report::Entry(_, bytes)) = payload::read(&report)
        {
            refusals.extend(payload::read::<Entry>(bytes));
        }
        refusals.retain(|entry| matches!(entry, Entry::Refused(..)));
        refusals
    }

    fn phase(&self) -> Phase {
        self.main_loop.controller().ledger().phase()
    }
}

fn started(flash: &Socket) -> MainLoop<Socket> {
    let mut main_loop = MainLoop::new(flash.clone()).expect("a flash that fits");
    main_loop.controller_mut().start(&key_ring(), None);
    main_loop
}

/// However often the loop comes round, and from a full queue. Nothing is configured, so that every press is refused, and
/// counted.
#[test]
fn a_press_acts_once() {
    let presses: [fn(&mut Paced); 2] = [
        |table| table.press(11),
        |table| {
            table.press_while_the_flash_is_busy();
            table.run(1_000, 1);
        },
    ];
    for (sign_is_up, press) in [true, false]
        .into_iter()
        .flat_map(|up| presses.map(|press| (up, press)))
    {
        let mut table = Paced::new(sign_is_up);
        table.press(1);
        press(&mut table);
        let once = Entry::Refused(RefusedKind::AgainstTheRules, 1);
        assert_eq!(table.refusals(), [once.clone(), once], "{sign_is_up}");
    }
}

/// No round is opened while a link is down (9 NYCRR 5321.18(c)), nor later by a press from that time.
#[test]
fn a_press_before_the_sign_answers_opens_nothing() {
    for turns_before in [0, 1] {
        let mut table = Paced::configured();
        table.restart();
        // The scan goes on while the controller starts: the chain is proven before the first turn.
        table.run(700, 0);
        (0..turns_before).for_each(|_| table.poll());
        table.press_while_the_flash_is_busy();
        table.run(300, 1);
        table.ends.sign.borrow_mut().is_up = true;
        table.run(300, 1);
        assert_eq!(table.phase(), Phase::Idle, "{turns_before} turns before");
    }
}

#[test]
fn chips_from_before_the_opening_are_no_bets() {
    let mut table = Paced::configured();
    table.change(Change::Ante(2, true));
    table.change(Change::Chips(2, 1));
    table.run(100, 1);
    table.change(Change::Key(PLACE_YOUR_BETS, true));
    for _ in 0..KEY_MS {
        table.run(1, 3);
        let ledger = table.main_loop.controller().ledger();
        let round = ledger.table().expect("a configured table").round();
        assert_eq!(round.bet(Seat::Three), Bet::None, "{} ms", table.now_ms);
    }
    assert_eq!(table.phase(), Phase::BetsOpen);
}

/// A press that was read before the supply fell acts once it is good again; one during the sag is never read.
#[test]
fn a_press_waits_while_the_supply_is_low() {
    let mut table = Paced::configured();
    table
        .main_loop
        .controller_mut()
        .set_supply(|| SUPPLY_IS_LOW.get());
    table.change(Change::Key(PLACE_YOUR_BETS, true));
    table.run(KEY_MS, 0);
    SUPPLY_IS_LOW.set(true);
    (0..10).for_each(|_| table.poll());
    assert_eq!(table.phase(), Phase::Idle);
    SUPPLY_IS_LOW.set(false);
    table.run(1, 1);
    assert_eq!(table.phase(), Phase::BetsOpen);
}

#[test]
fn samples_of_a_low_supply_and_right_after_it_do_not_count() {
    let mut table = Paced::configured();
    let readings = |table: &mut Paced| {
        let mut felt = table.ends.felt.borrow_mut();
        std::iter::from_fn(|| felt.pop()).last()
    };
    readings(&mut table);
    table.change(Change::Chips(0, 5));
    for _ in 0..KEY_MS {
        table.ends.felt.borrow_mut().sag();
        table.scan();
    }
    table.change(Change::Chips(0, 0));
    table.run(u64::from(SUPPLY_SETTLED_SAMPLES), 0);
    assert_eq!(readings(&mut table), None);
    // The same with a good supply is read.
    table.change(Change::Chips(0, 5));
    table.run(KEY_MS, 0);
    assert!(readings(&mut table).is_some());
}
