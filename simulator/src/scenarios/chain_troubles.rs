//! The chain under the felt breaks before betting, while it is open and after the lock: MBS leaves it to the shift
//! manager (THB6 6.1), RWS decides by whether cards were seen (RWS6 5.16, 5.17).

use super::prelude::*;
use parts::chain::Cut;

const ASK_THE_MANAGER: &str = "the shift manager has to decide first";

fn breaks<E: FreshEngine>(evening: &mut TableDriver<E>) {
    let cut = Cut::OutOf165(3, false);
    evening.table.chain.with(|chain| chain.set_cut(Some(cut)));
    evening.wait_ms(100);
}

fn is_mended<E: FreshEngine>(evening: &mut TableDriver<E>) {
    evening.table.chain.with(|chain| chain.set_cut(None));
    evening.wait_ms(3_000);
}

/// The fault, and what the game makes of it.
fn fault_entries() -> [Entry; 2] {
    [Entry::Fault(Fault::Chain), Entry::Round(Event::DeviceFault)]
}

fn healed_entries() -> [Entry; 2] {
    [
        Entry::Round(Event::DeviceRepaired),
        Entry::Healed(Fault::Chain),
    ]
}

/// Deals to seats 2 and 5 and plays to the settlement.
fn plays_on<E: FreshEngine>(evening: &mut TableDriver<E>) {
    evening.says(dealt(&[(2, "8h8d"), (5, "7h7d")], "2dJs5c"));
    evening.says([Event::Settle, Event::Paid]);
}

/// Before betting: no round opens, whatever the game, until it is mended and, at MBS, the manager has spoken.
pub fn before_betting_no_round_opens<E: FreshEngine>() {
    for game in [Game::Ml9, Game::Rws6] {
        let mut evening = TableDriver::<E>::of(game);
        breaks(&mut evening);
        evening.wrote(&fault_entries());
        assert!(evening.is_lit(Lamp::Fault));
        evening.refuses_event(Event::PlaceYourBets, "", BROKEN);
        evening.read_all();

        is_mended(&mut evening);
        evening.wrote(&healed_entries());
        if game == Game::Ml9 {
            evening.refuses_event(Event::PlaceYourBets, "ML9 6.1", ASK_THE_MANAGER);
            evening.says([Event::ShiftManager(Ruling::PlayOn)]);
        }
        assert!(!evening.is_lit(Lamp::Fault));
        evening.says([Event::PlaceYourBets]);
        evening.lamps(Look::Open, &[]);
    }
}

pub fn the_sign_alternates_fault_and_amount<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Rws6);
    breaks(&mut evening);
    evening.sign(&["FAULT\nTABLE SENSORS", "JACKPOT\n$10,000.00"]);
}

/// While open at MBS: every seat is faulted, nothing can be locked before the shift manager has decided, and the
/// bets are there again when the chain is.
pub fn while_open_mbs_asks_the_shift_manager<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(2, 2);
    breaks(&mut evening);
    evening.wrote(&fault_entries());
    evening.refuses_event(Event::NoMoreBets, "ML9 6.1", ASK_THE_MANAGER);
    evening.says([Event::ShiftManager(Ruling::PlayOn)]);
    is_mended(&mut evening);
    evening.lamps(Look::Open, &[(2, Look::Steady(2))]);
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,001.00"]);
}

/// While open at RWS: void, before any player has seen cards (RWS6 5.16).
pub fn while_open_rws_is_void<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Rws6);
    evening.bets(2, 1);
    breaks(&mut evening);
    let rule = cite(Game::Rws6, "5.16");
    assert_eq!(evening.phase(), Phase::Void(rule));
    assert!(!evening.is_lit(Lamp::BetsOpen));
    evening.wrote(&fault_entries());
}

/// After the lock at MBS: the lock stands, and the manager lets the round go on or be void.
pub fn after_the_lock_mbs_asks_the_shift_manager<E: FreshEngine>() {
    for (ruling, sign) in [
        (Ruling::PlayOn, "JACKPOT\n$10,002.00"),
        (Ruling::Void, "JACKPOT\n$10,000.00"),
    ] {
        let mut evening = TableDriver::<E>::locked(Game::Ml9, &[(2, 3), (5, 1)]);
        breaks(&mut evening);
        evening.sign(&["FAULT\nTABLE SENSORS", "NO MORE BETS\n$10,002.00"]);
        evening.says([Event::ShiftManager(ruling)]);
        match ruling {
            Ruling::PlayOn => plays_on(&mut evening),
            Ruling::Void => {
                let rule = cite(Game::Ml9, "6.1");
                assert_eq!(evening.phase(), Phase::Void(rule));
            }
        }
        is_mended(&mut evening);
        evening.sign(&[sign]);
    }
}

/// After the lock at RWS, before cards were seen: void, and the contributions go back (RWS6 5.16, 5.21).
pub fn after_the_lock_rws_is_void_while_no_cards_were_seen<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Rws6, &[(2, 1), (5, 1)]);
    evening.says([hand(2, "8h8d")]);
    breaks(&mut evening);
    let rule = cite(Game::Rws6, "5.16");
    assert_eq!(evening.phase(), Phase::Void(rule));
    is_mended(&mut evening);
    evening.lamps(Look::Dark, &[]);
    evening.sign(&["JACKPOT\n$10,000.00"]);
}

/// After cards were seen the round is played and paid at the amount registered before the fault (RWS6 5.17.1).
pub fn after_cards_were_seen_rws_plays_on<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Rws6, &[(2, 1), (5, 1)]);
    evening.says([viewed(2)]);
    breaks(&mut evening);
    assert_eq!(evening.phase(), Phase::Playing);
    evening.sign(&["FAULT\nTABLE SENSORS", "NO MORE BETS\n$10,001.00"]);
    plays_on(&mut evening);
    evening.refuses_event(Event::PlaceYourBets, "", BROKEN);
}

/// The next rounds are played without the progressive, and the sign is the notice (RWS6 5.17.2c).
pub fn the_house_goes_on_without_the_progressive<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Rws6);
    breaks(&mut evening);
    evening.says([
        Event::NextRounds(NextRounds::WithoutProgressive, SeatSet::EMPTY),
        Event::PlaceYourBets,
    ]);
    evening.sign(&[NOTICE, "NO PROGRESSIVE BETS\n$10,000.00"]);
    evening.says([ante(2, 10), ante(5, 10), Event::NoMoreBets]);
    plays_on(&mut evening);
    evening.sign(&[NOTICE, "NO PROGRESSIVE BETS\n$10,000.00"]);

    is_mended(&mut evening);
    evening.says([Event::PlaceYourBets]);
    evening.sign(&["BETS OPEN\n$10,000.00"]);
}

/// An award of the round before waits and is confirmed: the notice is there all the time, also when bets are closed
/// (RWS6 5.17.2c).
pub fn notice_of_no_progressive_bets_shows_beside_a_waiting_award<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::locked(Game::Rws6, &[(2, 1), (5, 1)]);
    evening.says(dealt(&[(2, "AsKs"), (5, "7h7d")], "QsJsTs"));
    evening.says([Event::Settle, Event::Paid]);
    [2, 5].into_iter().for_each(|seat| evening.clears(seat));
    evening.says([
        Event::DeviceFault,
        Event::NextRounds(NextRounds::WithoutProgressive, SeatSet::EMPTY),
        Event::PlaceYourBets,
    ]);
    let award = "ROYAL FLUSH\nON THE FLOP";
    let phase = "NO PROGRESSIVE BETS\n$10,000.00";
    let noticed = |pages: [String; 3]| [&pages[..], &[NOTICE.to_owned()]].concat();
    evening.sign(&noticed(pending(2, "$10,001.00", award, phase)));
    evening.confirms();
    let pages = noticed(won(2, "$10,001.00", award, phase));
    evening.sign(&pages);
    // A chip is no bet, and brings no contribution.
    evening.bets(2, 1);
    evening.lamps(Look::Open, &[(2, Look::NotAcceptable(1))]);
    evening.says([Event::NoMoreBets]);
    evening.sign(&pages);
}

/// Closing the table keeps it closed until it is repaired (RWS6 5.17.2a).
pub fn the_house_closes_the_table<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Rws6);
    breaks(&mut evening);
    evening.says([Event::NextRounds(NextRounds::CloseTable, SeatSet::EMPTY)]);
    evening.refuses_event(Event::PlaceYourBets, "", BROKEN);
    is_mended(&mut evening);
    evening.says([Event::PlaceYourBets]);
}
