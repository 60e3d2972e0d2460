//! Sets `TAGRAKE_COMMIT`, the commit that `tagrake --version` prints, if it is known. Compiles the C files of the program.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The file in which `cargo package` records the commit.
const VCS_INFO: &str = ".cargo_vcs_info.json";
/// The repository, if this crate is built in a clone. A repository further up is another project's.
const REPOSITORY: &str = "../.git";
/// The log to which git appends a line whenever HEAD changes.
const HEAD_LOG: &str = "../.git/logs/HEAD";
/// Hexadecimal digits of the commit to print.
const DIGITS: usize = 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // cargo reruns the script on every build if one of its files does not exist.
    for path in [VCS_INFO, HEAD_LOG] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    if let Some(commit) = packaged_commit().or_else(cloned_commit) {
        println!("cargo::rustc-env=TAGRAKE_COMMIT={commit}");
    }
    let is_target = |key, value: &str| env::var(key).is_ok_and(|found| found == value);
    if env::var_os("CARGO_CFG_UNIX").is_some() {
        link_object("src/startup.c");
    }
    let is_glibc = is_target("CARGO_CFG_TARGET_OS", "linux") && is_target("CARGO_CFG_TARGET_ENV", "gnu");
    if cfg!(feature = "jemalloc") && is_glibc {
        link_object("src/jemalloc.c");
    }
}

/// Links a C file into the program as an object file: from a library, the linker would not take it. Nothing refers to a constructor,
/// and jemalloc defines the variable of its configuration too, as a weak symbol.
fn link_object(source: &str) {
    println!("cargo::rerun-if-changed={source}");
    for object in cc::Build::new().file(source).compile_intermediates() {
        println!("cargo::rustc-link-arg-bins={}", object.display());
    }
}

/// Returns the commit of a packaged crate: `{"git": {"sha1": "..."}}`.
fn packaged_commit() -> Option<String> {
    let info = fs::read_to_string(VCS_INFO).ok()?;
    let (_, value) = info.split_once("\"sha1\"")?;
    commit_of(value.trim_start_matches([' ', ':', '"']))
}

/// Returns the commit of a clone, if git is installed.
fn cloned_commit() -> Option<String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR")?;
    if !Path::new(&folder).join(REPOSITORY).exists() {
        return None;
    }
    let output = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(folder).output().ok()?;
    commit_of(std::str::from_utf8(&output.stdout).ok()?)
}

/// Returns the first digits of a commit; `None` if `text` does not start with them.
fn commit_of(text: &str) -> Option<String> {
    let digits = text.get(..DIGITS)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| digits.to_owned())
}
