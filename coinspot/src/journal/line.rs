//! One entry of the journal with everything that the entries before it say about it: its time, the person who acted, its
//! round; of a settlement also the winners.

use serde::Serialize;
use shared_rules::ledger::{Entry, JournalTime, Ledger, LinkEntry, Table};
use shared_rules::settle::Source;
use shared_rules::wire::payload;

use super::records::AuditRecord;
use crate::date::date;
use crate::table::words;

/// One entry of the journal, or one that is lost.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct JournalLine {
    /// Its number.
    pub number: u32,
    /// The kind of line: `entry`, `money`, `fault`, `mended`, `refused`, or `lost`.
    pub kind: &'static str,
    /// The name of the entry, such as `settled`.
    pub event: String,
    /// The number of the start.
    pub boot: Option<u32>,
    /// The time of day in UTC that was stated last, if it is known.
    pub time: Option<String>,
    /// Seconds from the start to the time that was stated last, while the time of day is not known.
    pub seconds_since_start: Option<u32>,
    /// The number of the person who acted last.
    pub person: Option<u8>,
    /// The number of the round.
    pub round: Option<u32>,
    /// The amount of the entry, in cents.
    pub amount: Option<u64>,
    /// The awards that a settlement or a price pays, in the order of payment.
    pub wins: Vec<JournalWin>,
    /// The contribution of the round is over the house's threshold.
    pub unreasonable: bool,
    /// In words.
    #[serde(skip)]
    pub text: String,
}

/// An award that was won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JournalWin {
    /// The number of the seat.
    pub seat: u8,
    /// The name of the award.
    pub award: String,
    /// Cents.
    pub amount: u64,
    /// True if the jackpot's meter pays it, false if the house does.
    pub from_meter: bool,
}

/// The number of a journal's first entry.
const FIRST_ENTRY: u32 = 1;

/// The entries so far, as the ledger that they make. A journal whose beginning is overwritten begins at its first
/// checkpoint.
#[derive(Debug, Default)]
pub(crate) struct JournalStory {
    ledger: Option<Ledger>,
}

impl JournalStory {
    /// The next entry, as a console hears it: from the first one on there is a ledger.
    pub fn tell_entry(&mut self, number: u32, entry: &Entry) -> JournalLine {
        if number == FIRST_ENTRY {
            self.ledger = Some(Ledger::new());
        }
        self.line(number, entry)
    }

    /// The next record as a line. Checkpoints have none.
    pub(super) fn tell(&mut self, record: &AuditRecord) -> Option<JournalLine> {
        match record {
            AuditRecord::Checkpoint(bytes) => {
                if self.ledger.is_none() {
                    self.begin(bytes);
                }
                None
            }
            AuditRecord::Lost(number, why) => {
                self.ledger = None;
                Some(lost(*number, why))
            }
            AuditRecord::Entry(number, bytes) => {
                let Some(entry) = payload::read::<Entry>(bytes) else {
                    self.ledger = None;
                    return Some(lost(*number, "not understood"));
                };
                Some(self.line(*number, &entry))
            }
        }
    }

    fn begin(&mut self, checkpoint: &[u8]) {
        let mut ledger = Ledger::new();
        let read = ledger.read_checkpoint(checkpoint);
        self.ledger = read.is_ok().then_some(ledger);
    }

    fn line(&mut self, number: u32, entry: &Entry) -> JournalLine {
        let excessive = |ledger: &Option<Ledger>| ledger.as_ref()?.table().map(Table::excessive);
        let before = excessive(&self.ledger);
        if let Some(ledger) = &mut self.ledger
            && ledger.apply(entry).is_err()
        {
            self.ledger = None;
        }
        let unreasonable = excessive(&self.ledger) > before && before.is_some();
        let mut line = JournalLine {
            number,
            kind: words::kind(entry),
            event: name(entry),
            amount: amount(entry),
            unreasonable,
            text: words::entry(entry),
            ..JournalLine::default()
        };
        if let Some(ledger) = &self.ledger {
            line.note(ledger);
            line.wins = wins(ledger, entry);
        }
        for win in &line.wins {
            let (seat, award) = (win.seat, &win.award);
            let amount = crate::money::money(shared_rules::money::Cents::new(win.amount));
            line.text += &format!(
                "; seat {seat} wins {amount}: {}",
                crate::money::words(award)
            );
        }
        if unreasonable {
            line.text += "; THE CONTRIBUTION IS UNREASONABLE";
        }
        line
    }
}

impl JournalLine {
    fn note(&mut self, ledger: &Ledger) {
        self.boot = Some(ledger.boots());
        self.person = ledger.person();
        self.round = ledger.table().map(|table| table.round().number());
        match ledger.moment() {
            JournalTime::TimeOfDay(seconds) => self.time = Some(date(seconds)),
            JournalTime::SinceStart { seconds, .. } => self.seconds_since_start = Some(seconds),
        }
    }

    /// Time and person as a person reads them.
    pub fn heading(&self) -> String {
        let time = match (&self.time, self.seconds_since_start, self.boot) {
            (Some(time), ..) => time.clone(),
            (None, Some(seconds), Some(boot)) => format!("start {boot} + {seconds} s"),
            _ => String::new(),
        };
        let person = self
            .person
            .map_or(String::new(), |number| format!("#{number}"));
        format!("{time:<19}  {person:<4}")
    }
}

fn lost(number: u32, why: &str) -> JournalLine {
    JournalLine {
        number,
        kind: "lost",
        event: "lost".into(),
        text: why.into(),
        ..JournalLine::default()
    }
}

/// The name of an entry's kind, and of a round's event: as they are called in the program, in small letters.
fn name(entry: &Entry) -> String {
    let text = match entry {
        Entry::Round(event) => format!("{event:?}"),
        Entry::Link(link) => format!("{link:?}"),
        _ => format!("{entry:?}"),
    };
    let word = text.split(['(', ' ', '{']).next().unwrap_or_default();
    let mut name = String::new();
    for letter in word.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

fn amount(entry: &Entry) -> Option<u64> {
    match entry {
        Entry::Settled(amount) | Entry::Link(LinkEntry::Registered(amount)) => Some(amount.get()),
        _ => None,
    }
}

/// The awards that the entry pays.
fn wins(ledger: &Ledger, entry: &Entry) -> Vec<JournalWin> {
    match entry {
        Entry::Settled(_) => {
            let settlement = ledger.table().and_then(Table::settlement);
            let payments = settlement.iter().flat_map(|settled| &settled.payments);
            payments
                .map(|payment| JournalWin {
                    seat: payment.seat.number(),
                    award: payment.award.name().into(),
                    amount: payment.amount.get(),
                    from_meter: payment.from == Source::Meter,
                })
                .collect()
        }
        Entry::Confirmed => {
            let confirmed = ledger.table().and_then(Table::confirmed);
            let win = confirmed.map(|award| JournalWin {
                seat: award.seat.number(),
                award: award.award.name().into(),
                amount: award.amount.get(),
                from_meter: true,
            });
            win.into_iter().collect()
        }
        Entry::Link(LinkEntry::Priced(_, awards)) => awards
            .iter()
            .map(|award| JournalWin {
                seat: award.seat.number(),
                award: award.award.name().into(),
                amount: award.amount.get(),
                from_meter: true,
            })
            .collect(),
        _ => Vec::new(),
    }
}
