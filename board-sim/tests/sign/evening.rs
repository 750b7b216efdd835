//! Both images on one wire: an evening of all five games, watched at the light of the panels.

use std::collections::BTreeSet;

use crate::expected::drawn;
use crate::watched::Watched;
use parts::hub75::Ghosts;
use shared_rules::round::Event;
use shared_rules::wire::message::Command;
use sign::PageBody;
use simulator::scenarios::games::first_rounds;
use simulator::table_driver::{TableDriver, at_once, house};

/// From the command to settle until every dot of the winning value is lit as it should be.
const SHOWN_MS_MAX: u64 = 100;

/// Wins in the gate: one of each game. The environment may ask for more.
const WINS: usize = 5;
const WINS_FROM: &str = "COINSPOT_SIGN_WINS";

/// Long enough for each of an award's two pages and the jackpot's.
const PAGES_MS: u64 = 6_500;

#[test]
fn the_light_of_five_games_is_what_was_drawn() {
    let mut evening = TableDriver::<Watched>::before_configuration();
    for (game, play) in first_rounds() {
        evening.configures(house(game));
        evening.wait_ms(1_200);
        evening.says([Event::PlaceYourBets]);
        evening.bets(2, 1);
        evening.bets(5, 1);
        evening.wait_ms(500);
        evening.says([Event::NoMoreBets]);
        evening.wait_ms(1_500);
        evening.says(play);
        evening.says([Event::Settle]);
        evening.wait_ms(PAGES_MS);
        evening.confirms();
        evening.wait_ms(PAGES_MS);
        evening.says([Event::Paid]);
        evening.clears(2);
        evening.clears(5);
    }
    evening.wait_ms(500);
    let engine = &mut evening.table.engine;
    let judged = engine.judge();
    let pages: BTreeSet<&String> = judged.iter().collect();
    println!("{} looks at {} pages:", judged.len(), pages.len());
    pages
        .iter()
        .for_each(|page| println!("{}", page.replace('\n', " | ")));
    for heading in [
        "BETS OPEN",
        "NO MORE BETS",
        "PENDING: SEAT 2",
        "WIN: SEAT 2",
    ] {
        let there = pages.iter().filter(|page| page.starts_with(heading));
        assert!(there.count() >= 3, "{heading}: {pages:?}");
    }
    let panel = &engine.table.sign.world().panel;
    assert_eq!(panel.ghosts, Ghosts::default());
    assert_eq!(engine.table.sign.resets().len(), 1);
}

#[test]
fn a_settled_award_is_lit_within_a_tenth_of_a_second() {
    let wins = std::env::var(WINS_FROM).map_or(WINS, |text| text.parse().expect("a number"));
    let mut evening = TableDriver::<Watched>::before_configuration();
    let rounds = first_rounds();
    let all = (0..wins).map(|win| {
        let (game, play) = &rounds[win % rounds.len()];
        evening.configures(at_once(*game));
        evening.wait_ms(1_500);
        settled_to_lit_ms(&mut evening, play)
    });
    let all: Vec<u64> = all.collect();
    let slowest_ms = *all.iter().max().expect("a win");
    println!(
        "from settlement to light: {slowest_ms} ms at most in {wins} wins of five games: {all:?}"
    );
    assert!(slowest_ms <= SHOWN_MS_MAX, "{slowest_ms} ms");
}

/// Plays a round in which seat 2 wins an award up to the settlement, and returns the time from that command to the light
/// of the winning value.
fn settled_to_lit_ms(evening: &mut TableDriver<Watched>, play: &[Event]) -> u64 {
    evening.says([Event::PlaceYourBets]);
    evening.bets(2, 1);
    evening.bets(5, 1);
    evening.says([Event::NoMoreBets]);
    evening.says(play.iter().cloned());
    evening.wait_ms(500);
    let engine = &mut evening.table.engine;
    engine.judge();
    (engine.pause_ms, engine.is_finest) = (0, true);
    let said_ms = evening.table.now_ms();
    evening.table.console.command(Command::Round(Event::Settle));
    evening.wait_ms(SHOWN_MS_MAX + 100);
    let engine = &mut evening.table.engine;
    let now_ms = said_ms + SHOWN_MS_MAX + 100;
    let page = engine.listener.sign(now_ms).page(now_ms);
    assert!(
        page.lines().to_string().starts_with("PENDING: SEAT 2")
            && matches!(page.body, PageBody::Amount(_)),
        "{}",
        page.lines()
    );
    let award = drawn(&page);
    let mut looks = engine.looks.iter();
    let lit_ms = looks.find_map(|look| look.light.shows(&award).then_some(look.to_ms));
    (engine.pause_ms, engine.is_finest) = (100, false);
    engine.looks.clear();
    evening.clears_up();
    (1..=5).for_each(|number| evening.clears(number));
    lit_ms.expect("the award is lit") - said_ms
}
