//! `--version`: the version, the commit, the features and the SIMD level.

use std::sync::LazyLock;

/// The commit that the command was built from, if the build script knows it.
const COMMIT: Option<&str> = option_env!("TAGRAKE_COMMIT");

/// The features of this build.
const FEATURES: &str = if cfg!(feature = "columns") { "columns" } else { "none" };

/// Returns the text that `--version` prints after the name of the command.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = COMMIT.map(|commit| format!(" (commit {commit})")).unwrap_or_default();
        format!("{}{commit}\nfeatures: {FEATURES}\nSIMD: {}", env!("CARGO_PKG_VERSION"), simd())
    });
    &TEXT
}

/// Returns the SIMD level of the fast path on this CPU, as `tokens --simd` names it.
///
/// If you change this, also change the detection in `src/scan`: the CPU features must be the same.
#[cfg(target_arch = "x86_64")]
fn simd() -> &'static str {
    use std::is_x86_feature_detected as has;
    let has_bit_instructions = has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
    let is_avx512 =
        has_bit_instructions && has!("avx512f") && has!("avx512bw") && has!("avx512vbmi") && has!("avx512vbmi2");
    match () {
        () if is_avx512 => "avx512",
        () if has_bit_instructions && has!("avx2") => "avx2",
        () => "sse2",
    }
}

/// Returns the SIMD level of the fast path on this CPU, as `tokens --simd` names it.
#[cfg(not(target_arch = "x86_64"))]
fn simd() -> &'static str {
    "scalar"
}
