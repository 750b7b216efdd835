//! Both boards as the engine of a table, with a look at the light of the panels every now and then.

use crate::cuts::Cuts;
use crate::expected::{Listener, drawn};
use crate::{Measured, REFRESH, TO_MID_DARK};
use board_sim::table::SignedTable;
use board_sim::time::{Span, Time};
use parts::chain::SharedChain;
use parts::engine::{FreshEngine, Lanes, TableEngine};

/// The sign's clock and the common one differ by its start. A page that has just changed has to be drawn, and is
/// exchanged at row 0.
const BEFORE_MS: u64 = 60;
const AFTER_MS: u64 = 20;

/// A table that has just come up, and its link.
const START_MS: u64 = 2_500;

/// The light of some refreshes, and when they began and ended.
#[derive(Debug)]
pub struct Look {
    pub from_ms: u64,
    pub to_ms: u64,
    pub light: Measured,
}

/// Both boards, watched.
#[derive(Debug)]
pub struct Watched {
    pub table: SignedTable,
    pub listener: Listener,
    /// Milliseconds between two looks.
    pub pause_ms: u64,
    /// A look is a single refresh.
    pub is_finest: bool,
    /// Looks also while a board starts or has no power.
    pub looks_always: bool,
    pub looks: Vec<Look>,
    /// The power cuts that are tried on the way; then there are no looks but theirs.
    pub cuts: Option<Cuts>,
    /// When the look under way began, and its refreshes.
    began: Option<(Time, u32)>,
    ended_ms: u64,
    started_ms: u64,
}

impl Watched {
    fn now_ms(&self) -> u64 {
        self.table.now().as_us() / 1_000
    }

    /// Switches the sign's power off. A look that was under way is none.
    pub fn sign_off(&mut self) {
        self.table.sign_off();
        self.began = None;
    }

    /// Looks at every refresh that it can from now on, whatever the boards do.
    pub fn looks_at_everything(&mut self) {
        (self.looks_always, self.is_finest, self.pause_ms) = (true, true, 20);
        self.looks.clear();
        (self.began, self.ended_ms) = (None, 0);
    }

    /// Drops the look that is under way.
    pub fn stop_looking(&mut self) {
        self.looks.clear();
        self.began = None;
    }

    /// Runs both boards for a part of a millisecond, outside of the table's steps.
    pub fn run_for(&mut self, span: Span) {
        self.began = None;
        self.table.run_until(self.table.now() + span);
    }

    /// Begins a look where a row has just become dark, if there is one before `until`.
    fn begin(&mut self, until: Time) {
        let mut was_lit = false;
        while self.table.now() < until && self.began.is_none() {
            self.table.run_until(self.table.now() + Span::us(10));
            let is_lit = self.table.sign.world().panel.is_lit();
            if was_lit && !is_lit {
                self.table.run_until(self.table.now() + TO_MID_DARK);
                Measured::begin(&mut self.table.sign);
                self.began = Some((self.table.now(), if self.is_finest { 1 } else { 2 }));
            }
            was_lit = is_lit;
        }
    }

    fn end(&mut self, (began, refreshes): (Time, u32), end: Time) {
        self.table.run_until(end);
        self.looks.push(Look {
            from_ms: began.as_us() / 1_000,
            to_ms: end.as_us() / 1_000 + 1,
            light: Measured::end(&mut self.table.sign, refreshes),
        });
        (self.began, self.ended_ms) = (None, self.now_ms());
    }

    /// Judges every look that is over: the light of a page that has stayed is that page, dot for dot. Returns the pages
    /// that were judged.
    #[track_caller]
    pub fn judge(&mut self) -> Vec<String> {
        let now_ms = self.now_ms();
        let (over, open): (Vec<Look>, Vec<Look>) = std::mem::take(&mut self.looks)
            .into_iter()
            .partition(|look| look.to_ms + AFTER_MS < now_ms);
        self.looks = open;
        let mut judged = Vec::new();
        for look in over {
            let from_ms = look.from_ms.saturating_sub(BEFORE_MS);
            let Some(page) = self.listener.page(from_ms, look.to_ms + AFTER_MS) else {
                continue;
            };
            let (light, screen) = (look.light.picture(), drawn(&page));
            let is_shown = look.light.shows(&screen);
            assert!(
                is_shown,
                "{} ms: light\n{light}drawn\n{screen}",
                look.from_ms
            );
            judged.push(page.lines().to_string());
        }
        judged
    }
}

impl FreshEngine for Watched {
    fn fresh() -> Self {
        Self {
            table: SignedTable::fresh(),
            listener: Listener::new(),
            pause_ms: 100,
            is_finest: false,
            looks_always: false,
            looks: Vec::new(),
            cuts: None,
            began: None,
            ended_ms: 0,
            started_ms: 0,
        }
    }
}

impl TableEngine for Watched {
    fn power_on(&mut self, chain: &SharedChain) {
        self.table.power_on(chain);
        self.started_ms = self.now_ms();
    }

    fn power_off(&mut self, chain: &SharedChain) {
        self.table.power_off(chain);
    }

    fn is_powered(&self) -> bool {
        self.table.is_powered()
    }

    fn step(&mut self, now_ms: u64, chain: &SharedChain, _: &mut Lanes, console: &mut Lanes) {
        let until = self.table.now() + Span::ms(1);
        if let Some(mut cuts) = self.cuts.take() {
            cuts.on_the_way(self, chain, (now_ms, until));
            self.cuts = Some(cuts);
            self.run_to_end(now_ms, until, console);
        } else {
            self.look_and_run(now_ms, until, console);
        }
    }
}

impl Watched {
    /// The millisecond that ends at this time, with looks.
    pub fn look_and_run(&mut self, now_ms: u64, until: Time, console: &mut Lanes) {
        let end = |(began, refreshes): (Time, u32)| began + REFRESH.times(refreshes.into());
        match self.began {
            Some(look) if end(look) <= until => self.end(look, end(look)),
            None if self.may_look() => self.begin(until),
            _ => {}
        }
        self.run_to_end(now_ms, until, console);
    }

    fn run_to_end(&mut self, now_ms: u64, until: Time, console: &mut Lanes) {
        self.table.run_until(until);
        self.table.end_step(now_ms, console);
        let heard = std::mem::take(&mut self.table.cable.heard);
        self.listener.hear(&heard);
    }

    fn may_look(&self) -> bool {
        let now_ms = self.now_ms();
        let is_up = self.is_powered() && now_ms >= self.started_ms + START_MS;
        let is_told = is_up && !self.listener.pictures.is_empty();
        let is_time = now_ms >= self.ended_ms + self.pause_ms;
        is_time && self.table.sign.is_on() && (self.looks_always || is_told)
    }
}
