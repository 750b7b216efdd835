//! The progressive pay tables as the documents print them, row by row, against the rule sets' data:
//! these rows, in this order, and no more.

use shared_rules::cards::Suit;
use shared_rules::games::AwardsLeft::{self, All, Community as CommunityOnly};
use shared_rules::games::MadeOf::{
    self, BestOfSeven, BestOfSevenWithHoleCard as WithHoleCard, Community, HoleAndFlop, ThreeCards,
    UpToTurn,
};
use shared_rules::games::{AwardPays, AwardRow, Game, SuitRule};
use shared_rules::money::{Cents, Percent};

/// A row of a progressive pay table: award, cards that count, what it pays, and its paragraph; then what
/// is said of suits, pools and envy.
#[derive(PartialEq, Debug)]
struct Row {
    award: &'static str,
    cards: MadeOf,
    pays: AwardPays,
    paragraph: String,
    suit: SuitRule,
    pooled: Option<String>,
    envy: Option<Cents>,
}

fn row(award: &'static str, cards: MadeOf, pays: AwardPays, paragraph: &'static str) -> Row {
    Row {
        award,
        cards,
        pays,
        paragraph: paragraph.to_string(),
        suit: SuitRule::Any,
        pooled: None,
        envy: None,
    }
}

impl Row {
    fn envy(self, suit: SuitRule, dollars: u32) -> Row {
        Row {
            suit,
            envy: Some(Cents::dollars(dollars)),
            ..self
        }
    }

    fn pooled(self, paragraph: &'static str) -> Row {
        Row {
            pooled: Some(paragraph.to_string()),
            ..self
        }
    }
}

impl From<&AwardRow> for Row {
    fn from(row: &AwardRow) -> Row {
        Row {
            award: row.award.name(),
            cards: row.made_of,
            pays: row.pays,
            paragraph: row.paragraph.to_string(),
            suit: row.suit,
            pooled: row.pooled.map(|paragraph| paragraph.to_string()),
            envy: row.envy,
        }
    }
}

fn percent(percent: u8) -> AwardPays {
    AwardPays::Jackpot(Percent::new(percent).expect("1 to 100"))
}

fn dollars(dollars: u32) -> AwardPays {
    AwardPays::Fixed(Cents::dollars(dollars))
}

const fn for_one(times: u32) -> AwardPays {
    AwardPays::ForOne(times)
}

fn assert_awards(game: Game, expected: &[Row]) {
    let awards = game.rules().progressive.awards;
    let rows: Vec<Row> = awards.iter().map(Row::from).collect();
    assert_eq!(rows, expected);
}

/// THB6 4.2, 4.2.1; RWS6 4.2: the same rows, in RWS6 all under one number.
#[test]
fn awards_by_street_are_the_documents() {
    for (game, own, board) in [(Game::Thb6, "4.2", "4.2.1"), (Game::Rws6, "4.2", "4.2")] {
        let rows = [
            row("royal_flush_on_flop", HoleAndFlop, percent(100), own),
            row("royal_flush_on_turn", UpToTurn, percent(25), own),
            row("royal_flush_on_river", WithHoleCard, percent(5), own),
            row("straight_flush", BestOfSeven, dollars(1500), own),
            row("four_of_a_kind", BestOfSeven, dollars(300), own),
            row("community_royal_flush", Community, dollars(10_000), board),
            row("community_straight_flush", Community, dollars(1500), board),
            row("community_four_of_a_kind", Community, dollars(300), board),
        ];
        assert_awards(game, &rows);
    }
}

/// ML6 4.2 and 3.15.1.
#[test]
fn awards_of_ml6_are_the_documents() {
    let rows = [
        row("royal_flush", HoleAndFlop, percent(100), "4.2"),
        row("straight_flush", HoleAndFlop, percent(10), "4.2").pooled("3.15.1"),
        row("four_of_a_kind", HoleAndFlop, dollars(2000), "4.2"),
        row("full_house", HoleAndFlop, dollars(200), "4.2"),
        row("flush", HoleAndFlop, dollars(100), "4.2"),
    ];
    assert_awards(Game::Ml6, &rows);
}

/// ML9 4.2 and 3.15.1.
#[test]
fn awards_of_ml9_are_the_documents() {
    let rows = [
        row("royal_flush", HoleAndFlop, percent(100), "4.2"),
        row("straight_flush", HoleAndFlop, percent(10), "4.2").pooled("3.15.1"),
        row("four_of_a_kind", HoleAndFlop, for_one(400), "4.2"),
        row("full_house", HoleAndFlop, for_one(80), "4.2"),
        row("flush", HoleAndFlop, for_one(40), "4.2"),
        row("straight", HoleAndFlop, for_one(20), "4.2"),
    ];
    assert_awards(Game::Ml9, &rows);
}

/// TCP5 4.4.
#[test]
fn awards_of_tcp5_are_the_documents() {
    let (spades, others) = (SuitRule::Only(Suit::Spades), SuitRule::Not(Suit::Spades));
    let rows = [
        row("royal_flush_spades", ThreeCards, percent(100), "4.4").envy(spades, 250),
        row("royal_flush", ThreeCards, dollars(1250), "4.4").envy(others, 50),
        row("straight_flush", ThreeCards, dollars(175), "4.4"),
        row("three_of_a_kind", ThreeCards, dollars(150), "4.4"),
        row("straight", ThreeCards, dollars(15), "4.4"),
    ];
    assert_awards(Game::Tcp5, &rows);
}

/// An award is won by the hand that it is named after.
#[test]
fn awards_are_named_after_their_hands() {
    for game in Game::ALL {
        for row in game.rules().progressive.awards {
            let name = row.award.name().trim_start_matches("community_");
            assert!(name.starts_with(row.category.name()), "{name}");
        }
    }
}

/// THB6 3.9.1, 3.10.1; RWS6 3.11.2a, 4.3; ML6 ML9 TCP5 3.9.1, 3.10.1: the awards that are left to a
/// folded hand and to one that is not exposed.
#[test]
fn awards_left_are_the_documents() {
    let left: [(Game, AwardsLeft, AwardsLeft); 5] = [
        (Game::Thb6, CommunityOnly, AwardsLeft::None),
        (Game::Rws6, CommunityOnly, CommunityOnly),
        (Game::Ml6, All, AwardsLeft::None),
        (Game::Ml9, All, AwardsLeft::None),
        (Game::Tcp5, All, AwardsLeft::None),
    ];
    for (game, after_fold, unexposed) in left {
        let progressive = &game.rules().progressive;
        assert_eq!(progressive.after_fold, after_fold, "{game:?}");
        assert_eq!(progressive.unexposed, unexposed, "{game:?}");
    }
}
