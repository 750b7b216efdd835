//! The view: the lamps and the sign's picture, from the ledger and the felt. It reads both and changes nothing.

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::NorFlash;
use shared_rules::closed::SeatRecord;
use shared_rules::ledger::{Configuration, Fault, Table, Waiting};
use shared_rules::pool::TableNumber;
use shared_rules::pool::message::LinkWin;
use shared_rules::round::{Bet, Phase};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wagers::{Limit, Limits, Wager, areas};
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::sign::{Banner, BetLimits, SignFault, SignPhase, SignPicture, Win};

use super::sense::ante_is_in_doubt;
use super::{Controller, Halt, State};
use crate::lamps::{Lamps, SeatLamps};

/// Marks a view: another mark may stand for the same view, but not the other way round. The alarm ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ViewMark {
    seals: [u32; 2],
    sensed: u32,
    opened: bool,
    state: State,
}

impl<F: NorFlash, A: BorrowMut<Authenticator>> Controller<F, A> {
    /// Everything that is shown, of a ledger that is verified once.
    #[must_use]
    pub(crate) fn view(&self, now_ms: u64) -> (Lamps, SignPicture) {
        let is_intact = self.ledger.is_intact();
        (self.lamps_if(is_intact, now_ms), self.picture_if(is_intact))
    }

    /// As long as this is the same, so is everything that is shown.
    pub(crate) fn view_mark(&self) -> ViewMark {
        ViewMark {
            seals: [self.ledger.seals(), self.pool_shown.seals()],
            sensed: self.sensed,
            opened: self.opened,
            state: self.state,
        }
    }

    /// The lamps.
    #[must_use]
    pub fn lamps(&self, now_ms: u64) -> Lamps {
        self.lamps_if(self.ledger.is_intact(), now_ms)
    }

    fn lamps_if(&self, is_intact: bool, now_ms: u64) -> Lamps {
        if !is_intact {
            return Lamps {
                fault: true,
                ..Lamps::default()
            };
        }
        Lamps {
            seats: SeatMap::from_fn(|seat| self.seat_lamps(seat)),
            bets_open: self.is_running() && self.ledger.phase() == Phase::BetsOpen,
            fault: !self.is_running() || !self.ledger.faults().is_empty(),
            alarm_until_ms: self.alerts.sounds_until(now_ms),
        }
    }

    fn seat_lamps(&self, seat: Seat) -> SeatLamps {
        let Some(table) = self.ledger.table() else {
            return SeatLamps::Dark;
        };
        if !self.seats_in_use().contains(seat) {
            return SeatLamps::Dark;
        }
        let reading = self.readings.map(|readings| *readings.seats.get(seat));
        let faulted = reading.is_some_and(|reading| reading.fault.is_some());
        let moved = self.alerts.moves.get(seat).is_moved();
        // Until the sensors know of the opening, chips from before are not told from bets.
        let refused = match self.opened {
            true => 0,
            false => self.chips_without_bet(seat),
        };
        match (table.round().bet(seat), table.round().phase()) {
            (Bet::Locked(units), Phase::Settled) if table.winners().contains(seat) => {
                SeatLamps::Winner(units)
            }
            (Bet::Locked(units), _) if moved => SeatLamps::ChangedAfterLock(units),
            (Bet::Locked(units), _) => SeatLamps::Locked(units),
            _ if faulted || !self.is_running() => SeatLamps::Faulted,
            (Bet::Acceptable(units), _) => SeatLamps::Seen(units),
            (Bet::NotAcceptable(units, _), _) => SeatLamps::NotAcceptable(units),
            (Bet::None, Phase::BetsOpen) if table.round().is_blocked(seat) => SeatLamps::Faulted,
            (Bet::None, Phase::BetsOpen) if refused > 0 => SeatLamps::NotAcceptable(refused),
            (Bet::None, Phase::BetsOpen) => SeatLamps::OpenEmpty,
            (Bet::None, Phase::Playing) if moved => SeatLamps::ChangedAfterLock(0),
            (Bet::None, _) => SeatLamps::Dark,
        }
    }

    /// Chips of a seat that are no bet: a link was down when they were put down, the box is blocked, or the player may
    /// not bet there.
    pub(super) fn chips_without_bet(&self, seat: Seat) -> u8 {
        let is_bet = |table: &Table| table.round().bet(seat) != Bet::None;
        match self.readings {
            Some(readings) if !self.ledger.table().is_some_and(is_bet) => {
                readings.seats.get(seat).chips
            }
            _ => 0,
        }
    }

    /// The seats on whose Ante spot something lies as bets are closed: where the line cannot be read, the Ante that is
    /// locked.
    pub(super) fn antes_at_close(&self) -> SeatSet {
        let table = self.ledger.table();
        let locked = table.map_or(SeatSet::EMPTY, |table| {
            table.round().seats().which(SeatRecord::has_hand)
        });
        let is_there = |seat: &Seat| {
            let reading = self.readings.map(|readings| *readings.seats.get(*seat));
            match reading.filter(|reading| !ante_is_in_doubt(*reading)) {
                Some(reading) => reading.ante,
                None => locked.contains(*seat),
            }
        };
        Seat::ALL.into_iter().filter(is_there).collect()
    }

    /// The sign's picture.
    #[must_use]
    pub fn picture(&self) -> SignPicture {
        self.picture_if(self.ledger.is_intact())
    }

    fn picture_if(&self, is_intact: bool) -> SignPicture {
        if !is_intact {
            return SignPicture {
                amount: None,
                phase: SignPhase::Idle,
                banner: Banner::None,
                fault: Some(SignFault::Controller),
                no_progressive_bets: false,
                limits: None,
            };
        }
        let table = self.ledger.table();
        SignPicture {
            amount: match self.ledger.link() {
                Some(_) => self.pool_meter(),
                None => table.map(|table| table.jackpot().shown()),
            },
            phase: match self.ledger.phase() {
                Phase::BetsOpen if self.is_running() => SignPhase::Open,
                Phase::BetsOpen | Phase::Playing | Phase::Settled => SignPhase::Closed,
                Phase::Idle | Phase::Paid | Phase::Void(_) => SignPhase::Idle,
            },
            banner: self.banner(),
            fault: self.table_fault().or_else(|| self.seat_fault()),
            no_progressive_bets: table.is_none() || self.is_without_progressive(),
            limits: table.map(bet_limits_shown),
        }
    }

    /// The award that has waited longest, or else the one that was confirmed last.
    fn banner(&self) -> Banner {
        let Some(table) = self.ledger.table() else {
            return Banner::None;
        };
        if let Some(waiting) = table.waiting().first() {
            return Banner::Pending(win(waiting));
        }
        if let Some(unpriced) = table.unpriced().first() {
            return Banner::Unpriced(unpriced.seat, unpriced.award);
        }
        match (self.ledger.link(), table.confirmed()) {
            (None, Some(confirmed)) => Banner::Winner(win(confirmed)),
            (None, None) => Banner::None,
            (Some(link), Some(confirmed)) => {
                Banner::LinkWinner(link_win(confirmed, link.membership().table))
            }
            (Some(_), None) => self.link_win().map_or(Banner::None, Banner::LinkWinner),
        }
    }

    /// True if the round is played without the progressive; the sign shows the notice (RWS6 5.17.2c).
    pub(super) fn is_without_progressive(&self) -> bool {
        let table = self.ledger.table();
        table.is_some_and(|table| !table.round().takes_progressive())
    }

    fn table_fault(&self) -> Option<SignFault> {
        match self.state {
            State::Running => {}
            State::NotStarted | State::Halted(Halt::Memory) => return Some(SignFault::Controller),
            State::Halted(_) => return Some(SignFault::Journal),
        }
        self.ledger.faults().iter().find_map(|fault| match fault {
            Fault::Chain | Fault::Pool if self.is_without_progressive() => None,
            Fault::Pool => Some(SignFault::Pool),
            Fault::Chain => Some(SignFault::Chain),
            Fault::Console => Some(SignFault::Console),
            Fault::Journal => Some(SignFault::Journal),
            Fault::Image => Some(SignFault::Controller),
            Fault::Sign | Fault::Seat(_) => None,
        })
    }

    /// The first seat whose sensors are broken, if nothing worse is.
    fn seat_fault(&self) -> Option<SignFault> {
        let faults = self.ledger.faults().iter();
        faults.copied().find_map(|fault| match fault {
            Fault::Seat(seat) => Some(SignFault::Seat(seat)),
            _ => None,
        })
    }
}

/// Between rounds the next one's.
fn bet_limits_shown(table: &Table) -> BetLimits {
    match table.round().phase() {
        Phase::Idle | Phase::Paid | Phase::Void(_) => bet_limits(&table.next_configuration()),
        Phase::BetsOpen | Phase::Playing | Phase::Settled => bet_limits(table.configuration()),
    }
}

/// The limits of the wagers that the game has, and the prescribed progressive bet (RWS6 3.3, THB6 3.4).
fn bet_limits(configuration: &Configuration) -> BetLimits {
    let rules = configuration.game.rules();
    let limits = &configuration.limits;
    let of_game = |wager, limit: Limit| match areas(&rules.main).contains(&wager) {
        true => limit,
        false => Limit::default(),
    };
    BetLimits {
        wagers: Limits {
            ante: limits.ante,
            bonus: of_game(Wager::Bonus, limits.bonus),
            pair_plus: of_game(Wager::PairPlus, limits.pair_plus),
        },
        unit: configuration.unit,
        units_max: rules.units_max,
    }
}

fn link_win(waiting: &Waiting, table: TableNumber) -> LinkWin {
    LinkWin {
        table,
        seat: waiting.seat,
        award: waiting.award,
        amount: waiting.amount,
    }
}

fn win(waiting: &Waiting) -> Win {
    Win {
        seat: waiting.seat,
        award: waiting.award,
        amount: waiting.amount,
    }
}
