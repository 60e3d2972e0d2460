//! html5ever and html5gum give the same tokens as tagrake.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tagrake_fuzz::peers_agree(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    tagrake_fuzz::replay(tagrake_fuzz::peers_agree)
}
