//! Compares a table's journal with the pool's log: every message of the journal stands in the log under its number and
//! with the same bytes, and every price of the log is the one in the journal. A message that waits to be sent stands in
//! the journal alone, unless a later entry shows that the pool has had it: then the log has lost its end.

use std::collections::BTreeMap;

use firmware::controller::decode;
use firmware::journal::{Error, Journal};
use parts::flash::{FlashChip, Socket};
use pit::audit::{AuditedAward, AuditedClaim, ClaimFate};
use pit::block::Record;
use pit::drive::OpenFault;
use pit::engine::LogEngine;
use pit::follower::Follower;
use serde::Serialize;
use shared_rules::ledger::{Entry, Ledger, LinkEntry};
use shared_rules::pool::message::{Membership, ToPool};
use shared_rules::pool::{RoundNumber, TableNumber};
use shared_rules::wire::payload;

/// The messages of a log, by table, generation and number.
pub type LoggedMessages = BTreeMap<(TableNumber, u32, u32), Vec<u8>>;

/// Reads the messages of a whole log.
///
/// # Errors
/// The log does not hold, or cannot be read.
pub fn logged_messages(engine: impl LogEngine) -> Result<LoggedMessages, OpenFault> {
    let mut follower = Follower::begin(engine)?;
    let mut messages = LoggedMessages::new();
    while let Some(applied) = follower.next_block()? {
        for (record, _) in applied {
            if let Record::Accepted(message)
            | Record::Impossible(message)
            | Record::Crossed(message) = record
                && let Some(content) = message.content()
            {
                let place = (message.table, message.generation, content.number);
                messages.insert(place, message.bytes);
            }
        }
    }
    Ok(messages)
}

/// The messages and prices of a journal.
#[derive(Debug, Default)]
pub struct JournalMessages {
    /// The table's place in its link.
    membership: Option<Membership>,
    /// By number.
    messages: BTreeMap<u32, Vec<u8>>,
    last_number: u32,
    /// The number of the last message that the pool has had, because an entry shows it.
    known_number: u32,
    /// The last price of each round.
    prices: BTreeMap<RoundNumber, Vec<AuditedAward>>,
    /// The journal begins with a checkpoint: older prices are not in it any more.
    begins_late: bool,
}

/// The verdict about one table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reconciled {
    /// The table.
    pub table: TableNumber,
    /// The messages that stand in both, byte for byte.
    pub agree: u32,
    /// The messages that the pool has not heard yet.
    pub waiting: u32,
    /// The messages of the log that the journal, a ring, does not hold any more.
    pub older: u32,
    /// The prices that stand in both.
    pub prices: u32,
    /// The differences, in words.
    pub differences: Vec<String>,
}

impl JournalMessages {
    /// Replays a flash image. The file itself is not changed.
    ///
    /// # Errors
    /// It is no journal, or not one to be trusted, in words.
    pub fn read(image: &[u8]) -> Result<JournalMessages, String> {
        let words = |error: Error| error.to_string();
        let chip = FlashChip::from_image(image);
        let mut journal = Journal::new(Socket::new(chip)).map_err(words)?;
        journal.recover().map_err(words)?;
        let mut found = JournalMessages::default();
        let mut ledger = Ledger::new();
        if !begins_with_the_first_start(&mut journal) {
            found.begins_late = true;
            let checkpoint = journal.latest_checkpoint().map_err(words)?;
            let read = ledger.read_checkpoint(&checkpoint);
            read.map_err(|contradiction| contradiction.to_string())?;
            found.note(&ledger);
        }
        let mut reader = match found.begins_late {
            true => journal.replay().map_err(words)?,
            false => journal.read_from(0),
        };
        while let Some(stored) = reader.next().map_err(words)? {
            let number = stored.sequence;
            let entry = decode(stored.kind, stored.payload);
            let entry = entry.ok_or_else(|| format!("entry {number} is not understood"))?;
            let applied = ledger.apply(&entry);
            applied.map_err(|contradiction| format!("entry {number}: {contradiction}"))?;
            found.follow(&ledger, &entry);
        }
        Ok(found)
    }

    /// True if the journal, a ring, does not hold the whole life of its table any more.
    #[must_use]
    pub const fn begins_late(&self) -> bool {
        self.begins_late
    }

    fn follow(&mut self, ledger: &Ledger, entry: &Entry) {
        if let Entry::Link(LinkEntry::Priced(round, awards)) = entry {
            let awards = awards.iter().map(AuditedAward::of).collect();
            self.prices.insert(*round, awards);
        }
        self.note(ledger);
    }

    /// Keeps the messages that are new. Another membership begins anew.
    fn note(&mut self, ledger: &Ledger) {
        let Some(link) = ledger.link() else {
            return;
        };
        if self.membership != Some(link.membership()) {
            *self = JournalMessages {
                membership: Some(link.membership()),
                begins_late: self.begins_late,
                ..JournalMessages::default()
            };
        }
        self.last_number = link.last_number();
        self.known_number = link.known_number();
        let mut number = self.last_number;
        while let Some(message) = ledger.message(number) {
            if self.messages.contains_key(&number) {
                return;
            }
            self.messages.insert(number, bytes_of(&message));
            number = number.saturating_sub(1);
        }
    }

    /// Compares with the log of the pool and its claims.
    #[must_use]
    pub fn reconcile(
        &self,
        table: TableNumber,
        logged: &LoggedMessages,
        claims: &[AuditedClaim],
    ) -> Reconciled {
        let mut verdict = Reconciled {
            table,
            agree: 0,
            waiting: 0,
            older: 0,
            prices: 0,
            differences: Vec::new(),
        };
        match self.membership {
            Some(place) if place.table == table => {
                self.compare_messages(place, logged, &mut verdict);
                self.compare_prices(claims, &mut verdict);
            }
            Some(place) => {
                let words = format!("the journal is that of table {}", place.table);
                verdict.differences.push(words);
            }
            None => {
                let words = "the journal is that of a table that is not linked".to_owned();
                verdict.differences.push(words);
            }
        }
        verdict
    }

    fn compare_messages(
        &self,
        place: Membership,
        logged: &LoggedMessages,
        verdict: &mut Reconciled,
    ) {
        let Membership {
            table, generation, ..
        } = place;
        let of_table = logged.range((table, generation, 0)..=(table, generation, u32::MAX));
        let of_table: BTreeMap<u32, &Vec<u8>> = of_table
            .map(|((.., number), bytes)| (*number, bytes))
            .collect();
        let last = of_table.keys().next_back().copied().unwrap_or(0);
        for (number, bytes) in &self.messages {
            match of_table.get(number) {
                Some(in_log) if *in_log == bytes => verdict.agree += 1,
                Some(in_log) => verdict.differences.push(format!(
                    "message {number}: the journal says {}, the log {}",
                    words_of(bytes),
                    words_of(in_log)
                )),
                None if *number > last.max(self.known_number) => verdict.waiting += 1,
                None => verdict.differences.push(format!(
                    "message {number} is missing in the log: {}",
                    words_of(bytes)
                )),
            }
        }
        for (number, bytes) in &of_table {
            if *number > self.last_number {
                verdict.differences.push(format!(
                    "message {number} of the log is not in the journal: {}",
                    words_of(bytes)
                ));
            } else if !self.messages.contains_key(number) {
                verdict.older += 1;
            }
        }
    }

    fn compare_prices(&self, claims: &[AuditedClaim], verdict: &mut Reconciled) {
        for claim in claims.iter().filter(|claim| claim.table == verdict.table) {
            let round = claim.round;
            let is_final = matches!(claim.fate, ClaimFate::Paid | ClaimFate::Final);
            match self.prices.get(&round) {
                Some(awards) if is_final && *awards == claim.awards => verdict.prices += 1,
                Some(awards) if is_final => verdict.differences.push(format!(
                    "round {round}: the journal has the price {}, the log {}",
                    price(awards),
                    price(&claim.awards)
                )),
                None if claim.fate == ClaimFate::Paid && !self.begins_late => {
                    let words = price(&claim.awards);
                    verdict.differences.push(format!(
                        "round {round}: the log has paid {words}, and the journal has no price"
                    ));
                }
                _ => {}
            }
        }
        for (round, awards) in &self.prices {
            let mut claims = claims.iter().filter(|claim| claim.table == verdict.table);
            if !awards.is_empty() && !claims.any(|claim| claim.round == *round) {
                let words = price(awards);
                verdict.differences.push(format!(
                    "round {round}: the journal has the price {words}, and the log no claim"
                ));
            }
        }
    }
}

/// True if the journal still holds the whole life of its table.
fn begins_with_the_first_start(journal: &mut Journal<Socket>) -> bool {
    let mut reader = journal.read_from(0);
    let first = reader.next().ok().flatten();
    let first = first.and_then(|stored| decode(stored.kind, stored.payload));
    first == Some(Entry::Boot(1))
}

fn bytes_of(message: &ToPool) -> Vec<u8> {
    payload::write(message).map_or_else(|_| Vec::new(), |bytes| bytes.to_vec())
}

fn words_of(bytes: &[u8]) -> String {
    let entry = payload::read(bytes).and_then(|message: ToPool| message.entry());
    entry.map_or_else(|| "no message".to_owned(), |entry| format!("{entry:?}"))
}

fn price(awards: &[AuditedAward]) -> String {
    let awards = awards.iter().map(|award| {
        let AuditedAward {
            seat,
            award,
            amount,
        } = award;
        format!("seat {seat} {award} {amount}")
    });
    awards.collect::<Vec<_>>().join(", ")
}

/// One line about a table, and one for each difference.
#[must_use]
pub fn words(verdict: &Reconciled) -> Vec<String> {
    let Reconciled {
        table,
        agree,
        waiting,
        older,
        prices,
        differences,
    } = verdict;
    let first = format!(
        "table {table}: {agree} messages and {prices} prices agree, {waiting} messages wait to be sent, \
         {older} are older than the journal, {} differences",
        differences.len()
    );
    let others = differences.iter().map(|words| format!("    {words}"));
    [first].into_iter().chain(others).collect()
}
