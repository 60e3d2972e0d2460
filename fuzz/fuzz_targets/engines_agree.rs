//! The fast path and the machine give the same on any bytes.
//!
//! `cargo +nightly fuzz run engines_agree` searches for bytes on which they do not. What it finds can be replayed without
//! nightly: `cargo run --bin engines_agree -- artifacts/engines_agree/*`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tagrake_fuzz::engines_agree(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        tagrake_fuzz::engines_agree(&std::fs::read(path)?);
    }
    Ok(())
}
