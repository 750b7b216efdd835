//! The format of `docs/settle.md` sentence by sentence, as somebody sees it who knows nothing but that page: a round of
//! JSON goes in, and the whole answer is compared, but for its citations.

use coinspot::settle::settle_line;
use serde_json::Value;

/// A sentence, the game, its readings, limits and cards, its seats, and the answer's lines.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// A pair of kings for the dealer; nobody's straight or flush.
const KINGS: &str = r#""dealer":"KhKd","community":"9c8d5h3s2c""#;
/// Four of a kind for everybody.
const NINES: &str = r#""dealer":"KhKd","community":"9c9d9h9s2c""#;
const NINES_PAID: &str =
    r#""readings":{"unexposed_community":"paid"},"dealer":"KhKd","community":"9c9d9h9s2c""#;
/// A dealer who qualifies, and one who does not.
const QUEEN: &str = r#""dealer":"QhTd4c""#;
const JACK: &str = r#""dealer":"JhTd4c""#;
/// No Ante or side bet below $5 or above $10.
const LIMITED: &str = r#""limits":{"min":500,"max":1000},"dealer":"KhKd","community":"9c8d5h3s2c""#;

const UNEXPOSED: &[Case] = &[
    (
        "an unexposed hand of hold'em loses everything, the community award included",
        "thb6 ml6 ml9",
        NINES,
        r#"{"seat":1,"ante":1000,"bonus":500,"flop":2000,"turn":1000,"river":1000,"progressive":1,"cards":"AsAh","exposed":false}"#,
        &[
            "1 null, ante 1000 lose, bonus 500 lose, flop 2000 lose, turn 1000 lose, river 1000 lose, progressive 500 lose, net -6000",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "in rws6 the community award stands",
        "rws6",
        NINES,
        r#"{"seat":1,"ante":1000,"flop":2000,"progressive":1,"exposed":false}"#,
        &[
            "1 null, ante 1000 lose, flop 2000 lose, progressive 500 win 30000 community_four_of_a_kind, net 26500",
            "community_four_of_a_kind to 1: 30000 by the house",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "unexposed_community: paid",
        "thb6",
        NINES_PAID,
        r#"{"seat":1,"ante":1000,"flop":2000,"progressive":1,"exposed":false}"#,
        &[
            "1 null, ante 1000 lose, flop 2000 lose, progressive 500 win 30000 community_four_of_a_kind, net 26500",
            "community_four_of_a_kind to 1: 30000 by the house",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "a folded hand keeps the community award, exposed or not",
        "thb6 rws6",
        NINES,
        r#"{"seat":1,"ante":1000,"bonus":500,"progressive":1,"decision":"fold","exposed":false},
           {"seat":2,"ante":1000,"bonus":500,"progressive":1,"decision":"fold","cards":"7c2d"}"#,
        &[
            "1 null, ante 1000 lose, bonus 500 lose, progressive 500 win 30000 community_four_of_a_kind, net 28000",
            "2 four_of_a_kind, ante 1000 lose, bonus 500 lose, progressive 500 win 30000 community_four_of_a_kind, net 28000",
            "community_four_of_a_kind to 1: 30000 by the house",
            "community_four_of_a_kind to 2: 30000 by the house",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
    (
        "a folded hand that is not exposed has no award of its own",
        "ml6 ml9",
        r#""dealer":"KhKd","community":"9c9d9h4s2c""#,
        r#"{"seat":1,"ante":1000,"progressive":1,"decision":"fold","cards":"9sAh","exposed":false}"#,
        &[
            "1 null, ante 1000 lose, progressive 500 lose, net -1500",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "an unexposed hand of three cards loses, and gets no ante_bonus",
        "tcp5",
        JACK,
        r#"{"seat":1,"ante":1000,"play":1000,"pair_plus":500,"progressive":1,"cards":"AsKsQs","exposed":false}"#,
        &[
            "1 null, ante 1000 lose, play 1000 lose, pair_plus 500 lose, progressive 500 lose, net -3000",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "unexposed_unqualified: paid: the Ante wins and Play pushes, pair_plus loses",
        "tcp5",
        r#""readings":{"unexposed_unqualified":"paid"},"dealer":"5h5d4c""#,
        r#"{"seat":1,"ante":1000,"play":1000,"pair_plus":500,"progressive":1,"cards":"AsKsQs","exposed":false}"#,
        &[
            "1 null, ante 1000 win 1000, play 1000 push, pair_plus 500 lose, progressive 500 lose, net 0",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "unexposed_unqualified: paid, and the dealer qualifies",
        "tcp5",
        r#""readings":{"unexposed_unqualified":"paid","dealer_qualifies":"queen_high_or_better"},"dealer":"5h5d4c""#,
        r#"{"seat":1,"ante":1000,"play":1000,"pair_plus":500,"cards":"AsKsQs","exposed":false}"#,
        &[
            "1 null, ante 1000 lose, play 1000 lose, pair_plus 500 lose, net -2500",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
    (
        "an unexposed hand receives envy, and gives none",
        "tcp5",
        QUEEN,
        r#"{"seat":1,"ante":1000,"play":1000,"progressive":1,"cards":"AdKdQd"},
           {"seat":2,"ante":1000,"play":1000,"progressive":1,"cards":"AsKsQs","exposed":false}"#,
        &[
            "1 royal_flush, ante 1000 win 1000, play 1000 win 1000, ante_bonus 0 win 5000, progressive 500 win 125000 royal_flush, net 131500",
            "2 null, ante 1000 lose, play 1000 lose, progressive 500 lose, envy 5000, net 2500",
            "royal_flush to 1: 125000 by the house",
            "envy to 2: 5000 by the house",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
];

const DECISIONS: &[Case] = &[
    (
        "on a stand-off Bonus is settled on the hole cards",
        "thb6 rws6 ml6 ml9",
        r#""dealer":"7h6d","community":"AcKdQhJsTc""#,
        r#"{"seat":1,"ante":1000,"flop":2000,"bonus":500,"cards":"2s2h"}"#,
        &[
            "1 straight, ante 1000 push, bonus 500 win 1500, flop 2000 push, net 1500",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
    (
        "fold: pair_plus and the progressive live on; ante_bonus only where Play was made, win or lose",
        "tcp5",
        r#""dealer":"QhQdQc""#,
        r#"{"seat":1,"ante":1000,"play":1000,"cards":"9s8h7c"},
           {"seat":2,"ante":1000,"pair_plus":500,"progressive":1,"decision":"fold","cards":"9c8d7h"}"#,
        &[
            "1 straight, ante 1000 lose, play 1000 lose, ante_bonus 0 win 1000, net -1000",
            "2 straight, ante 1000 lose, pair_plus 500 win 2500, progressive 500 win 1500 straight, net 2500",
            "straight to 2: 1500 by the house",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "absent without a Flop is invalid, with one it checks",
        "thb6 ml6 ml9",
        KINGS,
        r#"{"seat":1,"ante":1000,"bonus":500,"progressive":1,"decision":"absent"},
           {"seat":2,"ante":1000,"bonus":500,"flop":2000,"progressive":1,"cards":"AsAh","decision":"absent"}"#,
        &[
            "1 null, ante 1000 returned, bonus 500 returned, progressive 500 returned, net 0",
            "2 one_pair, ante 1000 push, bonus 500 win 15000, flop 2000 win 2000, progressive 500 lose, net 16500",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "rws6: absent is a fold, unless the River is placed",
        "rws6",
        KINGS,
        r#"{"seat":1,"ante":1000,"bonus":500,"progressive":1,"decision":"absent"},
           {"seat":2,"ante":1000,"bonus":500,"flop":2000,"turn":1000,"cards":"AsAh","decision":"absent"},
           {"seat":3,"ante":1000,"bonus":500,"flop":2000,"river":1000,"cards":"AcAd","decision":"absent"}"#,
        &[
            "1 null, ante 1000 lose, bonus 500 lose, progressive 500 lose, net -2000",
            "2 one_pair, ante 1000 lose, bonus 500 lose, flop 2000 lose, turn 1000 lose, net -4500",
            "3 one_pair, ante 1000 push, bonus 500 win 15000, flop 2000 win 2000, river 1000 win 1000, net 18000",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "tcp5: absent with an Ante and no Play is returned, otherwise it changes nothing",
        "tcp5",
        QUEEN,
        r#"{"seat":1,"ante":1000,"pair_plus":500,"progressive":1,"decision":"absent","cards":"AsKsQs"},
           {"seat":2,"ante":1000,"play":1000,"progressive":1,"cards":"AdAh2d","decision":"absent"},
           {"seat":3,"pair_plus":500,"progressive":1,"cards":"5s5h2c","decision":"absent"}"#,
        &[
            "1 royal_flush, ante 1000 returned, pair_plus 500 returned, progressive 500 returned, net 0",
            "2 one_pair, ante 1000 win 1000, play 1000 win 1000, progressive 500 lose, net 1500",
            "3 one_pair, pair_plus 500 win 500, progressive 500 lose, net 0",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
];

/// A royal flush with an Ante at seat 2, and hands that wait for envy.
const ENVY: &[Case] = &[
    (
        "each Ante hand of another player pays its own; they add up",
        "tcp5",
        QUEEN,
        r#"{"seat":1,"ante":1000,"play":1000,"cards":"AsKsQs"},
           {"seat":2,"ante":1000,"decision":"fold","cards":"AdKdQd"},
           {"seat":3,"pair_plus":500,"progressive":1,"cards":"5s5h2c"}"#,
        &[
            "1 royal_flush, ante 1000 win 1000, play 1000 win 1000, ante_bonus 0 win 5000, net 7000",
            "2 royal_flush, ante 1000 lose, net -1000",
            "3 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 30000, net 30000",
            "envy to 3: 30000 by the house",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "3.15 cancels it for that hand only",
        "tcp5",
        QUEEN,
        r#"{"seat":1,"pair_plus":500,"cards":"AsKsQs"},
           {"seat":2,"ante":1000,"decision":"fold","cards":"AdKdQd"},
           {"seat":3,"pair_plus":500,"progressive":1,"cards":"5s5h2c"}"#,
        &[
            "1 royal_flush, pair_plus 500 win 20000, net 20000",
            "2 royal_flush, ante 1000 lose, net -1000",
            "3 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 5000, net 5000",
            "envy to 3: 5000 by the house",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "envy_pair_plus: all, except for the player who holds it, at all of that player's seats",
        "tcp5",
        r#""readings":{"envy_pair_plus":"all"},"dealer":"QhTd4c""#,
        r#"{"seat":1,"player":"ann","pair_plus":500,"cards":"AsKsQs"},
           {"seat":2,"ante":1000,"decision":"fold","cards":"AdKdQd"},
           {"seat":3,"pair_plus":500,"progressive":1,"cards":"5s5h2c"},
           {"seat":4,"player":"ann","pair_plus":500,"progressive":1,"cards":"7s7h2d"}"#,
        &[
            "1 royal_flush, pair_plus 500 win 20000, net 20000",
            "2 royal_flush, ante 1000 lose, net -1000",
            "3 one_pair, pair_plus 500 win 500, progressive 500 lose, net 0",
            "4 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 5000, net 5000",
            "envy to 4: 5000 by the house",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
    (
        "envy_pair_plus: all: two such hands cancel it for each other's players, too",
        "tcp5",
        r#""readings":{"envy_pair_plus":"all"},"dealer":"QsTd4c""#,
        r#"{"seat":1,"pair_plus":500,"progressive":1,"cards":"AhKhQh"},
           {"seat":2,"ante":1000,"decision":"fold","cards":"AdKdQd"},
           {"seat":3,"pair_plus":500,"progressive":1,"cards":"AcKcQc"}"#,
        &[
            "1 royal_flush, pair_plus 500 win 20000, progressive 500 win 125000 royal_flush, net 144500",
            "2 royal_flush, ante 1000 lose, net -1000",
            "3 royal_flush, pair_plus 500 win 20000, progressive 500 win 125000 royal_flush, net 144500",
            "royal_flush to 1: 125000 by the house",
            "royal_flush to 3: 125000 by the house",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
    (
        "envy_pair_plus: all: a hand that is not exposed is unknown, and cancels nothing",
        "tcp5",
        r#""readings":{"envy_pair_plus":"all"},"dealer":"QhTd4c""#,
        r#"{"seat":1,"pair_plus":500,"cards":"AsKsQs","exposed":false},
           {"seat":2,"ante":1000,"decision":"fold","cards":"AdKdQd"},
           {"seat":3,"pair_plus":500,"progressive":1,"cards":"5s5h2c"}"#,
        &[
            "1 null, pair_plus 500 lose, net -500",
            "2 royal_flush, ante 1000 lose, net -1000",
            "3 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 5000, net 5000",
            "envy to 3: 5000 by the house",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "envy_pair_plus: all: cards without Pair Plus, or with an Ante beside it, cancel nothing",
        "tcp5",
        r#""readings":{"envy_pair_plus":"all"},"dealer":"QhTd4c""#,
        r#"{"seat":1,"progressive":1,"cards":"AsKsQs"},
           {"seat":2,"ante":1000,"pair_plus":500,"decision":"fold","cards":"AdKdQd"},
           {"seat":3,"pair_plus":500,"progressive":1,"cards":"5s5h2c"}"#,
        &[
            "1 royal_flush, progressive 500 returned, net 0",
            "2 royal_flush, ante 1000 lose, pair_plus 500 win 20000, net 19000",
            "3 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 5000, net 5000",
            "envy to 3: 5000 by the house",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "envy_for: seat: every seat of a player receives it",
        "tcp5",
        QUEEN,
        r#"{"seat":6,"player":7,"pair_plus":500,"progressive":1,"cards":"5s5h2c"},
           {"seat":4,"player":7,"pair_plus":500,"progressive":1,"cards":"7s7h2d"},
           {"seat":2,"ante":1000,"decision":"fold","cards":"AdKdQd"}"#,
        &[
            "6 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 5000, net 5000",
            "4 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 5000, net 5000",
            "2 royal_flush, ante 1000 lose, net -1000",
            "envy to 4: 5000 by the house",
            "envy to 6: 5000 by the house",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
    (
        "envy_for: player: once a hand, at the lowest seat with a progressive wager that counts",
        "tcp5",
        r#""readings":{"envy_for":"player"},"dealer":"QhTd4c""#,
        r#"{"seat":6,"player":7,"pair_plus":500,"progressive":1,"cards":"5s5h2c"},
           {"seat":4,"player":7,"pair_plus":500,"progressive":1,"cards":"7s7h2d"},
           {"seat":3,"player":7,"progressive":1},
           {"seat":1,"player":7,"pair_plus":500,"cards":"8s8h2h"},
           {"seat":5,"ante":1000,"decision":"fold","cards":"AsKsQs"},
           {"seat":2,"ante":1000,"decision":"fold","cards":"AdKdQd"}"#,
        &[
            "6 one_pair, pair_plus 500 win 500, progressive 500 lose, net 0",
            "4 one_pair, pair_plus 500 win 500, progressive 500 lose, envy 30000, net 30000",
            "3 null, progressive 500 returned, net 0",
            "1 one_pair, pair_plus 500 win 500, net 500",
            "5 royal_flush, ante 1000 lose, net -1000",
            "2 royal_flush, ante 1000 lose, net -1000",
            "envy to 4: 30000 by the house",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
    (
        "two seats with the same player give each other none",
        "tcp5",
        QUEEN,
        r#"{"seat":1,"player":"ann","ante":1000,"decision":"fold","cards":"AsKsQs"},
           {"seat":2,"player":"ann","pair_plus":500,"progressive":1,"cards":"5s5h2c"}"#,
        &[
            "1 royal_flush, ante 1000 lose, net -1000",
            "2 one_pair, pair_plus 500 win 500, progressive 500 lose, net 0",
            "meter 2000000 + 50 - 0 = 2000050",
        ],
    ),
    (
        "fixed_awards: meter: envy comes off the meter too, last, from the reset value",
        "tcp5",
        r#""readings":{"fixed_awards":"meter"},"dealer":"QhTd4c""#,
        r#"{"seat":1,"ante":1000,"progressive":1,"decision":"fold","cards":"AsKsQs"},
           {"seat":2,"pair_plus":500,"progressive":1,"cards":"9s8h7c"}"#,
        &[
            "1 royal_flush, ante 1000 lose, progressive 500 win 1998600 royal_flush_spades, net 1997100",
            "2 straight, pair_plus 500 win 2500, progressive 500 win 1500 straight, envy 25000, net 28500",
            "straight to 2: 1500 by the meter",
            "royal_flush_spades to 1: 1998600 by the meter",
            "envy to 2: 25000 by the meter",
            "meter 2000000 + 100 - 2025100 = 975000",
        ],
    ),
];

const SIZES: &[Case] = &[
    (
        "over max: the maximum, the rest is excess; raises follow the capped Ante",
        "thb6 rws6 ml6 ml9",
        LIMITED,
        r#"{"seat":1,"ante":1500,"bonus":1200,"flop":3000,"turn":1500,"river":1500,"cards":"AsAh"}"#,
        &[
            "1 one_pair, ante 1000+500 push, bonus 1000+200 win 30000, flop 2000+1000 win 2000, turn 1000+500 win 1000, river 1000+500 win 1000, net 34000",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
    (
        "over max in tcp5",
        "tcp5",
        r#""limits":{"max":1000},"dealer":"QhTd4c""#,
        r#"{"seat":1,"ante":1500,"play":1500,"pair_plus":1100,"cards":"AsAh2d"}"#,
        &[
            "1 one_pair, ante 1000+500 win 1000, play 1000+500 win 1000, pair_plus 1000+100 win 1000, net 3000",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
    (
        "under min is settled as it stands",
        "thb6 rws6 ml6 ml9",
        LIMITED,
        r#"{"seat":1,"ante":300,"bonus":100,"flop":600,"cards":"AsAh"}"#,
        &[
            "1 one_pair, ante 300 push, bonus 100 win 3000, flop 600 win 600, net 3600",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
    (
        "rws6 5.3: raises over their size have excess, raises under it are settled as they stand",
        "rws6",
        KINGS,
        r#"{"seat":1,"ante":1000,"flop":2500,"turn":1100,"river":1001,"cards":"AsAh"},
           {"seat":2,"ante":1000,"flop":500,"turn":100,"river":1,"cards":"AcAd"}"#,
        &[
            "1 one_pair, ante 1000 push, flop 2000+500 win 2000, turn 1000+100 win 1000, river 1000+1 win 1000, net 4000",
            "2 one_pair, ante 1000 push, flop 500 win 500, turn 100 win 100, river 1 win 1, net 601",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
    (
        "MBS: a raise of another size than the uncapped Ante's is an error",
        "thb6 ml6 ml9",
        LIMITED,
        r#"{"seat":1,"ante":1500,"flop":2000,"cards":"AsAh"}"#,
        &["error: seat 1: flop must be exactly 2 times the ante"],
    ),
    (
        "a progressive and a Bonus without an Ante are returned, the excess beside them",
        "thb6 rws6 ml6 ml9",
        LIMITED,
        r#"{"seat":1,"bonus":1200,"progressive":1},
           {"seat":2,"bonus":500,"progressive":1,"cards":"AsAh"},
           {"seat":3,"bonus":500,"progressive":1,"decision":"fold"},
           {"seat":4,"bonus":500,"progressive":1,"decision":"absent"}"#,
        &[
            "1 null, bonus 1000+200 returned, progressive 500 returned, net 0",
            "2 one_pair, bonus 500 returned, progressive 500 returned, net 0",
            "3 null, bonus 500 returned, progressive 500 returned, net 0",
            "4 null, bonus 500 returned, progressive 500 returned, net 0",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
    (
        "more units than the game takes are excess, and contribute nothing",
        "thb6 rws6 ml6",
        KINGS,
        r#"{"seat":1,"ante":1000,"flop":2000,"progressive":2,"cards":"AsAh"},
           {"seat":2,"ante":1000,"flop":2000,"progressive":1000,"cards":"AcAd"}"#,
        &[
            "1 one_pair, ante 1000 push, flop 2000 win 2000, progressive 500+500 lose, net 1500",
            "2 one_pair, ante 1000 push, flop 2000 win 2000, progressive 500+499500 lose, net 1500",
            "meter 2000000 + 100 - 0 = 2000100",
        ],
    ),
    (
        "ml9 takes five units",
        "ml9",
        r#""dealer":"KhKd","community":"9c9d9h9s2c""#,
        r#"{"seat":1,"ante":1000,"progressive":6,"cards":"AsAh","decision":"fold"},
           {"seat":2,"ante":1000,"progressive":255,"cards":"AcAd","decision":"fold"},
           {"seat":3,"ante":1000,"progressive":256,"cards":"QcQd","decision":"fold"}"#,
        &[
            "1 four_of_a_kind, ante 1000 lose, progressive 2500+500 win 200000 full_house, net 196500",
            "2 four_of_a_kind, ante 1000 lose, progressive 2500+125000 win 200000 full_house, net 196500",
            "3 four_of_a_kind, ante 1000 lose, progressive 2500+125500 win 200000 full_house, net 196500",
            "full_house to 1: 200000 by the house",
            "full_house to 2: 200000 by the house",
            "full_house to 3: 200000 by the house",
            "meter 2000000 + 750 - 0 = 2000750",
        ],
    ),
    (
        "units over the most are excess also where the wager is returned",
        "tcp5",
        QUEEN,
        r#"{"seat":1,"progressive":3},{"seat":2,"progressive":300}"#,
        &[
            "1 null, progressive 500+1000 returned, net 0",
            "2 null, progressive 500+149500 returned, net 0",
            "meter 2000000 + 0 - 0 = 2000000",
        ],
    ),
];

#[test]
fn unexposed_hands() {
    check(UNEXPOSED);
}

#[test]
fn folds_stand_offs_and_absence() {
    check(DECISIONS);
}

#[test]
fn envy() {
    check(ENVY);
}

#[test]
fn sizes_and_units() {
    check(SIZES);
}

/// What is left out is 0, `play`, `true`, and the default of every reading.
#[test]
fn what_is_left_out_has_its_default() {
    let short = r#"{"game":"tcp5","dealer":"QhTd4c","seats":[{"seat":1,"ante":1000,"play":1000,"cards":"AsAh2d"}]}"#;
    let long = r#"{"game":"tcp5","readings":{"bonus_on_loss":"letter","dealer_qualifies":"letter",
        "unexposed_community":"letter","fixed_awards":"house","envy_for":"seat","envy_pair_plus":"that_hand",
        "unexposed_unqualified":"loses"},"unit":0,"jackpot":{"meter":0,"reset":0,"contribution_bp":0,"reserve_bp":0},
        "limits":{},"dealer":"QhTd4c","community":"","seats":[{"seat":1,"player":null,"ante":1000,"bonus":0,"flop":0,
        "turn":0,"river":0,"play":1000,"pair_plus":0,"progressive":0,"cards":"AsAh2d","decision":"play",
        "exposed":true}]}"#;
    assert_eq!(settle_line(short), settle_line(long));
    assert!(settle_line(short).is_ok());
}

/// Five times 335 x 12.9 % are 216.075 cents, where 43 cents of each would be 215; of the reserve 83.75.
#[test]
fn contributions_are_rounded_down_once() {
    let seat = |number, card| {
        format!(
            r#"{{"seat":{number},"ante":1000,"progressive":1,"decision":"fold","cards":"{card}c{card}d"}}"#
        )
    };
    let cards = ["2", "3", "5", "8", "9"];
    let seats: Vec<String> = (1..)
        .zip(cards)
        .map(|(number, card)| seat(number, card))
        .collect();
    let round = format!(
        r#"{{"game":"ml6","unit":335,"jackpot":{{"meter":7,"contribution_bp":1290,"reserve_bp":500}},
            "dealer":"KhKd","community":"QhQs7h4sAs","seats":[{}]}}"#,
        seats.join(",")
    );
    let settled = settle_line(&round).expect("a round");
    let settled: Value = serde_json::from_str(&settled).expect("JSON");
    let expected = serde_json::json!(
        {"before": 7, "contributed": 216, "reserved": 83, "paid": 0, "after": 223}
    );
    assert_eq!(settled["jackpot"], expected);
}

fn check(cases: &[Case]) {
    for (sentence, games, table, seats, expected) in cases {
        for game in games.split(' ') {
            let jackpot = r#"{"meter":2000000,"reset":1000000,"contribution_bp":1000}"#;
            let round = format!(
                r#"{{"game":"{game}","unit":500,"jackpot":{jackpot},{table},"seats":[{seats}]}}"#
            );
            let answer = match settle_line(&round) {
                Ok(settled) => lines(&serde_json::from_str(&settled).expect("JSON")),
                // The paragraph is another one in each game.
                Err(error) => vec![format!("error: {}", error.split(" (").next().unwrap_or(""))],
            };
            assert_eq!(answer, *expected, "{game}: {sentence}");
        }
    }
}

/// An answer in lines that people can read.
fn lines(answer: &Value) -> Vec<String> {
    let list = |name: &str| answer[name].as_array().expect("a list").clone();
    let seats = list("seats").into_iter().map(|seat| seat_line(&seat));
    let awards = list("awards").into_iter().map(|award| {
        let [name, from] = ["award", "from"].map(|field| award[field].as_str().expect("a name"));
        format!(
            "{name} to {}: {} by the {from}",
            award["seat"], award["amount"]
        )
    });
    let jackpot = &answer["jackpot"];
    let [before, contributed, paid, after] =
        ["before", "contributed", "paid", "after"].map(|field| &jackpot[field]);
    let meter = format!("meter {before} + {contributed} - {paid} = {after}");
    seats.chain(awards).chain([meter]).collect()
}

fn seat_line(seat: &Value) -> String {
    let hand = seat["hand"].as_str().unwrap_or("null");
    let mut parts = vec![format!("{} {hand}", seat["seat"])];
    for (name, wager) in seat["wagers"].as_object().expect("wagers") {
        let word = |field: &str| wager[field].as_str().map(|word| format!(" {word}"));
        let amount =
            |field: &str, sign| wager[field].as_u64().map(|cents| format!("{sign}{cents}"));
        let part = [
            Some(format!("{name} {}", wager["stake"])),
            amount("excess", "+"),
            word("outcome"),
            amount("pays", " ").filter(|pays| pays != " 0"),
            word("award"),
        ];
        parts.push(part.into_iter().flatten().collect());
    }
    if seat["envy"] != 0 {
        parts.push(format!("envy {}", seat["envy"]));
    }
    parts.push(format!("net {}", seat["net"]));
    parts.join(", ")
}
