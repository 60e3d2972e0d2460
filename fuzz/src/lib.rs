//! Properties that hold on any input: one function each, that panics where the property does not hold.
//!
//! The targets in `fuzz_targets` hand them what libFuzzer invents; the tests beside them, what a seeded generator does.

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
mod stored;
mod told;
mod warc;

pub use chunks::chunks_agree;
pub use decoding::decoding_agrees;
pub use engines::engines_agree;
pub use extraction::extraction_holds;
pub use http::http_reader;
pub use levels::levels_agree;
pub use peers::peers_agree;
pub use warc::warc_reader;

/// Asks `property` about each of the files that the command line names.
pub fn replay(property: fn(&[u8])) -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        property(&std::fs::read(path)?);
    }
    Ok(())
}
