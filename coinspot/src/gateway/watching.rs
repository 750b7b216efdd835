//! A running pool as programs watch it: `/health` for whoever restarts it or sends gateways to it, and `/metrics` in
//! the text format of Prometheus.

use std::fmt::{Display, Write as _};

use pit::service::PoolSnapshot;

/// The health of a pool in a word or a sentence, and true if nothing is wrong with it. A pool that stands by is well.
#[must_use]
pub fn health(pool: &PoolSnapshot) -> (bool, String) {
    match (&pool.halted, &pool.trouble) {
        (Some(why), _) => (false, format!("halted: {why}\n")),
        (None, Some(why)) => (false, format!("silent: {why}\n")),
        (None, None) if pool.leads => (true, "leads\n".to_owned()),
        (None, None) => (true, "stands by\n".to_owned()),
    }
}

/// All measurements of a pool.
#[must_use]
pub fn metrics(pool: &PoolSnapshot) -> String {
    let mut text = MetricsText(String::new());
    let (is_well, _) = health(pool);
    text.gauge(
        "up",
        "1 if nothing is wrong with this pool",
        u8::from(is_well),
    );
    text.gauge(
        "leads",
        "1 if this pool leads, 0 if it stands by",
        u8::from(pool.leads),
    );
    text.gauge(
        "head_block",
        "The last block that this pool has folded",
        pool.head,
    );
    text.counter("entries_total", "Entries of the log", pool.entries);
    text.counter(
        "letters_ignored_total",
        "Letters without an effect since the start",
        pool.ignored,
    );
    let notices = pool.notices.back().map_or(0, |last| last.number);
    text.counter(
        "notices_total",
        "Notices to the house since the start",
        notices,
    );
    text.gauge("gateways", "Connected gateways", pool.lines);
    text.gauge("meter_cents", "The amount on the signs", pool.shown.get());
    text.gauge("claims", "Unpaid claims", pool.queue.len());
    let quarantined = pool.members.iter();
    let quarantined = quarantined.filter(|member| member.quarantine.is_some());
    text.gauge(
        "tables_quarantined",
        "Tables that the house has to look at",
        quarantined.count(),
    );
    text.head(
        "peer_head_block",
        "The last block of every pool of this log",
        "gauge",
    );
    for peer in &pool.peers {
        text.sample("peer_head_block", &label("pool", &peer.name), peer.head);
    }
    text.head(
        "table_reached",
        "1 if a gateway carries the letters of the table",
        "gauge",
    );
    for member in &pool.members {
        text.sample(
            "table_reached",
            &label("table", member.table),
            u8::from(member.is_reached),
        );
    }
    text.head(
        "table_silent_seconds",
        "The time since the last letter of the table",
        "gauge",
    );
    for member in &pool.members {
        if let Some(heard_ms) = member.heard_ms {
            let silent_ms = pool.at_ms.saturating_sub(heard_ms);
            let seconds = format!("{}.{:03}", silent_ms / 1_000, silent_ms % 1_000);
            text.sample(
                "table_silent_seconds",
                &label("table", member.table),
                seconds,
            );
        }
    }
    text.0
}

struct MetricsText(String);

impl MetricsText {
    fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, help, "gauge");
        self.sample(name, "", value);
    }

    fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, help, "counter");
        self.sample(name, "", value);
    }

    fn head(&mut self, name: &str, help: &str, kind: &str) {
        // A string takes everything.
        let _ = writeln!(
            self.0,
            "# HELP coinspot_pool_{name} {help}.\n# TYPE coinspot_pool_{name} {kind}"
        );
    }

    fn sample(&mut self, name: &str, labels: &str, value: impl Display) {
        let _ = writeln!(self.0, "coinspot_pool_{name}{labels} {value}");
    }
}

/// A label; its value is escaped as the format asks.
fn label(name: &str, value: impl Display) -> String {
    let value = value.to_string();
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("{{{name}=\"{value}\"}}")
}
