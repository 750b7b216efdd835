//! The guide leads to a paid royal flush in every game, whatever else is done on the way.

use coinspot::table::play::TablePlay;
use serde_json::{Value, json};
use shared_rules::games::Game;
use shared_rules::round::Phase;

use crate::felt::{all, ante, chips, deal, does, lock, open, table, trouble, turn, view};

/// Longer than any round with its troubles.
const STEPS_MAX: usize = 60;

/// The requests of a click on the marked control.
#[track_caller]
fn marked(now: &Value) -> Vec<Value> {
    let guide = &now["guide"];
    let control = guide["control"].as_str().expect("a control");
    let seat = guide["seat"].as_u64().unwrap_or_default();
    let at_seat = usize::try_from(seat).expect("a seat");
    let ask = match control {
        "own" => return guide["asks"].as_array().expect("asks").clone(),
        "place_your_bets" => open(),
        "no_more_bets" => lock(),
        "ante" => json!({"do": "ante", "seat": seat, "on": true}),
        "coin" => json!({"do": "chip", "seat": seat, "on": true}),
        "seat_step" => now["seats"][at_seat - 1]["steps"][0]["ask"].clone(),
        "dealer_step" => first(&now["steps"], |step| step["refused"].is_null())["ask"].clone(),
        "remedy" => {
            let alerts = &now["status"]["alerts"];
            first(alerts, |alert| !alert["remedy"].is_null())["remedy"]["ask"].clone()
        }
        "power_cut" => trouble("power_cut", false),
        "supervisor" => turn("supervisor", now["supervisor"] == false),
        "confirm" => json!({"do": "confirm"}),
        other => panic!("no click: {other} in {guide:#}"),
    };
    vec![ask]
}

fn first(list: &Value, is_it: impl Fn(&Value) -> bool) -> &Value {
    let mut list = list.as_array().expect("a list").iter();
    list.find(|one| is_it(one)).expect("one of them")
}

/// Clicks what is marked; gives what the guide said.
#[track_caller]
fn follow(play: &mut TablePlay) -> String {
    let now = view(play);
    let title = now["guide"]["title"].as_str().expect("a title").to_owned();
    assert!(
        now["guide"]["why"]
            .as_str()
            .is_some_and(|why| why.len() > 10)
    );
    all(play, &marked(&now));
    title
}

/// Follows until the guide says that the royal flush is paid.
#[track_caller]
fn follow_to_the_end(play: &mut TablePlay) -> Vec<String> {
    let mut said = Vec::new();
    for _ in 0..STEPS_MAX {
        let guide = view(play)["guide"].clone();
        let title = guide["title"].as_str().expect("a title");
        if title.starts_with("Wait") {
            play.run_ms(500);
            continue;
        }
        if guide["control"] == "none" {
            assert!(title.starts_with("The royal flush"), "{title}: {said:#?}");
            assert!(title.ends_with("is paid"), "{title}");
            assert_eq!(guide["place"], guide["of"]);
            assert_eq!(play.replica.phase(), Phase::Paid);
            let payments = view(play)["payments"].to_string();
            assert!(payments.contains("royal flush"), "{payments}");
            assert!(payments.contains("from the jackpot"), "{payments}");
            return said;
        }
        said.push(follow(play));
    }
    panic!("never paid: {said:#?}");
}

#[test]
fn every_game_leads_to_a_paid_royal() {
    let holdem = "Pick a royal flush for seat 4
        Press Place your bets
        Place the Ante of seat 4
        Put a chip on the coin spot of seat 4
        Press No more bets
        Press Deal the hands
        Press All raise: Flop $20
        Press Show the flop
        Press Show the turn
        Press Show the river
        Press Settle
        Turn the key switch
        Press Confirm
        Turn the key back
        Press Pay and clear";
    for game in Game::ALL {
        let mut play = table(game);
        let said = follow_to_the_end(&mut play);
        let lines = holdem.lines().map(str::trim);
        let expected: Vec<String> = match game {
            Game::Tcp5 => lines
                .filter(|line| !line.contains("Show"))
                .map(|line| line.replace("Flop $20", "Play $10"))
                .collect(),
            _ => lines.map(str::to_owned).collect(),
        };
        assert_eq!(said, expected, "{game:?}");
    }
}

/// The place in the round never goes back, and the last step has the last number.
#[test]
fn the_places_count_up() {
    for game in Game::ALL {
        let mut play = table(game);
        let mut last = 0;
        loop {
            let guide = view(&play)["guide"].clone();
            let place = guide["place"].as_u64().expect("a place");
            assert!(place >= last, "{game:?}: {guide:#}");
            assert!(place <= guide["of"].as_u64().expect("an end"));
            last = place;
            if guide["control"] == "none" {
                break;
            }
            follow(&mut play);
        }
    }
}

/// Before every step somebody does something else: the guide takes it from there.
#[test]
fn whoever_does_something_else_is_led_on() {
    let void = json!({"do": "press", "key": "void"});
    let fold = json!({"do": "tell", "event": {"Fold": "Four"}});
    let others = [
        vec![chips(2, 1)],
        vec![ante(4), chips(4, 2)],
        vec![chips(4, 5)],
        vec![open()],
        vec![lock()],
        vec![deal()],
        vec![json!({"do": "settle"})],
        vec![json!({"do": "pay"})],
        vec![json!({"do": "clear"})],
        vec![json!({"do": "pick", "place": "dealer", "index": 0, "card": "As"})],
        vec![turn("supervisor", true), void],
        vec![trouble("sign_cable", true)],
        vec![trouble("stray_light", true)],
        vec![trouble("power_cut", true)],
        vec![trouble("power_cut", true), trouble("power_cut", false)],
        vec![trouble("broken_chain", true)],
        vec![trouble("chip_moved", true)],
        vec![fold],
    ];
    let moments: [(Game, &[usize]); 3] = [
        (Game::Ml9, &[0, 3, 6, 9, 12]),
        (Game::Rws6, &[5]),
        (Game::Tcp5, &[7]),
    ];
    for (game, moments) in moments {
        for (number, asks) in others.iter().enumerate() {
            for after in moments.iter().copied() {
                let mut play = table(game);
                for _ in 0..after {
                    if view(&play)["guide"]["control"] != "none" {
                        follow(&mut play);
                    }
                }
                for ask in asks {
                    // It may be refused: somebody has tried it.
                    let _ = does(&mut play, ask);
                }
                play.run_ms(1_000);
                println!("{game:?}: {number} after {after} steps");
                follow_to_the_end(&mut play);
            }
        }
    }
}

/// Every suggestion is one that the ledger accepts.
#[test]
fn the_guide_marks_what_is_refused_nowhere() {
    let mut play = table(Game::Ml9);
    for _ in 0..STEPS_MAX {
        let now = view(&play);
        if now["guide"]["control"] == "none" {
            return;
        }
        for ask in marked(&now) {
            let done = does(&mut play, &ask);
            assert_eq!(done, Ok(()), "{}", now["guide"]);
        }
        let refused = play.log.lines().filter(|line| line.kind == "refused");
        assert_eq!(refused.count(), 0, "{}", now["guide"]);
        play.run_ms(500);
    }
}

/// A trouble that is over is not mended yet: nothing is suggested that its fault still blocks.
#[test]
fn a_press_that_a_fault_blocks_is_not_suggested() {
    let mut play = table(Game::Ml9);
    assert_eq!(follow(&mut play), "Pick a royal flush for seat 4");
    all(&mut play, &[trouble("sign_cable", true)]);
    play.run_ms(3_000);
    assert_eq!(follow(&mut play), "Sign cable in");
    let now = view(&play);
    assert_eq!(now["guide"]["title"], "Wait for the table");
    let why = now["guide"]["why"].as_str().expect("a reason");
    assert!(why.starts_with("The link to the sign is down"), "{why}");
    play.run_ms(3_000);
    assert_eq!(follow(&mut play), "Press Place your bets");
    assert_eq!(play.replica.phase(), Phase::BetsOpen);
}
