//! The fast path and the state machine give the same tokens on any bytes.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tagrake_fuzz::engines_agree(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    tagrake_fuzz::replay(tagrake_fuzz::engines_agree)
}
