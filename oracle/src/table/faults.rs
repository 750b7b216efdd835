//! The faults, as the ledger has them: a fault begins at once, and is over when it has been gone for a second, or
//! for a minute where faults come and go all the time.
//!
//! When exactly something was gone is known to some milliseconds only, so there is a time in which nobody can say
//! whether a fault is over. Nothing is checked then; whoever plays waits until it has passed.

/// A broken part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in the ledger")]
pub enum Fault {
    Seat(usize),
    Chain,
    Sign,
    Console,
}

/// A fault must have been gone for this long, and for this long where there are many.
const HEALED_AFTER_MS: u64 = 1_000;
const HEALED_AFTER_MANY_MS: u64 = 60_000;

/// Fewer than this within this time are surely not many yet.
const FEW: usize = 16;
const LATELY_MS: u64 = 1_300_000;

/// The longest time that a step is on its way to the table and a look at the table takes.
const MARGIN_MS: u64 = 700;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Standing {
    fault: Fault,
    /// Gone not before the first of these times, and not after the second.
    gone_ms: Option<(u64, u64)>,
}

/// The faults that stand, in the order in which they began.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Faults {
    standing: Vec<Standing>,
    healed_ms: Vec<u64>,
}

impl Faults {
    /// The faults that stand.
    pub fn iter(&self) -> impl Iterator<Item = Fault> {
        self.standing.iter().map(|standing| standing.fault)
    }

    /// Notes that something is broken or is not, as it came to be between these times; says whether it has just begun.
    pub fn note(&mut self, fault: Fault, is_broken: bool, between_ms: (u64, u64)) -> bool {
        let known = self.standing.iter_mut().find(|other| other.fault == fault);
        match (known, is_broken) {
            (None, true) => {
                self.standing.push(Standing {
                    fault,
                    gone_ms: None,
                });
                true
            }
            (Some(standing), true) => {
                standing.gone_ms = None;
                false
            }
            (Some(standing), false) => {
                standing.gone_ms.get_or_insert(between_ms);
                false
            }
            (None, false) => false,
        }
    }

    /// Power is gone, and with it since when a fault has been.
    pub fn forget(&mut self) {
        self.standing
            .iter_mut()
            .for_each(|standing| standing.gone_ms = None);
        self.healed_ms.clear();
    }

    /// Nobody can say at this time if a fault is over.
    pub fn are_unsure(&self, now_ms: u64) -> bool {
        let latest = self.healed_after_at_most_ms(now_ms);
        let gone = self.standing.iter().filter_map(|standing| standing.gone_ms);
        gone.into_iter().any(|(first, last)| {
            now_ms + MARGIN_MS >= first + HEALED_AFTER_MS && now_ms < last + latest + MARGIN_MS
        })
    }

    /// Takes away what is over by now, and says what that was.
    pub fn heal(&mut self, now_ms: u64) -> Vec<Fault> {
        let latest = self.healed_after_at_most_ms(now_ms);
        let is_over = |standing: &Standing| {
            let gone = standing.gone_ms;
            gone.is_some_and(|(_, last)| now_ms >= last + latest + MARGIN_MS)
        };
        let over: Vec<Fault> = self
            .standing
            .iter()
            .filter(|s| is_over(s))
            .map(|s| s.fault)
            .collect();
        self.standing.retain(|standing| !is_over(standing));
        self.healed_ms.retain(|at| now_ms - at < LATELY_MS);
        self.healed_ms.extend(over.iter().map(|_| now_ms));
        over
    }

    fn healed_after_at_most_ms(&self, now_ms: u64) -> u64 {
        let lately = |at: &&u64| now_ms - **at < LATELY_MS;
        let few = self.healed_ms.iter().filter(lately).count() < FEW;
        if few {
            HEALED_AFTER_MS
        } else {
            HEALED_AFTER_MANY_MS
        }
    }
}
