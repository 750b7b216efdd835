//! Irregularities as a pit runs them from the console: hands put right, players held, wagers that are none, rounds that
//! can and cannot be undone.

use super::prelude::*;
use shared_rules::games::{DealingError, EnvyFor};
use shared_rules::settle::WagerResult;

const CONCLUDED: &str = "the round is paid, and the paragraph reaches it no longer";
const JACKPOT: &str = "JACKPOT\n$10,000.00";

/// A settled wager of the round.
#[track_caller]
fn line<E: FreshEngine>(evening: &TableDriver<E>, number: u8, wager: Wager) -> WagerResult {
    let settlement = evening.ledger().settlement().expect("a settled round");
    let result = settlement.seats.get(seat(number)).as_ref();
    let mut lines = result.expect("a settled seat").wagers.iter();
    *lines.find(|line| line.wager == wager).expect("the wager")
}

fn raise(numbers: &[u8]) -> Event {
    Event::Raise(Wager::Flop, seats(numbers))
}

/// Seat 2 has a royal flush on the flop and seat 5 nothing, up to the settlement.
fn royal<E: FreshEngine>(game: Game) -> TableDriver<E> {
    let mut evening = TableDriver::<E>::locked(game, &[(2, 1), (5, 1)]);
    evening.says([hand(2, "AsKs"), hand(5, "8h8d"), dealer_hand("9c9d")]);
    evening.says([raise(&[2, 5]), community("QsJsTs")]);
    evening.says([community("3c"), community("4h"), Event::Settle]);
    evening
}

/// THB6 5.2: the royal flush was dealt to seat 5 and belongs to seat 2.
pub fn a_hand_is_moved_and_wins_where_it_belongs<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Ml9, &[(2, 1), (5, 1)]);
    evening.says([hand(5, "AsKs"), hand(2, "8h8d"), dealer_hand("9c9d")]);
    evening.says([Event::MoveHand(seat(5), seat(2)), raise(&[2, 5])]);
    evening.refuses_event(
        Event::MoveHand(seat(5), seat(2)),
        "ML9 6.1",
        "a player has seen cards: the round is not void for this",
    );
    evening.says([community("QsJsTs"), community("3c"), community("4h")]);
    evening.says([Event::Settle]);
    let waiting = evening.ledger().waiting();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0].seat, seat(2));
    evening.lamps(Look::Dark, &[(2, Look::Winner(1)), (5, Look::Steady(1))]);
}

/// RWS6 5.10.2, 5.10.3: seat 2 goes on with the reconstructed hand, seat 5 takes the bets back.
pub fn a_hand_is_reconstructed<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Rws6, &[(2, 1), (5, 1)]);
    evening.says([hand(2, "7h8d"), hand(5, "8h7d"), dealer_hand("9c9d")]);
    let error = Event::DealingError(DealingError::Other, seats(&[2, 5]));
    evening.says([error, Event::Reconstruct(seat(2), cards("AsKs"))]);
    evening.says([withdraw(5), Event::Choose(seat(2), Choice::PlayOn)]);
    evening.says([raise(&[2]), community("QsJsTs"), community("3c")]);
    evening.says([community("4h"), Event::Settle]);
    assert_eq!(evening.ledger().waiting()[0].seat, seat(2));
    let returned = line(&evening, 5, Wager::Progressive);
    assert_eq!(returned.outcome, Outcome::Returned);
    assert_eq!(returned.rule.to_string(), "RWS6 5.10");
}

/// THB6 5.9: the chips of a barred player are no bet, the lamps say so, and a power cut lifts nothing.
pub fn a_barred_player_places_no_bet<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.says([Event::HoldPlayer(Player(3), PlayerHold::Barred)]);
    evening.loses_power();
    evening.says([Event::PlaceYourBets]);
    evening.bets(3, 2);
    evening.bets(5, 1);
    let looks = [(3, Look::NotAcceptable(2)), (5, Look::Steady(1))];
    evening.lamps(Look::Open, &looks);
    let stake = Event::Stake(seat(3), Wager::Ante, Cents::dollars(10));
    evening.refuses_event(stake, "ML9 5.9", "seat 3: the player is barred");
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,000.50"]);
    evening.says([Event::Void(1, VoidCause::ForeignCard)]);
    evening.clears(3);
    evening.clears(5);

    evening.says([Event::HoldPlayer(Player(3), PlayerHold::Lifted)]);
    evening.says([Event::PlaceYourBets]);
    evening.bets(3, 2);
    evening.lamps(Look::Open, &[(3, Look::Steady(2))]);
}

/// THB6 3.4.3: seats 2 and 5 are one player's, who is held to one position.
pub fn a_player_is_held_to_one_position<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Thb6);
    evening.says([player(2, 9), player(5, 9)]);
    evening.says([Event::HoldPlayer(Player(9), PlayerHold::OneSeat)]);
    evening.says([Event::PlaceYourBets]);
    evening.bets(5, 1);
    evening.bets(2, 1);
    let looks = [(2, Look::NotAcceptable(1)), (5, Look::Steady(1))];
    evening.lamps(Look::Open, &looks);
    // The other position counts as soon as this one is empty.
    evening.clears(5);
    evening.lamps(Look::Open, &[(2, Look::Steady(1))]);
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,000.50"]);
}

/// THB6 5.9, 3.4.3: chips that were no bet are one as soon as their player may bet, though nothing moves on the felt: the
/// hold is lifted, somebody else takes the seat, or takes the player's other one.
pub fn chips_count_once_their_player_may_bet<E: FreshEngine>() {
    let hold = |hold| Event::HoldPlayer(Player(9), hold);
    for (held, free) in [
        (PlayerHold::Barred, hold(PlayerHold::Lifted)),
        (PlayerHold::Barred, player(5, 8)),
        (PlayerHold::OneSeat, hold(PlayerHold::Lifted)),
        (PlayerHold::OneSeat, player(5, 8)),
        (PlayerHold::OneSeat, player(2, 8)),
    ] {
        let mut evening = TableDriver::<E>::of(Game::Thb6);
        evening.says([player(2, 9), player(5, 9), hold(held)]);
        evening.says([Event::PlaceYourBets]);
        evening.bets(2, 1);
        evening.bets(5, 1);
        let first = match held {
            PlayerHold::OneSeat => Look::Steady(1),
            _ => Look::NotAcceptable(1),
        };
        evening.lamps(Look::Open, &[(2, first), (5, Look::NotAcceptable(1))]);
        evening.says([free.clone()]);
        evening.wait_ms(SETTLE_MS);
        let first = match free {
            Event::HoldPlayer(..) => Look::Steady(1),
            _ => first,
        };
        evening.lamps(Look::Open, &[(2, first), (5, Look::Steady(1))]);
    }
}

/// THB6 5.7, 5.7.1: nobody is asked until the house names the seats; whoever withdraws takes the contribution back.
pub fn the_house_permits_a_withdrawal<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Thb6, &[(2, 1), (4, 1), (5, 1)]);
    evening.says([Event::Invalidate(1, seat(4), HandFault::WrongCount)]);
    assert!(evening.ledger().round().asked().is_empty());
    evening.says([Event::PermitWithdrawal(seats(&[5])), withdraw(5)]);
    evening.says([hand(2, "7h8d"), dealer_hand("9c9d"), fold(2)]);
    evening.says([community("2c6dTh"), community("Js"), community("Kd")]);
    evening.says([Event::Settle, Event::Paid]);
    evening.sign(&["JACKPOT\n$10,000.50"]);
}

/// THB6 5.7.1, 6.1: once an award of the round is confirmed no wager goes back without the shift manager, so nobody is
/// asked, and the round is paid.
pub fn nobody_is_asked_after_a_confirmed_award<E: FreshEngine>() {
    let mut evening = royal::<E>(Game::Ml9);
    evening.says([Event::Invalidate(1, seat(5), HandFault::WrongCount)]);
    evening.confirms();
    let permit = Event::PermitWithdrawal(seats(&[2]));
    evening.refuses_event(permit, "", "an award of the round has been confirmed");
    assert!(evening.ledger().round().asked().is_empty());
    evening.says([Event::Paid]);
}

/// Void of a settled round, rulings, next rounds and repairs take the supervisor's key, and the key is in the journal
/// before the decision (NJAC 13:69D-1.52).
pub fn what_the_house_decides_takes_the_supervisors_key<E: FreshEngine>() {
    let settled = royal::<E>(Game::Thb6);
    let mut asked = TableDriver::<E>::locked(Game::Thb6, &[(2, 1)]);
    asked.says([Event::DeviceFault]);
    let closed = || {
        let mut closed = TableDriver::<E>::locked(Game::Rws6, &[(2, 1)]);
        closed.says([Event::DeviceFault]);
        closed
    };
    let next = Event::NextRounds(NextRounds::BlockBox, seats(&[2]));
    for (mut evening, decision) in [
        (settled, Event::Void(1, VoidCause::DealerCount)),
        (asked, Event::ShiftManager(Ruling::PlayOn)),
        (closed(), next),
        (closed(), Event::DeviceRepaired),
    ] {
        evening.all_new_entries();
        evening.refuses_event(decision.clone(), "", "the supervisor's key is not turned");
        evening.says([decision.clone()]);
        let mut written = evening.all_new_entries();
        let is_aside = |entry: &Entry| {
            matches!(
                entry,
                Entry::Time(_) | Entry::Person(_) | Entry::Refused(..)
            )
        };
        written.retain(|entry| !is_aside(entry));
        let expected = [Entry::Supervisor(true), Entry::Round(decision)];
        assert_eq!(written[..2], expected, "{written:?}");
    }
}

/// THB6 5.1, 5.3: a foreign card is no matter once the round is paid, a wrong number of cards is until the next one.
pub fn a_paid_round_is_void_only_while_the_paragraph_reaches<E: FreshEngine>() {
    for game in [Game::Thb6, Game::Rws6] {
        let mut evening = royal::<E>(game);
        evening.says([Event::Paid]);
        let (foreign, count) = match game {
            Game::Rws6 => ("RWS6 5.8.1", "RWS6 5.8.7"),
            _ => ("THB6 5.1", "THB6 5.3"),
        };
        let void = |cause| Event::Void(1, cause);
        evening.refuses_event(void(VoidCause::ForeignCard), foreign, CONCLUDED);
        evening.says([void(VoidCause::DealerCount)]);
        let Phase::Void(rule) = evening.phase() else {
            panic!("not void: {:?}", evening.phase());
        };
        assert_eq!(rule.to_string(), count);
        assert_eq!(evening.ledger().waiting(), []);
        evening.sign(&[JACKPOT]);
    }
}

/// THB6 6.1, RWS6 5.23: a confirmed award goes back on the meter only by the shift manager, with the key turned.
pub fn a_confirmed_award_is_undone_by_the_shift_manager_alone<E: FreshEngine>() {
    for game in [Game::Ml9, Game::Rws6] {
        let mut evening = royal::<E>(game);
        evening.confirms();
        evening.says([Event::Paid]);
        evening.refuses_event(
            Event::Void(1, VoidCause::DealerCount),
            "",
            "an award of the round has been confirmed",
        );
        let overrule = Command::Overrule(1);
        let key = "the supervisor's key is not turned";
        evening.refuses(overrule.clone(), "", key);
        evening.read_all();
        evening.holds(FeltKey::Supervisor, true);
        evening.commands(overrule);
        evening.holds(FeltKey::Supervisor, false);
        let written = evening.new_entries();
        assert!(written.contains(&Entry::Overruled(1)), "{written:?}");
        evening.sign(&[JACKPOT]);
        evening.loses_power();
        evening.sign(&[JACKPOT]);
        assert_eq!(evening.ledger().totals().hits, 0);
    }
}

/// THB6 5.11: absent at the Turn, back for the River.
pub fn a_player_is_absent_at_one_decision<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Thb6, &[(2, 1)]);
    evening.says([hand(2, "AhKd"), dealer_hand("9c8d"), raise(&[2])]);
    evening.says([community("2c6dTh"), absent(2)]);
    let turn = Event::Raise(Wager::Turn, seats(&[2]));
    evening.refuses_event(turn, "THB6 3.9", "seat 2: the seat has decided already");
    evening.loses_power();
    let choices = evening.ledger().round().asked();
    assert_eq!(choices, seats(&[2]), "no outcome yet");
    evening.says([Event::Choose(seat(2), Choice::PlayOn), community("Js")]);
    evening.says([Event::Raise(Wager::River, seats(&[2])), community("Kc")]);
    evening.says([Event::Settle]);
    assert_eq!(line(&evening, 2, Wager::River).outcome, Outcome::Win);
}

/// THB6 3.10.1, 3.9.1: a hand that is not exposed takes no further wager; a folded one keeps the community's award.
pub fn hands_are_not_exposed<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Thb6, &[(2, 1), (5, 1)]);
    evening.says([raise(&[2]), fold(5), community("AsKsQs")]);
    evening.says([unexposed(2), unexposed(5)]);
    let turn = Event::Raise(Wager::Turn, seats(&[2]));
    let text = "seat 2: a hand that is not exposed takes no further wager";
    evening.refuses_event(turn, "THB6 3.10.1", text);
    evening.says([community("Js"), community("Ts"), dealer_hand("9c9d")]);
    evening.says([Event::Settle]);
    assert_eq!(line(&evening, 2, Wager::Progressive).outcome, Outcome::Lose);
    let community = line(&evening, 5, Wager::Progressive);
    assert_eq!(community.pays, Cents::dollars(10_000));
}

/// THB6 3.5: the Ante is taken away and the Bonus stays.
pub fn a_bonus_loses_its_ante<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Thb6);
    evening.bets(2, 1);
    evening.ante(5, true);
    evening.says([Event::Stake(seat(5), Wager::Bonus, Cents::dollars(20))]);
    evening.ante(5, false);
    evening.says([Event::NoMoreBets, fold(2), dealer_hand("9c9d")]);
    evening.says([community("2c6dTh"), community("Js"), community("Kd")]);
    evening.says([Event::Settle]);
    let bonus = line(&evening, 5, Wager::Bonus);
    assert_eq!(
        (bonus.outcome, bonus.stake),
        (Outcome::Returned, Cents::dollars(20))
    );
    assert_eq!(bonus.rule.to_string(), "THB6 3.5");
}

/// ML9 5.16.2: the flop decides the progressive, although no hand has been entered: a power cut asks nobody.
pub fn power_fails_after_the_flop_lies_open<E: FreshEngine>() {
    for (game, is_asked) in [(Game::Ml9, false), (Game::Thb6, true)] {
        let mut evening = TableDriver::<E>::locked(game, &[(2, 1)]);
        evening.says([raise(&[2]), community("2c6dTh")]);
        evening.loses_power();
        assert_eq!(!evening.ledger().round().asked().is_empty(), is_asked);
    }
}

/// THB6 5.13, 5.16: a fold loses the Ante, and play goes on after a power cut. An Ante under the minimum once more goes
/// back with its progressive: it has not lost, and the player is asked.
pub fn power_fails_over_a_wager_that_goes_back<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Thb6);
    for is_asked in [false, true] {
        evening.says([Event::PlaceYourBets]);
        evening.bets(2, 1);
        evening.says([Event::Stake(seat(2), Wager::Ante, Cents::dollars(5))]);
        evening.says([Event::NoMoreBets, hand(2, "7h8d"), fold(2)]);
        evening.loses_power();
        let asked = evening.ledger().round().asked();
        assert_eq!(asked.contains(seat(2)), is_asked);
        if is_asked {
            evening.says([Event::Choose(seat(2), Choice::PlayOn)]);
        }
        evening.says([dealer_hand("9c9d"), community("2c6dTh")]);
        evening.says([community("Js"), community("Kd"), Event::Settle]);
        evening.says([Event::Paid]);
        evening.clears(2);
    }
    assert_eq!(line(&evening, 2, Wager::Ante).outcome, Outcome::Returned);
}

/// THB6 5.13: the first Ante under the minimum stands off, so that the second is still settled and the third goes back.
pub fn a_stand_off_under_the_minimum_is_not_the_one_time<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Thb6);
    for (dealt, expected) in [
        ("AhQc", Outcome::Push),
        ("7h8d", Outcome::Lose),
        ("7h8d", Outcome::Returned),
    ] {
        evening.says([Event::PlaceYourBets]);
        evening.ante(2, true);
        evening.says([Event::Stake(seat(2), Wager::Ante, Cents::dollars(5))]);
        evening.says([Event::NoMoreBets, hand(2, dealt), dealer_hand("AdQh")]);
        evening.says([raise(&[2]), community("2c6dTh"), community("Js")]);
        evening.says([community("Kd"), Event::Settle, Event::Paid]);
        assert_eq!(line(&evening, 2, Wager::Ante).outcome, expected);
        evening.clears(2);
    }
}

/// TCP5 3.14: the house reads that a player with two seats receives envy once.
pub fn envy_is_paid_once_a_player<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::before_configuration();
    let mut once = house(Game::Tcp5);
    once.readings.envy_for = EnvyFor::Player;
    evening.configures(once);
    evening.says([player(2, 9), player(5, 9), Event::PlaceYourBets]);
    [1, 2, 5]
        .into_iter()
        .for_each(|number| evening.bets(number, 1));
    evening.says([Event::NoMoreBets, hand(1, "AhKhQh"), hand(2, "9c7d4h")]);
    evening.says([hand(5, "9d7h4c"), dealer_hand("JhTs2s")]);
    evening.says([fold(2), fold(5), fold(1), Event::Settle]);
    let settlement = evening.ledger().settlement().expect("a settled round");
    let envies = [1, 2, 5].map(|number| {
        let result = settlement.seats.get(seat(number)).as_ref();
        result.expect("a settled seat").envy
    });
    assert_eq!(envies, [0, 50, 0].map(Cents::dollars));
}

/// THB6 6.1: the shift manager gives one hand back; the others play on.
pub fn the_shift_manager_gives_a_hand_back<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Ml6, &[(2, 1), (5, 1)]);
    evening.says([Event::Invalidate(1, seat(5), HandFault::ShiftManager)]);
    evening.says([hand(2, "7h8d"), dealer_hand("9c9d"), raise(&[2])]);
    evening.says([community("2c6dTh"), community("Js"), community("Kd")]);
    evening.says([Event::Settle, Event::Paid]);
    assert_eq!(line(&evening, 5, Wager::Ante).rule.to_string(), "ML6 6.1");
    evening.sign(&["JACKPOT\n$10,000.50"]);
    assert!(!evening.is_lit(Lamp::Alarm));
}
