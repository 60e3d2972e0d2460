//! The document of `tagrake tokens`: UTF-8, whatever it says of its encoding.

use crate::output::{Failure, complain};
use std::path::Path;
use tagrake_bulk::input;

/// A byte order mark in UTF-8: no part of the document.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A document that was read.
#[derive(Debug)]
pub(crate) struct Document {
    bytes: Vec<u8>,
}

impl Document {
    /// Reads the document at `path`; `-` is standard input. Complains if that fails.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = input::read(path).map_err(|error| {
            complain(error);
            Failure::Input
        })?;
        if let Err(error) = std::str::from_utf8(&bytes) {
            let (offset, name) = (error.valid_up_to(), path.display());
            let byte = bytes[offset];
            complain(format_args!("{name}: not UTF-8: the byte at offset {offset} ({byte:#04x}) begins no code point"));
            return Err(Failure::Input);
        }
        Ok(Self { bytes })
    }

    /// Returns the document, without a byte order mark.
    pub(crate) fn html(&self) -> &[u8] {
        &self.bytes[self.base()..]
    }

    /// Returns the offset of the document's first byte in the file.
    pub(crate) fn base(&self) -> usize {
        if self.bytes.starts_with(BOM) { BOM.len() } else { 0 }
    }
}
