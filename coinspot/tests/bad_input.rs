//! Lines that cannot be settled: each gets an error that says what is wrong and where, in its place.

use coinspot::settle::{settle_line, settle_stream};

/// A good round, to be spoiled.
const GOOD: &str = r#"{"game":"thb6","unit":500,"jackpot":{"meter":100000},"dealer":"2c2d","community":"QsJsTs2h3c","seats":[{"seat":1,"ante":1000,"flop":2000,"progressive":1,"cards":"AsKs"}]}"#;

/// A part of the good round, its replacement, and words that the error must have.
#[rustfmt::skip]
const SPOILED: [(&str, &str, &str); 40] = [
    ("\"thb6\"", "\"poker\"", "unknown game \"poker\", known are thb6 rws6 ml6 ml9 tcp5"),
    ("\"game\":\"thb6\",", "", "missing field `game`"),
    (
        "\"ante\"",
        "\"antes\"",
        "seats[0].antes: unknown field `antes`",
    ),
    ("{\"meter\"", "{\"metre\"", "jackpot.metre: unknown field `metre`"),
    ("\"unit\":500,", "", "seat 1: a progressive wager needs the amount of one unit"),
    ("\"AsKs\"", "\"AsXs\"", "seat 1: \"Xs\" is not a card"),
    ("\"AsKs\"", "\"AsK\"", "seat 1: \"K\" is not a card"),
    (
        "\"AsKs\"",
        "\"As\"",
        "the player's hand: 2 cards expected, 1 found (THB6 5.7)",
    ),
    ("\"AsKs\"", "\"AsKsQh\"", "the player's hand: 2 cards expected, 3 found (THB6 5.7)"),
    (",\"cards\":\"AsKs\"", "", "seat 1: the player's hand: the cards are missing"),
    ("\"AsKs\"", "\"AsAs\"", "seat 1: the card As is there twice (THB6 5.1)"),
    ("\"AsKs\"", "\"AsQs\"", "seat 1: the card Qs is there twice (THB6 5.1)"),
    ("\"2c2d\"", "\"2c2h\"", "the card 2h is there twice (THB6 5.1)"),
    ("\"2c2d\"", "\"2c\"", "the dealer's hand: 2 cards expected, 1 found (THB6 5.3)"),
    ("\"QsJsTs2h3c\"", "\"QsJsTs2h\"", "the community cards: 5 cards expected, 4 found (THB6 5.3)"),
    ("\"flop\":2000", "\"flop\":1999", "seat 1: flop must be exactly 2 times the ante (THB6 3.9.2)"),
    ("\"flop\":2000", "\"flop\":2000,\"turn\":1", "seat 1: turn must be exactly 1 times the ante"),
    ("\"flop\":2000", "\"flop\":0", "seat 1: a hand that plays on needs its flop wager (THB6 3.9.2)"),
    ("\"flop\":2000", "\"flop\":2000,\"decision\":\"fold\"", "seat 1: a folded hand has no flop wager (THB6 3.9.1)"),
    ("\"flop\":2000", "\"flop\":2000,\"decision\":\"raise\"", "seats[0].decision: unknown variant `raise`"),
    ("\"flop\":2000", "\"flop\":2000,\"play\":1000", "seat 1: this game has no play wager"),
    ("\"progressive\":1", "\"progressive\":-1", "seats[0].progressive: invalid value"),
    ("\"progressive\":1", "\"progressive\":99999999999999999", "an amount is too large to be settled"),
    ("\"seat\":1", "\"seat\":1,\"player\":true", "seats[0].player: a player is a name or a number"),
    (
        "\"unit\"",
        "\"readings\":{\"envy\":\"seat\"},\"unit\"",
        "readings.envy: unknown field `envy`, expected one of",
    ),
    (
        "\"unit\"",
        "\"readings\":{\"envy_for\":\"box\"},\"unit\"",
        "readings.envy_for: unknown variant `box`, expected `seat` or `player`",
    ),
    (
        "\"unit\"",
        "\"readings\":{\"envy_pair_plus\":\"letter\"},\"unit\"",
        "readings.envy_pair_plus: unknown variant `letter`, expected `that_hand` or `all`",
    ),
    (
        "\"unit\"",
        "\"readings\":{\"unexposed_unqualified\":\"lose\"},\"unit\"",
        "readings.unexposed_unqualified: unknown variant `lose`, expected `loses` or `paid`",
    ),
    ("\"seat\":1", "\"seat\":8", "seat 8: the game has no such position (THB6 2.2)"),
    ("\"seat\":1", "\"seat\":0", "seat 0: the game has no such position (THB6 2.2)"),
    ("\"seats\":[", "\"seats\":[{\"seat\":1},", "seat 1: the seat is there twice"),
    ("\"ante\":1000", "\"ante\":-1000", "seats[0].ante: the amount is negative"),
    ("\"ante\":1000", "\"ante\":10.5", "seats[0].ante: the amount is not a whole number of cents"),
    ("\"ante\":1000", "\"ante\":99999999999999999999", "seats[0].ante: the amount is too large"),
    ("\"ante\":1000", "\"ante\":\"1000\"", "seats[0].ante: invalid type: string"),
    (
        "\"ante\":1000,\"flop\":2000",
        "\"ante\":9223372036854775807,\"flop\":18446744073709551614",
        "an amount is too large to be settled",
    ),
    ("{\"meter\":100000}", "{\"meter\":18446744073709551615}", "jackpot.meter: too large"),
    ("{\"meter\":100000}", "[100000]", "jackpot: invalid type: sequence, expected a JSON object"),
    ("{\"meter\":100000}", "{\"contribution_bp\":10001}", "jackpot.contribution_bp: at most 10000 basis points"),
    (
        "{\"meter\":100000}",
        "{\"contribution_bp\":5001,\"reserve_bp\":5000}",
        "jackpot: contribution_bp and reserve_bp are 10001 basis points together, at most 10000",
    ),
];

#[test]
fn the_good_round_settles() {
    let settled = settle_line(GOOD).expect("a good round");
    assert!(settled.contains("royal_flush_on_flop"), "{settled}");
}

/// The whole of a stake may go to the jackpot, in any two parts.
#[test]
fn shares_of_the_whole_settle() {
    for shares in [(10_000, 0), (0, 10_000), (5_000, 5_000)] {
        let (contribution, reserve) = shares;
        let jackpot = format!("{{\"contribution_bp\":{contribution},\"reserve_bp\":{reserve}}}");
        let line = GOOD.replacen("{\"meter\":100000}", &jackpot, 1);
        assert_eq!(settle_line(&line).err(), None, "{shares:?}");
    }
}

#[test]
fn every_spoiled_round_says_what_is_wrong() {
    for (good, bad, expected) in SPOILED {
        let line = GOOD.replacen(good, bad, 1);
        assert_ne!(line, GOOD, "{good} is not in the good round");
        let error = settle_line(&line).expect_err(&line);
        assert!(error.contains(expected), "{bad}: {error}");
    }
}

#[test]
fn what_is_no_round_at_all_says_so() {
    for (line, expected) in [
        ("", "the line is empty"),
        ("   ", "the line is empty"),
        ("[]", "invalid type: sequence, expected a JSON object"),
        ("null", "invalid type: null, expected a JSON object"),
        (
            "{\"game\":\"thb6\"",
            "not JSON: EOF while parsing an object at column 14",
        ),
        ("dealer wins", "not JSON: expected value at column 1"),
        ("{} {}", "missing field `game`"),
        (
            "{\"game\":\"thb6\",\"game\":\"thb6\"}",
            "duplicate field `game`",
        ),
        (
            "{\"game\":\"tcp5\",\"dealer\":\"2c3d4h\",\"community\":\"5s\"}",
            "this game has no community cards",
        ),
        (
            "{\"game\":\"ml6\",\"dealer\":\"2c3d\",\"community\":\"5s6s7s8s9s\",\"seats\":[{\"seat\":7}]}",
            "seat 7: the game has no such position (ML6 2.2)",
        ),
    ] {
        let error = settle_line(line).expect_err(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn a_bad_line_gets_its_error_in_its_place() {
    let long = "x".repeat(1 << 21);
    let input = [
        GOOD.as_bytes(),
        b"\n\n",
        b"\xff\xfe\n",
        long.as_bytes(),
        b"\n",
        GOOD.as_bytes(),
        b"\r\n",
        GOOD.as_bytes(),
    ]
    .concat();
    let mut output = Vec::new();
    let stats = settle_stream(input.as_slice(), &mut output).expect("a stream in memory");
    assert_eq!((stats.good, stats.bad), (3, 3));
    let output = String::from_utf8(output).expect("text");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 6);
    let good = settle_line(GOOD).expect("a good round");
    assert_eq!([lines[0], lines[4], lines[5]], [good.as_str(); 3]);
    assert!(lines[1].starts_with("{\"line\":2,\"error\":\"the line is empty"));
    assert_eq!(
        lines[2],
        "{\"line\":3,\"error\":\"the line is not UTF-8 text\"}"
    );
    assert_eq!(
        lines[3],
        "{\"line\":4,\"error\":\"the line is longer than 1048576 bytes\"}"
    );
}
