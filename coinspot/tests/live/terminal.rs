//! The program at a terminal: colours unless `NO_COLOR` is set, and progress where a person can see it.

use std::ffi::OsStr;

use coinspot::terminal::Colours;

#[test]
fn only_a_terminal_without_no_color_is_coloured() {
    let set = |value: &'static str| Some(OsStr::new(value));
    for (no_color, is_terminal, expected) in [
        (None, true, Colours::Terminal),
        (set(""), true, Colours::Terminal),
        (set("1"), true, Colours::None),
        (set("0"), true, Colours::None),
        (None, false, Colours::None),
        (set("1"), false, Colours::None),
    ] {
        let colours = Colours::new(no_color, is_terminal);
        assert_eq!(colours, expected, "{no_color:?}, {is_terminal}");
    }
}

/// A pair of pseudo terminals: the program writes to one end, and the test reads what it wrote at the other.
#[cfg(unix)]
mod pseudo {
    use std::fs::File;
    use std::io::{ErrorKind, Read};
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    use serialport::{SerialPort, TTYPort};

    const ESCAPE: char = '\x1b';

    /// Streams of the program that end in the terminal.
    #[derive(Clone, Copy, PartialEq)]
    enum At {
        Stdout,
        Stderr,
        Both,
    }

    fn terminal() -> (TTYPort, File) {
        let (mut screen, port) = TTYPort::pair().expect("pseudo terminals");
        screen
            .set_timeout(Duration::from_millis(100))
            .expect("a timeout");
        let path = port.name().expect("a path");
        let file = File::options().read(true).write(true).open(path);
        (screen, file.expect("the program's end"))
    }

    /// Runs the program and gives the text that its terminal was sent; other streams lead nowhere.
    fn run(arguments: &[&str], at: At, no_color: Option<&str>) -> String {
        let (mut screen, file) = terminal();
        let mut command = Command::new(env!("CARGO_BIN_EXE_coinspot"));
        command.args(arguments).stdin(Stdio::null());
        command.env("TERM", "xterm").env_remove("NO_COLOR");
        command.envs(no_color.map(|value| ("NO_COLOR", value)));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        if at != At::Stderr {
            command.stdout(file.try_clone().expect("a terminal"));
        }
        if at != At::Stdout {
            command.stderr(file.try_clone().expect("a terminal"));
        }
        let mut child = command.spawn().expect("the program");
        let seen = read_all(&mut screen, &mut child);
        // A terminal that nobody has open any more would lose what is still on its way.
        drop(file);
        let ended = child.wait().expect("an end");
        assert!(ended.success(), "{arguments:?}: {seen}");
        seen
    }

    /// Reads until the program has ended and nothing more comes.
    fn read_all(screen: &mut TTYPort, child: &mut Child) -> String {
        let mut bytes = Vec::new();
        let mut buffer = [0; 4_096];
        loop {
            let has_ended = child.try_wait().expect("a child").is_some();
            match screen.read(&mut buffer) {
                Ok(count) => bytes.extend(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::TimedOut => {
                    if has_ended {
                        return String::from_utf8(bytes).expect("text");
                    }
                }
                Err(error) => panic!("the terminal: {error}"),
            }
        }
    }

    #[test]
    fn no_color_takes_every_escape_away() {
        for arguments in [
            &["show", "--seed", "5"][..],
            &["sign", "--amount", "12.34"],
            &["demo", "--fast", "--game", "tcp5"],
            &["--help"],
        ] {
            let coloured = run(arguments, At::Stdout, None);
            assert!(coloured.contains(ESCAPE), "{arguments:?}: {coloured}");
            let empty = run(arguments, At::Stdout, Some(""));
            assert!(empty.contains(ESCAPE), "{arguments:?}: an empty NO_COLOR");
            let plain = run(arguments, At::Stdout, Some("1"));
            assert!(!plain.contains(ESCAPE), "{arguments:?}: {plain}");
            assert!(!plain.is_empty(), "{arguments:?}");
        }
    }

    /// Finds a sequence that sets a colour, `ESC [ ... m`. Others move the cursor.
    fn has_colours(text: &str) -> bool {
        let sequences = text.split("\x1b[").skip(1);
        let mut ends =
            sequences.filter_map(|part| part.find(char::is_alphabetic).map(|at| &part[at..]));
        ends.any(|end| end.starts_with('m'))
    }

    #[test]
    fn odds_show_progress_before_their_tables() {
        let seen = run(&["odds", "--game", "ml9"], At::Both, Some("1"));
        let progress = seen.find("steps").expect("a bar");
        let table = seen.find("Mississippi").or_else(|| seen.find("ML9"));
        assert!(progress < table.expect("a table"), "{seen}");
        assert!(!has_colours(&seen), "{seen}");
    }

    /// Rounds that go to the terminal themselves would run into a bar.
    #[test]
    fn a_bar_is_not_drawn_into_the_output() {
        let count = ["rounds", "--count", "20000"];
        let seen = run(&count, At::Both, None);
        assert!(!seen.contains("of 20,000 rounds"), "a bar among the rounds");
        let seen = run(&count, At::Stderr, None);
        assert!(seen.contains("of 20,000 rounds"), "{seen}");
    }
}

#[test]
fn odds_show_no_progress_in_a_pipe() {
    let output = super::commands::coinspot(&["odds", "--game", "ml9"]);
    assert!(output.status.success());
    assert_eq!(super::commands::stderr(&output), "");
}
