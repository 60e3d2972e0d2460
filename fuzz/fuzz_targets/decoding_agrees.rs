//! Bytes that are not UTF-8 give the same tokens as their decoding.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tagrake_fuzz::decoding_agrees(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    tagrake_fuzz::replay(tagrake_fuzz::decoding_agrees)
}
