//! The protocol as one table that a person can read. The first byte of a payload is the message's code.

/// The sender of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "named like what they are")]
pub enum Sender {
    Console,
    Table,
}

/// A message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct MessageRow {
    /// Its sender.
    pub from: Sender,
    /// The first byte of its payload.
    pub code: u8,
    /// Its name in [`super::message`].
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
}

/// Every message between console and table. The sign is sent the whole picture, and sends its
/// version.
pub const MESSAGES: [MessageRow; 19] = [
    console(0, "Hello", "who is there?"),
    console(
        1,
        "Command",
        "signed by a person: something that moves money or configuration",
    ),
    console(2, "Meters", "what are the meters?"),
    console(
        3,
        "Follow",
        "every entry of the journal from this number on",
    ),
    console(4, "Relay", "letters between table and pool from now on"),
    console(5, "Letter", "a letter of the pool"),
    console(6, "Noise", "which samples of the felt were disturbed?"),
    console(7, "Hits", "which shares of the jackpot were won?"),
    console(8, "Sign", "which version has the sign?"),
    table(
        0,
        "Hello",
        "version, boot count, session, last counter, next entry",
    ),
    table(1, "Done", "the command is carried out, under this entry"),
    table(2, "Refused", "the command is refused, under this paragraph"),
    table(3, "Meters", "jackpot, reserve, overflow, totals, round"),
    table(4, "Entry", "an entry of the journal, with its number"),
    table(5, "Halted", "the table is halted, and why"),
    table(6, "Letter", "a letter for the pool"),
    table(7, "Noise", "disturbed samples since the start"),
    table(8, "Hits", "hits with their seats, amounts and times"),
    table(9, "Sign", "the version of the sign, if it has reported one"),
];

const fn console(code: u8, name: &'static str, meaning: &'static str) -> MessageRow {
    MessageRow {
        from: Sender::Console,
        code,
        name,
        meaning,
    }
}

const fn table(code: u8, name: &'static str, meaning: &'static str) -> MessageRow {
    MessageRow {
        from: Sender::Table,
        code,
        name,
        meaning,
    }
}
