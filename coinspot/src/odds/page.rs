//! The page `docs/odds.md`.

use super::OddsReport;
use super::document::{Block, Table, document, summary};

/// The page about these games.
pub fn page(reports: &[OddsReport]) -> String {
    let mut out = String::from(HEAD);
    out += &block(summary(reports.iter().map(|report| &report.odds)));
    for report in reports {
        let rules = report.odds.rules;
        out += &format!("\n## {}: {} ({})\n\n", rules.tag, rules.title, rules.house);
        out += &format!(
            "![Return against the meter, and the jackpot at a hit](odds/{}.svg)\n",
            rules.key
        );
        out.extend(document(&report.odds).into_iter().map(block));
    }
    out
}

fn block(block: Block) -> String {
    match block {
        Block::Heading(text) => format!("\n### {text}\n"),
        Block::Text(text) => format!("\n{text}\n"),
        Block::Table(table) => format!("\n{}", markdown(&table)),
    }
}

fn markdown(table: &Table) -> String {
    let head = table.head.join(" | ");
    let rule = (0..table.head.len()).map(|column| match column < table.words {
        true => "---",
        false => "---:",
    });
    let rule = rule.collect::<Vec<_>>().join(" | ");
    let rows = table
        .rows
        .iter()
        .map(|row| format!("| {} |\n", row.join(" | ")));
    format!("| {head} |\n| {rule} |\n{}", rows.collect::<String>())
}

const HEAD: &str = "\
# The odds of the five games

Every figure is exact: all deals are counted, none is drawn. The program makes this page and its plots:

```sh
cargo run --release -- odds --format page > docs/odds.md
cargo run --release -- odds --game thb6 --format svg > docs/odds/thb6.svg    # and so for every game
cargo run --release -- odds --game thb6 --format json                        # the fractions, for programs
cargo run --release -- odds --check 10000000                                 # against settled random rounds
```

What the words mean:

- The *house edge* is what the house keeps of each unit staked, in the main game of each Ante, on average.
- *Return* is what comes back of it. An award of the progressive comes without the stake; every other win with it.
- The *meter* is what is on the sign when bets are closed. One seat plays; several straight flushes in one round
  (ML9 3.15.1) are not looked at. Of several awards the highest is paid, as the meter then stands.
- The *meter at a hit* is what the winner of the whole meter finds there on average, if wager follows wager: with
  `h` the chance of a hit, `r` the share of the meter won a wager and `c` the contribution, `(h * reset + c) / r`.
- *Return over many hits*: all that is put on the meter, contributions and resets, is won in the end.
- Every reading of docs/settle.md stands beside the other. Where the Ante wins from a flush is no reading of these
  documents; the same game is dealt so elsewhere.

The amounts below hold for the unit, meter, reset value and contribution of the program's options, by default $5,
$100,000, $50,000 and 20 %.
";
