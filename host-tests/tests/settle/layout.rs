//! What a seat may hold: the positions and areas of the layout, and raises of the right size.

use shared_rules::closed::Decision;
use shared_rules::games::Game;
use shared_rules::refusal::Reason;
use shared_rules::wagers::Wager::{
    self, Ante, Bonus, Flop, PairPlus, Play, Progressive, River, Turn,
};
use simulator::showdown::{Seated, Showdown, dollars, plays, push, sits, win};

const HOLDEM_AREAS: &[Wager] = &[Ante, Bonus, Flop, Turn, River];
const THREE_CARD_AREAS: &[Wager] = &[Ante, Play, PairPlus];
const MBS_HOLDEM_RAISE: [&str; 3] = ["THB6 3.9.2", "ML6 3.9.2", "ML9 3.9.2"];

fn holdem(citation: &str) -> Showdown {
    let table = Showdown::under(citation).dealer("3c 2d");
    table.board("Kd Th 8s 6h 4c")
}

fn three_card() -> Showdown {
    Showdown::under("TCP5 3.9.2").dealer("Qc 9d 7h")
}

fn kings() -> Seated {
    plays("Kc Kh")
}

fn wrong_raise(wager: Wager, rule: &str) -> Option<(Reason, String)> {
    Some((Reason::WrongRaise(wager), rule.to_string()))
}

/// THB6 ML6 ML9 1.1.6; RWS6 1.11: the wager that continues the round is twice the Ante. The MBS games
/// take no other (3.9.2); RWS6 settles up to that much of it (5.3).
#[test]
fn flop_is_twice_the_ante() {
    for rule in MBS_HOLDEM_RAISE {
        let right = holdem(rule).seat(1, kings().stake(Flop, 20));
        assert_eq!(right.refusal(), None);
        for other in [1, 10, 19, 21, 40] {
            let refusal = holdem(rule).seat(1, kings().stake(Flop, other)).refusal();
            assert_eq!(refusal, wrong_raise(Flop, rule), "a Flop of ${other}");
        }
    }
    for rule in ["THB6 3.9.2", "RWS6 3.11.2b", "ML6 3.9.2", "ML9 3.9.2"] {
        let without_flop = sits("Kc Kh").stake(Ante, 10);
        let refusal = holdem(rule).seat(1, without_flop).refusal();
        let missing = (Reason::RaiseMissing(Flop), rule.to_string());
        assert_eq!(refusal, Some(missing));
    }
    for (placed, settled) in [(19, 19), (20, 20), (21, 20)] {
        let table = holdem("RWS6 1.11").seat(1, kings().stake(Flop, placed));
        let stake = table.settle().stake_and_excess(1, Flop);
        assert_eq!(stake, Some((dollars(settled), dollars(placed - settled))));
    }
}

/// THB6 ML6 ML9 1.1.4, 1.1.11, 1.1.15; RWS6 1.6, 1.22, 1.28, 3.11.3, 3.11.4, 3.12.4, 3.12.5: Turn and
/// River are the Ante each, or a check, each for itself.
#[test]
fn turn_and_river_equal_the_ante_or_check() {
    let won = ["THB6 3.10.2", "RWS6 3.13", "ML6 3.10.2", "ML9 3.10.2"];
    for rule in won {
        for (turn, river) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut player = kings();
            let mut expected = vec![push(Ante, rule), win(Flop, 20, rule)];
            for (wager, placed) in [(Turn, turn), (River, river)] {
                match placed {
                    true => expected.push(win(wager, 10, rule)),
                    false => player = player.without(wager),
                }
            }
            assert_eq!(holdem(rule).seat(1, player).settle().seat(1), expected);
        }
    }
    for wager in [Turn, River] {
        for other in [1, 9, 11, 20] {
            for rule in MBS_HOLDEM_RAISE {
                let refusal = holdem(rule).seat(1, kings().stake(wager, other)).refusal();
                assert_eq!(refusal, wrong_raise(wager, rule), "${other}");
            }
            let table = holdem("RWS6 1.22").seat(1, kings().stake(wager, other));
            let expected = (dollars(other.min(10)), dollars(other.saturating_sub(10)));
            let found = table.settle().stake_and_excess(1, wager);
            assert_eq!(found, Some(expected), "${other}");
        }
    }
}

/// TCP5 1.1.7, 3.9.2: Play is the Ante, and a hand with an Ante plays on with it or not at all.
#[test]
fn play_equals_the_ante() {
    let kings = || plays("Kc Kh 3d");
    assert_eq!(three_card().seat(1, kings()).refusal(), None);
    for other in [1, 9, 11, 20] {
        let refusal = three_card().seat(1, kings().stake(Play, other)).refusal();
        assert_eq!(refusal, wrong_raise(Play, "TCP5 3.9.2"), "${other}");
    }
    let refusal = three_card().seat(1, kings().without(Play)).refusal();
    let missing = (Reason::RaiseMissing(Play), "TCP5 3.9.2".to_string());
    assert_eq!(refusal, Some(missing));
    let folded = kings().decides(Decision::Fold);
    let refusal = three_card().seat(1, folded).refusal();
    let raised = (Reason::RaiseAfterFold(Play), "TCP5 3.9.1".to_string());
    assert_eq!(refusal, Some(raised));
}

/// THB6 TCP5 2.2; ML6 2.2; ML9 2.2; RWS6 2.1.1a: up to seven positions, in ML6 up to six.
#[test]
fn seats_match_the_layout() {
    let layouts = [
        ("THB6 2.2", 4, 7),
        ("RWS6 2.1.1a", 1, 7),
        ("ML6 2.2", 4, 6),
        ("ML9 2.2", 1, 7),
        ("TCP5 2.2", 4, 7),
    ];
    for (rule, fewest, positions) in layouts {
        let tag = rule.split(' ').next().expect("a tag").to_lowercase();
        let rules = Game::from_key(&tag).expect("a game").rules();
        let (least, last) = rules.positions;
        assert_eq!((least, last.number()), (fewest, positions), "{rule}");
        if rule.starts_with("TCP5") {
            continue;
        }
        for number in 1..=7 {
            let refusal = holdem(rule).seat(number, kings()).refusal();
            let beyond = (number > positions).then(|| (Reason::NoSuchPosition, rule.to_string()));
            assert_eq!(refusal, beyond, "{rule}, {number}");
        }
    }
    for number in 1..=7 {
        assert_eq!(three_card().seat(number, plays("Kc Kh 3d")).refusal(), None);
    }
}

/// THB6 ML6 ML9 2.2.1, 2.2.2; TCP5 2.2.1, 2.2.2: every position has the areas of its game and no other,
/// and the progressive wager.
#[test]
fn every_seat_has_the_documents_wager_areas() {
    let games = [
        ("THB6 2.2.2", HOLDEM_AREAS),
        ("RWS6 2.1.1a", HOLDEM_AREAS),
        ("ML6 2.2.2", HOLDEM_AREAS),
        ("ML9 2.2.2", HOLDEM_AREAS),
        ("TCP5 2.2.2", THREE_CARD_AREAS),
    ];
    for (rule, areas) in games {
        let (table, hand) = match areas == HOLDEM_AREAS {
            true => (holdem(rule), "Kc Kh"),
            false => (Showdown::under(rule).dealer("Qc 9d 7h"), "Kc Kh 3d"),
        };
        let most = if rule.starts_with("ML6") { 6 } else { 7 };
        for number in 1..=most {
            let full = areas.iter().fold(sits(hand), |seated, area| match area {
                Flop => seated.stake(Flop, 20),
                other => seated.stake(*other, 10),
            });
            let settled = table.clone().seat(number, full.progressive()).settle();
            let expected = [areas, &[Progressive]].concat();
            assert_eq!(settled.wagers(number), expected, "{rule}");
        }
        for wager in [Bonus, Flop, Turn, River, Play, PairPlus] {
            let seated = plays(hand).stake(wager, if wager == Flop { 20 } else { 10 });
            let refused = table.clone().seat(1, seated).refusal();
            let no_area = (!areas.contains(&wager)).then_some(Reason::NoSuchWager(wager));
            assert_eq!(refused.map(|(reason, _)| reason), no_area, "{rule}");
        }
    }
}
