//! Chunked input gives the same tokens as complete input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tagrake_fuzz::chunks_agree(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    tagrake_fuzz::replay(tagrake_fuzz::chunks_agree)
}
