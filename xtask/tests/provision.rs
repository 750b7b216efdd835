//! `cargo xtask provision` against a stand-in for probe-rs with the registers of a chip.

mod fixture;

use fixture::{directory, error, xtask};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::{env, fs};
use xtask::provision::options::{OptionRegister, OptionStep, steps};

const SHIPPED: [u32; 2] = [0xFFEF_F8AA, 0x0000_00FF];
const PROVISIONED: [u32; 2] = [0xFFEF_FBAA, 0x00FE_0000];

/// A stand-in that keeps words in files named by their addresses. It takes option bytes as they are written, unless the
/// file `stubborn` is there.
fn chip(directory: &Path, options: [u32; 2]) -> String {
    for (register, value) in OptionRegister::ALL.into_iter().zip(options) {
        let file = directory.join(format!("{:#010x}", register.address()));
        fs::write(file, format!("{value:08x}")).unwrap();
    }
    let script = format!(
        "#!/bin/sh\ncd '{}'\n[ \"$1\" = --version ] && exit\n\
         if [ \"$1\" = read ]; then cat \"$5\" 2>/dev/null || echo 00000000; exit; fi\n\
         echo \"$5 $6\" >> stores\n[ -f stubborn ] || echo \"${{6#0x}}\" > \"$5\"\n",
        directory.display()
    );
    let program = directory.join("probe-rs");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", directory.display(), env::var("PATH").unwrap())
}

fn stores(directory: &Path) -> Vec<String> {
    let stores = fs::read_to_string(directory.join("stores")).unwrap_or_default();
    stores.lines().map(str::to_owned).collect()
}

/// The stores of the sequence, as the stand-in notes them.
fn expected([optr, wrp1ar]: [u32; 2]) -> Vec<String> {
    let stores = steps(optr, wrp1ar).into_iter();
    let words = stores.filter_map(|step| match step {
        OptionStep::Store(address, value) => Some(format!("{address:#010x} {value:#010x}")),
        OptionStep::WaitUntilClear(..) => None,
    });
    words.collect()
}

#[test]
fn a_shipped_chip_is_provisioned_and_a_provisioned_one_left_alone() {
    let here = directory("provision");
    let path = chip(&here, SHIPPED);
    let output = xtask(&here, &path, &["provision"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(stores(&here), expected(PROVISIONED));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("BOR_LEV  not set"), "{printed}");
    assert!(printed.contains("BOR_LEV  set"), "{printed}");
    let again = xtask(&here, &path, &["provision"]);
    assert!(again.status.success(), "{again:?}");
    assert_eq!(stores(&here).len(), expected(PROVISIONED).len());
    // Open for an image: only the protection goes.
    let open = xtask(&here, &path, &["provision", "--open"]);
    assert!(open.status.success(), "{open:?}");
    let wanted = expected([PROVISIONED[0], SHIPPED[1]]);
    assert_eq!(stores(&here)[wanted.len()..], wanted);
}

#[test]
fn option_bytes_that_do_not_take_are_an_error() {
    let here = directory("provision_stubborn");
    let path = chip(&here, SHIPPED);
    fs::write(here.join("stubborn"), "").unwrap();
    let message = error(&xtask(&here, &path, &["provision"]));
    assert!(message.contains("FFEFF8AA"), "{message}");
}

#[test]
fn a_dry_run_prints_the_stores_and_needs_no_probe() {
    let here = directory("provision_dry");
    let output = xtask(&here, "", &["provision", "--dry-run"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let stores: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("store "))
        .collect();
    assert_eq!(stores, expected(PROVISIONED));
}

#[test]
fn without_probe_rs_or_with_a_wrong_word_it_says_so() {
    let here = directory("provision_none");
    let message = error(&xtask(&here, "", &["provision"]));
    assert!(
        message.contains("cargo install probe-rs-tools"),
        "{message}"
    );
    let message = error(&xtask(&here, "", &["provision", "--close"]));
    assert!(message.contains("not a command"), "{message}");
}
