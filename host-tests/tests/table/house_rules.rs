//! What the houses' rules make of a broken part, in every phase of a round: each line of the tables in
//! `docs/faults.md` is played, and must be what lamps, sign and answers say.

use console::Answer;
use parts::chain::{Change, Cut, Trouble, gate};
use shared_rules::games::{Game, MainGame, NextRounds, VoidCause};
use shared_rules::ledger::Entry;
use shared_rules::round::{Event, Phase, Ruling};
use shared_rules::seats::Seat;
use shared_rules::wagers::Wager;
use shared_rules::wire::message::Command;
use simulator::round_driver::{community, dealer_hand, hand, seat, seats, viewed};
use simulator::table_driver::{FeltKey, Lamp, Look, index};

use crate::Evening;

/// The page with the tables.
const PAGE: &str = include_str!("../../../docs/faults.md");

/// Until everybody has noticed what is broken, and that it is mended.
const NOTICED_MS: u64 = 2_500;

const NEVER_NS: u64 = u64::MAX;

/// What breaks, as the page calls it; where it is a seat's, it is seat 2's.
const BROKEN: [(&str, Broken); 6] = [
    ("a gate", Broken::Gate(3)),
    ("the gate above the chip", Broken::Gate(1)),
    ("a seat's cable", Broken::Seat),
    ("the chain", Broken::Chain),
    ("the sign's cable", Broken::Sign),
    ("the console's cable", Broken::Console),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Broken {
    /// Nothing gets through the gate of this level any more.
    Gate(usize),
    Seat,
    Chain,
    Sign,
    Console,
}

/// When it breaks, as the page calls it.
const MOMENTS: [(&str, Moment); 5] = [
    ("before betting", Moment::Idle),
    ("betting open", Moment::Open),
    ("after the lock", Moment::Locked),
    ("cards seen", Moment::Seen),
    ("settled", Moment::Settled),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Idle,
    Open,
    Locked,
    Seen,
    Settled,
}

/// One thing that breaks at one moment of one game.
#[derive(Clone, Copy)]
struct Case {
    game: Game,
    broken: Broken,
    moment: Moment,
}

#[test]
fn rws6() {
    are_on_the_page("## RWS6", &[Game::Rws6]);
}

#[test]
fn thb6_ml6_and_tcp5() {
    let games = [Game::Thb6, Game::Ml6, Game::Tcp5];
    are_on_the_page("## THB6, ML6 and TCP5", &games);
}

#[test]
fn ml9() {
    are_on_the_page("## ML9", &[Game::Ml9]);
}

/// RWS6 5.17.2b: the house blocks the box, and the others play on.
#[test]
fn a_box_with_a_dead_seat_is_blocked() {
    let case = Case {
        game: Game::Rws6,
        broken: Broken::Seat,
        moment: Moment::Open,
    };
    let mut evening = case.broken();
    evening.clears(2);
    evening.clears(5);
    let block = Event::NextRounds(NextRounds::BlockBox, seats(&[2]));
    evening.says([block, Event::PlaceYourBets]);
    evening.bets(5, 1);
    evening.lamps(Look::Open, &[(2, Look::Faulted), (5, Look::Steady(1))]);
    case.set(&mut evening, false);
    evening.bets(2, 1);
    evening.lamps(Look::Open, &[(2, Look::Faulted), (5, Look::Steady(1))]);
    evening.says([Event::NoMoreBets]);
    assert!(!evening.is_lit(Lamp::Alarm));
    evening.sign(&["NO MORE BETS\n$10,000.50"]);
}

/// RWS6 5.17.2b: chips left on a spot are no fault of the device, so taking them away mends nothing.
#[test]
fn a_box_stays_blocked_when_chips_that_were_left_over_go() {
    let mut evening = Evening::of(Game::Rws6);
    let block = Event::NextRounds(NextRounds::BlockBox, seats(&[2]));
    evening.says([Event::DeviceFault, block.clone()]);
    evening.chips(5, 1);
    evening.says([Event::PlaceYourBets]);
    evening.lamps(Look::Open, &[(2, Look::Faulted), (5, Look::Faulted)]);
    evening.chips(5, 0);
    evening.wait_ms(5_000);
    evening.lamps(Look::Open, &[(2, Look::Faulted)]);
    let said = [Event::DeviceFault, block, Event::PlaceYourBets];
    evening.wrote(&said.map(Entry::Round));
}

/// A win is on the sign whatever else is broken (RWS6 5.17.1: paid at the amount before the fault).
#[test]
fn a_win_is_shown_with_every_fault() {
    for (name, broken) in BROKEN {
        let case = Case {
            game: Game::Rws6,
            broken,
            moment: Moment::Settled,
        };
        let mut evening = Evening::locked(Game::Rws6, &[(2, 1), (5, 1)]);
        evening.says([hand(2, "AsKs"), hand(5, "7h7d"), viewed(2)]);
        evening.says([Event::Raise(Wager::Flop, seats(&[2, 5]))]);
        evening.says([community("QsJsTs"), community("3c"), community("Qh")]);
        evening.says([dealer_hand("9c9d"), Event::Settle]);
        case.set(&mut evening, true);
        let pages = evening.pages(4);
        for won in ["$10,001.00", "ROYAL FLUSH\nON THE FLOP"] {
            let page = format!("PENDING: SEAT 2\n{won}");
            assert!(pages.contains(&page), "{name}: {pages:?}");
        }
    }
}

#[track_caller]
fn are_on_the_page(heading: &str, games: &[Game]) {
    let page = rows_of(heading);
    assert_eq!(page.len(), BROKEN.len() * MOMENTS.len());
    for game in games {
        assert_eq!(rows(*game), page, "{game:?}");
    }
}

/// The rows of the table under a heading, without its own two lines.
fn rows_of(heading: &str) -> Vec<String> {
    let mut lines = PAGE.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "{heading}");
    let section = lines.take_while(|line| !line.starts_with("## "));
    let rows = section.filter(|line| line.starts_with("| "));
    rows.skip(2).map(str::to_string).collect()
}

fn rows(game: Game) -> Vec<String> {
    let cases = BROKEN
        .iter()
        .flat_map(|broken| MOMENTS.iter().map(move |moment| (broken, moment)));
    let row = |((name, broken), (when, moment)): (&(&str, Broken), &(&str, Moment))| {
        let case = Case {
            game,
            broken: *broken,
            moment: *moment,
        };
        let mut evening = case.broken();
        let cells = [
            seen_looks(&mut evening),
            seen_pages(&mut evening),
            case.round(&mut evening),
            case.next_round(),
            case.called_a_device_fault(),
        ];
        format!("| {name} | {when} | {} |", cells.join(" | "))
    };
    cases.map(row).collect()
}

impl Case {
    /// Seats 2 and 5 with a unit each, in the moment; and then it breaks.
    fn broken(self) -> Evening {
        let mut evening = match self.moment {
            Moment::Idle => Evening::of(self.game),
            Moment::Open => {
                let mut evening = Evening::opened(self.game);
                evening.bets(2, 1);
                evening.bets(5, 1);
                evening
            }
            _ => Evening::locked(self.game, &[(2, 1), (5, 1)]),
        };
        let played = match self.moment {
            Moment::Seen => deal(self.game),
            Moment::Settled => [deal(self.game), play(self.game)].concat(),
            _ => Vec::new(),
        };
        for event in played {
            evening.says([event]);
        }
        self.set(&mut evening, true);
        evening
    }

    /// It breaks, or is mended.
    fn set(self, evening: &mut Evening, broken: bool) {
        let table = &mut evening.table;
        match self.broken {
            Broken::Gate(level) if broken => {
                let gate = gate(index(2), level);
                table.change(Change::Trouble(gate, Trouble::Blocked, NEVER_NS));
            }
            Broken::Gate(_) => table.change(Change::Mended),
            Broken::Seat => table.change(Change::Plugged(index(2), !broken)),
            Broken::Chain => {
                let cut = broken.then_some(Cut::OutOf165(3, false));
                table.chain.with(|chain| chain.set_cut(cut));
            }
            Broken::Sign => table.sign_cable.cut(broken),
            Broken::Console => table.console_cable.cut(broken),
        }
        evening.wait_ms(NOTICED_MS);
    }

    /// What becomes of the round if nobody says anything about the fault.
    fn round(self, evening: &mut Evening) -> String {
        match (evening.phase(), self.broken) {
            (Phase::Idle, _) => "none".into(),
            (Phase::BetsOpen | Phase::Playing | Phase::Settled, Broken::Console) => {
                self.without_a_console(evening)
            }
            _ => self.goes_on(evening),
        }
    }

    /// The keys still close; for the rest the console is needed.
    fn without_a_console(self, evening: &mut Evening) -> String {
        let before = evening.phase();
        evening.presses(FeltKey::NoMoreBets);
        let closed = match (before, evening.phase()) {
            (Phase::BetsOpen, Phase::Playing) => "closed by key, ",
            (before, after) if before == after => "",
            other => panic!("{other:?}"),
        };
        self.set(evening, false);
        let rest = match closed {
            "" => self.rest(),
            _ => [deal(self.game), play(self.game)].concat(),
        };
        let outcome = plays(evening, &rest);
        format!("{closed}waits for the console, {outcome}")
    }

    fn goes_on(self, evening: &mut Evening) -> String {
        if let Phase::Void(rule) = evening.phase() {
            return format!("void ({})", rule.paragraph());
        }
        if self.moment == Moment::Open {
            if let Some(refused) = refusal(evening, Event::NoMoreBets) {
                return refused;
            }
            let locked = evening.ledger().round().seats().taken();
            let locked: Vec<String> = locked
                .filter(|(_, record)| record.units > 0)
                .map(|(seat, _)| seat.number().to_string())
                .collect();
            let outcome = plays(evening, &[deal(self.game), play(self.game)].concat());
            return format!("locks seats {}, {outcome}", locked.join(" and "));
        }
        plays(evening, &self.rest())
    }

    /// What is still to be played.
    fn rest(self) -> Vec<Event> {
        match self.moment {
            Moment::Seen => play(self.game),
            Moment::Settled => vec![Event::Paid],
            _ => [deal(self.game), play(self.game)].concat(),
        }
    }

    /// What the next round may do while it is still broken: the one before it is paid if it is settled, else void.
    fn next_round(self) -> String {
        let mut evening = self.broken();
        self.ends(&mut evening);
        evening.clears(2);
        evening.clears(5);
        evening.wait_ms(NOTICED_MS);
        if self.broken == Broken::Console {
            evening.presses(FeltKey::PlaceYourBets);
            return match evening.phase() {
                Phase::BetsOpen => "opens".into(),
                _ => "not opened".into(),
            };
        }
        if let Some(refused) = refusal(&mut evening, Event::PlaceYourBets) {
            return refused;
        }
        evening.bets(2, 1);
        evening.wait_ms(NOTICED_MS);
        match *evening.looks().get(seat(2)) {
            Look::Steady(1) => "opens".into(),
            other => format!("opens; a chip of seat 2: {}", words(other)),
        }
    }

    fn ends(self, evening: &mut Evening) {
        if evening.ledger().round().is_waiting() {
            evening.says([Event::ShiftManager(Ruling::PlayOn)]);
        }
        match (evening.phase(), self.broken) {
            (Phase::Idle | Phase::Void(_), _) => {}
            (_, Broken::Console) => {
                evening.holds(FeltKey::Supervisor, true);
                evening.presses(FeltKey::Void);
                evening.holds(FeltKey::Supervisor, false);
            }
            (Phase::Settled, _) => evening.says([Event::Paid]),
            _ => {
                let number = evening.ledger().round().number();
                evening.says([Event::Void(number, VoidCause::ShiftManager)]);
            }
        }
    }

    /// What follows where the dealer says that the betting device or the system is not fully functional.
    fn called_a_device_fault(self) -> String {
        let mut evening = self.broken();
        match self.broken {
            // It has been called one already.
            Broken::Chain => {}
            Broken::Console => {
                self.set(&mut evening, false);
                evening.says([Event::DeviceFault]);
            }
            _ => evening.says([Event::DeviceFault]),
        }
        match (evening.phase(), self.moment) {
            (Phase::Void(rule), _) => format!("void ({})", rule.paragraph()),
            (_, Moment::Idle) => {
                self.set(&mut evening, false);
                refusal(&mut evening, Event::PlaceYourBets).unwrap_or("the next round opens".into())
            }
            (_, Moment::Open) => self.goes_on(&mut evening),
            _ => plays(&mut evening, &self.rest()),
        }
    }
}

/// What seats 2 and 5 look like.
fn seen_looks(evening: &mut Evening) -> String {
    let looks = evening.looks();
    let [two, five] = [Seat::Two, Seat::Five].map(|seat| words(*looks.get(seat)));
    format!("{two} | {five}")
}

/// The pages of the sign.
fn seen_pages(evening: &mut Evening) -> String {
    let pages = evening.pages(2);
    let mut pages: Vec<String> = pages.iter().map(|page| page.replace('\n', " ")).collect();
    pages.sort();
    pages.join("; ")
}

/// The hands of seats 2 and 5, of which one is looked at. Nobody wins an award.
fn deal(game: Game) -> Vec<Event> {
    let hands = match game.rules().main {
        MainGame::Holdem(_) => ["8h8d", "7h7d"],
        MainGame::ThreeCard(_) => ["8h9d2c", "7h9s3c"],
    };
    vec![hand(2, hands[0]), hand(5, hands[1]), viewed(2)]
}

/// From there to the settlement.
fn play(game: Game) -> Vec<Event> {
    match game.rules().main {
        MainGame::Holdem(_) => vec![
            Event::Raise(Wager::Flop, seats(&[2, 5])),
            community("2dJs5c"),
            community("3c"),
            community("Qh"),
            dealer_hand("9c9d"),
            Event::Settle,
        ],
        MainGame::ThreeCard(_) => vec![
            Event::Raise(Wager::Play, seats(&[2, 5])),
            dealer_hand("AcKdQh"),
            Event::Settle,
        ],
    }
}

/// Plays on as far as it goes; seats whose wagers were not taken are not dealt to.
fn plays(evening: &mut Evening, events: &[Event]) -> String {
    for event in events {
        if let Some(refused) = refusal(evening, event.clone()) {
            return refused;
        }
    }
    if evening.phase() == Phase::Settled {
        evening.says([Event::Paid]);
    }
    assert_eq!(evening.phase(), Phase::Paid);
    "played and paid".into()
}

/// Why an event is refused, if it is.
fn refusal(evening: &mut Evening, event: Event) -> Option<String> {
    match evening.answer_to(Command::Round(event)) {
        Answer::Refused(why) if why.rule.is_empty() => Some(why.text),
        Answer::Refused(why) => {
            let (_, paragraph) = why.rule.split_once(' ').expect("a game and a paragraph");
            Some(format!("{} ({paragraph})", why.text))
        }
        _ => None,
    }
}

fn words(look: Look) -> String {
    match look {
        Look::Dark => "dark".into(),
        Look::Open => "open".into(),
        Look::Steady(count) => format!("{count} steady"),
        Look::NotAcceptable(count) => format!("{count} not acceptable"),
        Look::Changed(count) => format!("{count} changed"),
        Look::Faulted => "faulted".into(),
        Look::Winner(_) | Look::Unknown => format!("{look:?}"),
    }
}
