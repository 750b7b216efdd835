//! Configuration by the house: who may, when, and what it changes (9 NYCRR 5321.18(b), NJAC 13:69E-1.39A).

use super::prelude::*;
use shared_rules::jackpot::JackpotTerms;
use shared_rules::money::BasisPoints;
use shared_rules::wagers::{Limit, Limits};

const NOT_SO: &str = "no table can be run so, or a round is open";

/// One unit at seat 2, and this hand on this flop.
fn plays<E: FreshEngine>(evening: &mut TableDriver<E>, cards: &str, flop: &str) {
    evening.says([Event::PlaceYourBets]);
    evening.bets(2, 1);
    evening.says([Event::NoMoreBets]);
    evening.says(dealt(&[(2, cards)], flop));
    evening.says([Event::Settle, Event::Paid]);
    evening.clears(2);
}

pub fn it_takes_the_supervisors_key<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::before_configuration();
    evening.sign(&[NOTICE, "NO PROGRESSIVE BETS\nAMOUNT\nNOT KNOWN"]);
    evening.limits(&[]);
    let configure = Command::Configure(house(Game::Ml9));
    evening.refuses(configure, "", "the supervisor's key is not turned");
    evening.refuses_event(
        Event::PlaceYourBets,
        "",
        "the table has not been configured",
    );
    evening.wrote(&[Entry::Refused(RefusedKind::AgainstTheRules, 1)]);

    evening.configures(house(Game::Ml9));
    evening.wrote(&[Entry::Configured(house(Game::Ml9))]);
    evening.sign(&["JACKPOT\n$10,000.00"]);
    evening.lamps(Look::Dark, &[]);
}

pub fn it_is_refused_in_a_round<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(2, 1);
    evening.holds(FeltKey::Supervisor, true);
    let configure = Command::Configure(house(Game::Thb6));
    evening.refuses(configure.clone(), "", NOT_SO);
    evening.says([Event::NoMoreBets]);
    evening.refuses(configure, "", NOT_SO);
    assert_eq!(*evening.ledger().configuration(), house(Game::Ml9));
}

pub fn it_must_be_sound<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml6);
    evening.holds(FeltKey::Supervisor, true);
    let sound = house(Game::Ml6);
    let limit_below_reset = JackpotTerms {
        limit: Some(Cents::dollars(9_999)),
        ..sound.jackpot
    };
    let unsound = [
        Configuration {
            unit: Cents::ZERO,
            ..sound
        },
        Configuration {
            seats: SeatSet::EMPTY,
            ..sound
        },
        // Layouts have at most six positions (ML6 2.2).
        Configuration {
            seats: seats(&[1, 7]),
            ..sound
        },
        Configuration {
            jackpot: limit_below_reset,
            ..sound
        },
    ];
    for configuration in unsound {
        evening.refuses(Command::Configure(configuration), "", NOT_SO);
    }
    assert_eq!(*evening.ledger().configuration(), sound);
}

/// The jackpot that runs is won under the parameters that it grew with; the next one has the new ones.
pub fn the_jackpots_parameters_wait_until_it_is_won<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let mut changed = house(Game::Ml9);
    changed.jackpot.contribution = BasisPoints::new(2_000).expect("a fifth");
    evening.configures(changed);
    plays(&mut evening, "8h8d", "2dJs5c");
    evening.sign(&["JACKPOT\n$10,000.50"]);

    plays(&mut evening, "AsKs", "QsJsTs");
    evening.confirms();
    plays(&mut evening, "8h8d", "2dJs5c");
    evening.sign(&["JACKPOT\n$10,001.00"]);
}

/// Where the house waits for a win, another game and another unit wait too: through a power cut, and until the round
/// after the win (NZ 2004 1.28.3). Seats and limits hold at once, on the positions that the game in play has.
pub fn another_game_waits_until_the_jackpot_is_won<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml6);
    plays(&mut evening, "8h8d", "2dJs5c");
    let mut next = house(Game::Ml9);
    next.unit = Cents::dollars(10);
    next.limits.ante.min = Cents::dollars(20);
    evening.configures(next);
    evening.loses_power();
    plays(&mut evening, "8h8d", "2dJs5c");
    let in_force = *evening.ledger().configuration();
    assert_eq!(
        (in_force.game, in_force.unit),
        (Game::Ml6, Cents::dollars(5))
    );
    assert_eq!(in_force.limits.ante.min, Cents::dollars(20));
    assert_eq!(in_force.seats, house(Game::Ml6).seats);
    evening.limits(&["ANTE\nMIN $20\nNO MAXIMUM", "PROGRESSIVE BET\n$5"]);
    evening.sign(&["JACKPOT\n$10,001.00"]);
    let waits = evening.ledger().postponed().copied();
    let waits = waits.map(|waits| (waits.game, waits.unit, waits.seats));
    assert_eq!(waits, Some((Game::Ml9, Cents::dollars(10), next.seats)));

    plays(&mut evening, "AsKs", "QsJsTs");
    evening.confirms();
    evening.limits(&[
        "ANTE\nMIN $20\nNO MAXIMUM",
        "PROGRESSIVE BET\n1 TO 5 UNITS\nOF $10",
    ]);
    evening.says([Event::PlaceYourBets]);
    assert_eq!(*evening.ledger().configuration(), next);
    assert_eq!(evening.ledger().postponed(), None);
    evening.bets(7, 5);
    evening.lamps(Look::Open, &[(7, Look::Steady(5))]);
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,005.00"]);
}

/// Where the house does not wait, the meter stays, and from the next round the other game's rules hold.
pub fn it_switches_the_game<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::before_configuration();
    evening.configures(at_once(Game::Thb6));
    plays(&mut evening, "8h8d", "2dJs5c");
    evening.says([Event::PlaceYourBets]);
    evening.bets(3, 5);
    evening.lamps(Look::Open, &[(3, Look::NotAcceptable(5))]);
    evening.clears(3);
    evening.says([Event::Void(2, VoidCause::ShiftManager)]);

    evening.configures(at_once(Game::Ml9));
    evening.says([Event::PlaceYourBets]);
    evening.bets(3, 5);
    evening.lamps(Look::Open, &[(3, Look::Steady(5))]);
    evening.sign(&["BETS OPEN\n$10,000.50"]);
}

/// The limits of the wagers that the game has, and the prescribed progressive bet: between rounds and after the close,
/// not while bets are open (RWS6 3.3, 3.4; THB6, ML6, ML9, TCP5 3.4; ML9 3.5.3).
pub fn limits_and_the_prescribed_bet_show_while_bets_are_closed<E: FreshEngine>() {
    let limit = |min, max| Limit {
        min: Cents::dollars(min),
        max: Some(Cents::dollars(max)),
    };
    let limits = Limits {
        ante: limit(10, 500),
        bonus: limit(5, 100),
        pair_plus: limit(15, 1_000),
    };
    let ante = "ANTE\nMIN $10\nMAX $500";
    let bonus = "BONUS\nMIN $5\nMAX $100";
    let pair_plus = "PAIR PLUS\nMIN $15\nMAX $1,000";
    let bet = "PROGRESSIVE BET\n$5";
    let bets = "PROGRESSIVE BET\n1 TO 5 UNITS\nOF $5";
    let mut evening = TableDriver::<E>::before_configuration();
    for game in Game::ALL {
        let pages = match game {
            Game::Thb6 | Game::Rws6 | Game::Ml6 => [ante, bonus, bet],
            Game::Ml9 => [ante, bonus, bets],
            Game::Tcp5 => [ante, pair_plus, bet],
        };
        evening.configures(Configuration {
            limits,
            ..at_once(game)
        });
        evening.sign(&["JACKPOT\n$10,000.00"]);
        evening.limits(&pages);
        evening.says([Event::PlaceYourBets]);
        evening.limits(&[]);
        evening.sign(&["BETS OPEN\n$10,000.00"]);
        evening.bets(2, 1);
        evening.says([Event::NoMoreBets]);
        evening.limits(&pages);
        evening.sign(&["NO MORE BETS\n$10,000.50"]);
        evening.clears_up();
        evening.clears(2);
    }
}

/// Seats that are not in use are dark and take no bets.
pub fn it_says_which_seats_are_in_use<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.configures(Configuration {
        seats: seats(&[1, 2, 3]),
        ..house(Game::Ml9)
    });
    evening.says([Event::PlaceYourBets]);
    evening.bets(2, 1);
    evening.bets(6, 1);
    evening.lamps(Look::Open, &[(2, Look::Steady(1)), (6, Look::Dark)]);
    let round = evening.ledger().round();
    assert!(round.seats().get(seat(6)).is_none());
}

pub fn it_survives_a_power_cut<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Tcp5);
    evening.loses_power();
    assert_eq!(*evening.ledger().configuration(), house(Game::Tcp5));
    evening.sign(&["JACKPOT\n$10,000.00"]);
    evening.says([Event::PlaceYourBets]);
    evening.lamps(Look::Open, &[]);
}
