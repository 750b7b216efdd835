//! The rule of dependencies: each manifest against a table of what its package may depend on.
//!
//! The product never depends on a crate of tests, and the code that checks the rules never depends on the rules.

use crate::workspace::{Dependency, Package, packages};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt;

/// A set of crates.
#[derive(Clone, Copy)]
enum Allowed {
    Only(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}

use Allowed::{AllBut, Only};

/// The dependencies that a package may have.
struct Permission {
    package: &'static str,
    /// Crates of the workspace that its library and programs use.
    code: Allowed,
    /// Crates of the workspace that its tests use.
    tests: Allowed,
    /// Crates from elsewhere that its library and programs use.
    foreign: Allowed,
}

const NONE: Allowed = Only(&[]);
const ANY: Allowed = AllBut(&[]);

/// Crates that no part of the product may use.
const NOT_OF_THE_PRODUCT: Allowed = AllBut(&[
    "host-tests",
    "board-sim",
    "counts-probe",
    "odds-benches",
    "fuzz",
    "xtask",
]);

#[rustfmt::skip]
const PERMISSIONS: [Permission; 19] = [
    Permission {
        // defmt is optional: the board alone asks for it, to log the reasons of a halt.
        foreign: Only(&["heapless", "serde", "postcard", "hmac", "sha2", "defmt"]),
        ..permission("shared-rules", NONE)
    },
    Permission {
        foreign: Only(&["cobs", "crc", "heapless", "postcard", "serde"]),
        ..permission("link", Only(&["shared-rules"]))
    },
    permission("board-support", Only(&["shared-rules", "link"])),
    permission("firmware", Only(&["shared-rules", "link", "board-support"])),
    permission("sign", Only(&["shared-rules", "link"])),
    permission("sign-board", Only(&["shared-rules", "link", "board-support", "sign"])),
    permission("console", Only(&["shared-rules", "link"])),
    Permission {
        foreign: Only(&["base64", "postcard", "rusqlite", "serde", "serde_json", "sha2", "thiserror", "ureq"]),
        ..permission("pit", Only(&["shared-rules", "console"]))
    },
    permission("parts", NONE),
    Permission {
        foreign: Only(&["serde", "serde_json"]),
        ..permission("oracle", NONE)
    },
    permission("simulator", Only(&["shared-rules", "firmware", "link", "sign", "console", "pit", "parts", "oracle"])),
    permission("odds", Only(&["shared-rules"])),
    permission("odds-benches", Only(&["odds", "shared-rules"])),
    permission("coinspot", NOT_OF_THE_PRODUCT),
    Permission {
        tests: AllBut(&["board-sim", "counts-probe", "odds-benches", "fuzz", "xtask"]),
        foreign: NONE,
        ..permission("host-tests", NONE)
    },
    Permission {
        tests: NOT_OF_THE_PRODUCT,
        ..permission("board-sim", Only(&["parts"]))
    },
    permission("counts-probe", Only(&["shared-rules", "link", "firmware", "sign"])),
    permission("fuzz", NOT_OF_THE_PRODUCT),
    permission("xtask", NONE),
];

/// The same crates of the workspace in code and tests, and any crate from elsewhere.
const fn permission(package: &'static str, ours: Allowed) -> Permission {
    Permission {
        package,
        code: ours,
        tests: ours,
        foreign: ANY,
    }
}

impl Allowed {
    fn allows(self, name: &str) -> bool {
        match self {
            Only(names) => names.contains(&name),
            AllBut(names) => !names.contains(&name),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Only([]) => f.write_str("none"),
            AllBut([]) => f.write_str("any"),
            Only(names) => write!(f, "only {}", names.join(", ")),
            AllBut(names) => write!(f, "any but {}", names.join(", ")),
        }
    }
}

/// The rule that a dependency falls under, and its words for the reader.
fn rule(permission: &Permission, name: &Dependency, is_ours: bool) -> (Allowed, &'static str) {
    match (is_ours, name.is_for_tests()) {
        (true, false) => (permission.code, "crates of this workspace in its code"),
        (true, true) => (permission.tests, "crates of this workspace in its tests"),
        (false, false) => (permission.foreign, "crates from elsewhere in its code"),
        (false, true) => (ANY, "crates from elsewhere in its tests"),
    }
}

/// Every dependency that breaks its rule, and every package without rules, as a line each.
fn violations(packages: &[Package]) -> Vec<String> {
    let ours: BTreeSet<&str> = packages.iter().map(|package| &*package.name).collect();
    let mut violations = Vec::new();
    for package in packages {
        let mut permissions = PERMISSIONS.iter();
        let found = permissions.find(|permission| permission.package == package.name);
        let Some(permission) = found else {
            violations.push(format!("{}: the table has no rule for it", package.name));
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let (allowed, of) = rule(permission, dependency, ours.contains(name));
            if !allowed.allows(name) {
                let package = &package.name;
                violations.push(format!("{package} depends on {name}; {of}: {allowed}"));
            }
        }
    }
    violations
}

#[test]
fn every_manifest_keeps_to_the_floor_plan() {
    let found = violations(&packages());
    assert!(found.is_empty(), "\n  {}\n", found.join("\n  "));
}

#[test]
fn every_rule_is_for_a_package() {
    let packages = packages();
    for Permission { package, .. } in &PERMISSIONS {
        let is_there = packages.iter().any(|there| there.name == *package);
        assert!(is_there, "{package}: a rule for no package");
    }
}

/// A package as cargo describes it, with these dependencies.
fn package(name: &str, dependencies: &Value) -> Package {
    let described = json!({ "name": name, "dependencies": dependencies, "manifest_path": "" });
    serde_json::from_value(described).expect("a package")
}

/// Every package that has rules, only one with a dependency.
fn packages_with(name: &str, dependency: &str, kind: Option<&str>) -> Vec<Package> {
    let added = json!([{ "name": dependency, "kind": kind }]);
    let names = PERMISSIONS.iter().map(|permission| permission.package);
    let others = names.filter(|other| *other != name);
    let others = others.map(|other| package(other, &json!([])));
    others.chain([package(name, &added)]).collect()
}

#[test]
fn a_forbidden_dependency_is_named_with_its_rule() {
    for (package, dependency, kind, rule) in [
        ("coinspot", "host-tests", None, "any but host-tests"),
        ("coinspot", "board-sim", Some("dev"), "any but host-tests"),
        ("oracle", "shared-rules", None, "code: none"),
        ("oracle", "shared-rules", Some("dev"), "tests: none"),
        ("oracle", "shared-rules", Some("build"), "code: none"),
        ("shared-rules", "embassy-time", None, "only heapless"),
        ("parts", "firmware", None, "code: none"),
        ("pit", "firmware", None, "only shared-rules, console"),
        ("pit", "axum", None, "only base64"),
        ("host-tests", "rand", None, "elsewhere in its code: none"),
        ("host-tests", "xtask", Some("dev"), "any but board-sim"),
        ("board-sim", "simulator", None, "only parts"),
    ] {
        let found = violations(&packages_with(package, dependency, kind));
        let [line] = found.as_slice() else {
            panic!("{package} with {dependency}: {found:?}");
        };
        let start = format!("{package} depends on {dependency}; ");
        assert!(line.starts_with(&start) && line.contains(rule), "{line}");
    }
}

#[test]
fn a_package_without_a_rule_is_named() {
    let found = violations(&[package("stranger", &json!([]))]);
    assert_eq!(found, ["stranger: the table has no rule for it"]);
}
