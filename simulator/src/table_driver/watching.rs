//! What somebody at the table sees and reads: lamps, the sign, and the entries that reach the console.

use shared_rules::ledger::Entry;
use shared_rules::seats::SeatMap;

use super::{Look, TableDriver, looks};
use crate::round_driver::seat;
use parts::engine::FreshEngine;

use crate::engine::HostEngine;

/// A page of the sign stays so long.
const TURN_MS: u64 = 2_000;

/// The longest cycle of the sign's pages: after three rounds of two pages of an award, the notice, a fault and the
/// jackpot comes one of four pages of the limits.
const CYCLE_TURNS: u64 = (3 * 5 + 1) * 4;

/// A sign counts up to a new amount within this time.
const ROLL_MS: u64 = 1_000;

/// The table's own lamps, by their lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as on the table")]
pub enum Lamp {
    BetsOpen = 45,
    Fault = 46,
    Alarm = 47,
}

/// True if a page of the sign names limits or the prescribed progressive bet.
pub fn is_of_limits(page: &str) -> bool {
    let headings = ["ANTE\n", "BONUS\n", "PAIR PLUS\n", "PROGRESSIVE BET\n"];
    headings.iter().any(|heading| page.starts_with(heading))
}

impl<E: FreshEngine> TableDriver<E> {
    /// One of the table's own lamps is lit now.
    pub fn is_lit(&self, lamp: Lamp) -> bool {
        self.table.lit() >> (lamp as usize) & 1 == 1
    }

    /// These seats look so, every other seat in use looks like `others`, and seats that are not in use are dark.
    /// Watching takes over a second, as long as the slowest blink.
    #[track_caller]
    pub fn lamps(&mut self, others: Look, seats: &[(u8, Look)]) {
        let looks = self.looks();
        let configured = self.whole_ledger().table();
        let in_use = configured.map(|table| table.configuration().seats);
        let expected = SeatMap::from_fn(|place| {
            let named = seats.iter().find(|(number, _)| seat(*number) == place);
            match named {
                Some((_, look)) => *look,
                None if in_use.is_some_and(|seats| seats.contains(place)) => others,
                None => Look::Dark,
            }
        });
        assert_eq!(looks, expected);
    }

    /// What every seat looks like, watched for over a second.
    #[track_caller]
    pub fn looks(&mut self) -> SeatMap<Look> {
        let looks = looks::watch(&mut self.table);
        self.keep_books();
        self.is_sound();
        looks
    }

    /// The sign shows these pages and no others, in any order, as soon as its amount has been reached; lines of a
    /// page are separated by `\n`. What it heard last is what the table says. Pages of the limits are left to
    /// [`Self::limits`].
    #[track_caller]
    pub fn sign(&mut self, pages: &[impl AsRef<str>]) {
        let mut shown = self.pages(pages.len() as u64);
        shown.sort();
        let mut expected: Vec<&str> = pages.iter().map(AsRef::as_ref).collect();
        expected.sort_unstable();
        assert_eq!(shown, expected);
        if let Some(host) = HostEngine::of(&self.table.engine) {
            let picture = host.controller().picture();
            assert_eq!(self.table.sign.picture(), Some(picture));
        }
    }

    /// The sign will show these pages of the limits and no others, in this order, if it hears nothing new.
    #[track_caller]
    pub fn limits(&mut self, pages: &[&str]) {
        self.wait_ms(ROLL_MS);
        let mut sign = self.table.sign.sign().clone();
        let mut shown: Vec<String> = Vec::new();
        for turn in 0..CYCLE_TURNS {
            let now_ms = self.table.now_ms() + turn * TURN_MS;
            sign.heartbeat(now_ms);
            let text = sign.lines(now_ms).to_string();
            if is_of_limits(&text) && !shown.contains(&text) {
                shown.push(text);
            }
        }
        assert_eq!(shown, pages);
    }

    /// The different pages but those of the limits that the sign shows in so many turns, as soon as its amount has been
    /// reached. A turn of the limits does not count.
    #[track_caller]
    pub fn pages(&mut self, turns: u64) -> Vec<String> {
        self.wait_ms(ROLL_MS);
        let mut shown = Vec::new();
        self.watch_sign(turns, &mut shown);
        if shown.iter().any(|page| is_of_limits(page)) {
            self.watch_sign(1, &mut shown);
        }
        shown.retain(|page| !is_of_limits(page));
        shown
    }

    #[track_caller]
    fn watch_sign(&mut self, turns: u64, shown: &mut Vec<String>) {
        for _ in 0..TURN_MS * turns {
            let text = self.sign_now();
            if !shown.contains(&text) {
                shown.push(text);
            }
            self.wait_ms(1);
        }
    }

    /// What the sign shows at this moment.
    pub fn sign_now(&self) -> String {
        self.table.sign.lines(self.table.now_ms()).to_string()
    }

    /// The entries that the console has been sent since the last look are these.
    #[track_caller]
    pub fn wrote(&mut self, entries: &[Entry]) {
        assert_eq!(self.new_entries(), entries);
    }

    /// The same without notes about entries.
    pub fn new_entries(&mut self) -> Vec<Entry> {
        let mut entries = self.all_new_entries();
        entries.retain(|entry| !entry.is_note());
        entries
    }

    /// The entries that the console has been sent since the last look.
    pub fn all_new_entries(&mut self) -> Vec<Entry> {
        // The longest entry takes 30 ms, and the next one follows at once.
        let mut seen = usize::MAX;
        while seen != self.table.console.entries.len() {
            seen = self.table.console.entries.len();
            self.table.run_ms(150);
        }
        let new = self.table.console.entries.range(self.unread..);
        let new: Vec<Entry> = new.map(|(_, entry)| entry.clone()).collect();
        self.read_all();
        new
    }

    /// Forgets what has been written so far.
    #[track_caller]
    pub fn read_all(&mut self) {
        self.table.run_ms(200);
        self.keep_books();
        let last = self.table.console.entries.keys().next_back();
        self.unread = last.map_or(0, |last| last + 1);
    }
}
