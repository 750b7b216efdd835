//! Last words come from a program that had gone wrong, or from whoever plays the table: they are shown, and obeyed by
//! nobody.

use shared_rules::ledger::LastWords;

#[test]
fn what_can_be_printed_is_shown_as_it_is() {
    let text = "panicked at 'scan.rs:7': bus ~ \"0\"";
    let words = LastWords::try_from(text).expect("few words");
    assert_eq!(words.to_string(), text);
}

/// A line feed would begin a line that nobody wrote, and an escape would command the terminal. A backslash is
/// escaped too: nothing can be written so that it looks escaped.
#[test]
fn nothing_else_reaches_a_terminal() {
    let bytes = b"a\n b\r\x1b[2K\x07\x00\x7f\x9b\xff\\x0a";
    let words = LastWords::try_from(&bytes[..]).expect("few words");
    let shown = r"a\x0a b\x0d\x1b[2K\x07\x00\x7f\x9b\xff\x5cx0a";
    assert_eq!(words.to_string(), shown);
    assert_eq!(format!("{words:?}"), shown);
}
