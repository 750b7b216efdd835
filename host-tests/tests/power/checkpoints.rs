//! A checkpoint makes the entries before it unnecessary, and changes nothing else: whatever people may still do about
//! the last round, they may do when one has fallen due, and a restart agrees with it.

use shared_rules::games::HandFault;
use shared_rules::seats::SeatSet;
use simulator::round_driver::play_on;

use crate::prelude::*;
use crate::record::has_gap;

/// Enough for several checkpoints.
const ROUNDS: u32 = 150;

/// After each of many rounds something is done about it, and the table restarts.
#[track_caller]
fn after_every_round(and_then: fn(u32) -> Vec<Step>) {
    let mut desk = Desk::on(FlashChip::new(SMALL), 0);
    let all = [1, 2, 3, 4, 5, 6, 7];
    desk.does_all(&configures(house(Game::Ml9)));
    for number in 1..=ROUNDS {
        let steps = [plain_round(&all), and_then(number)].concat();
        desk.does_all(&steps);
        let chip = desk.flash.chip().clone();
        let restarted = Desk::on(chip, 0);
        assert_eq!(restarted.controller.halt(), None, "round {number}");
        assert_eq!(meters(&restarted), meters(&desk), "round {number}");
    }
    assert!(has_gap(&desk.lines), "there were checkpoints");
}

fn meters(desk: &Desk) -> String {
    let table = desk.ledger().table().expect("a configured table");
    let meters = (table.jackpot(), table.totals(), table.waiting());
    format!("{meters:?}")
}

#[test]
fn a_paid_round_can_be_made_void() {
    after_every_round(|number| decides(Event::Void(number, VoidCause::DealerCount)));
}

#[test]
fn a_hand_of_a_paid_round_can_be_invalidated() {
    after_every_round(|number| {
        let wrong = Event::Invalidate(number, seat(1), HandFault::WrongCount);
        let permit = Event::PermitWithdrawal(SeatSet::ALL);
        let others = [2, 3, 4, 5, 6, 7].map(play_on);
        [says([wrong, permit]), says(others)].concat()
    });
}

#[test]
fn the_shift_manager_can_decide_on_a_paid_round() {
    after_every_round(|_| {
        let ruling = Event::ShiftManager(Ruling::PlayOn);
        [
            says([Event::DeviceFault]),
            decides(ruling),
            decides(Event::DeviceRepaired),
        ]
        .concat()
    });
}

#[test]
fn the_clock_can_be_set_at_any_time() {
    after_every_round(|number| {
        let set = Step::Does(Command::Clock(u64::from(number)));
        vec![Step::Waits(10_000), set]
    });
}
