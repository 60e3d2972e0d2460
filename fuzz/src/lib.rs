//! Properties that hold on any input: one function each, that panics where the property does not hold.
//!
//! The targets in `fuzz_targets` hand them what libFuzzer invents; the tests beside them, what a seeded generator does.

mod chunks;
mod engines;
mod levels;
mod options;
#[cfg(test)]
mod random;
mod told;

pub use chunks::chunks_agree;
pub use engines::engines_agree;
pub use levels::levels_agree;

/// Asks `property` about each of the files that the command line names.
pub fn replay(property: fn(&[u8])) -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        property(&std::fs::read(path)?);
    }
    Ok(())
}
