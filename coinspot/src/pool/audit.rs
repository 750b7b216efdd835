//! The text of `coinspot pool audit`: every claim with its way through the log, and the verdict.

use std::io::{self, Write};

use pit::audit::{AuditedClaim, ClaimFate, LogPlace, PoolAudit};

/// Writes every claim and every notice for a person.
///
/// # Errors
/// The output cannot be written.
pub fn write_audit(audit: &PoolAudit, output: &mut impl Write) -> io::Result<()> {
    for claim in &audit.claims {
        write_claim(claim, output)?;
    }
    for placed in &audit.notices {
        let at = place(&placed.at);
        writeln!(output, "{at}: {}", placed.notice)?;
    }
    Ok(())
}

fn write_claim(claim: &AuditedClaim, output: &mut impl Write) -> io::Result<()> {
    let AuditedClaim { table, round, .. } = claim;
    let fate = match claim.fate {
        ClaimFate::Paid => "paid",
        ClaimFate::Withdrawn => "withdrawn",
        ClaimFate::Final => "final, unpaid",
        ClaimFate::Unpaid => "unpaid",
    };
    writeln!(
        output,
        "table {table}, round {round}: {fate}, {} from the pool",
        claim.gives
    )?;
    for award in &claim.awards {
        let (seat, name, amount) = (award.seat, award.award, award.amount);
        writeln!(output, "    seat {seat}: {name} {amount}")?;
    }
    if let Some(at) = &claim.opened {
        writeln!(output, "    opened   {}", place(at))?;
    }
    if let (Some(at), Some(dealt)) = (&claim.locked, claim.dealt) {
        writeln!(output, "    locked   {}, dealt {}", place(at), utc(dealt))?;
    }
    if let Some(at) = &claim.settled {
        writeln!(output, "    settled  {}", place(at))?;
    }
    if let Some(at) = &claim.final_at {
        writeln!(output, "    final    {}", place(at))?;
    }
    if let Some(at) = &claim.ended {
        writeln!(output, "    ended    {}", place(at))?;
    }
    Ok(())
}

fn place(at: &LogPlace) -> String {
    let time = utc(at.at_ms);
    format!("entry {}, block {}, {time}", at.place, at.block)
}

/// One sentence about the whole log.
#[must_use]
pub fn verdict(audit: &PoolAudit) -> String {
    let link = audit
        .link
        .map_or_else(String::new, |link| format!("link {link}: "));
    let (blocks, entries) = (audit.blocks, audit.entries);
    let head = audit
        .head
        .map_or_else(String::new, |head| format!(", the last is {head}"));
    let begins = match audit.first {
        0 | 1 => String::new(),
        first => format!(", block {first} is the first: what was before it needs the segments"),
    };
    let holds = format!("{link}{entries} entries in {blocks} blocks{head}{begins}");
    match &audit.wrong {
        None => format!("{holds}; the log holds"),
        Some(wrong) => {
            let block = wrong
                .block
                .map_or_else(String::new, |block| format!("block {block}"));
            let record = wrong
                .record
                .map_or_else(String::new, |record| format!(", record {record}"));
            let colon = if block.is_empty() { "" } else { ": " };
            format!(
                "{holds}; NOT TO BE TRUSTED: {block}{record}{colon}{}",
                wrong.why
            )
        }
    }
}

/// A time in milliseconds since 1970 as date and time of day, in UTC.
#[must_use]
pub fn utc(ms: u64) -> String {
    let (days, of_day) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = date(days);
    let (hours, minutes) = (of_day / 3_600_000, of_day / 60_000 % 60);
    let (seconds, ms) = (of_day / 1_000 % 60, of_day % 1_000);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02}.{ms:03}")
}

/// The date of a day since 1970. Years begin in March here, so that the odd day of a leap year is the last one.
fn date(days: u64) -> (u64, u64, u64) {
    // From 1 March of the year 0; 400 years have 146,097 days.
    let days = days.saturating_add(719_468);
    let (eras, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 9 } else { month + 3 };
    (eras * 400 + year + u64::from(is_next_year), month, day)
}
