//! Entries of the journal, refusals and faults in plain words.

use console::Words;
use shared_rules::games::{DealingError, HandFault, VoidCause};
use shared_rules::ledger::{
    Entry, Fault, JackpotHit, JournalTime, LedgerRefusal, LinkEntry, Postponed, RefusedKind,
    TakesEffect,
};
use shared_rules::money::Cents;
use shared_rules::round::{Choice, Event, LockedBets, Phase, PlayerHold, Ruling};
use shared_rules::seats::SeatSet;
use shared_rules::wire::message::VERSION;
use shared_rules::wire::sign::SignVersion;

use super::chip_watch::LINKS_NEEDED;
use crate::date::date;
use crate::money::{cards, money, words};
use crate::odds::cost;

/// A command or a key that needs the supervisor.
pub const KEY_NOT_TURNED: &str = "The supervisor's key is not turned";

/// The parameters that wait until the jackpot has been won.
pub fn postponed(postponed: &Postponed) -> String {
    let rules = postponed.game.rules();
    let unit = money(postponed.unit);
    format!(
        "Wait until the jackpot has been won: {} ({}), {unit} a unit",
        rules.title, rules.tag
    )
}

/// An entry.
pub fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Boot(count) => format!("The controller started for the {} time", ordinal(*count)),
        Entry::Round(event) => round_event(event),
        Entry::Locked(bets) => locked(bets),
        Entry::Settled(meter) => format!("Settled; the jackpot stands at {}", money(*meter)),
        Entry::Confirmed => "The supervisor confirmed the award".into(),
        Entry::Configured(terms) => {
            let rules = terms.game.rules();
            let from = match terms.takes_effect {
                TakesEffect::AfterWin => "",
                TakesEffect::NextRound => " from the next round on",
            };
            let text = format!("The house configured {} ({}){from}", rules.title, rules.tag);
            match cost(rules, terms.readings) {
                Some(cost) => format!("{text}. {cost}"),
                None => text,
            }
        }
        Entry::Clock(seconds) => format!("The time of day was set: {}", date(*seconds)),
        Entry::Fault(broken) => format!("Fault: {}", fault(*broken)),
        Entry::Healed(broken) => format!("Mended: {}", fault(*broken)),
        Entry::Moved(seat, count) => {
            let number = seat.number();
            format!("Seat {number}: chips moved after the close, {count} lie there now")
        }
        Entry::AnteMoved(seat, is_there) => {
            let now = if *is_there { "one lies" } else { "none lies" };
            format!(
                "Seat {}: the Ante was moved after the close, {now} there now",
                seat.number()
            )
        }
        Entry::Refused(RefusedKind::Unauthentic, count) => {
            format!("{count} refused: not signed by who holds the key")
        }
        Entry::Refused(RefusedKind::AgainstTheRules, count) => {
            format!("{count} refused: not allowed at the time")
        }
        Entry::LastWords(text) => format!("Last words before a reset: {text}"),
        Entry::Overruled(round) => {
            format!("The shift manager voids round {round}: its awards go back on the meter")
        }
        Entry::Door(true) => "The service door was opened".into(),
        Entry::Door(false) => "The service door was closed".into(),
        Entry::Link(link) => link_entry(link),
        Entry::Time(seconds) => format!("{seconds} s after the time before"),
        Entry::TimeOfDay(seconds) => format!("By the table's clock it is {}", date(*seconds)),
        Entry::Person(number) => format!("Person {number} acts"),
        Entry::Supervisor(true) => "The supervisor's key was turned".into(),
        Entry::Supervisor(false) => "The supervisor's key was turned back".into(),
        Entry::Chip(number) => format!("The chip's number is {}", hex(number)),
        Entry::Chain(link) => format!("Link {} of the journal's chain", hex(link)),
    }
}

/// A hit of the jackpot.
pub fn hit(hit: &JackpotHit) -> String {
    let at = match hit.at {
        JournalTime::TimeOfDay(seconds) => date(seconds),
        JournalTime::SinceStart { boot, seconds } => format!("start {boot} + {seconds} s"),
    };
    let (award, amount) = (crate::money::words(hit.award.name()), money(hit.amount));
    format!(
        "round {}, seat {}, {award}, {amount}, {at}",
        hit.round,
        hit.seat.number()
    )
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn link_entry(entry: &LinkEntry) -> String {
    match entry {
        LinkEntry::Joined(place) => format!(
            "The table joins link {} as table {}: its own meter goes to the pool",
            place.link, place.table
        ),
        LinkEntry::Left => "The table leaves its link, and starts at its own reset value".into(),
        LinkEntry::Asked(round) => format!("The pool is asked for round {round}"),
        LinkEntry::Locked { bets, .. } => locked(bets),
        LinkEntry::Registered(amount) => format!(
            "The pool is not heard: the round is paid at the {} shown before",
            money(*amount)
        ),
        LinkEntry::Priced(round, awards) if awards.is_empty() => {
            format!("The house has struck the claim of round {round}")
        }
        LinkEntry::Priced(round, awards) => {
            let amounts = awards
                .iter()
                .map(|award| format!("seat {} {}", award.seat.number(), money(award.amount)));
            let amounts: Vec<String> = amounts.collect();
            format!("The pool prices round {round}: {}", amounts.join(", "))
        }
    }
}

/// The kind of an entry's line, which decides its colour.
pub fn kind(entry: &Entry) -> &'static str {
    match entry {
        Entry::Locked(_)
        | Entry::Settled(_)
        | Entry::Confirmed
        | Entry::Overruled(_)
        | Entry::Link(_) => "money",
        Entry::Fault(_)
        | Entry::Moved(..)
        | Entry::AnteMoved(..)
        | Entry::LastWords(_)
        | Entry::Door(true) => "fault",
        Entry::Healed(_) => "mended",
        Entry::Refused(..) => "refused",
        _ => "entry",
    }
}

fn round_event(event: &Event) -> String {
    match event {
        Event::PlaceYourBets => "Place your bets".into(),
        Event::Hand(seat, hand) => format!("Seat {} is dealt {}", seat.number(), cards(hand)),
        Event::Dealer(hand) => format!("The dealer shows {}", cards(hand)),
        Event::Community(board) => match board.len() {
            3 => format!("The flop: {}", cards(board)),
            _ => format!("The next card: {}", cards(board)),
        },
        Event::Raise(wager, seats) => {
            format!("{}: {}", capital(&words(wager.name())), seat_list(*seats))
        }
        Event::Stake(seat, wager, amount) => {
            let name = words(wager.name());
            format!("Seat {}: {name} {}", seat.number(), money(*amount))
        }
        Event::Fold(seat) => format!("Seat {} folds", seat.number()),
        Event::Absent(seat) => format!("Seat {} is absent", seat.number()),
        Event::Paid => "Paid and collected".into(),
        Event::Void(number, cause) => {
            format!("Round {number} is void: {}", void_cause(*cause))
        }
        Event::Invalidate(_, seat, fault) => {
            format!("Seat {} is invalid: {}", seat.number(), hand_fault(*fault))
        }
        Event::DealingError(error, seats) => {
            let error = dealing_error(*error);
            format!("Dealing error: {error}; {}", seat_list(*seats))
        }
        Event::Player(seat, player) => format!("Seat {}: player {}", seat.number(), player.0),
        Event::SeveralHands(player) => format!("Player {} controls several hands", player.0),
        Event::HoldPlayer(player, hold) => format!("Player {} is {}", player.0, held(*hold)),
        Event::Viewed(seat) => format!("Seat {} has seen the cards", seat.number()),
        Event::Unexposed(seat) => format!("Seat {} does not expose the hand", seat.number()),
        Event::MoveHand(from, to) => {
            let (from, to) = (from.number(), to.number());
            format!("The hands of seats {from} and {to} change places")
        }
        Event::Reconstruct(seat, hand) => {
            format!("Seat {} is reconstructed: {}", seat.number(), cards(hand))
        }
        Event::PermitWithdrawal(seats) => {
            format!("The house permits {} to withdraw", seat_list(*seats))
        }
        Event::Choose(seat, Choice::PlayOn) => format!("Seat {} plays on", seat.number()),
        Event::Choose(seat, Choice::Withdraw) => format!("Seat {} withdraws", seat.number()),
        Event::ShiftManager(Ruling::PlayOn) => "The shift manager: play on".into(),
        Event::ShiftManager(Ruling::Void) => "The shift manager: void".into(),
        Event::PowerFailure => "Power failed and is back".into(),
        Event::DeviceFault => "The betting device is faulty".into(),
        Event::DeviceRepaired => "The betting device works again".into(),
        other => capital(&capitals_apart(&format!("{other:?}"))),
    }
}

/// The cause of a void round.
pub const fn void_cause(cause: VoidCause) -> &'static str {
    match cause {
        VoidCause::ForeignCard => "a card of another deck",
        VoidCause::CardsMissingOrExtra => "cards missing or too many",
        VoidCause::Unshuffled => "cards not shuffled",
        VoidCause::TooFewCards => "too few cards to finish",
        VoidCause::DealtIncorrectly => "dealt incorrectly",
        VoidCause::CommunityCount => "wrong number of community cards",
        VoidCause::DealerCount => "wrong number of dealer's cards",
        VoidCause::TwoCardsExposed => "two or more cards exposed",
        VoidCause::CountInDoubt => "the count of cards was wrong",
        VoidCause::BurntCardKept => "burnt card kept",
        VoidCause::ShiftManager => "the shift manager's ruling",
    }
}

/// The cause of an invalid hand.
pub const fn hand_fault(fault: HandFault) -> &'static str {
    match fault {
        HandFault::WrongCount => "wrong number of cards",
        HandFault::NotConfidential => "hand shown, or another looked at",
        HandFault::ShiftManager => "the shift manager's ruling",
    }
}

/// A dealing error that leaves players a choice.
pub const fn dealing_error(error: DealingError) -> &'static str {
    match error {
        DealingError::BurntCardKept => "burnt card kept, cards put right",
        DealingError::DrawnTogether => "cards drawn together",
        DealingError::Other => "another error",
    }
}

/// The house's decision about a player.
pub const fn held(hold: PlayerHold) -> &'static str {
    match hold {
        PlayerHold::Barred => "barred",
        PlayerHold::OneSeat => "held to one seat",
        PlayerHold::Lifted => "free again",
    }
}

fn locked(bets: &LockedBets) -> String {
    let units = bets.iter().filter(|bet| bet.units > 0);
    let units: Vec<String> = units
        .map(|bet| format!("seat {} x{}", bet.seat.number(), bet.units))
        .collect();
    match units.is_empty() {
        true => "No more bets; no progressive bets".into(),
        false => format!("No more bets; locked: {}", units.join(", ")),
    }
}

/// The broken part.
pub fn fault(fault: Fault) -> String {
    match fault {
        Fault::Seat(seat) => format!("the sensors of seat {}", seat.number()),
        Fault::Chain => "the chain under the felt".into(),
        Fault::Sign => "the link to the sign".into(),
        Fault::Console => "the link to the console".into(),
        Fault::Journal => "the journal".into(),
        Fault::Image => "the program does not match its checksum".into(),
        Fault::Pool => "the link to the pool".into(),
    }
}

/// The broken part, and the effect on the round.
pub fn fault_effect(broken: Fault) -> String {
    let part = capital(&fault(broken));
    match broken {
        Fault::Seat(_) => format!("{part} fail: its chips do not count"),
        Fault::Chain => format!("{part} is broken: no seat and no key is read, no round opens"),
        Fault::Sign | Fault::Console | Fault::Pool => {
            format!("{part} is down: no round opens, no further chip counts ({LINKS_NEEDED})")
        }
        Fault::Journal => format!("{part} is being repaired: no round opens"),
        Fault::Image => format!("{part}: no round opens"),
    }
}

/// Why the table refused a command.
pub fn why(why: &Words) -> String {
    cited(&capital(&why.text), &why.rule)
}

/// Text with its paragraph, where there is one.
pub fn cited(text: &str, rule: &str) -> String {
    match rule.is_empty() {
        true => text.to_owned(),
        false => format!("{text} ({rule})"),
    }
}

/// Why the ledger would refuse an event.
pub fn refusal(refusal: &LedgerRefusal) -> String {
    match refusal {
        LedgerRefusal::Rules(refusal) => capital(&refusal.to_string()),
        other => capital(&other.to_string()),
    }
}

/// An amount without its cents where there are none, for a button.
pub fn dollars(amount: Cents) -> String {
    let text = money(amount);
    text.strip_suffix(".00").map_or(text.clone(), str::to_owned)
}

/// A number of chips.
pub fn chips(count: u8) -> String {
    match count {
        1 => "1 chip".into(),
        _ => format!("{count} chips"),
    }
}

/// Where the round is.
pub fn phase(phase: Phase) -> String {
    match phase {
        Phase::Idle => "No round yet".into(),
        Phase::BetsOpen => "Bets are open".into(),
        Phase::Playing => "No more bets".into(),
        Phase::Settled => "Settled".into(),
        Phase::Paid => "Paid".into(),
        Phase::Void(rule) => format!("Void ({rule})"),
    }
}

/// Seats like `seats 2 and 5`.
pub fn seat_list(seats: SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| seat.number().to_string()).collect();
    match numbers.as_slice() {
        [] => "nobody".into(),
        [one] => format!("seat {one}"),
        [most @ .., last] => format!("seats {} and {last}", most.join(", ")),
    }
}

/// Text that another program has made, for a line on a terminal: control characters are escaped, so that it can neither
/// end the line nor command the terminal.
pub fn printable(text: &str) -> String {
    let escaped = |letter: char| match letter.is_control() {
        true => letter.escape_default().to_string(),
        false => letter.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// With a capital letter at the beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// `ShiftManager` as `shift manager`.
fn capitals_apart(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        let starts_word =
            letter.is_uppercase() && text.chars().last().is_some_and(char::is_alphabetic);
        if starts_word {
            text.push(' ');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

fn ordinal(count: u32) -> String {
    let ending = match (count % 10, count % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{count}{ending}")
}

/// The version of the sign's program; none if it has not reported one.
pub fn sign_version(version: Option<SignVersion>) -> String {
    version.map_or_else(
        || "has not reported its version".into(),
        |SignVersion { program, .. }| {
            let [major, minor, patch] = program;
            format!("version {major}.{minor}.{patch}")
        },
    )
}

/// The notice of a sign whose messages have another version; none if the versions fit.
pub fn other_sign(sign: SignVersion) -> Option<String> {
    let (version, messages) = (sign_version(Some(sign)), sign.messages);
    (!sign.fits()).then(|| {
        format!(
            "The sign ({version}) speaks version {messages} of its messages, and the table version {VERSION}: the sign \
             shows no amount, and no round opens"
        )
    })
}
