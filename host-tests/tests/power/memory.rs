//! Memory that changes by itself: whatever is changed in the ledger behind the controller's back, the table halts before
//! it is shown, settled with or written down, and comes back from its journal.

use firmware::controller::Halt;
use shared_rules::ledger::Fault;
use shared_rules::seats::Seat;

use crate::evening::deals;
use crate::prelude::*;

/// A table with a round in play.
fn playing() -> Desk {
    let mut desk = Desk::start(Socket::new(FlashChip::new(SMALL)), None);
    let all = positions(Game::Ml9);
    desk.does_all(&configures(house(Game::Ml9)));
    desk.does_all(&[closes(&all), deals(&all)].concat());
    desk
}

/// A change of the ledger that nobody has written down.
type Change = fn(&mut Ledger);

/// An entry that is not in the journal has the same effect as a flipped bit, whatever it is.
const CHANGES: [(&str, Change); 5] = [
    ("the meter, by that of another table", |ledger| {
        let mut other = playing();
        let void = Event::Void(1, VoidCause::ShiftManager);
        let bets = closes(&positions(Game::Ml9));
        other.does_all(&[says([void]), bets].concat());
        ledger.clone_from(other.ledger());
    }),
    ("a fault", |ledger| {
        assert!(ledger.apply(&Entry::Fault(Fault::Chain)).is_ok());
    }),
    ("the clock", |ledger| {
        assert!(ledger.apply(&Entry::Clock(1)).is_ok());
    }),
    ("a fold", |ledger| {
        let fold = Entry::Round(Event::Fold(Seat::One));
        assert!(ledger.apply(&fold).is_ok());
    }),
    ("everything", |ledger| *ledger = Ledger::new()),
];

/// Neither the sign nor the lamps show anything of it, at once; and a start brings the table back.
#[test]
fn changed_memory_is_never_shown() {
    for (what, change) in CHANGES {
        let mut desk = playing();
        let before = desk.controller.picture();
        let sound = format!("{:?}", desk.ledger());
        change(desk.controller.tamper());
        assert_ne!(format!("{:?}", desk.ledger()), sound, "{what}");
        let picture = desk.controller.picture();
        assert_eq!(picture.amount, None, "{what}");
        assert_eq!(picture.fault, Some(SignFault::Controller), "{what}");
        let lamps = desk.controller.lamps(0);
        assert!(lamps.fault && !lamps.bets_open, "{what}");

        desk.links(true, true);
        assert_eq!(desk.controller.halt(), Some(Halt::Memory), "{what}");
        assert_eq!(desk.controller.picture().amount, None, "{what}");
        desk.restarts(None);
        assert_eq!(desk.controller.halt(), None, "{what}");
        assert_eq!(desk.controller.picture().amount, before.amount, "{what}");
        plays_on(&mut desk);
    }
}

/// Nothing is decided by it and nothing written down, whoever comes first: the console, a key, the felt, or a look at the
/// meters.
#[test]
fn changed_memory_decides_nothing() {
    let commands = [
        Command::Round(Event::Settle),
        Command::Clock(5),
        Command::Confirm,
    ];
    for (what, change) in CHANGES {
        for command in &commands {
            let mut desk = playing();
            let next = desk.seen().next_entry;
            change(desk.controller.tamper());
            let answer = desk.command(command);
            let Answer::Refused(words) = &answer else {
                panic!("{what}: {answer:?}");
            };
            let halted = "the table is halted: the ledger in memory has changed by itself";
            assert_eq!(words.text, halted, "{what}");
            assert_eq!(desk.seen().next_entry, next, "{what}: {command:?}");
        }
        let mut desk = playing();
        change(desk.controller.tamper());
        let meters = desk.ask(&Request::Meters);
        assert!(matches!(meters, Answer::Refused(_)), "{what}: {meters:?}");

        let mut desk = playing();
        let next = desk.seen().next_entry;
        change(desk.controller.tamper());
        desk.felt(Felt::Press(TableKey::NoMoreBets));
        let meters = desk.ask(&Request::Meters);
        assert!(matches!(meters, Answer::Refused(_)), "{what}");
        assert_eq!(desk.seen().next_entry, next, "{what}");
        assert_eq!(desk.ledger().phase(), Phase::Idle, "{what}");
    }
}
