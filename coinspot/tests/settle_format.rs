//! The format of `docs/settle.md` sentence by sentence, as somebody sees it who knows nothing but that page: a round of
//! JSON goes in, and the whole answer is compared. The settlement and the referee both have to give it.
//!
//! The rounds are in `settled/*.txt`, the first line of each file with the jackpot of those that state none. A round is
//! a block of lines: `=` and its name, the games, readings, limits and cards, one line for each seat, and behind `>`
//! the answer. `#` is a comment. A line of the answer has all its paragraphs in brackets, or none of them.

use coinspot::settle::settle_line;
use oracle::referee;
use serde_json::Value;

/// The referee's error for a hand without cards. It refuses such a hand even where the cards decide nothing.
const NO_CARDS: &str = "wrong number of cards: 0";

/// One block of a file.
struct Case<'f> {
    name: &'f str,
    games: &'f str,
    /// Readings, limits, cards and seats, in the words of the format.
    round: String,
    answer: Vec<&'f str>,
}

impl<'f> Case<'f> {
    fn new(block: &'f str, jackpot: &str) -> Case<'f> {
        let mut lines = block.lines().filter(|line| !line.starts_with('#'));
        let mut next = || lines.next().expect("a name, the games and the cards");
        let name = next().strip_prefix("= ").expect("a name");
        let (games, mut cards) = (next(), next().to_owned());
        if !cards.contains("\"jackpot\"") {
            cards = format!("{jackpot},{cards}");
        }
        let (answer, seats): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('>'));
        Case {
            name,
            games,
            round: format!("{cards},\"seats\":[{}]", seats.join(",")),
            answer: answer.iter().map(|line| &line[2..]).collect(),
        }
    }

    fn check(&self) {
        for game in self.games.split(' ') {
            let round = format!("{{\"game\":\"{game}\",{}}}", self.round);
            let context = format!("{game}: {}", self.name);
            let settled = settle_line(&round);
            let ours = settled.map(|settled| serde_json::from_str(&settled).expect("JSON"));
            let theirs = referee::settle(&round);
            if let [line] = self.answer[..]
                && let Some(words) = line.strip_prefix("error: ")
            {
                let error = ours.expect_err(&context);
                // The paragraph is another one in each game.
                assert_eq!(error.split(" (").next(), Some(words), "{context}");
                assert!(theirs.is_err(), "{context}: the referee settles it");
                continue;
            }
            let has_no_cards = |error: &String| error.contains(NO_CARDS);
            let theirs = Some(theirs).filter(|answer| !answer.as_ref().is_err_and(has_no_cards));
            let theirs = theirs.map(|answer| ("the referee", answer));
            for (who, answer) in [("the settlement", ours)].into_iter().chain(theirs) {
                let answer = answer.unwrap_or_else(|error| panic!("{context}: {error}"));
                let mut told = lines(&answer, game);
                for (line, expected) in told.iter_mut().zip(&self.answer) {
                    if !expected.contains('[') {
                        *line = without_citations(line);
                    }
                }
                assert_eq!(told, self.answer, "{who}, {context}");
            }
        }
    }
}

fn without_citations(line: &str) -> String {
    let parts = line.split(" [");
    let parts = parts.map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    parts.collect()
}

/// Checks the rounds of a file, which has at least so many.
fn check(file: &str, least: usize) {
    let (jackpot, blocks) = file.split_once("\n\n").expect("a jackpot and rounds");
    let cases: Vec<Case> = blocks
        .split("\n\n")
        .map(|block| Case::new(block, jackpot))
        .collect();
    assert!(cases.len() >= least, "{} rounds", cases.len());
    cases.iter().for_each(Case::check);
}

#[test]
fn unexposed_hands() {
    check(include_str!("settled/unexposed.txt"), 9);
}

#[test]
fn folds_stand_offs_and_absence() {
    check(include_str!("settled/decisions.txt"), 5);
}

#[test]
fn envy() {
    check(include_str!("settled/envy.txt"), 10);
}

#[test]
fn sizes_and_units() {
    check(include_str!("settled/sizes.txt"), 9);
}

#[test]
fn rounds_settled_by_hand() {
    check(include_str!("settled/by_hand.txt"), 49);
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

/// An answer in lines that people can read, with paragraphs of this game.
fn lines(answer: &Value, game: &str) -> Vec<String> {
    let list = |name: &str| answer[name].as_array().expect("a list").clone();
    let seats = list("seats").into_iter().map(|seat| seat_line(&seat));
    let awards = list("awards").into_iter().map(|award| {
        let [name, from] = ["award", "from"].map(|field| award[field].as_str().expect("a name"));
        let (seat, amount) = (&award["seat"], &award["amount"]);
        format!("{name} to {seat}: {amount} by the {from}")
    });
    let [before, contributed, paid, after, reserved] =
        ["before", "contributed", "paid", "after", "reserved"].map(|name| &answer["jackpot"][name]);
    let mut meter = format!("meter {before} + {contributed} - {paid} = {after}");
    if reserved != 0 {
        meter += &format!(", reserve {reserved}");
    }
    let own = format!("[{} ", game.to_uppercase());
    let seats = seats.map(|line| line.replace(&own, "["));
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
            wager["rule"].as_str().map(|rule| format!(" [{rule}]")),
        ];
        parts.push(part.into_iter().flatten().collect());
    }
    if seat["envy"] != 0 {
        parts.push(format!("envy {}", seat["envy"]));
    }
    parts.push(format!("net {}", seat["net"]));
    parts.join(", ")
}
