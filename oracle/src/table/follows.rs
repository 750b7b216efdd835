//! The consequences of the felt, the cables and the power: bets, alarms and faults.

use super::felt::{Seen, Wrong};
use super::round::{Restriction, SEATS, Seated};
use super::shows::ALARM_MS;
use super::words::{Event, Wager};
use super::{Between, Fault, Phase, Reference};

/// The part of a change of the felt that comes to rest first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum First {
    Neither,
    Antes,
    Chips,
}

impl First {
    /// The reading of a seat between two others. Faults are not believed so soon.
    fn of(self, before: Seen, after: Seen) -> Seen {
        let is_read = before.wrong == after.wrong;
        match self {
            First::Antes if is_read => Seen {
                chips: before.chips,
                ..after
            },
            First::Chips if is_read => Seen {
                ante: before.ante,
                ..after
            },
            First::Neither | First::Antes => after,
            First::Chips => before,
        }
    }
}

impl Reference {
    /// A game's rule about faults of the device is about this part: every game's is about what reads the felt,
    /// RWS6 5.16 and 5.17 about each betting device and the whole system.
    pub(super) fn is_of_device(&self, fault: Fault) -> bool {
        let document = self.account.document();
        document.is_some_and(|document| fault == Fault::Chain || !document.mbs)
    }

    /// Power goes: what no entry holds is forgotten.
    pub fn loses_power(&mut self) {
        self.is_powered = false;
        self.felt.forget();
        self.faults.forget();
        self.guard = Default::default();
        self.alarms.clear();
        self.moved = [None; SEATS];
        self.at_close = [None; SEATS];
        self.antes_moved = [false; SEATS];
        self.antes_at_close = [None; SEATS];
        self.account.loses_power();
    }

    /// Power is back, and the table has come up.
    pub fn has_power(&mut self, at: Between) {
        self.is_powered = true;
        if self.account.house.is_some() {
            // Nothing in a power failure can be refused, but what an award that is paid leaves as it is.
            let _ = self.event(&Event::PowerFailure, at);
        }
        for seen in [self.felt.at_once(), self.felt.at_rest()] {
            self.seen = seen;
            self.follow(at);
        }
        self.look(at);
    }

    /// The sensors look, and what they say has consequences.
    pub(super) fn look(&mut self, at: Between) {
        let at_once = self.felt.at_once();
        self.take_in(at_once, at);
        self.look_late(at);
    }

    /// The same where they are believed only when everything has long come to rest: behind a chain that was cut.
    pub(super) fn look_late(&mut self, at: Between) {
        let at_rest = self.felt.at_rest();
        self.take_in(at_rest, at);
        self.note_faults(at);
    }

    fn take_in(&mut self, seen: [Seen; SEATS], at: Between) {
        let between = std::array::from_fn(|seat| self.first.of(self.seen[seat], seen[seat]));
        for seen in [between, seen] {
            if seen != self.seen {
                self.seen = seen;
                self.follow(at);
            }
        }
    }

    /// A change of the felt has one outcome, whichever of its Antes and chips come to rest some milliseconds before the
    /// others. It has not where the bets of a player who is held to one seat change places.
    pub fn is_certain(&self, change: impl Fn(&mut Reference)) -> bool {
        let outcome = |first| {
            let mut after = self.clone();
            after.first = first;
            change(&mut after);
            after.account.round
        };
        let together = outcome(First::Neither);
        [First::Antes, First::Chips].map(outcome) == [together.clone(), together]
    }

    pub(super) fn note_faults(&mut self, at: Between) {
        let seats = (0..SEATS).map(|seat| {
            // Chips left over are in the wrong place; nothing is broken.
            let wrong = self.seen[seat].wrong;
            let is_broken =
                wrong.is_some_and(|wrong| !matches!(wrong, Wrong::Chain | Wrong::NotEmpty));
            (Fault::Seat(seat), is_broken && self.account.is_in_use(seat))
        });
        let others = [
            (Fault::Chain, self.felt.cut.is_some()),
            (Fault::Sign, !self.sign_is_in),
            (Fault::Console, !self.console_is_in),
        ];
        let all: Vec<_> = others.into_iter().chain(seats).collect();
        for (fault, is_there) in all {
            let begins = self.faults.note(fault, is_there, at);
            // Without the progressive the house has decided about its parts already (RWS6 5.17.2c).
            let is_decided = self.account.round.restriction == Restriction::WithoutProgressive;
            let counts = fault == Fault::Chain || !is_decided;
            if begins && counts && self.is_of_device(fault) {
                // An award that has been paid stays so, and the fault is then refused.
                let _ = self.event(&Event::DeviceFault, at);
            }
        }
    }

    /// The round follows the felt while bets are open; after that chips that move are an alarm.
    pub(super) fn follow(&mut self, at: Between) {
        self.looks_again = false;
        for seat in (0..SEATS)
            .filter(|seat| self.account.is_in_use(*seat))
            .collect::<Vec<_>>()
        {
            match self.account.round.phase {
                Phase::Open => self.take_bets(seat),
                Phase::Playing => {
                    self.watch(seat, at);
                    self.watch_ante(seat, at);
                }
                _ => {}
            }
        }
        if self.looks_again {
            self.follow(at);
        }
    }

    /// An Ante that the console has not named is the smallest. Chips that are changed while a link is down do not count.
    fn take_bets(&mut self, seat: usize) {
        let seen = self.seen[seat];
        let seated = self.account.round.seats[seat].as_ref();
        let has_hand = seated.is_some_and(Seated::has_hand);
        let has_ante = seated.is_some_and(|seat| seat.ante > 0);
        let units = seated.map_or(0, |seat| seat.units);
        let in_doubt = matches!(seen.wrong, Some(Wrong::Chain | Wrong::Unplugged));
        let smallest = self.account.house.map_or(1, |house| house.ante.min.max(1));
        let ante = match seen.ante {
            _ if in_doubt => None,
            true => (!has_hand).then_some(smallest),
            false => has_ante.then_some(0),
        };
        if let Some(amount) = ante {
            // A box that takes no bets takes no Ante.
            let _ = self.tell(&Event::Stake(seat, Wager::Ante, amount));
        }
        if seen.chips != units {
            let counted = if self.links_are_up() { seen.chips } else { 0 };
            let _ = self.tell(&Event::Chips(seat, counted));
        }
    }

    /// Nobody adds chips, nor takes any that win or lose (THB6 5.5, 5.6, RWS6 5.11); all others are their player's.
    fn watch(&mut self, seat: usize, at: Between) {
        let seen = self.seen[seat];
        if seen.wrong.is_some() {
            return;
        }
        let seated = self.account.round.seats[seat].as_ref();
        let locked = seated.map_or(0, |seated| seated.units);
        // After a power cut, what lies there without a lock has been lying there.
        let unknown = if locked > 0 { locked } else { seen.chips };
        let at_close = *self.at_close[seat].get_or_insert(unknown);
        let is_moved = seen.chips < self.account.chips_at_stake(seat) || seen.chips > at_close;
        let now = is_moved.then_some(seen.chips);
        if now.is_some() && now != self.moved[seat] {
            self.sounds(at);
        }
        self.moved[seat] = now;
    }

    /// The Antes as bets are closed. Where the line says nothing, whoever has a hand has one there.
    pub(super) fn note_antes(&mut self) {
        self.antes_at_close = std::array::from_fn(|seat| {
            let seen = self.seen[seat];
            let seated = self.account.round.seats[seat].as_ref();
            let is_read = !matches!(seen.wrong, Some(Wrong::Chain | Wrong::Unplugged));
            Some(if is_read {
                seen.ante
            } else {
                seated.is_some_and(Seated::has_hand)
            })
        });
    }

    /// Nobody takes an Ante that is still played for, and nobody puts one down (THB6 5.5, 5.6, RWS6 5.11).
    fn watch_ante(&mut self, seat: usize, at: Between) {
        let seen = self.seen[seat];
        if matches!(seen.wrong, Some(Wrong::Chain | Wrong::Unplugged)) {
            return;
        }
        let is_played_for = self.account.ante_is_played_for(seat);
        let lay_there = self.antes_at_close[seat].unwrap_or(is_played_for || seen.ante);
        self.antes_at_close[seat] = Some(lay_there);
        let is_moved = match seen.ante {
            true => !lay_there,
            false => lay_there && is_played_for,
        };
        if is_moved && !self.antes_moved[seat] {
            self.sounds(at);
        }
        self.antes_moved[seat] = is_moved;
    }

    /// The alarm sounds from some time between these on.
    pub(super) fn sounds(&mut self, at: Between) {
        self.alarms.retain(|(_, last)| at.0 < last + ALARM_MS);
        self.alarms.push(at);
    }
}
