//! Decoders of compressed data: gzip and deflate, Zstandard, and streams whose first bytes name their compression.

mod decompressor;
mod gzip_members;
pub(crate) mod inflate;
pub(crate) mod zstandard;

pub use decompressor::{Decompressor, StreamCompression};
pub use inflate::TRAILER_BYTES;
pub use zstandard::unsupported;
