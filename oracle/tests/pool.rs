//! The reference fold of linked tables on examples worked out by hand, and its identity on random logs.

use oracle::pool::dice::{LogMaker, Reach};
use oracle::pool::{Entry, Pool, State};

/// Terms with 100 cents on the meter and 25 in the reserve for each unit.
fn terms(game: &str, reset: u64, limit: Option<u64>) -> String {
    let limit = limit.map_or("null".to_owned(), |limit| limit.to_string());
    format!(
        r#"{{"terms": {{"game": "{game}", "unit": 500, "reset": {reset}, "contribution_bp": 2000, "reserve_bp": 500, "limit": {limit}}}}}"#
    )
}

/// Micro-cents.
fn cents(cents: u128) -> u128 {
    cents * 1_000_000
}

struct Log(Pool);

impl Log {
    fn new(terms: &str) -> Log {
        let mut log = Log(Pool::default());
        log.add(terms);
        log
    }

    /// A log in which the first round of each of the first tables is open.
    fn opened(terms: &str, tables: u32) -> Log {
        let mut log = Log::new(terms);
        for table in 1..=tables {
            log.open(table, 1);
        }
        log
    }

    fn add(&mut self, line: &str) -> State {
        let state = self.0.apply_line(line);
        let state = state.unwrap_or_else(|error| panic!("{error}\n{line}"));
        let balance = self.0.balance();
        assert_eq!(balance.sources(), balance.uses(), "{line}");
        state
    }

    fn refuse(&mut self, line: &str) {
        let before = self.0.clone();
        let refused = self.0.apply_line(line);
        assert!(refused.is_err(), "{line}");
        assert_eq!(self.0, before, "{line}");
    }

    fn open(&mut self, table: u32, round: u32) -> State {
        self.add(&format!(r#"{{"table": {table}, "open": {round}}}"#))
    }

    fn lock(&mut self, table: u32, round: u32, units: &str, dealt: i64) -> State {
        self.add(&format!(
            r#"{{"table": {table}, "lock": {round}, "units": {units}, "dealt": {dealt}}}"#
        ))
    }

    fn settled(&mut self, table: u32, round: u32, made: &str) -> State {
        self.add(&format!(
            r#"{{"table": {table}, "settled": {round}, "made": {made}, "returned": []}}"#
        ))
    }

    fn settled_at(&mut self, table: u32, round: u32, made: &str, registered: u64) -> State {
        self.add(&format!(
            r#"{{"table": {table}, "settled": {round}, "made": {made}, "returned": [], "registered": {registered}}}"#
        ))
    }

    fn confirmed(&mut self, table: u32, round: u32) -> State {
        self.add(&format!(r#"{{"table": {table}, "confirmed": {round}}}"#))
    }

    fn void(&mut self, table: u32, round: u32) -> State {
        self.add(&format!(r#"{{"table": {table}, "void": {round}}}"#))
    }

    fn invalidate(&mut self, table: u32, round: u32, seat: u32) -> State {
        self.add(&format!(
            r#"{{"table": {table}, "invalidate": {round}, "seat": {seat}}}"#
        ))
    }

    fn ruling(&mut self, table: u32, round: u32) -> State {
        self.add(&format!(
            r#"{{"ruling": {{"table": {table}, "round": {round}}}}}"#
        ))
    }

    fn strike(&mut self, table: u32, round: u32) -> State {
        self.add(&format!(
            r#"{{"ruling": {{"table": {table}, "round": {round}, "strike": true}}}}"#
        ))
    }
}

/// The queue as text: a star marks the final claim.
fn queue(state: &State) -> Vec<String> {
    let claims = state.queue.iter().map(|claim| {
        let awards = claim.awards.iter();
        let awards =
            awards.map(|award| format!(" {}:{}={}", award.seat, award.award, award.amount));
        let star = if claim.is_final { "*" } else { "" };
        let awards: String = awards.collect();
        format!("{}/{}{star}{awards}", claim.table, claim.round)
    });
    claims.collect()
}

const ROYAL: &str = r#"{"1": ["royal_flush"]}"#;
const FLOP: &str = r#"{"1": ["royal_flush_on_flop"]}"#;
const TURN: &str = r#"{"1": ["royal_flush_on_turn"]}"#;
const ONE: &str = r#"{"1": 1}"#;

/// ML6 3.14: the royal that is entered first takes the whole meter, the other what the reset left.
#[test]
fn two_royals_at_two_tables() {
    let mut log = Log::opened(&terms("ml6", 1_000_000, None), 2);
    log.lock(1, 1, ONE, 10);
    let state = log.lock(2, 1, ONE, 5);
    assert_eq!(state.meter, 1_000_200);
    assert_eq!(state.reserve, cents(50));
    assert_eq!(state.contributed, cents(250));
    let state = log.settled(2, 1, ROYAL);
    assert_eq!(queue(&state), ["2/1* 1:royal_flush=1000200"]);
    assert_eq!((state.meter, state.seeded), (1_000_000, 2_000_000));
    let state = log.settled(1, 1, ROYAL);
    let both = ["2/1* 1:royal_flush=1000200", "1/1 1:royal_flush=1000000"];
    assert_eq!(queue(&state), both);
    assert_eq!((state.meter, state.promised), (1_000_000, 2_000_200));
    log.refuse(r#"{"table": 1, "confirmed": 1}"#);
    let state = log.confirmed(2, 1);
    assert_eq!(queue(&state), ["1/1* 1:royal_flush=1000000"]);
    assert_eq!((state.paid, state.promised), (1_000_200, 1_000_000));
    let state = log.confirmed(1, 1);
    assert_eq!((state.paid, state.promised), (2_000_200, 0));
    assert_eq!((state.meter, state.seeded), (1_000_000, 3_000_000));
    log.refuse(r#"{"table": 1, "void": 1}"#);
}

/// RWS6 4.5: the first dealt is paid first, with what the meter held before the other; bets locked in between stay.
#[test]
fn first_dealt_is_entered_later() {
    let mut log = Log::opened(&terms("rws6", 1_000_000, None), 2);
    log.lock(1, 1, ONE, 20);
    log.lock(2, 1, ONE, 10);
    let state = log.settled(1, 1, FLOP);
    assert_eq!(queue(&state), ["1/1 1:royal_flush_on_flop=1000200"]);
    log.open(3, 1);
    let state = log.lock(3, 1, ONE, 30);
    assert_eq!(state.meter, 1_000_100);
    let state = log.settled(2, 1, TURN);
    let both = [
        "2/1* 1:royal_flush_on_turn=250050",
        "1/1 1:royal_flush_on_flop=750150",
    ];
    assert_eq!(queue(&state), both);
    assert_eq!((state.meter, state.promised), (1_000_100, 1_000_200));
}

/// A claim takes its own contributions along; those of a third table stay where they stood.
#[test]
fn claim_takes_its_own_contributions_along() {
    let mut log = Log::opened(&terms("rws6", 1_000_000, None), 2);
    log.lock(1, 1, ONE, 20);
    let state = log.settled(1, 1, FLOP);
    assert_eq!(queue(&state), ["1/1 1:royal_flush_on_flop=1000100"]);
    log.open(3, 1);
    log.lock(3, 1, ONE, 50);
    let state = log.lock(2, 1, ONE, 10);
    assert_eq!(state.meter, 1_000_200);
    let state = log.settled(2, 1, FLOP);
    let both = [
        "2/1* 1:royal_flush_on_flop=1000200",
        "1/1 1:royal_flush_on_flop=1000000",
    ];
    assert_eq!(queue(&state), both);
    assert_eq!((state.meter, state.seeded), (1_000_100, 3_000_000));
}

/// A claim with a major row waits for an open round, one that is locked and earlier, and equal times by the table.
#[test]
fn major_claim_waits() {
    let mut log = Log::opened(&terms("rws6", 1_000_000, None), 4);
    log.lock(2, 1, ONE, 20);
    let is_final = |state: State| state.queue[0].is_final;
    assert!(!is_final(log.settled(2, 1, TURN)), "others are open");
    assert!(!is_final(log.lock(1, 1, ONE, 20)));
    assert!(!is_final(log.lock(3, 1, ONE, 20)));
    assert!(!is_final(log.lock(4, 1, ONE, 19)));
    // Without a unit left, nothing of table 4 can be earlier; table 3 comes behind at the same time, table 1 before.
    assert!(!is_final(log.invalidate(4, 1, 1)));
    assert!(is_final(log.settled(1, 1, "{}")));
}

/// The house refunds a contribution before another's final claim; the reserve's share goes back.
#[test]
fn void_behind_a_final_claim() {
    let mut log = Log::opened(&terms("ml6", 1_000_000, None), 2);
    log.lock(1, 1, ONE, 1);
    log.lock(2, 1, ONE, 2);
    let state = log.settled(1, 1, r#"{"1": ["straight_flush", "flush"]}"#);
    assert_eq!(queue(&state), ["1/1* 1:straight_flush=100020"]);
    let state = log.void(2, 1);
    assert_eq!(queue(&state), ["1/1* 1:straight_flush=100020"]);
    assert_eq!((state.meter, state.refunded), (900_180, cents(100)));
    assert_eq!((state.contributed, state.reserve), (cents(125), cents(25)));
    // The claim's own round is void: its contribution goes back, the refunded one stays on the meter.
    let state = log.void(1, 1);
    assert_eq!((state.meter, state.refunded), (1_000_100, cents(100)));
    assert_eq!((state.contributed, state.reserve), (0, 0));
    log.refuse(r#"{"table": 1, "void": 1}"#);
}

/// A contribution behind a paid claim goes back, one before it is refunded.
#[test]
fn returned_seats_around_a_paid_claim() {
    let mut log = Log::opened(&terms("ml6", 1_000_000, None), 3);
    log.lock(1, 1, ONE, 1);
    log.lock(2, 1, ONE, 2);
    log.settled(1, 1, ROYAL);
    log.lock(3, 1, ONE, 3);
    let state = log.confirmed(1, 1);
    assert_eq!((state.meter, state.paid), (1_000_100, 1_000_200));
    let state = log.add(r#"{"table": 2, "settled": 1, "made": {}, "returned": [1]}"#);
    assert_eq!((state.meter, state.refunded), (1_000_100, cents(100)));
    let state = log.add(r#"{"table": 3, "settled": 1, "made": {}, "returned": [1]}"#);
    assert_eq!((state.meter, state.refunded), (1_000_000, cents(100)));
    assert_eq!(state.contributed, cents(125));
}

/// ML6 3.15.1: 100 of 1003, 90 of 903 and 81 of 813 are 271; the odd cent goes to the lowest seat, the royal is last.
#[test]
fn pooled_straight_flushes() {
    let mut log = Log::opened(&terms("ml6", 1_003, None).replace("2000", "0"), 1);
    log.lock(1, 1, r#"{"2": 1, "3": 1, "5": 1, "6": 1}"#, 0);
    let made = r#"{"5": ["straight_flush"], "2": ["royal_flush"], "6": ["straight_flush"], "3": ["straight_flush"]}"#;
    let state = log.settled(1, 1, made);
    let awards =
        "1/1* 3:straight_flush=91 5:straight_flush=90 6:straight_flush=90 2:royal_flush=732";
    assert_eq!(queue(&state), [awards]);
    assert_eq!((state.meter, state.promised), (1_003, 1_003));
}

/// Micro-cents of a share stay on the meter: 37 x 3.33 % are 1.2321 cents.
#[test]
fn micro_cents_stay() {
    let terms = r#"{"terms": {"game": "ml9", "unit": 37, "reset": 1000, "contribution_bp": 333, "reserve_bp": 0, "limit": null}}"#;
    let mut log = Log::opened(terms, 1);
    let state = log.lock(1, 1, r#"{"1": 1, "7": 5}"#, 0);
    // Six units: 7.3926 cents.
    assert_eq!((state.meter, state.contributed), (1_007, 7_392_600));
    let state = log.settled(1, 1, r#"{"7": ["straight_flush"], "1": ["straight"]}"#);
    // 10 % are 100 cents; the straight pays 20 x 37 for 1, by the house.
    assert_eq!(queue(&state), ["1/1* 1:straight=740 7:straight_flush=100"]);
    assert_eq!((state.meter, state.promised), (907, 100));
    assert_eq!(log.0.balance().meter, 907_392_600);
    // The flush of five units is worth more than 10 %.
    log.open(2, 1);
    log.lock(2, 1, r#"{"7": 5}"#, 0);
    let state = log.settled(2, 1, r#"{"7": ["straight_flush", "flush"]}"#);
    assert_eq!(queue(&state)[1], "2/1 7:flush=7400");
    assert_eq!((state.meter, state.promised), (913, 100));
}

/// A registered amount below the meter leaves the difference, one above it is made up by the house.
#[test]
fn registered_amounts() {
    let straight_flush = r#"{"1": ["straight_flush"]}"#;
    let flush = r#"{"1": ["straight_flush", "flush"]}"#;
    // The flush is chosen at the registered amount, so that the pool gives nothing.
    for (registered, made, award, sums) in [
        (
            80_000,
            ROYAL,
            "royal_flush=80000",
            (80_000, 120_100, 200_000),
        ),
        (
            150_000,
            ROYAL,
            "royal_flush=150000",
            (100_100, 100_000, 200_000),
        ),
        (
            50_000,
            straight_flush,
            "straight_flush=5000",
            (5_000, 95_100, 100_000),
        ),
        (50_000, flush, "flush=10000", (0, 100_100, 100_000)),
    ] {
        let mut log = Log::opened(&terms("ml6", 100_000, None), 1);
        log.lock(1, 1, ONE, 0);
        let state = log.settled_at(1, 1, made, registered);
        assert_eq!(queue(&state), [format!("1/1* 1:{award}")]);
        assert_eq!((state.promised, state.meter, state.seeded), sums, "{award}");
    }
}

/// The limit holds where a registered jackpot leaves a rest: the rest, the reset value, then the overflow.
#[test]
fn registered_amount_under_a_limit() {
    let mut log = Log::opened(&terms("ml6", 1_000, Some(1_150)), 1);
    let state = log.lock(1, 1, r#"{"1": 1, "2": 1, "3": 1}"#, 0);
    assert_eq!((state.meter, state.overflow), (1_150, 150));
    let state = log.settled_at(1, 1, ROYAL, 1_050);
    assert_eq!(state.promised, 1_050);
    // 100 stay, 1000 are seeded, 50 of the overflow fit.
    assert_eq!((state.meter, state.overflow), (1_150, 100));
}

/// Two registered jackpots under a limit: 500 and 1150 are due. The first gives 1150, the second the remaining 500, so
/// that 650 stay before the last reset and no more of the overflow fits.
#[test]
fn two_registered_jackpots_under_a_limit() {
    let mut log = Log::opened(&terms("ml6", 1_000, Some(1_150)), 1);
    let state = log.lock(1, 1, r#"{"1": 1, "2": 1, "3": 1, "4": 1}"#, 0);
    assert_eq!((state.meter, state.overflow), (1_150, 250));
    let state = log.settled_at(1, 1, r#"{"1": ["royal_flush"], "2": ["royal_flush"]}"#, 500);
    let awards = "1/1* 1:royal_flush=500 2:royal_flush=1150";
    assert_eq!(queue(&state), [awards]);
    assert_eq!((state.promised, state.seeded), (1_650, 3_000));
    assert_eq!((state.meter, state.overflow), (1_650, 100));
}

/// Overflow waits for the next reset, not for room.
#[test]
fn limit_and_overflow() {
    let mut log = Log::opened(&terms("ml6", 1_000, Some(1_150)), 1);
    let state = log.lock(1, 1, r#"{"1": 1, "2": 1}"#, 0);
    assert_eq!((state.meter, state.overflow), (1_150, 50));
    let state = log.settled(1, 1, r#"{"1": ["straight_flush"]}"#);
    assert_eq!((state.meter, state.overflow), (1_035, 50));
    log.open(2, 1);
    let state = log.lock(2, 1, r#"{"1": 1, "2": 1}"#, 0);
    assert_eq!((state.meter, state.overflow), (1_150, 135));
    let state = log.settled(2, 1, ROYAL);
    let both = ["1/1* 1:straight_flush=115", "2/1 1:royal_flush=1150"];
    assert_eq!(queue(&state), both);
    assert_eq!((state.meter, state.overflow), (1_135, 0));
    // Without the first claim 100 + 50 fit before the royal, and all of 250 come at the reset, but only 150 fit.
    let state = log.strike(1, 1);
    assert_eq!(queue(&state), ["2/1* 1:royal_flush=1150"]);
    assert_eq!((state.meter, state.overflow), (1_150, 100));
}

/// A struck claim leaves, its contributions stay, and those behind it are priced anew.
#[test]
fn strike() {
    let mut log = Log::opened(&terms("ml6", 1_000_000, None), 2);
    log.lock(1, 1, ONE, 1);
    log.lock(2, 1, ONE, 2);
    log.settled(1, 1, ROYAL);
    let state = log.settled(2, 1, r#"{"1": ["straight_flush"]}"#);
    assert_eq!(queue(&state)[1], "2/1 1:straight_flush=100000");
    let state = log.strike(1, 1);
    assert_eq!(queue(&state), ["2/1* 1:straight_flush=100020"]);
    assert_eq!((state.meter, state.seeded), (900_180, 1_000_000));
    log.refuse(r#"{"ruling": {"table": 1, "round": 1, "strike": true}}"#);
    log.refuse(r#"{"table": 1, "confirmed": 1}"#);
    // The round itself can still be void: its contribution stands before a final claim now.
    let state = log.void(1, 1);
    assert_eq!((state.meter, state.refunded), (900_180, cents(100)));
}

/// The house does not wait: the claim in hand is final, and the other goes to the end although dealt earlier than both.
#[test]
fn ruling() {
    let mut log = Log::opened(&terms("rws6", 1_000_000, None), 3);
    log.lock(1, 1, ONE, 20);
    log.lock(3, 1, ONE, 30);
    let state = log.settled(1, 1, TURN);
    assert!(!state.queue[0].is_final);
    let state = log.ruling(2, 1);
    assert!(state.queue[0].is_final);
    log.refuse(r#"{"ruling": {"table": 2, "round": 1}}"#);
    log.refuse(r#"{"ruling": {"table": 1, "round": 1}}"#);
    log.settled(3, 1, TURN);
    log.lock(2, 1, ONE, 10);
    let state = log.settled(2, 1, FLOP);
    // 25 % of 1000200 leave 750150, 25 % of that 562613; 100 of the last round come on top.
    let three = [
        "1/1* 1:royal_flush_on_turn=250050",
        "3/1 1:royal_flush_on_turn=187537",
        "2/1 1:royal_flush_on_flop=562713",
    ];
    assert_eq!(queue(&state), three);
}

/// An invalid seat takes its rows and its contribution along; what is left is priced again.
#[test]
fn final_claim_with_an_invalid_seat() {
    let mut log = Log::opened(&terms("rws6", 1_000_000, None), 1);
    log.lock(1, 1, r#"{"1": 1, "2": 1}"#, 0);
    let made = r#"{"1": ["royal_flush_on_flop"], "2": ["royal_flush_on_river"]}"#;
    let state = log.settled(1, 1, made);
    let awards = "1/1* 2:royal_flush_on_river=50010 1:royal_flush_on_flop=950190";
    assert_eq!(queue(&state), [awards]);
    let state = log.invalidate(1, 1, 1);
    assert_eq!(queue(&state), ["1/1* 2:royal_flush_on_river=50005"]);
    assert_eq!((state.meter, state.seeded), (950_095, 1_000_000));
    log.refuse(r#"{"table": 1, "invalidate": 1, "seat": 1}"#);
    let state = log.invalidate(1, 1, 2);
    assert!(state.queue.is_empty());
    assert_eq!((state.meter, state.contributed), (1_000_000, 0));
}

/// A final claim keeps its place and its price when the claim that it preceded leaves.
#[test]
fn final_claim_keeps_its_place() {
    let mut log = Log::opened(&terms("rws6", 1_000_000, None), 2);
    log.lock(1, 1, ONE, 20);
    log.settled(1, 1, TURN);
    // Opened after that settlement, so that it goes behind it although its clock says earlier.
    log.open(3, 1);
    log.lock(3, 1, ONE, 5);
    log.settled(3, 1, FLOP);
    log.lock(2, 1, ONE, 10);
    let state = log.settled(2, 1, TURN);
    let three = [
        "2/1* 1:royal_flush_on_turn=250050",
        "1/1 1:royal_flush_on_turn=187537",
        "3/1 1:royal_flush_on_flop=562713",
    ];
    assert_eq!(queue(&state), three);
    let state = log.void(1, 1);
    let two = [
        "2/1* 1:royal_flush_on_turn=250050",
        "3/1 1:royal_flush_on_flop=750250",
    ];
    assert_eq!(queue(&state), two);
    assert_eq!(state.refunded, cents(100));
    let state = log.void(2, 1);
    assert_eq!(queue(&state), ["3/1* 1:royal_flush_on_flop=1000200"]);
    assert_eq!(state.contributed, cents(125));
}

/// Of rows that pay the same, the community's is named; the round is a claim although it takes nothing.
#[test]
fn equal_rows() {
    let mut log = Log::opened(&terms("thb6", 3_000_000, None).replace("2000", "0"), 1);
    log.lock(1, 1, r#"{"1": 1, "2": 1}"#, 0);
    let made = r#"{"1": ["royal_flush_on_river", "straight_flush", "community_straight_flush"], "2": ["straight_flush", "royal_flush_on_river"]}"#;
    let state = log.settled(1, 1, made);
    let awards = "1/1* 1:community_straight_flush=150000 2:royal_flush_on_river=150000";
    assert_eq!(queue(&state), [awards]);
    assert_eq!(state.promised, 150_000);
}

/// TCP5 4.4: only the royal of spades is a share; a round with fixed awards only is no claim.
#[test]
fn fixed_awards_are_no_claim() {
    let mut log = Log::opened(&terms("tcp5", 1_000_000, None), 1);
    log.lock(1, 1, ONE, 0);
    let state = log.settled(1, 1, r#"{"1": ["royal_flush"]}"#);
    assert!(state.queue.is_empty());
    assert_eq!(state.meter, 1_000_100);
}

/// A table brings its meters, to the micro-cent, before its first open.
#[test]
fn join() {
    let mut log = Log::new(&terms("ml6", 1_000_000, None));
    let line = r#"{"table": 5, "join": {"meter": 123456789012, "reserve": 5000000}}"#;
    let state = log.add(line);
    assert_eq!(state.meter, 1_123_456);
    assert_eq!(state.reserve, 5_000_000);
    assert_eq!(state.moved_in, 123_461_789_012);
    log.refuse(line);
    log.open(6, 1);
    log.refuse(&line.replace('5', "6"));
}

/// Each line of the description is an entry, and is written as it was read.
#[test]
fn lines_are_entries() {
    let lines = [
        r#"{"terms":{"game":"ml9","unit":500,"reset":5000000,"contribution_bp":2000,"reserve_bp":500,"limit":null}}"#,
        r#"{"table":1,"open":7}"#,
        r#"{"table":1,"lock":7,"units":{"1":5,"3":2},"dealt":1000}"#,
        r#"{"table":1,"settled":7,"made":{"1":["straight_flush"],"3":["flush"]},"returned":[]}"#,
        r#"{"table":1,"confirmed":7}"#,
        r#"{"table":2,"void":4}"#,
        r#"{"table":2,"invalidate":4,"seat":3}"#,
        r#"{"table":3,"settled":9,"made":{"2":["royal_flush_on_flop"]},"returned":[],"registered":4999900}"#,
        r#"{"ruling":{"table":4,"round":2}}"#,
        r#"{"ruling":{"table":1,"round":7,"strike":true}}"#,
        r#"{"table":5,"join":{"meter":123456789012,"reserve":5000000}}"#,
    ];
    for line in lines {
        let entry: Entry = serde_json::from_str(line).expect(line);
        assert_eq!(serde_json::to_string(&entry).expect("JSON"), line);
    }
    let unknown = r#"{"table":1,"open":7,"clock":3}"#;
    assert!(serde_json::from_str::<Entry>(unknown).is_err());
}

/// On random logs the identity holds to the micro-cent after every line, and a refused line changes nothing.
#[test]
fn identity_holds_on_random_logs() {
    let mut reach = Reach::default();
    for seed in 0..400 {
        let mut maker = LogMaker::new(seed);
        let mut pool = Pool::default();
        for _ in 0..120 {
            let line = maker.line();
            let before = pool.clone();
            let answer = pool.apply_line(&line);
            reach.note(&pool, &answer);
            let balance = pool.balance();
            assert_eq!(balance.sources(), balance.uses(), "seed {seed}\n{line}");
            assert!(answer.is_ok() || pool == before, "seed {seed}\n{line}");
        }
    }
    for (situation, times) in &reach.0 {
        println!("{times:8} {situation}");
    }
    assert!(reach.times("queue of 05") > 100);
    assert!(reach.times("several RWS6 majors") > 100);
    assert!(reach.times("a claim before one entered earlier") > 100);
    assert!(reach.times("refunds") > 100);
}
