//! A dealer at a table: short calls that drive a [`Round`] and say what each event must lead to, so that a
//! test reads like the course of an evening.
//!
//! Amounts are whole dollars. The cards that [`RoundDriver::dealt`] and [`RoundDriver::settle`] deal give no seat an
//! award, a pair or a Bonus, and the dealer wins with a pair of aces.

use shared_rules::cards::Card;
use shared_rules::cite::{Cite, Paragraph};
use shared_rules::closed::{Decision, Player, SeatRecord};
use shared_rules::games::{Game, MainGame, RuleReadings};
use shared_rules::jackpot::{Jackpot, JackpotTerms};
use shared_rules::money::Cents;
use shared_rules::refusal::Reason;
use shared_rules::round::{CardList, Choice, Event, Phase, Round, Transition};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::settle::{Outcome, Settlement, WagerResult};
use shared_rules::wagers::{Limit, Limits, Terms, Wager};

/// The four hold'em games.
pub const HOLDEM: [Game; 4] = [Game::Thb6, Game::Rws6, Game::Ml6, Game::Ml9];

/// The games of the four MBS documents, whose section 5 is the same.
pub const MBS: [Game; 4] = [Game::Thb6, Game::Ml6, Game::Ml9, Game::Tcp5];

/// The MBS hold'em games.
pub const MBS_HOLDEM: [Game; 3] = [Game::Thb6, Game::Ml6, Game::Ml9];

/// One progressive unit, in dollars.
pub const UNIT: u32 = 5;

/// What the sign shows, in dollars.
pub const JACKPOT: u32 = 100_000;

/// Hole cards for the seats, the dealer's, and the flop, turn and river.
const HOLE: [&str; 7] = ["3h8s", "4h8c", "5h8d", "6h8h", "3sTc", "4sTd", "5sTh"];
const DEALER: &str = "AcAd";
const COMMUNITY: [&str; 3] = ["2c7d9h", "Js", "Kd"];

/// The same for Three Card Poker.
const THREE: [&str; 7] = [
    "2h5s9c", "3h6s9d", "4h7s9h", "5h8sTc", "6h8dTd", "7h3sJc", "2s4dJd",
];
const DEALER_THREE: &str = "AcAdKd";

/// A table with its dealer.
#[derive(Debug)]
pub struct RoundDriver {
    /// The game that is played.
    pub game: Game,
    /// The round itself.
    pub round: Round,
    /// How many times community cards have been shown in this round.
    shown: usize,
}

/// A paragraph of a game's document.
pub fn cite(game: Game, paragraph: &str) -> Cite {
    let number = Paragraph::parse(paragraph);
    game.rules()
        .cite(number.expect("the number of a paragraph"))
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "a test reads better without a borrow of every event that it makes"
)]
impl RoundDriver {
    /// A table without limits at which no round is open.
    pub fn new(game: Game) -> RoundDriver {
        RoundDriver::within(game, Limits::default())
    }

    /// The same, with limits for Ante, Bonus and Pair Plus, in dollars.
    pub fn with_limits(game: Game, min: u32, max: u32) -> RoundDriver {
        let (min, max) = (Cents::dollars(min), Some(Cents::dollars(max)));
        let all = Limit { min, max };
        RoundDriver::within(
            game,
            Limits {
                ante: all,
                bonus: all,
                pair_plus: all,
            },
        )
    }

    /// The same, with these limits.
    pub fn within(game: Game, limits: Limits) -> RoundDriver {
        let terms = Terms {
            rules: game.rules(),
            readings: RuleReadings::default(),
            unit: Cents::dollars(UNIT),
            limits,
        };
        RoundDriver {
            game,
            round: Round::new(terms),
            shown: 0,
        }
    }

    /// A table at which the bets of the first round are open.
    pub fn open(game: Game) -> RoundDriver {
        let mut dealer = RoundDriver::new(game);
        dealer.does([Event::PlaceYourBets]);
        dealer
    }

    /// The first round, with these wagers, after "No more bets".
    pub fn closed<const N: usize>(game: Game, wagers: [Event; N]) -> RoundDriver {
        let mut dealer = RoundDriver::open(game);
        dealer.does(wagers);
        dealer.does([Event::NoMoreBets]);
        dealer
    }

    /// The same, with the cards of the seats and the dealer dealt.
    pub fn dealt<const N: usize>(game: Game, wagers: [Event; N]) -> RoundDriver {
        let mut dealer = RoundDriver::closed(game, wagers);
        dealer.deal();
        dealer
    }

    /// The MBS paragraph or that of RWS6, whichever is this game's.
    pub fn mbs_or_rws(&self, mbs: &'static str, rws: &'static str) -> &'static str {
        match self.game {
            Game::Rws6 => rws,
            _ => mbs,
        }
    }

    /// Where a round and its end are defined.
    pub fn round_rule(&self) -> &'static str {
        match self.game {
            Game::Tcp5 => "1.1.9",
            _ => self.mbs_or_rws("1.1.13", "1.24"),
        }
    }

    /// Where it stands that a hand below the dealer's loses.
    pub fn lost_rule(&self) -> &'static str {
        match self.game {
            Game::Tcp5 => "3.12.2",
            _ => self.mbs_or_rws("3.10.3", "3.14"),
        }
    }

    /// A paragraph of this game's document.
    pub fn cite(&self, paragraph: &'static str) -> Cite {
        cite(self.game, paragraph)
    }

    /// The wager with which a seat plays on: Flop of twice the Ante, or Play of once.
    pub fn first_raise(&self, number: u8) -> Event {
        let record = self.record(number);
        let (wager, antes) = match self.game.rules().main {
            MainGame::Holdem(_) => (Wager::Flop, 2),
            MainGame::ThreeCard(_) => (Wager::Play, 1),
        };
        let amount = record.stakes.ante.times(antes).expect("a small amount");
        Event::Stake(seat(number), wager, amount)
    }

    /// Takes events, every one of which must be accepted without a warning.
    #[track_caller]
    pub fn does<const N: usize>(&mut self, events: [Event; N]) {
        for event in events {
            let transition = self.accepted(&event);
            let warned = matches!(transition, Transition::Warned(_));
            assert!(!warned, "{:?}: {event:?}: {transition:?}", self.game);
        }
    }

    /// The event is refused for this reason, and the round stays as it is.
    #[track_caller]
    pub fn refused(&mut self, event: Event, reason: Reason, paragraph: &'static str) {
        let before = format!("{:?}", self.round);
        let got = self.round.step(&event);
        let game = self.game;
        let refusal = got.expect_err(&format!("{game:?}: {event:?} must be refused"));
        let expected = (reason, self.cite(paragraph));
        assert_eq!((refusal.reason, refusal.rule), expected, "{event:?}");
        assert_eq!(format!("{:?}", self.round), before, "{event:?}");
    }

    /// The event is noted with a warning for this reason.
    #[track_caller]
    pub fn warned(&mut self, event: Event, reason: Reason, paragraph: &'static str) {
        let Transition::Warned(refusal) = self.accepted(&event) else {
            panic!("{:?}: {event:?} must be warned of", self.game);
        };
        let expected = (reason, self.cite(paragraph));
        assert_eq!((refusal.reason, refusal.rule), expected, "{event:?}");
    }

    /// The event voids the round.
    #[track_caller]
    pub fn voids(&mut self, event: Event, paragraph: &'static str) {
        let rule = self.cite(paragraph);
        self.leads_to(event, Transition::Voided(rule));
        assert_eq!(self.round.phase(), Phase::Void(rule));
    }

    /// The round goes on after the event.
    #[track_caller]
    pub fn continues(&mut self, event: Event, paragraph: &'static str) {
        let phase = self.round.phase();
        self.leads_to(event, Transition::Continues(self.cite(paragraph)));
        assert_eq!(self.round.phase(), phase);
    }

    /// The event waits for the shift manager or the house.
    #[track_caller]
    pub fn refers(&mut self, event: Event, paragraph: &'static str) {
        self.leads_to(event, Transition::Referred(self.cite(paragraph)));
    }

    /// The event restricts the next rounds.
    #[track_caller]
    pub fn restricts(&mut self, event: Event, paragraph: &'static str) {
        self.leads_to(event, Transition::Restricted(self.cite(paragraph)));
    }

    /// The event invalidates the hands of these seats.
    #[track_caller]
    pub fn invalidates(&mut self, event: Event, numbers: &[u8], paragraph: &'static str) {
        let rule = self.cite(paragraph);
        self.leads_to(event, Transition::Invalidated(seats(numbers), rule));
    }

    /// The event gives the players of these seats a choice.
    #[track_caller]
    pub fn asks(&mut self, event: Event, numbers: &[u8], paragraph: &'static str) {
        let rule = self.cite(paragraph);
        self.leads_to(event, Transition::Asked(seats(numbers), rule));
        assert_eq!(self.round.asked(), seats(numbers));
    }

    /// The event leads to exactly this.
    #[track_caller]
    pub fn leads_to(&mut self, event: Event, transition: Transition) {
        let got = self.accepted(&event);
        assert_eq!(got, transition, "{:?}: {event:?}", self.game);
    }

    /// Deals to every seat that has a hand and no cards, and to the dealer.
    #[track_caller]
    pub fn deal(&mut self) {
        let (cards, own) = match self.game.rules().main {
            MainGame::Holdem(_) => (HOLE, DEALER),
            MainGame::ThreeCard(_) => (THREE, DEALER_THREE),
        };
        for (cards, place) in cards.into_iter().zip(Seat::ALL) {
            let record = self.round.seats().get(place).as_ref();
            if record.is_some_and(|r| r.has_hand() && r.returned.is_none()) {
                self.does([hand(place.number(), cards)]);
            }
        }
        self.does([dealer_hand(own)]);
    }

    /// Everyone who has not decided plays on, and the community cards that are left are shown.
    #[track_caller]
    pub fn play_out(&mut self) {
        for place in Seat::ALL {
            let record = self.round.seats().get(place).as_ref();
            if record.is_some_and(undecided) {
                self.does([self.first_raise(place.number())]);
            }
        }
        if let MainGame::Holdem(_) = self.game.rules().main {
            for cards in COMMUNITY.into_iter().skip(self.shown) {
                self.does([community(cards)]);
            }
        }
    }

    /// Shows the next community cards.
    #[track_caller]
    pub fn show_next(&mut self) {
        self.does([community(COMMUNITY[self.shown])]);
    }

    /// Plays out and settles.
    #[track_caller]
    pub fn settle(&mut self) {
        self.play_out();
        self.does([Event::Settle]);
    }

    /// Deals, settles and pays.
    #[track_caller]
    pub fn finish(&mut self) {
        self.deal();
        self.settle();
        self.does([Event::Paid]);
    }

    /// What the round is worth with the sign at [`JACKPOT`].
    #[track_caller]
    pub fn settlement(&self) -> Settlement {
        let jackpot = jackpot(JACKPOT);
        let settlement = self.round.settlement(&jackpot);
        settlement.expect("a round that can be settled")
    }

    /// What happens to a wager.
    #[track_caller]
    pub fn line(&self, number: u8, wager: Wager) -> WagerResult {
        let settlement = self.settlement();
        let result = settlement.seats.get(seat(number)).as_ref();
        let mut lines = result.expect("a settled seat").wagers.iter();
        let line = lines.find(|line| line.wager == wager);
        *line.expect("a settled wager")
    }

    /// A wager of so many dollars is settled like this.
    #[track_caller]
    pub fn settles(
        &self,
        number: u8,
        wager: Wager,
        dollars: u32,
        outcome: Outcome,
        paragraph: &'static str,
    ) {
        let line = self.line(number, wager);
        let got = (line.stake, line.outcome, line.rule);
        let expected = (Cents::dollars(dollars), outcome, self.cite(paragraph));
        assert_eq!(got, expected, "{:?} seat {number} {wager:?}", self.game);
    }

    /// A seat gets back everything, so many dollars in all, under this paragraph.
    #[track_caller]
    pub fn returns(&self, number: u8, dollars: u32, paragraph: &'static str) {
        let settlement = self.settlement();
        let result = settlement.seats.get(seat(number)).as_ref();
        let result = result.expect("a settled seat");
        let mut sum = Cents::ZERO;
        for line in &result.wagers {
            let got = (line.outcome, line.rule);
            assert_eq!(got, (Outcome::Returned, self.cite(paragraph)), "{line:?}");
            sum = sum.plus(line.stake).expect("a small amount");
        }
        assert_eq!((sum, result.net), (Cents::dollars(dollars), 0));
    }

    /// The record of a seat.
    #[track_caller]
    pub fn record(&self, number: u8) -> &SeatRecord {
        let record = self.round.seats().get(seat(number)).as_ref();
        record.expect("a seat with something on it")
    }

    #[track_caller]
    fn accepted(&mut self, event: &Event) -> Transition {
        let got = self.round.step(event);
        match event {
            Event::PlaceYourBets => self.shown = 0,
            Event::Community(_) if got.is_ok() => self.shown += 1,
            _ => {}
        }
        match got {
            Ok(transition) => transition,
            Err(refusal) => panic!("{:?}: {event:?}: {refusal}", self.game),
        }
    }
}

/// Whether a seat still has to play on or to fold.
fn undecided(record: &SeatRecord) -> bool {
    let raised = !record.stakes.flop.is_zero() || !record.stakes.play.is_zero();
    let decided = raised || record.decision != Decision::Play || record.returned.is_some();
    !record.stakes.ante.is_zero() && !decided
}

/// A jackpot that shows so many dollars and does not grow.
pub fn jackpot(dollars: u32) -> Jackpot {
    let terms = JackpotTerms {
        reset: Cents::dollars(10_000),
        ..JackpotTerms::default()
    };
    Jackpot::new(terms, Cents::dollars(dollars)).expect("a small amount")
}

/// A seat by its number.
pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat from 1 to 7")
}

/// A set of seats by their numbers.
pub fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|number| seat(*number)).collect()
}

/// Cards like `"QsJsTs"`.
pub fn cards(text: &str) -> CardList {
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| str::from_utf8(pair).expect("ASCII"))
        .map(|card| card.parse::<Card>().expect("a card"))
        .collect()
}

macro_rules! wagers {
    ($($(#[$doc:meta])* $name:ident: $wager:ident;)+) => {
        $($(#[$doc])*
        pub fn $name(number: u8, dollars: u32) -> Event {
            Event::Stake(seat(number), Wager::$wager, Cents::dollars(dollars))
        })+
    };
}

wagers! {
    /// So much lies on Ante.
    ante: Ante;
    /// So much lies on Bonus.
    bonus: Bonus;
    /// So much is wagered on Flop.
    flop: Flop;
    /// So much is wagered on Turn.
    turn: Turn;
    /// So much is wagered on River.
    river: River;
    /// So much is wagered on Play.
    play: Play;
    /// So much lies on Pair Plus.
    pair_plus: PairPlus;
}

/// So many chips lie on the coin spot.
pub fn chips(number: u8, count: u8) -> Event {
    Event::Chips(seat(number), count)
}

/// A player plays a seat.
pub fn player(number: u8, player: u8) -> Event {
    Event::Player(seat(number), Player(player))
}

/// A seat's cards.
pub fn hand(number: u8, text: &str) -> Event {
    Event::Hand(seat(number), cards(text))
}

/// The dealer's cards.
pub fn dealer_hand(text: &str) -> Event {
    Event::Dealer(cards(text))
}

/// The next community cards.
pub fn community(text: &str) -> Event {
    Event::Community(cards(text))
}

/// A player looks at the cards of a seat.
pub fn viewed(number: u8) -> Event {
    Event::Viewed(seat(number))
}

/// A seat folds.
pub fn fold(number: u8) -> Event {
    Event::Fold(seat(number))
}

/// A seat's player is not there.
pub fn absent(number: u8) -> Event {
    Event::Absent(seat(number))
}

/// A seat does not expose its hand.
pub fn unexposed(number: u8) -> Event {
    Event::Unexposed(seat(number))
}

/// A player who was asked withdraws.
pub fn withdraw(number: u8) -> Event {
    Event::Choose(seat(number), Choice::Withdraw)
}

/// A player who was asked plays on.
pub fn play_on(number: u8) -> Event {
    Event::Choose(seat(number), Choice::PlayOn)
}
