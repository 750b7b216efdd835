//! The steps of a session, and their encoding in an input.

use firmware::keys::TableKey;
use shared_rules::seats::Seat;

use crate::input::{InputBytes, StepRow};

/// One action.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Somebody sends a command, signed in this way.
    Send(Signature, Vec<u8>),
    /// The console signs a command, and somebody holds it back.
    HoldBack(Vec<u8>),
    /// One of the requests so far, sent or held back, is sent (again).
    Again(u8),
    /// The same, cut to a length.
    Truncated(u8, u8),
    /// Arbitrary bytes.
    Raw(Vec<u8>),
    /// The supervisor's key is turned, or turned back.
    Supervisor(bool),
    /// One of the dealer's keys is pressed.
    Press(TableKey),
    /// The coin spot of a seat holds this many chips.
    Chips(Seat, u8),
    /// An Ante lies at a seat, or does not.
    Ante(Seat, bool),
    /// The chain under the felt is whole, or not.
    Chain(bool),
    /// The sign and the console answer, or do not.
    Links(bool, bool),
    /// Time passes: this many times 20 ms.
    Wait(u16),
    /// Power fails and comes back.
    Restart,
}

/// The way in which a command is signed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Signature {
    /// With the table's key and the next counter.
    Right,
    /// With another key.
    OtherKey,
    /// With the right key, for another session.
    OtherSession,
    /// Rightly, and then this bit of the request is flipped.
    Tampered(u16),
    /// With the right key and a counter at this distance from the last accepted one, offset by 128: 128 is the same
    /// counter.
    Counter(u8),
}

const KEYS: [TableKey; 4] = [
    TableKey::PlaceYourBets,
    TableKey::NoMoreBets,
    TableKey::Void,
    TableKey::ServiceDoor,
];

impl Step {
    /// The next step of an input.
    pub fn read(input: &mut InputBytes) -> Step {
        match input.below(14) {
            0 | 1 => Step::Send(Signature::Right, input.bytes().into()),
            2 => Step::Send(Signature::read(input), input.bytes().into()),
            3 => Step::HoldBack(input.bytes().into()),
            4 => Step::Again(input.byte()),
            5 => Step::Truncated(input.byte(), input.byte()),
            6 => Step::Raw(input.bytes().into()),
            7 => Step::Supervisor(input.flag()),
            8 => Step::Press(KEYS[usize::from(input.below(4))]),
            9 => Step::Chips(seat(input), input.below(6)),
            10 => Step::Ante(seat(input), input.flag()),
            11 => Step::Chain(input.flag()),
            12 => match input.flag() {
                true => Step::Links(input.flag(), input.flag()),
                false => Step::Restart,
            },
            _ => Step::Wait(input.short()),
        }
    }

    /// As an input.
    pub fn write(&self, row: &mut StepRow) {
        match self {
            Step::Send(Signature::Right, command) => row.byte(0).bytes(command),
            Step::Send(signature, command) => signature.write(row.byte(2)).bytes(command),
            Step::HoldBack(command) => row.byte(3).bytes(command),
            Step::Again(index) => row.byte(4).byte(*index),
            Step::Truncated(index, length) => row.byte(5).byte(*index).byte(*length),
            Step::Raw(bytes) => row.byte(6).bytes(bytes),
            Step::Supervisor(turned) => row.byte(7).byte((*turned).into()),
            Step::Press(key) => row.byte(8).byte(place(key)),
            Step::Chips(seat, count) => row.byte(9).byte(seat.number() - 1).byte(*count),
            Step::Ante(seat, lies) => row.byte(10).byte(seat.number() - 1).byte((*lies).into()),
            Step::Chain(whole) => row.byte(11).byte((*whole).into()),
            Step::Restart => row.byte(12).byte(0),
            Step::Links(sign, console) => row
                .byte(12)
                .byte(1)
                .byte((*sign).into())
                .byte((*console).into()),
            Step::Wait(time) => row.byte(13).short(*time),
        };
    }
}

impl Signature {
    fn read(input: &mut InputBytes) -> Signature {
        match input.below(4) {
            0 => Signature::OtherKey,
            1 => Signature::OtherSession,
            2 => Signature::Tampered(input.short()),
            _ => Signature::Counter(input.byte()),
        }
    }

    fn write(self, row: &mut StepRow) -> &mut StepRow {
        match self {
            // Implied by the step itself.
            Signature::Right => row,
            Signature::OtherKey => row.byte(0),
            Signature::OtherSession => row.byte(1),
            Signature::Tampered(bit) => row.byte(2).short(bit),
            Signature::Counter(counter) => row.byte(3).byte(counter),
        }
    }
}

fn seat(input: &mut InputBytes) -> Seat {
    Seat::ALL[usize::from(input.below(7))]
}

fn place(key: &TableKey) -> u8 {
    let at = KEYS.iter().position(|known| known == key);
    at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}
