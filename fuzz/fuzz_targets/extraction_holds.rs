//! Extraction accepts any bytes, and gives the same page each time.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tagrake_fuzz::extraction_holds(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    tagrake_fuzz::replay(tagrake_fuzz::extraction_holds)
}
