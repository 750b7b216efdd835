//! A simulated table whose wires are sockets, to try a link, a console or a sign without a board: the portable controller
//! in real time, its supervisor's key turned, and one guest who bets a unit at seat 1 whenever bets are open.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};
use std::{io, thread};

use console::read_arrived;
use parts::chain::Change;
use parts::flash::Socket;
use shared_rules::games::Game;
use shared_rules::round::Phase;
use shared_rules::wire::message::Command;
use simulator::engine::HostEngine;
use simulator::table::{Elsewhere, SimulatedTable};
use simulator::table_driver::{FeltKey, START_MS, house};

/// The seat of the guest, from 0.
const SEAT: usize = 0;

/// A command is carried out within this time.
const CONFIGURED_MS: u64 = 500;

/// The controller is run this often.
const TICK: Duration = Duration::from_millis(1);

/// A simulated table behind a socket, or two.
pub struct Stand {
    table: SimulatedTable,
    console: Door,
    /// Without one the table has a sign of its own.
    sign: Option<Door>,
    /// The table's time at the start.
    begun_ms: u64,
    started: Instant,
    has_bet: bool,
}

impl std::fmt::Debug for Stand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stand").field(&self.console).finish()
    }
}

impl Stand {
    /// A table with this flash, which has just come up. With a game, a new table is configured for it.
    ///
    /// # Errors
    /// The listener cannot be read without waiting.
    pub fn new(flash: Socket, listener: TcpListener, game: Option<Game>) -> io::Result<Stand> {
        let console = Door::new(listener)?;
        let mut table = SimulatedTable::with_engine(1, HostEngine::with_socket(flash));
        table.change(Change::Key(FeltKey::Supervisor as usize, true));
        table.run_ms(START_MS);
        let is_new = table.engine.controller().ledger().table().is_none();
        if let Some(game) = game.filter(|_| is_new) {
            table.console.command(Command::Configure(house(game)));
            table.run_ms(CONFIGURED_MS);
        }
        table.elsewhere = Some(Elsewhere::default());
        let begun_ms = table.now_ms();
        Ok(Stand {
            begun_ms,
            table,
            console,
            sign: None,
            started: Instant::now(),
            has_bet: false,
        })
    }

    /// Has its sign at another socket: no round opens before a sign with the pairing key is there.
    ///
    /// # Errors
    /// The listener cannot be read without waiting.
    pub fn with_sign(mut self, listener: TcpListener) -> io::Result<Stand> {
        self.sign = Some(Door::new(listener)?);
        self.table.sign_elsewhere = Some(Elsewhere::default());
        Ok(self)
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &SimulatedTable {
        &self.table
    }

    /// Lets the time pass that has passed, and carries the bytes of the wire.
    pub fn step(&mut self) {
        let passed_ms = self.started.elapsed().as_millis();
        while u128::from(self.table.now_ms().saturating_sub(self.begun_ms)) < passed_ms {
            self.table.step();
        }
        self.table.engine.flash.chip().clear_history();
        self.table.sign.heard.clear();
        self.bet();
        self.console
            .exchange(self.table.elsewhere.get_or_insert_default());
        if let Some(sign) = &mut self.sign {
            sign.exchange(self.table.sign_elsewhere.get_or_insert_default());
        }
    }

    /// Runs until `is_over`.
    pub fn run(&mut self, mut is_over: impl FnMut() -> bool) {
        while !is_over() {
            self.step();
            thread::sleep(TICK);
        }
    }

    /// The guest puts chips down when bets open, and takes them away when the round is over.
    fn bet(&mut self) {
        let phase = self.table.engine.controller().ledger().phase();
        let bets = match phase {
            Phase::BetsOpen => true,
            Phase::Playing | Phase::Settled => return,
            Phase::Idle | Phase::Paid | Phase::Void(_) => false,
        };
        if bets != self.has_bet {
            self.has_bet = bets;
            self.table.change(Change::Ante(SEAT, bets));
            self.table.change(Change::Chips(SEAT, u8::from(bets)));
        }
    }
}

/// A socket at which whoever is at the other end of a wire connects. The last one counts.
#[derive(Debug)]
struct Door {
    listener: TcpListener,
    stream: Option<TcpStream>,
}

impl Door {
    fn new(listener: TcpListener) -> io::Result<Door> {
        listener.set_nonblocking(true)?;
        Ok(Door {
            listener,
            stream: None,
        })
    }

    fn exchange(&mut self, wire: &mut Elsewhere) {
        if let Ok((stream, _)) = self.listener.accept() {
            let is_ready = stream.set_nonblocking(true).and(stream.set_nodelay(true));
            self.stream = is_ready.is_ok().then_some(stream);
        }
        let told = std::mem::take(&mut wire.heard);
        if let Some(mut stream) = self.stream.take()
            && let Ok(arrived) = read_arrived(&mut stream)
            && stream.write_all(&told).is_ok()
        {
            wire.said.extend(arrived);
            self.stream = Some(stream);
        }
    }
}
