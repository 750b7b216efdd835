//! The pay tables of the main games and the title pages as the documents print them, against the rule
//! sets' data: these rows, in this order, and no more.

use shared_rules::cards::Rank;
use shared_rules::evaluate::Category;
use shared_rules::games::{Base, Game, Holdem, MainGame, PayRow};
use shared_rules::money::Cents;

/// Every two ranks, the higher first, suited or not: `AKs` is a suited ace and king, `AK` an unsuited.
fn hole_kinds() -> Vec<(String, (Rank, Rank, bool))> {
    let mut kinds = Vec::new();
    for high in Rank::ALL.into_iter().rev() {
        for low in Rank::ALL.into_iter().rev().filter(|low| *low <= high) {
            let name = format!("{}{}", high.letter(), low.letter());
            if low != high {
                kinds.push((format!("{name}s"), (high, low, true)));
            }
            kinds.push((name, (high, low, false)));
        }
    }
    kinds
}

fn holdem(game: Game) -> Option<&'static Holdem> {
    match &game.rules().main {
        MainGame::Holdem(holdem) => Some(holdem),
        MainGame::ThreeCard(_) => None,
    }
}

/// THB6 ML6 ML9 4.1.1; RWS6 4.1: which of the 169 kinds of hole cards each row of Bonus is about, with
/// aces in the dealer's hand and without.
#[test]
fn bonus_rows_are_the_documents() {
    let low_pairs = "TT 99 88 77 66 55 44 33 22";
    let rows: [(&str, &str, u32); 8] = [
        ("AA", "", 1000),
        ("AA", "AA", 30),
        ("AKs", "AKs", 25),
        ("AQs AJs", "AQs AJs", 20),
        ("AK", "AK", 15),
        ("KK QQ JJ", "KK QQ JJ", 10),
        ("AQ AJ", "AQ AJ", 5),
        (low_pairs, low_pairs, 3),
    ];
    let aces = (Rank::Ace, Rank::Ace, false);
    let no_aces = (Rank::King, Rank::King, false);
    let kinds = hole_kinds();
    assert_eq!(kinds.len(), 169);
    for (game, paragraph) in [
        (Game::Thb6, "4.1.1"),
        (Game::Rws6, "4.1"),
        (Game::Ml6, "4.1.1"),
        (Game::Ml9, "4.1.1"),
    ] {
        let game = holdem(game).expect("a hold'em game");
        assert_eq!(game.bonus_paragraph.to_string(), paragraph);
        assert_eq!(game.bonus.len(), rows.len());
        for (row, (against_aces, otherwise, to_one)) in game.bonus.iter().zip(rows) {
            let about = |dealer| {
                let matching = kinds.iter().filter(|kind| row.hole.matches(kind.1, dealer));
                let names: Vec<&str> = matching.map(|kind| kind.0.as_str()).collect();
                names.join(" ")
            };
            assert_eq!((about(aces).as_str(), row.to_one), (against_aces, to_one));
            assert_eq!(about(no_aces), otherwise);
        }
    }
}

/// THB6 ML6 ML9 3.10.2, 3.10.3; RWS6 3.13, 3.14, 4.1.1: the Ante wins from a straight up; only RWS6 lets
/// Bonus outlive a loss, and caps it.
#[test]
fn terms_of_ante_and_bonus_are_the_documents() {
    let cap = Some((Cents::dollars(100_000), "4.1.1".to_owned()));
    for (game, survives_loss, cap) in [
        (Game::Thb6, false, None),
        (Game::Rws6, true, cap),
        (Game::Ml6, false, None),
        (Game::Ml9, false, None),
    ] {
        let game = holdem(game).expect("a hold'em game");
        assert_eq!(game.ante_wins_from, Category::Straight);
        assert_eq!(game.bonus_survives_loss, survives_loss);
        let found = game.bonus_cap;
        let found = found.map(|(cap, paragraph)| (cap, paragraph.to_string()));
        assert_eq!(found, cap);
    }
}

/// TCP5 3.11, 4.2, 4.3.
#[test]
fn three_card_pay_tables_are_the_documents() {
    let MainGame::ThreeCard(game) = &Game::Tcp5.rules().main else {
        panic!("TCP5 is played with three cards");
    };
    let printed = |rows: &[PayRow]| -> Vec<(&str, u32)> {
        let rows = rows.iter();
        rows.map(|row| (row.category.name(), row.to_one)).collect()
    };
    let ante_bonus = [
        ("royal_flush", 5),
        ("straight_flush", 5),
        ("three_of_a_kind", 4),
        ("straight", 1),
    ];
    let pair_plus = [
        ("royal_flush", 40),
        ("straight_flush", 40),
        ("three_of_a_kind", 30),
        ("straight", 5),
        ("flush", 4),
        ("one_pair", 1),
    ];
    assert_eq!(printed(game.ante_bonus), ante_bonus);
    assert_eq!(printed(game.pair_plus), pair_plus);
    assert_eq!(game.dealer_needs, Rank::Queen);
}

/// The title pages; THB6 3.4.2, RWS6 3.4, ML9 3.5.3 for the units; THB6 3.5, RWS6 3.8, TCP5 3.5 for the
/// base wager; the appendices for the most positions, and for the fewest where they print it.
#[test]
fn title_pages_and_layouts_are_the_documents() {
    let [thb, rws, ml, tcp] = [
        "Texas Hold'em Bonus Progressive",
        "Progressive Texas Hold'em Poker",
        "Megalink Texas Hold'em Bonus Progressive",
        "Three Card Poker",
    ];
    let (ante, either) = (Base::Ante, Base::AnteOrPairPlus);
    let documents = [
        (("THB6", thb, "MBS", 6, "2 August 2019"), (7, 1, ante)),
        (("RWS6", rws, "RWS", 6, "28 June 2020"), (7, 1, ante)),
        (("ML6", ml, "MBS", 6, "2 August 2019"), (6, 1, ante)),
        (("ML9", ml, "MBS", 9, "4 July 2023"), (7, 5, ante)),
        (("TCP5", tcp, "MBS", 5, "2 August 2019"), (7, 1, either)),
    ];
    for (game, (title_page, layout)) in Game::ALL.into_iter().zip(documents) {
        let r = game.rules();
        let printed = (r.tag, r.title, r.house, r.version, r.effective);
        assert_eq!(printed, title_page);
        let found = (r.positions.1.number(), r.units_max, r.base);
        assert_eq!(found, layout, "{game:?}");
    }
    for (game, fewest) in [
        (Game::Thb6, 4),
        (Game::Ml6, 4),
        (Game::Ml9, 1),
        (Game::Tcp5, 4),
    ] {
        assert_eq!(game.rules().positions.0, fewest);
    }
}
