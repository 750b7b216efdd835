//! The jackpot's meter around a settlement: what comes on it, what awards take from it, and where it
//! starts again.

use shared_rules::games::FixedAwards;
use shared_rules::money::Cents;
use shared_rules::settle::Source::{House, Meter};
use shared_rules::wagers::Wager::PairPlus;
use simulator::showdown::{
    Seated, Showdown, award, cents, dollars, folds, jackpot, leaves, plays, sits,
};

/// RWS6 1.20: the jackpot increases with each progressive bet that is accepted, to the fraction of a
/// cent, and is reset when it is won; then it increases again.
#[test]
fn jackpot_grows_with_accepted_wagers_and_resets_when_won() {
    let board = |cards| Showdown::dealt("RWS6 1.20", "3c 2d", cards);
    // 1.5 % of $5 are 7.5 cents. Seat 4 has no Ante and seat 5 no progressive: neither counts.
    let three_accepted = || {
        board("Qh Jh 4c 5d 8s")
            .seat(1, plays("Kd 9c").progressive())
            .seat(2, folds("8d 7c").progressive())
            .seat(3, plays("Jd 7d").progressive().unexposed())
            .seat(4, sits("").progressive())
            .seat(5, plays("6d 6c"))
    };
    let growing = jackpot(dollars(100_000), 150);
    let first = three_accepted().jackpot(growing).settle();
    assert_eq!(first.meter(), cents(10_000_022));
    let second = three_accepted().jackpot(first.jackpot()).settle();
    assert_eq!(second.meter(), cents(10_000_045));

    // The winner takes what the sign shows with the own contribution on it.
    let royal = board("Qh Jh Th 4c 5d").seat(1, plays("Ah Kh").progressive());
    let won = royal.jackpot(second.jackpot()).settle();
    let all = (1, "royal_flush_on_flop", cents(10_000_052), Meter);
    assert_eq!(won.payments(), [all]);
    assert_eq!(won.meter(), dollars(10_000));
    let next = three_accepted().jackpot(won.jackpot()).settle();
    assert_eq!(next.meter(), cents(1_000_023));
}

/// A returned wager leaves the meter alone: no base wager (THB6 5.12.2, RWS6 5.4, TCP5 5.12.2), or a
/// player who left (THB6 5.11, TCP5 5.11).
#[test]
fn returned_wager_contributes_nothing() {
    let after = |citation: &str, dealer: &str, board: &str, seated: Seated| {
        let table = Showdown::dealt(citation, dealer, board);
        let table = table.jackpot(jackpot(dollars(100_000), 10_000));
        table.seat(1, seated).settle().meter()
    };
    let holdem = |tag, seated| after(tag, "3c 2d", "Qh Jh 4c 5d 8s", seated);
    for tag in ["THB6", "RWS6", "ML6", "ML9"] {
        assert_eq!(holdem(tag, plays("Kd 9c").progressive()), dollars(100_005));
        assert_eq!(holdem(tag, sits("").progressive()), dollars(100_000));
    }
    for tag in ["THB6", "ML6", "ML9"] {
        assert_eq!(holdem(tag, leaves("Kd 9c").progressive()), dollars(100_000));
    }
    assert_eq!(holdem("ML9", plays("Kd 9c").units(5)), dollars(100_025));
    let three_card = |seated| after("TCP5", "Jh 5s 2s", "", seated);
    let pair_plus_alone = sits("9c 7d 4h").stake(PairPlus, 10);
    assert_eq!(three_card(pair_plus_alone.progressive()), dollars(100_005));
    let left = leaves("9c 7d 4h").progressive();
    assert_eq!(three_card(left), dollars(100_000));
    assert_eq!(three_card(sits("").progressive()), dollars(100_000));
}

fn from_the_meter(citation: &str, meter: Cents) -> Showdown {
    Showdown::under(citation)
        .reading(|readings| readings.fixed_awards = FixedAwards::Meter)
        .meter(meter)
}

/// The documents do not say who pays fixed amounts. Read as "from the meter", they come off it in their
/// turn as far as it goes, and the house pays the rest.
#[test]
fn fixed_awards_can_come_off_the_meter() {
    let (meter, house) = (|pays| (dollars(pays), Meter), |pays| (dollars(pays), House));
    let quads = [
        (100_000, vec![meter(300)], 99_700),
        (300, vec![meter(300)], 0),
        (200, vec![meter(200), house(100)], 0),
        (0, vec![house(300)], 0),
    ];
    for rule in ["THB6 4.2", "RWS6 4.2"] {
        for (before, payments, after) in &quads {
            let settled = from_the_meter(rule, dollars(*before))
                .dealer("3c 2d")
                .board("9s 9d 5h Kc 4d")
                .seat(1, plays("9h 9c").progressive())
                .settle();
            let paid = payments
                .iter()
                .map(|(pays, from)| (1, "four_of_a_kind", *pays, *from));
            assert_eq!(settled.payments(), paid.collect::<Vec<_>>());
            settled.assert_line(1, &award("four_of_a_kind", dollars(300), rule), rule);
            assert_eq!(settled.meter(), dollars(*after));
        }
    }
}

/// From the meter: what is paid earlier is no longer there for the shares that follow, but which award a
/// wager earns is decided before.
#[test]
fn fixed_awards_from_the_meter_lessen_later_shares() {
    let settled = from_the_meter("ML6 3.15", dollars(100_000))
        .dealer("Tc 2d")
        .board("7h 6h 5h Kd 3c")
        .seat(1, plays("9h 8h").progressive())
        .seat(2, plays("Ah Qh").progressive())
        .settle();
    let expected = [
        (2, "flush", dollars(100), Meter),
        (1, "straight_flush", dollars(9990), Meter),
    ];
    assert_eq!(settled.payments(), expected);

    // 5 % of $30,000.20 are a cent more than the community's award; after that award 5 % are less.
    let settled = from_the_meter("THB6 4.2", cents(3_000_020))
        .dealer("3c 2d")
        .board("Kh Qh Jh 9h Th")
        .seat(1, plays("Ah 2c").progressive())
        .seat(2, folds("7c 7d").progressive())
        .settle();
    let expected = [
        (2, "community_straight_flush", dollars(1500), Meter),
        (1, "royal_flush_on_river", cents(142_501), Meter),
    ];
    assert_eq!(settled.payments(), expected);
}

/// From the meter: envy comes last (TCP5 3.14), off the meter that a royal flush of spades has reset.
#[test]
fn envy_can_come_off_the_meter() {
    let table = |meter, royal| {
        let table = from_the_meter("TCP5 3.14", meter).dealer("Jh 5s 2s");
        let table = table.seat(1, plays(royal).progressive());
        table.seat(2, plays("9c 7d 4h").progressive()).settle()
    };
    let spades = table(dollars(100_000), "As Ks Qs");
    let expected = [
        (1, "royal_flush_spades", dollars(100_000), Meter),
        (2, "envy", dollars(250), Meter),
    ];
    assert_eq!(spades.payments(), expected);
    assert_eq!(spades.meter(), dollars(9750));

    let hearts = table(dollars(1270), "Ah Kh Qh");
    let expected = [
        (1, "royal_flush", dollars(1250), Meter),
        (2, "envy", dollars(20), Meter),
        (2, "envy", dollars(30), House),
    ];
    assert_eq!(hearts.payments(), expected);
    assert_eq!(hearts.envy(2), dollars(50));
    assert_eq!(hearts.meter(), dollars(0));
}
