//! The packages of the workspace and their source files, as cargo and the file system list them.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A package of the workspace.
#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub dependencies: Vec<Dependency>,
    manifest_path: PathBuf,
}

/// A dependency in a package's manifest, for any target and with any feature.
#[derive(Deserialize)]
pub struct Dependency {
    pub name: String,
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

impl Package {
    /// The source files of its library and programs, without tests, examples and benches. A package of tests has none.
    pub fn sources(&self) -> Vec<PathBuf> {
        let folder = self.manifest_path.parent().expect("a manifest's folder");
        let sources = folder.join("src");
        match sources.is_dir() {
            true => files(&sources, "rs"),
            false => Vec::new(),
        }
    }
}

impl Dependency {
    /// A dependency of its tests alone.
    pub fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

/// The folder of the whole workspace.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("a workspace around this package")
}

/// The packages of the workspace, from the cargo that runs this test. It needs no network: nothing is resolved.
pub fn packages() -> Vec<Package> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline"])
        .arg("--format-version=1")
        .current_dir(root())
        .output()
        .expect("cargo");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {errors}");
    let metadata: Metadata = serde_json::from_slice(&output.stdout).expect("cargo's metadata");
    metadata.packages
}

/// Every file below `folder` whose name ends in this extension. Build results, corpora and hidden folders are not read.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display())) {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() && is_read(&path) {
            files.extend(self::files(&path, extension));
        } else if path.extension().is_some_and(|end| end == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn is_read(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && !["target", "corpus"].contains(&&*name)
}
