//! The page `docs/odds.md`.

use super::OddsReport;
use super::document::{Block, Table, document, summary};

/// The page about these games.
pub fn page(reports: &[OddsReport]) -> String {
    let mut out = String::from(HEAD);
    let games: Vec<_> = reports.iter().map(|report| &report.odds).collect();
    out.extend(summary(&games).into_iter().map(block));
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

Every figure is exact: all deals are enumerated, none is sampled. The program writes this page and its plots:

```sh
cargo run --release -- odds --format page > docs/odds.md
cargo run --release -- odds --game thb6 --format svg > docs/odds/thb6.svg    # the same for every game
cargo run --release -- odds --game thb6 --format json                        # the fractions, for programs
cargo run --release -- odds --check 10000000                                 # against settled random rounds
```

Terms:

- The *house edge* is the house's mean gain per unit staked; in the main game, per Ante. A negative edge is its loss.
- The *return* is the mean amount paid back per unit staked. An award of the progressive is paid without the stake;
  every other win includes it.
- The *meter* is the amount on the sign when bets are closed. One seat plays; several straight flushes in one round
  (ML9 3.15.1) are not considered. If several awards match, the one that is highest at this meter is paid.
- The *meter at a hit* is the mean amount that the winner of the whole meter finds, if wager follows wager: with `h` the
  probability of a hit, `r` the share of the meter won per wager and `c` the contribution, it is `(h * reset + c) / r`.
- *Return over many hits*: all contributions and reset values are won in the end.
- The readings of docs/settle.md that move a figure stand side by side, the default first, with the difference and its
  reason. `envy_for` and `envy_pair_plus` move none, because one seat plays. An Ante that wins from a flush up is not a
  reading of these documents; the same game is dealt so elsewhere.

The amounts below hold for the unit, meter, reset value and contribution of the program's options, by default $5,
$100,000, $50,000 and 20 %.

## Summary
";
