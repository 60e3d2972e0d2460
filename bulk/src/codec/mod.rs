//! Decoders of compressed data: gzip and deflate, Zstandard, and streams whose first bytes name their compression.

pub(crate) mod decompressor;
mod gzip_members;
pub(crate) mod inflate;
pub(crate) mod zstandard;
