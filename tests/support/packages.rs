//! Where the files of this repository and the packages with test data lie.

use std::borrow::ToOwned;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::string::String;
use std::sync::OnceLock;

/// Returns the folder of the package `name`, one of those that `testdata/Cargo.toml` names.
///
/// # Panics
///
/// If cargo cannot find it: a test without its data fails.
pub(crate) fn package_dir(name: &str) -> PathBuf {
    static METADATA: OnceLock<serde_json::Value> = OnceLock::new();
    let metadata = METADATA.get_or_init(metadata);
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    let package = packages
        .iter()
        .find(|package| package["name"] == name)
        .unwrap_or_else(|| panic!("testdata/Cargo.toml does not name the package {name}"));
    let manifest = package["manifest_path"].as_str().expect("a package has a manifest");
    Path::new(manifest).parent().expect("a manifest lies in a folder").to_owned()
}

/// Returns the file `path` of this repository.
pub(crate) fn repository_file(path: &str) -> PathBuf {
    // The tests of the command, in a folder of their own, share this file.
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("testdata").is_dir());
    root.expect("the test data's lock file is there").join(path)
}

/// Asks cargo where the packages of `testdata/Cargo.toml` lie; it fetches those that are missing.
fn metadata() -> serde_json::Value {
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
