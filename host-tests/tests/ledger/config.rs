//! The house configures the table: between rounds only; the jackpot's parameters hold once it has been won, and so do
//! game and unit unless the house does without; all others hold from the next round (9 NYCRR 5321.18(b)). No micro-cent
//! is lost over it.

use shared_rules::games::{BonusOnLoss, FixedAwards};
use shared_rules::ledger::TakesEffect;
use shared_rules::refusal::{Reason, Refusal};
use shared_rules::round::Transition;
use simulator::ledger_driver::{layout, rate};
use simulator::round_driver::{MBS_HOLDEM, cite};

use crate::prelude::*;

const NOBODY: [(u8, &str); 1] = [(1, "KsQc")];
const NOBODYS_FLOP: &str = "9h8h6s";
const WINNER: [(u8, &str); 1] = [(1, "AhKh")];
const WINNERS_FLOP: &str = "QhJhTh";

/// [`house`] with one thing changed.
fn but(game: Game, change: impl Fn(&mut Configuration)) -> Configuration {
    let mut configuration = house(game);
    change(&mut configuration);
    configuration
}

/// Configures the table with one thing changed.
#[track_caller]
fn changes(keeper: &mut LedgerDriver, change: impl Fn(&mut Configuration)) {
    let configuration = but(keeper.table().configuration().game, change);
    let got = keeper.write(&Entry::Configured(configuration));
    assert_eq!(got, Ok(Transition::Noted));
}

/// Before the first round, after a paid one and after a void one; at no other time.
#[test]
fn the_table_is_configured_between_rounds_only() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    let other = Entry::Configured(but(Game::Ml6, |house| house.unit = Cents::dollars(10)));
    let may = |keeper: &LedgerDriver| keeper.ledger.clone().apply(&other).is_ok();
    assert!(may(&keeper));
    keeper.does([Event::PlaceYourBets]);
    assert!(!may(&keeper));
    keeper.does([ante(1, 10), chips(1, 1), Event::NoMoreBets]);
    assert!(!may(&keeper));
    keeper.does(simulator::ledger_driver::dealt(&NOBODY, NOBODYS_FLOP));
    keeper.does([Event::Settle]);
    keeper.refuses(&other, LedgerRefusal::Configuration);
    keeper.does([Event::Paid]);
    assert!(may(&keeper));
    keeper.does([Event::Void(1, VoidCause::DealerCount)]);
    assert!(may(&keeper));
}

/// A round that a player may still withdraw from (THB6 5.7.1) is not over.
#[test]
fn the_table_is_not_configured_while_a_player_is_asked() {
    for game in MBS_HOLDEM {
        let mut keeper = LedgerDriver::at(game);
        keeper.plays(&[(1, "KsQc"), (2, "JsTc")], NOBODYS_FLOP);
        keeper.does([Event::Invalidate(1, Seat::One, HandFault::WrongCount)]);
        keeper.does([Event::PermitWithdrawal([Seat::Two].into_iter().collect())]);
        let same = Entry::Configured(house(game));
        keeper.refuses(&same, LedgerRefusal::Configuration);
    }
}

/// The configuration is refused by a new table and by one in use, which both stay as they are.
#[track_caller]
fn unsound(change: impl Fn(&mut Configuration)) {
    let configuration = but(Game::Ml6, change);
    let entry = Entry::Configured(configuration);
    let mut new = Ledger::new();
    assert!(new.apply(&entry).is_err(), "{configuration:?}");
    assert!(new.table().is_none());
    let keeper = LedgerDriver::at(Game::Ml6);
    let mut in_use = keeper.ledger.clone();
    assert!(in_use.apply(&entry).is_err(), "{configuration:?}");
    assert_same(&in_use, &keeper.ledger);
}

/// No unit, no seats, a seventh seat in a game for six (ML6 2.2), a limit below the reset value.
#[test]
fn unsound_configurations_are_refused() {
    unsound(|house| house.unit = Cents::ZERO);
    unsound(|house| house.seats = SeatSet::EMPTY);
    unsound(|house| house.seats = seats(&[1, 7]));
    unsound(|house| house.jackpot.limit = Some(Cents::dollars(RESET - 1)));
}

/// Amounts that a meter cannot hold: no round could be played or no jackpot be won with them.
#[test]
fn amounts_that_do_not_fit_are_refused() {
    let enormous = Cents::new(u64::MAX);
    unsound(|house| house.unit = enormous);
    unsound(|house| house.jackpot.reset = enormous);
    unsound(|house| house.jackpot.limit = Some(enormous));
}

/// Of a stake no more than the whole goes to the meter and the reserve together.
#[test]
fn shares_of_more_than_the_stake_are_refused() {
    unsound(|house| {
        house.jackpot.contribution = rate(10_000);
        house.jackpot.reserve = rate(1);
    });
}

/// A minimum above the maximum leaves no wager to place.
#[test]
fn limits_that_no_wager_keeps_are_refused() {
    unsound(|house| {
        house.limits.ante.min = Cents::dollars(100);
        house.limits.ante.max = Some(Cents::dollars(10));
    });
}

/// THB6 ML6 ML9 TCP5 2.2, RWS6 2.1.1a: a position that is not in use takes no wagers, on any layout.
#[test]
fn seat_that_is_not_in_use_takes_no_bets() {
    for game in Game::ALL {
        let configuration = but(game, |house| house.seats = seats(&[1, 2, 3, 4]));
        let mut keeper = LedgerDriver::new(&configuration);
        keeper.does([Event::PlaceYourBets, ante(4, 10), chips(4, 1)]);
        let paragraph = if game == Game::Rws6 { "2.1.1a" } else { "2.2" };
        for event in [ante(5, 10), chips(5, 1)] {
            let refusal = LedgerRefusal::Rules(Refusal {
                reason: Reason::NoSuchPosition,
                seat: Some(Seat::Five),
                rule: cite(game, paragraph),
            });
            let got = keeper.take(&event);
            assert_eq!(got, Err(Contradiction::Refused(refusal)), "{event:?}");
        }
    }
}

/// The old rates until the jackpot is won, the new ones from the round after that.
#[test]
fn jackpot_parameters_wait_until_it_is_won() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    changes(&mut keeper, |house| {
        house.jackpot.contribution = rate(5_000);
    });
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.shown(), Cents::new(1_000_050));
    keeper.plays(&WINNER, WINNERS_FLOP);
    assert_eq!(keeper.waiting()[0].amount, Cents::new(1_000_100));
    assert_eq!(keeper.shown(), Cents::dollars(RESET));
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.shown(), Cents::new(1_000_250));
    assert_same(&keeper.replayed(), &keeper.ledger);
}

/// A win that is undone takes the new parameters back with it.
#[test]
fn jackpot_parameters_wait_on_when_the_win_is_void() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    let old = *keeper.table().jackpot().terms();
    changes(&mut keeper, |house| {
        house.jackpot.contribution = rate(5_000);
    });
    keeper.plays(&WINNER, WINNERS_FLOP);
    assert_eq!(keeper.table().jackpot().terms().contribution, rate(5_000));
    keeper.does([Event::Void(1, VoidCause::DealerCount)]);
    assert_eq!(*keeper.table().jackpot().terms(), old);
}

/// The jackpot that starts when the old one has been won is the first under the new parameters: it starts from
/// the new reset value, and not above its own limit.
#[test]
fn the_next_jackpot_starts_from_its_own_reset_value() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    changes(&mut keeper, |house| {
        house.jackpot.reset = Cents::dollars(100);
        house.jackpot.limit = Some(Cents::dollars(5_000));
    });
    keeper.settles(&WINNER, WINNERS_FLOP);
    assert_eq!(keeper.shown(), Cents::dollars(100));
}

/// A table whose jackpot has grown by a round, and at which the house then changes something.
fn grown(change: impl Fn(&mut Configuration)) -> LedgerDriver {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    changes(&mut keeper, change);
    keeper
}

/// What waits: a game and its unit.
fn waits(keeper: &LedgerDriver) -> Option<(Game, Cents)> {
    let postponed = keeper.table().postponed();
    postponed.map(|postponed| (postponed.game, postponed.unit))
}

/// The game and the unit that hold.
fn holds(keeper: &LedgerDriver) -> (Game, Cents) {
    let configuration = keeper.table().configuration();
    (configuration.game, configuration.unit)
}

const FIVE: Cents = Cents::dollars(5);
const TWENTY: Cents = Cents::dollars(20);

/// NZ 2004 1.28.3: the round that wins the jackpot is still played for the old unit, the one after it for the new.
#[test]
fn another_unit_waits_until_the_jackpot_is_won() {
    let mut keeper = grown(|house| house.unit = TWENTY);
    assert_eq!(waits(&keeper), Some((Game::Ml6, TWENTY)));
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.shown(), Cents::new(1_000_100));
    keeper.plays(&WINNER, WINNERS_FLOP);
    assert_eq!(keeper.shown(), Cents::dollars(RESET));
    assert_eq!(holds(&keeper), (Game::Ml6, FIVE));
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.shown(), Cents::new(1_000_200));
    assert_eq!(
        (holds(&keeper), waits(&keeper)),
        ((Game::Ml6, TWENTY), None)
    );
    assert_same(&keeper.replayed(), &keeper.ledger);
}

/// A start from a checkpoint knows what waits, as one from the entries does.
#[test]
fn a_unit_that_waits_survives_a_checkpoint() {
    let mut keeper = grown(|house| house.unit = TWENTY);
    keeper.power_cut();
    assert_eq!(waits(&keeper), Some((Game::Ml6, TWENTY)));
    keeper.plays(&WINNER, WINNERS_FLOP);
    keeper.does([Event::PlaceYourBets]);
    assert_eq!(holds(&keeper), (Game::Ml6, TWENTY));
}

/// A share of the jackpot leaves it to be won: what waits goes on waiting.
#[test]
fn another_unit_waits_on_when_a_share_is_won() {
    let mut keeper = grown(|house| house.unit = TWENTY);
    keeper.plays(&[(1, "9h8h")], "7h6h5h");
    keeper.does([Event::PlaceYourBets]);
    assert_eq!((holds(&keeper).1, waits(&keeper).is_some()), (FIVE, true));
}

/// A win that is void was none.
#[test]
fn another_unit_waits_on_when_the_win_is_void() {
    let mut keeper = grown(|house| house.unit = TWENTY);
    keeper.plays(&WINNER, WINNERS_FLOP);
    keeper.does([Event::Void(2, VoidCause::DealerCount)]);
    keeper.does([Event::PlaceYourBets]);
    assert_eq!((holds(&keeper).1, waits(&keeper).is_some()), (FIVE, true));
}

/// Nothing has grown under the old parameters while the meter stands at the reset value.
#[test]
fn another_unit_holds_at_once_while_the_meter_stands_at_the_reset_value() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    changes(&mut keeper, |house| house.unit = TWENTY);
    assert_eq!((holds(&keeper).1, waits(&keeper)), (TWENTY, None));
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.shown(), Cents::new(1_000_200));
}

/// Contributions over the limit have grown too, though the sign shows the reset value.
#[test]
fn another_unit_waits_while_the_overflow_grows() {
    let mut keeper = LedgerDriver::new(&but(Game::Ml6, |house| {
        house.jackpot.limit = Some(house.jackpot.reset);
    }));
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.shown(), Cents::dollars(RESET));
    changes(&mut keeper, |house| house.unit = TWENTY);
    assert_eq!(waits(&keeper), Some((Game::Ml6, TWENTY)));
}

/// The last configuration counts; that of the game in play leaves nothing to wait for.
#[test]
fn a_later_configuration_replaces_the_one_that_waits() {
    let mut keeper = grown(|house| house.unit = TWENTY);
    changes(&mut keeper, |house| house.unit = Cents::dollars(10));
    assert_eq!(waits(&keeper), Some((Game::Ml6, Cents::dollars(10))));
    changes(&mut keeper, |_| {});
    assert_eq!(waits(&keeper), None);
}

/// Otherwise a house that has to wait would say first that it need not.
#[test]
fn waiting_is_not_switched_off_before_the_jackpot_is_won() {
    let mut keeper = grown(|house| house.takes_effect = TakesEffect::NextRound);
    assert!(waits(&keeper).is_some());
    changes(&mut keeper, |house| {
        house.takes_effect = TakesEffect::NextRound;
        house.unit = TWENTY;
    });
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(holds(&keeper), (Game::Ml6, FIVE));
}

/// A reading of who pays the fixed awards is about the meter: it waits.
#[test]
fn another_payer_of_fixed_awards_waits_until_the_jackpot_is_won() {
    let mut keeper = grown(|house| house.readings.fixed_awards = FixedAwards::Meter);
    let pays = |keeper: &LedgerDriver| keeper.table().configuration().readings.fixed_awards;
    assert_eq!(pays(&keeper), FixedAwards::House);
    keeper.plays(&WINNER, WINNERS_FLOP);
    assert_eq!(pays(&keeper), FixedAwards::House);
    keeper.does([Event::PlaceYourBets]);
    assert_eq!(pays(&keeper), FixedAwards::Meter);
}

/// Other readings, limits and seats are no parameters of the jackpot: they hold from the next round, as far as the game in
/// play has the seats.
#[test]
fn readings_limits_and_seats_hold_from_the_next_round() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    let configuration = but(Game::Ml9, |house| {
        house.limits.ante.min = TWENTY;
        house.readings.bonus_on_loss = BonusOnLoss::HoleCards;
        house.seats = seats(&[1, 2, 7]);
    });
    let got = keeper.write(&Entry::Configured(configuration));
    assert_eq!(got, Ok(Transition::Noted));
    let now = *keeper.table().configuration();
    assert_eq!(now.limits, configuration.limits);
    assert_eq!(now.readings, configuration.readings);
    assert_eq!(now.seats, seats(&[1, 2]));
    let only_seven = but(Game::Ml9, |house| house.seats = seats(&[7]));
    keeper.refuses(&Entry::Configured(only_seven), LedgerRefusal::Configuration);
}

/// Where the house does not wait, the unit and everything else hold from the next round, for a jackpot that goes on.
#[test]
fn other_parameters_hold_from_the_next_round() {
    let at_once = |house: &mut Configuration| house.takes_effect = TakesEffect::NextRound;
    let mut keeper = LedgerDriver::new(&but(Game::Ml6, at_once));
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    changes(&mut keeper, |house| {
        at_once(house);
        house.unit = TWENTY;
    });
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.shown(), Cents::new(1_000_250));
}

/// Another game goes on with the same meter, reserve, totals and waiting awards.
#[test]
fn another_game_keeps_the_meter() {
    for game in Game::ALL {
        let at_once = |house: &mut Configuration| house.takes_effect = TakesEffect::NextRound;
        let mut keeper = LedgerDriver::new(&but(Game::Ml6, at_once));
        keeper.plays(&[(1, "9h8h")], "7h6h5h");
        let before = (*keeper.table().jackpot(), *keeper.table().totals());
        let waiting = keeper.waiting().to_vec();
        let got = keeper.write(&Entry::Configured(but(game, at_once)));
        assert_eq!(got, Ok(Transition::Noted));
        assert_eq!(
            (*keeper.table().jackpot(), *keeper.table().totals()),
            before
        );
        assert_eq!(keeper.waiting(), waiting);
        assert_eq!(keeper.table().configuration().seats, layout(game));
        assert_eq!(holds(&keeper).0, game);
        keeper.bets(&[1]);
        assert_eq!(keeper.table().round().number(), 2);
        assert_same(&keeper.replayed(), &keeper.ledger);
    }
}
