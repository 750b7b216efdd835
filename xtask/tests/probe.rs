//! The board's chores up to the point where probe-rs takes over.

mod fixture;

use fixture::{answering, directory, elf, error, image_bytes, stand_in, started, xtask};
use std::fs;
use std::path::{Path, PathBuf};
use xtask::elf::Elf;
use xtask::image;
use xtask::image::stamp::{ImageStamp, stamp};
use xtask::probe::find_selector;
use xtask::program::Program;

const CHIP: &str = "--chip STM32L475VG";

#[test]
fn run_elf_stamps_the_program_and_runs_it() {
    let here = directory("run_elf");
    let program = unstamped(&here);
    let output = xtask(
        &here,
        &stand_in(&here),
        &["run-elf", "firmware", "--no-location"],
    );
    assert!(output.status.success(), "{output:?}");
    let expected = format!("run {CHIP} --no-location {}\n", program.display());
    assert_eq!(started(&here), format!("{}{expected}", asked_kind()));
    assert_eq!(fs::read(here.join("written")).unwrap(), image_bytes());
}

#[test]
fn a_second_stamp_changes_nothing() {
    let here = directory("second_stamp");
    let program = unstamped(&here);
    let first = stamp(&program).unwrap();
    assert_eq!(stamp(&program).unwrap(), first);
    assert_eq!(first.stored, first.computed);
    assert_eq!(fs::read(program).unwrap(), image_bytes());
}

#[test]
fn flash_builds_the_image_and_runs_it() {
    let here = directory("flash");
    let output = xtask(&here, &stand_in(&here), &["flash"]);
    assert!(output.status.success(), "{output:?}");
    let image = image::path(Program::Controller);
    let expected = format!("{}run {CHIP} {}\n", asked_kind(), image.display());
    assert_eq!(started(&here), expected);
    let written = Elf::read(&here.join("written")).unwrap();
    let stamp = ImageStamp::of(&written).unwrap();
    assert_eq!(stamp.stored, stamp.computed);
}

/// The question that comes before a board is written: for whom is the image on it?
fn asked_kind() -> String {
    let stamp = ImageStamp::of(&elf()).unwrap();
    format!("read {CHIP} b32 {:#010x} 1\n", stamp.kind_address)
}

#[test]
fn a_board_with_the_image_of_another_is_not_written() {
    let here = directory("other_board");
    unstamped(&here);
    let run = ["run-elf", "firmware"];
    for (there, is_written) in [
        (Program::Sign.kind(), false),
        (Program::Controller.kind(), true),
        (u32::MAX, true),
        (0x0800_1234, true),
    ] {
        let output = xtask(&here, &answering(&here, there), &run);
        assert_eq!(output.status.success(), is_written, "{there:#010x}");
        let runs = started(&here).lines().any(|line| line.starts_with("run "));
        assert_eq!(runs, is_written, "{there:#010x}");
        if !is_written {
            let message = error(&output);
            assert!(message.contains("the program of the sign"), "{message}");
        }
        fs::remove_file(here.join("started")).unwrap();
    }
}

#[test]
fn a_probe_is_chosen_by_its_serial_number() {
    let listed = "The following debug probes were found:\n\
                  [0]: STLink V2-1 -- 0483:374b:066DFF4855 (ST-LINK)\n\
                  [1]: STLink V2-1 -- 0483:374b:0671FF5152 (ST-LINK)\n";
    let found = find_selector(listed, "0671FF5152");
    assert_eq!(found.as_deref(), Some("0483:374b:0671FF5152"));
    assert_eq!(find_selector(listed, "0671"), None);
    assert_eq!(find_selector("No debug probes were found.", "0671"), None);
}

#[test]
fn attach_reads_the_log_with_the_built_image() {
    let here = directory("attach");
    let output = xtask(&here, &stand_in(&here), &["attach"]);
    assert!(output.status.success(), "{output:?}");
    let image = image::path(Program::Controller);
    let expected = format!("attach {CHIP} {}\n", image.display());
    assert_eq!(started(&here), expected);
}

#[test]
fn without_probe_rs_it_says_how_to_get_it() {
    let here = directory("no_probe_rs");
    unstamped(&here);
    for words in [&["flash"][..], &["attach"], &["run-elf", "firmware"]] {
        let message = error(&xtask(&here, "", words));
        assert!(
            message.contains("cargo install probe-rs-tools"),
            "{message}"
        );
    }
}

#[test]
fn what_is_not_an_image_is_not_run() {
    let here = directory("not_an_image");
    fs::write(here.join("firmware"), "not an ELF file").unwrap();
    error(&xtask(&here, &stand_in(&here), &["run-elf", "firmware"]));
    error(&xtask(&here, &stand_in(&here), &["run-elf", "nothing"]));
    assert_eq!(started(&here), "");
}

/// A copy of the image as the linker leaves it.
fn unstamped(directory: &Path) -> PathBuf {
    let mut bytes = image_bytes();
    let check = elf().section(".image_check").unwrap().offset;
    let crc = usize::try_from(check).unwrap() + 4;
    bytes[crc..crc + 4].fill(0xFF);
    let path = directory.join("firmware");
    fs::write(&path, bytes).unwrap();
    path
}
