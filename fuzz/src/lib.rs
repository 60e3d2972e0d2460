//! Properties that hold for any input. Each is a function that panics if the property is violated.
//!
//! The targets in `fuzz_targets` call them with inputs of libFuzzer, and the tests with inputs of a seeded generator.

mod chunks;
mod decoding;
mod engines;
mod extraction;
mod http;
mod levels;
mod options;
mod peers;
#[cfg(test)]
mod random;
#[cfg(test)]
mod seeds;
mod warc;

pub use chunks::chunks_agree;
pub use decoding::decoding_agrees;
pub use engines::engines_agree;
pub use extraction::extraction_holds;
pub use http::http_reader;
pub use levels::levels_agree;
pub use peers::peers_agree;
pub use warc::warc_reader;

/// Calls `property` with the content of each file on the command line.
pub fn replay(property: fn(&[u8])) -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        property(&std::fs::read(path)?);
    }
    Ok(())
}
