//! The lamps and the sign.

use super::betting::Bet;
use super::lamps::Look;
use super::round::SEATS;
use super::sign::{NO_PROGRESSIVE_BETS, limit_page, progressive_bet_page};
use super::words::{Cut, Wager};
use super::{Fault, Lamps, Phase, Picture, Reference, Restriction, document};

/// The length of an alarm.
pub(super) const ALARM_MS: u64 = 2_000;

impl Reference {
    /// The state of every lamp.
    pub fn lamps(&self, now_ms: u64) -> Lamps {
        if !self.is_powered {
            return Lamps::dark();
        }
        Lamps {
            seats: std::array::from_fn(|seat| self.seat_lamps(seat)),
            bets_open: self.account.round.phase == Phase::Open,
            fault: self.faults.iter().next().is_some(),
            alarm: self.alarm(now_ms),
        }
    }

    /// The lines that are known at this time, and which of them are lit. Behind a cut before the first 595 every line
    /// shows the stump.
    pub fn lit(&self, now_ms: u64) -> (u64, u64) {
        let all = (1 << 48) - 1;
        match self.felt.cut {
            Some(Cut::Into595(_, stump)) if self.is_powered => (all, if stump { all } else { 0 }),
            _ => self.lamps(now_ms).lit(now_ms),
        }
    }

    fn seat_lamps(&self, seat: usize) -> Look {
        let Some(document) = self
            .account
            .document()
            .filter(|_| self.account.is_in_use(seat))
        else {
            return Look::Dark;
        };
        let bet = self.account.round.bet(seat, &document);
        let worth = self
            .account
            .money
            .as_ref()
            .and_then(|money| money.worth.as_ref());
        let wins = worth.is_some_and(|worth| worth.outcome(seat, "progressive") == "win");
        let is_moved = self.moved[seat].is_some() || self.antes_moved[seat];
        let seen = self.seen[seat];
        match (bet, self.account.round.phase) {
            (Bet::Locked(units), Phase::Settled) if wins => Look::Winner(units),
            (Bet::Locked(units), _) if is_moved => Look::ChangedAfterLock(units),
            (Bet::Locked(units), _) => Look::Steady(units),
            _ if seen.wrong.is_some() => Look::Faulted,
            (Bet::Acceptable(units), _) => Look::Steady(units),
            (Bet::NotAcceptable(units), _) => Look::NotAcceptable(units),
            (Bet::None, Phase::Open) if self.is_blocked(seat) => Look::Faulted,
            // A link is down, or the player may not bet here.
            (Bet::None, Phase::Open) if seen.chips > 0 => Look::NotAcceptable(seen.chips),
            (Bet::None, Phase::Open) => Look::OpenEmpty,
            (Bet::None, Phase::Playing) if is_moved => Look::ChangedAfterLock(0),
            (Bet::None, _) => Look::Dark,
        }
    }

    fn is_blocked(&self, seat: usize) -> bool {
        matches!(self.account.round.restriction, Restriction::Blocked(seats) if seats[seat])
    }

    fn alarm(&self, now_ms: u64) -> Option<bool> {
        let surely = self
            .alarms
            .iter()
            .any(|(first, _)| now_ms < first + ALARM_MS);
        let perhaps = self.alarms.iter().any(|(_, last)| now_ms < last + ALARM_MS);
        (surely == perhaps).then_some(surely)
    }

    /// The pages of the sign, in their order.
    pub fn pages(&self) -> Vec<String> {
        self.heard.pages(!self.is_powered || !self.sign_is_in)
    }

    /// The table tells the sign, as long as there is power and the cable is in.
    pub fn show(&mut self) {
        if self.is_powered && self.sign_is_in {
            self.heard = self.picture();
        }
    }

    fn picture(&self) -> Picture {
        let without = self.account.round.restriction == Restriction::WithoutProgressive;
        let pending = self
            .account
            .money
            .as_ref()
            .and_then(|money| money.waiting.first());
        let pending = pending.map(|award| ("PENDING", award.clone()));
        let winner = self.confirmed.as_ref().map(|award| ("WIN", award.clone()));
        let notice = without || self.account.house.is_none();
        Picture {
            amount: self.account.money.as_ref().map(super::Money::shown),
            heading: match self.account.round.phase {
                _ if notice => NO_PROGRESSIVE_BETS,
                Phase::Open => "BETS OPEN",
                Phase::Playing | Phase::Settled => "NO MORE BETS",
                Phase::Idle | Phase::Paid | Phase::Void => "JACKPOT",
            },
            win: pending.or(winner),
            notice,
            fault: self.named_fault(without),
            limits: self.limit_pages(notice),
        }
    }

    /// The limits and the prescribed bet are displayed while no bets are taken.
    fn limit_pages(&self, notice: bool) -> Vec<String> {
        let house = match self.account.round.phase {
            Phase::Open => None,
            Phase::Playing | Phase::Settled => self.account.house,
            // The next round's.
            Phase::Idle | Phase::Paid | Phase::Void => self.account.coming_house(),
        };
        let Some(house) = house else {
            return Vec::new();
        };
        let document = document(house.game);
        let wagers = [
            ("ANTE", Wager::Ante, house.ante),
            ("BONUS", Wager::Bonus, house.bonus),
            ("PAIR PLUS", Wager::PairPlus, house.pair_plus),
        ];
        let of_game = wagers
            .iter()
            .filter(|(_, wager, _)| document.has_area(*wager));
        let limits = of_game.filter_map(|(name, _, limit)| limit_page(name, limit));
        let bet = (!notice).then(|| progressive_bet_page(house.unit, document.units_max));
        limits.chain(bet).collect()
    }

    /// The fault that the sign names: of the table first, then of a seat, each the first that began. A round without
    /// progressive wagers does not need the felt.
    fn named_fault(&self, without: bool) -> Option<String> {
        let of_table = self.faults.iter().find_map(|fault| match fault {
            Fault::Chain if !without => Some("TABLE SENSORS".into()),
            Fault::Console => Some("DEALER CONSOLE".into()),
            _ => None,
        });
        let of_seat = (self.faults.iter()).find_map(|fault| match fault {
            Fault::Seat(seat @ 0..SEATS) => Some(format!("SEAT {} SENSORS", seat + 1)),
            _ => None,
        });
        of_table.or(of_seat)
    }
}
