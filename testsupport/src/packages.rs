//! Paths of repository files, and of the packages with test data.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Returns the folder of the package `name`, a dependency in `testdata/Cargo.toml`.
///
/// # Panics
///
/// If cargo cannot find it, because a test without its data must fail.
pub fn package_dir(name: &str) -> PathBuf {
    static METADATA: OnceLock<serde_json::Value> = OnceLock::new();
    let metadata = METADATA.get_or_init(metadata);
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    // Another dependency may need another version of the package.
    let dependencies = packages.iter().filter(|package| package["name"] == "tagrake-testdata");
    let mut dependencies = dependencies.filter_map(|package| package["dependencies"].as_array()).flatten();
    let dependency = dependencies.find(|dependency| dependency["name"] == name);
    let version = dependency.and_then(|dependency| dependency["req"].as_str()?.strip_prefix('='));
    // A requirement has no build metadata, such as `+unofficial`.
    let is_version = |found: &str| version.is_none_or(|version| found.split('+').next() == Some(version));
    let package = packages
        .iter()
        .find(|package| package["name"] == name && package["version"].as_str().is_some_and(is_version))
        .unwrap_or_else(|| panic!("testdata/Cargo.toml does not name the package {name}"));
    let manifest = package["manifest_path"].as_str().expect("a package has a manifest");
    Path::new(manifest).parent().expect("a manifest is in a folder").to_owned()
}

/// Returns the files with an extension in `folder` of the package `name`, sorted.
pub fn package_files(name: &str, folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = package_dir(name).join(folder);
    let listing = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = listing.map(|entry| entry.expect("an entry is readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    paths
}

/// Returns the path of a file of this repository.
pub fn repository_file(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("this package is in the repository").join(path)
}

/// Runs `cargo metadata` on `testdata/Cargo.toml`. Cargo downloads missing packages. For targets that cannot start cargo,
/// the variable `TAGRAKE_METADATA` names a file with its output.
fn metadata() -> serde_json::Value {
    if let Some(file) = env::var_os("TAGRAKE_METADATA") {
        let json = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return serde_json::from_slice(&json).expect("the file has the output of cargo metadata");
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version", "1", "--manifest-path"])
        .arg(repository_file("testdata/Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "The test data is missing. Run this once with a network:\n\n    \
         cargo fetch --locked --manifest-path testdata/Cargo.toml\n\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON")
}
