//! `--version`: the version, the commit, the features and the SIMD level.

use std::sync::LazyLock;
use tagrake::Simd;

/// The commit that the command was built from, if the build script knows it.
const COMMIT: Option<&str> = option_env!("TAGRAKE_COMMIT");

/// The features of this build.
const FEATURES: &str = match (cfg!(feature = "columns"), cfg!(feature = "remote")) {
    (true, true) => "columns, remote",
    (true, false) => "columns",
    (false, true) => "remote",
    (false, false) => "none",
};

/// Returns the text that `--version` prints after the name of the command.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = COMMIT.map(|commit| format!(" (commit {commit})")).unwrap_or_default();
        format!("{}{commit}\nfeatures: {FEATURES}\nSIMD: {}", env!("CARGO_PKG_VERSION"), Simd::detected().name())
    });
    &TEXT
}
