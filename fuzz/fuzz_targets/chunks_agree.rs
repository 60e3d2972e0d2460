//! An input in chunks gives what it gives in one piece.
//!
//! `cargo +nightly fuzz run chunks_agree` searches for bytes on which they do not. What it finds can be replayed without
//! nightly: `cargo run --bin chunks_agree -- artifacts/chunks_agree/*`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tagrake_fuzz::chunks_agree(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        tagrake_fuzz::chunks_agree(&std::fs::read(path)?);
    }
    Ok(())
}
