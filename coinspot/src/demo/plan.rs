//! The rounds of the evening: for each game a random one and one worth watching.

use shared_rules::games::Game;

use crate::table::ask::CardPlace;
use crate::table::troubles::TableTrouble;
use simulator::round_driver::seat;

/// A round of the evening.
#[derive(Clone, Debug)]
pub struct DemoPlan {
    /// The game.
    pub game: Game,
    /// Bets: a seat and its units. Empty leaves them to chance.
    pub bets: Vec<(u8, u8)>,
    /// Cards that are arranged: where, and which.
    pub cards: Vec<(CardPlace, &'static str)>,
    /// A trouble between the lock and the deal.
    pub trouble: Option<TableTrouble>,
}

impl DemoPlan {
    fn by_chance(game: Game) -> DemoPlan {
        DemoPlan {
            game,
            bets: Vec::new(),
            cards: Vec::new(),
            trouble: None,
        }
    }

    fn arranged(game: Game, bets: &[(u8, u8)], cards: &[(CardPlace, &'static str)]) -> DemoPlan {
        DemoPlan {
            bets: bets.to_vec(),
            cards: cards.to_vec(),
            ..DemoPlan::by_chance(game)
        }
    }

    fn with(self, trouble: TableTrouble) -> DemoPlan {
        DemoPlan {
            trouble: Some(trouble),
            ..self
        }
    }
}

/// The rounds of a game.
pub fn plans(game: Game) -> Vec<DemoPlan> {
    let at = |number| CardPlace::Seat(seat(number));
    let chance = DemoPlan::by_chance(game);
    let board = CardPlace::Board;
    match game {
        Game::Thb6 => vec![
            chance.with(TableTrouble::PowerCut),
            DemoPlan::arranged(
                game,
                &[(2, 1), (5, 1)],
                &[(at(2), "AsKs"), (board, "QsJs2dTs")],
            ),
        ],
        Game::Rws6 => vec![
            chance.with(TableTrouble::SignCable),
            DemoPlan::arranged(
                game,
                &[(3, 1), (6, 1)],
                &[(at(3), "AhKh"), (board, "QhJhTh")],
            ),
        ],
        Game::Ml6 => vec![
            chance.with(TableTrouble::ChipMoved),
            DemoPlan::arranged(
                game,
                &[(1, 1), (4, 1)],
                &[(at(4), "9s8s"), (board, "7s6s5s")],
            ),
        ],
        Game::Ml9 => vec![
            chance.with(TableTrouble::ForgedCommand),
            DemoPlan::arranged(
                game,
                &[(2, 1), (5, 3), (6, 1)],
                &[(at(2), "KsQs"), (at(6), "8s7s"), (board, "JsTs9s")],
            ),
            DemoPlan::arranged(
                game,
                &[(1, 5), (3, 2), (4, 1)],
                &[(at(1), "AsKs"), (at(3), "9s8s"), (board, "QsJsTs")],
            ),
        ],
        Game::Tcp5 => vec![
            chance.with(TableTrouble::ConsoleNoise),
            DemoPlan::arranged(game, &[(2, 1), (4, 1), (7, 1)], &[(at(4), "AsKsQs")]),
        ],
    }
}
