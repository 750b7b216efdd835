//! Where the round stands and whom it waits for, found by asking the replica's ledger: neither the page nor the
//! terminal knows the rules.

use console::Replica;
use shared_rules::cards::{Card, CardSet};
use shared_rules::games::{MainGame, RuleSet};
use shared_rules::ledger::{LedgerRefusal, Table};
use shared_rules::refusal::{Reason, Refusal};
use shared_rules::round::{CardList, Event, Phase, Ruling};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::{Wager, areas};

use super::words;

/// The wagers after the deal, in the order of the decisions.
pub const RAISES: [Wager; 4] = [Wager::Flop, Wager::Turn, Wager::River, Wager::Play];

/// The rules of the game in play.
pub fn rules(replica: &Replica) -> Option<&'static RuleSet> {
    let table = replica.table();
    table.map(|table| table.configuration().game.rules())
}

/// Cards of a hand.
pub fn hand_size(replica: &Replica) -> u8 {
    match rules(replica).map(|rules| &rules.main) {
        Some(MainGame::ThreeCard(_)) => 3,
        _ => 2,
    }
}

/// The community cards of the game.
pub fn board_size(replica: &Replica) -> u8 {
    let has_board = rules(replica).is_some_and(|rules| areas(&rules.main).contains(&Wager::River));
    if has_board { 5 } else { 0 }
}

/// The number of the round; 0 before the first.
pub fn round_number(replica: &Replica) -> u32 {
    replica.table().map_or(0, |table| table.round().number())
}

/// The seats whose event the ledger would accept.
pub fn accepted(replica: &Replica, event: impl Fn(Seat) -> Event) -> SeatSet {
    let would = |seat: &Seat| replica.would_accept(&event(*seat)).is_ok();
    Seat::ALL.into_iter().filter(would).collect()
}

/// The seats that could make this raise now.
pub fn raisers(replica: &Replica, wager: Wager) -> SeatSet {
    accepted(replica, |seat| {
        Event::Raise(wager, SeatSet::from_iter([seat]))
    })
}

/// The seats that take part in the round and have no cards yet.
pub fn without_cards(replica: &Replica) -> SeatSet {
    let any_hand: CardList = Card::all().take(hand_size(replica).into()).collect();
    let lacks = |seat: &Seat| {
        let answer = replica.would_accept(&Event::Hand(*seat, any_hand.clone()));
        replica.hand(*seat).is_empty() && takes_part(answer)
    };
    Seat::ALL.into_iter().filter(lacks).collect()
}

/// A seat takes part unless it is refused for itself: a card that lies elsewhere is another refusal.
fn takes_part(answer: Result<(), LedgerRefusal>) -> bool {
    match answer {
        Ok(()) => true,
        Err(LedgerRefusal::Rules(refusal)) => matches!(refusal.reason, Reason::CardTwice(_)),
        Err(_) => false,
    }
}

/// The next community cards, and the ledger's answer to them; none if the game has no more.
pub fn next_street(replica: &Replica) -> Option<(&'static str, Result<(), LedgerRefusal>)> {
    let (name, count) = match (board_size(replica), replica.community().len()) {
        (0, _) => return None,
        (_, 0) => ("flop", 3),
        (_, 3) => ("turn", 1),
        (_, 4) => ("river", 1),
        _ => return None,
    };
    let cards = any_cards(replica.cards_out(), count);
    Some((name, replica.would_accept(&Event::Community(cards))))
}

/// The ledger's answer to the settlement. Any dealer's hand will do to ask.
pub fn settle_answer(replica: &Replica) -> Result<(), LedgerRefusal> {
    if !replica.dealer().is_empty() {
        return replica.would_accept(&Event::Settle);
    }
    let hand = any_cards(replica.cards_out(), hand_size(replica).into());
    replica.would_accept_after(&Event::Dealer(hand), &Event::Settle)
}

/// Cards that lie nowhere.
pub fn any_cards(out: CardSet, count: usize) -> CardList {
    let left = Card::all().filter(|card| !out.contains(*card));
    left.take(count).collect()
}

/// The refusal that everything meets while the shift manager must rule.
pub fn ruling_waits(replica: &Replica) -> Option<Refusal> {
    let asked = replica.would_accept(&Event::ShiftManager(Ruling::PlayOn));
    let rules = rules(replica).filter(|_| asked.is_ok())?;
    let paragraph = rules.paragraphs.not_covered;
    Some(rules.refusal(Reason::ShiftManagerDecides, None, paragraph))
}

/// The phase in one word; while cards are out, the decision that comes next.
pub fn name(replica: &Replica) -> String {
    let decision = match (
        replica.phase(),
        board_size(replica),
        replica.community().len(),
    ) {
        (Phase::Playing, _, _) if !without_cards(replica).is_empty() => "Deal",
        (Phase::Playing, 0, _) if accepted(replica, Event::Fold).is_empty() => "Showdown",
        (Phase::Playing, 0, _) => "Play",
        (Phase::Playing, _, 0) => "Flop",
        (Phase::Playing, _, 3) => "Turn",
        (Phase::Playing, _, 4) => "River",
        (Phase::Playing, _, _) => "Showdown",
        (phase, _, _) => return words::phase(phase),
    };
    decision.into()
}

/// A sentence that says what the round waits for and who acts next, with the paragraph where there is one. Bets that
/// are not locked yet are not known here.
pub fn waits_for(replica: &Replica) -> String {
    let Some(table) = replica.table() else {
        return "Waits for the house: turn the key switch, choose a game and configure it".into();
    };
    if let Some(refusal) = ruling_waits(replica) {
        let rule = refusal.rule;
        return format!("Waits for the shift manager: play on or void ({rule})");
    }
    match replica.phase() {
        Phase::Idle | Phase::Paid | Phase::Void(_) => {
            match replica.would_accept(&Event::PlaceYourBets) {
                Ok(()) => "Waits for the dealer: Place your bets".into(),
                Err(refusal) => open_question(replica, table, &refusal),
            }
        }
        Phase::BetsOpen => {
            "Waits for the players: Antes and chips; then the dealer: No more bets".into()
        }
        Phase::Playing => playing(replica, table),
        Phase::Settled => match replica.would_accept(&Event::Paid) {
            Ok(()) => "Waits for the dealer: Pay and clear".into(),
            Err(refusal) => open_question(replica, table, &refusal),
        },
    }
}

fn playing(replica: &Replica, table: &Table) -> String {
    let street = next_street(replica);
    let answer = match &street {
        Some((_, answer)) => *answer,
        None => settle_answer(replica),
    };
    let without = without_cards(replica);
    if table.round().asked().is_empty() && !without.is_empty() {
        return format!(
            "Waits for the dealer: cards for {}",
            words::seat_list(without)
        );
    }
    match (answer, street) {
        (Err(refusal), _) => open_question(replica, table, &refusal),
        (Ok(()), Some((name, _))) => format!("{}the dealer: show the {name}", may_raise(replica)),
        (Ok(()), None) => "Waits for the dealer: Settle".into(),
    }
}

/// Turn and River are wagers that a player may leave out.
fn may_raise(replica: &Replica) -> String {
    let open = RAISES
        .into_iter()
        .map(|wager| (wager, raisers(replica, wager)));
    match open.into_iter().find(|(_, seats)| !seats.is_empty()) {
        Some((wager, seats)) => {
            let (seats, wager) = (words::seat_list(seats), words::capital(wager.name()));
            format!("Waits for {seats}: {wager} or check; then ")
        }
        None => "Waits for ".into(),
    }
}

/// The person whose answer the next step needs.
fn open_question(replica: &Replica, table: &Table, refusal: &LedgerRefusal) -> String {
    let LedgerRefusal::Rules(Refusal { reason, rule, .. }) = refusal else {
        return words::refusal(refusal);
    };
    match reason {
        Reason::OptionOpen => {
            let asked = words::seat_list(table.round().asked());
            format!("Waits for {asked}: play on or withdraw ({rule})")
        }
        Reason::DecisionOpen => {
            let undecided = words::seat_list(accepted(replica, Event::Fold));
            let raise = match board_size(replica) {
                0 => "Play",
                _ => "Flop",
            };
            format!("Waits for {undecided}: {raise} or fold ({rule})")
        }
        Reason::ShiftManagerDecides => {
            format!("Waits for the house: how the next rounds are played ({rule})")
        }
        _ => words::refusal(refusal),
    }
}
