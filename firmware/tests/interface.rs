//! The host's program from outside: its output, and its refusals.

use firmware::chain::{Bit, Wire};
use firmware::memory::REGIONS;
use firmware::pins::CONNECTIONS;
use shared_rules::wire::table::MESSAGES;
use std::process::{Command, Output};

fn firmware(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_firmware"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

#[test]
fn text_names_every_pin_region_message_and_bit() {
    let run = firmware(&[]);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success());
    for connection in CONNECTIONS {
        assert!(
            text.contains(&format!("  {} ", connection.pin)),
            "{connection:?}"
        );
    }
    for region in REGIONS {
        assert!(
            text.contains(&format!("{:08x}", region.start)),
            "{region:?}"
        );
    }
    for message in MESSAGES {
        assert!(text.contains(message.meaning), "{message:?}");
    }
    for wire in Bit::all().map(Wire::at) {
        assert!(text.contains(&wire.output.to_string()), "{wire:?}");
        assert!(text.contains(&wire.input.to_string()), "{wire:?}");
    }
}

#[test]
fn json_has_one_object_for_every_pin_region_message_and_bit() {
    let run = firmware(&["--json"]);
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success());
    assert_eq!(text.matches("{\"pin\":").count(), CONNECTIONS.len());
    assert_eq!(text.matches("{\"region\":").count(), REGIONS.len());
    assert_eq!(text.matches("{\"from\":").count(), MESSAGES.len());
    assert_eq!(text.matches("{\"bit\":").count(), 48);
    assert!(text.contains("\"versions\":{\"frame\":2,\"message\":8}"));
}

#[test]
fn no_name_needs_escaping_in_json() {
    let names = CONNECTIONS
        .iter()
        .flat_map(|c| [c.signal.to_owned(), c.purpose.to_owned()]);
    let meanings = Bit::all()
        .map(Wire::at)
        .flat_map(|w| [w.output.to_string(), w.input.to_string()]);
    let regions = REGIONS.map(|region| region.purpose.to_owned());
    let messages = MESSAGES.map(|message| message.meaning.to_owned());
    for name in names.chain(meanings).chain(regions).chain(messages) {
        assert!(
            !name.contains(['"', '\\']) && !name.contains(char::is_control),
            "{name}"
        );
    }
}

#[test]
fn help_succeeds_and_unknown_flags_are_refused_by_name() {
    assert!(firmware(&["--help"]).status.success());
    for arguments in [&["--yaml"][..], &["--json", "--yaml"]] {
        let run = firmware(arguments);
        assert_eq!(run.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&run.stderr).contains("`--yaml`"));
        assert!(run.stdout.is_empty());
    }
}
