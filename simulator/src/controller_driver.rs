//! A controller over its flash, without wires: requests and the felt go straight to it.

use firmware::chips::SeatReading;
use firmware::controller::Controller;
use firmware::faults::ChainFault;
use firmware::keys::{KeyReading, KeySet, TableKey};
use firmware::sensors::SensorReadings;
use link::Peer;
use link::to_console::Turn;
use parts::flash::Socket;
use shared_rules::games::{Game, RuleReadings};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{Configuration, LastWords};
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wagers::{Limit, Limits};
use shared_rules::wire::payload::Payload;
use shared_rules::wire::role::Role;
use shared_rules::wire::session::SessionId;

use crate::round_driver::seat;
use crate::table::{key_of, key_ring};

/// A fault is healed after one second.
const HEALED_MS: u64 = 1_001;

/// A change on the felt.
#[derive(Clone, Copy, Debug)]
pub enum FeltChange {
    /// So many chips lie on a coin spot.
    Chips(Seat, u8),
    /// An Ante lies at a seat, or does not.
    Ante(Seat, bool),
    /// Antes lie at exactly these seats.
    Antes(SeatSet),
    /// Every chip is taken away.
    Cleared,
    /// The supervisor's key is turned, or turned back.
    Supervisor(bool),
    /// A key is pressed.
    Press(TableKey),
    /// The chain breaks.
    ChainBreaks,
    /// The chain is whole again.
    ChainIsBack,
    /// The chain is whole again, for long enough to be believed.
    ChainIsRepaired,
}

/// A controller with power, and the felt in front of it.
#[derive(Debug)]
pub struct ControllerDriver {
    /// The flash under the journal.
    pub flash: Socket,
    /// The controller itself.
    pub controller: Controller<Socket>,
    /// Milliseconds.
    pub now_ms: u64,
    /// The session of the console, another one after each start.
    pub session: SessionId,
    readings: SensorReadings,
}

impl ControllerDriver {
    /// Power comes on over this flash.
    pub fn new(flash: Socket) -> ControllerDriver {
        let mut driver = ControllerDriver {
            controller: started(&flash, None),
            flash,
            now_ms: 0,
            session: SessionId::default(),
            readings: quiet(),
        };
        driver.begin_session();
        driver
    }

    /// The console is there, in a session that has not been before.
    fn begin_session(&mut self) {
        self.session[0] = self.session[0].wrapping_add(1);
        let peer = Peer {
            session: self.session,
            number: key_of(Role::ShiftManager).number,
        };
        self.serve(&Turn::NewConsole(peer));
    }

    /// The controller starts again over the same flash, and writes these last words down.
    pub fn restart(&mut self, words: Option<LastWords>) {
        self.controller = started(&self.flash, words);
        self.begin_session();
    }

    /// The controller's words in the console's turn.
    pub fn serve(&mut self, turn: &Turn) -> Option<Payload> {
        self.controller.serve(turn, self.now_ms)
    }

    /// The supervisor's key is turned.
    pub fn is_supervised(&self) -> bool {
        self.readings.keys.held.contains(TableKey::Supervisor)
    }

    /// Changes the felt, and lets the table see it.
    pub fn felt(&mut self, change: FeltChange) {
        match change {
            FeltChange::Chips(seat, count) => self.readings.seats.get_mut(seat).chips = count,
            FeltChange::Ante(seat, lies) => self.readings.seats.get_mut(seat).ante = lies,
            FeltChange::Antes(seats) => {
                for (seat, reading) in self.readings.seats.iter_mut() {
                    reading.ante = seats.contains(seat);
                }
            }
            FeltChange::Cleared => self.readings.seats = quiet().seats,
            FeltChange::Supervisor(turned) => {
                let held = turned.then_some(TableKey::Supervisor);
                self.readings.keys.held = held.into_iter().collect();
            }
            FeltChange::Press(key) => {
                self.readings.keys.pressed = KeySet::from_iter([key]);
                self.sense();
                self.readings.keys.pressed = KeySet::NONE;
            }
            FeltChange::ChainBreaks => {
                self.readings.chain = Some(ChainFault::LoopBack);
                self.readings.seats = SeatMap::from_fn(|_| SeatReading::NOT_READ);
            }
            FeltChange::ChainIsBack => self.readings = quiet(),
            FeltChange::ChainIsRepaired => {
                self.readings = quiet();
                self.sense();
                self.now_ms += HEALED_MS;
            }
        }
        self.sense();
    }

    /// The table is told which links are up.
    pub fn links(&mut self, sign_up: bool, console_up: bool) {
        self.controller.keep_watch(sign_up, console_up, self.now_ms);
    }

    /// The table looks at the felt.
    pub fn sense(&mut self) {
        self.now_ms += 1;
        // Real sensors would look for chips that lie there from before.
        self.controller.pop_opened();
        self.controller.sense(&self.readings, self.now_ms);
    }
}

fn started(flash: &Socket, words: Option<LastWords>) -> Controller<Socket> {
    let mut controller = Controller::new(flash.clone()).expect("a flash that fits");
    controller.start(&key_ring(), words);
    controller
}

/// A felt with nothing on it.
fn quiet() -> SensorReadings {
    let empty = SeatReading {
        chips: 0,
        ante: false,
        fault: None,
    };
    SensorReadings {
        seats: SeatMap::from_fn(|_| empty),
        keys: KeyReading::default(),
        chain: None,
    }
}

/// A table for this game: $5 a unit, of which a tenth goes on the meter and a fiftieth into the reserve.
pub fn house(game: Game) -> Configuration {
    let limit = Limit {
        min: Cents::dollars(10),
        max: Some(Cents::dollars(1_000)),
    };
    let last = game.rules().positions.1.number();
    Configuration {
        game,
        readings: RuleReadings::default(),
        unit: Cents::dollars(5),
        limits: Limits {
            ante: limit,
            bonus: limit,
            pair_plus: limit,
        },
        seats: (1..=last).map(seat).collect(),
        jackpot: JackpotTerms {
            reset: Cents::dollars(10_000),
            contribution: BasisPoints::new(1_033).expect("a rate"),
            reserve: BasisPoints::new(200).expect("a rate"),
            limit: Some(Cents::dollars(10_003)),
        },
    }
}
