//! Reads a page from a file or stream, up to the limit.

use crate::input::error::{InputError, InputErrorKind};
use crate::input::{CutCause, InputFile};
use std::io::Read;
use std::mem;
use std::sync::Arc;
use tagrake_archive::Headers;
use tagrake_archive::codec::{Decompressor, StreamCompression};
use tagrake_archive::http::{self, BodyDamage, BodyLimits};
use tagrake_archive::local_file::{FileVersion, LocalFile};
use tagrake_archive::remote::RemoteFile;

/// A file that contains a page.
pub(crate) struct PageFile {
    pub(crate) file: Arc<InputFile>,
    pub(crate) compression: StreamCompression,
    /// The version of the file that was identified.
    pub(crate) version: FileVersion,
}

/// The bytes of a page. The memory is reused for the next one.
#[derive(Default)]
pub(crate) struct PageBytes {
    pub(crate) html: Vec<u8>,
    /// The number of stored bytes read.
    pub(crate) stored_bytes: u64,
    /// The reason why the end is missing.
    pub(crate) cut: Option<CutCause>,
    /// The error of the file.
    pub(crate) error: Option<InputError>,
}

impl PageBytes {
    /// Returns true if there is a page, or at least a part of one if the file is damaged.
    pub(crate) fn is_page(&self) -> bool {
        self.error.is_none() || !self.html.is_empty()
    }

    /// Reads the page in `file`.
    pub(crate) fn read_file(&mut self, PageFile { file, compression, version }: &PageFile, max_bytes: usize) {
        self.clear();
        let origin = file.origin();
        match LocalFile::open_version(&file.path, version) {
            Ok(opened) => {
                let length = usize::try_from(version.length()).unwrap_or(usize::MAX);
                self.html.reserve(length.min(max_bytes).saturating_add(1));
                self.read(&origin, opened.reader(), *compression, max_bytes);
            }
            Err(error) => self.error = Some(InputError::io(origin, error)),
        }
    }

    /// Reads at most `max_bytes` of the page in `stream`, whose name in errors is `origin`.
    fn read(&mut self, origin: &str, stream: impl Read, compression: StreamCompression, max_bytes: usize) {
        self.clear();
        let mut text = Decompressor::new(stream, compression);
        let result = text.by_ref().take((max_bytes as u64).saturating_add(1)).read_to_end(&mut self.html);
        self.stored_bytes = text.stored_bytes();
        if self.html.len() > max_bytes {
            self.html.truncate(max_bytes);
            self.stored_bytes -= u64::from(compression == StreamCompression::Plain);
            self.cut = Some(CutCause::Long);
        } else if let Err(error) = result {
            let error = InputError::of_decoding(origin, error, &text);
            self.cut = match &error.kind {
                InputErrorKind::Compression { damage: None, .. } => Some(CutCause::BodyTruncated),
                InputErrorKind::Compression { .. } => Some(CutCause::BodyCorrupt),
                InputErrorKind::Unsupported(_) => Some(CutCause::BodyUnsupported),
                _ => {
                    self.html.clear();
                    None
                }
            };
            self.error = Some(error);
        }
    }

    /// Reads the page in the stream of an input that was identified. `is_coded` is true for the body of a response with content
    /// codings.
    pub(crate) fn read_input(
        &mut self,
        file: &InputFile,
        stream: impl Read,
        compression: StreamCompression,
        is_coded: bool,
        limits: BodyLimits,
    ) {
        match file.remote.as_ref().and_then(RemoteFile::head).filter(|_| is_coded) {
            Some(head) => self.read_coded(&file.origin(), stream, &head.headers, limits),
            None => self.read(&file.origin(), stream, compression, limits.max_bytes()),
        }
    }

    /// Reads the body of a response with these headers, and decodes it as the body of a record. Of the body and of its text,
    /// at most `limits.max_bytes` are read.
    fn read_coded(&mut self, origin: &str, stream: impl Read, headers: &Headers, limits: BodyLimits) {
        self.read(origin, stream, StreamCompression::Plain, limits.max_bytes());
        let (text, damage) = http::decode_received(headers, mem::take(&mut self.html), limits);
        self.html = text;
        let Some(damage) = damage.filter(|_| self.cut.is_none()) else { return };
        self.cut = Some(damage.into());
        let kind = match damage {
            BodyDamage::OverLimit => return,
            BodyDamage::Unsupported => InputErrorKind::Unsupported(damage.to_string().into()),
            BodyDamage::Truncated => InputErrorKind::Compression { offset: self.stored_bytes, damage: None },
            BodyDamage::Corrupt => {
                let damage = Some("invalid data, or a wrong checksum".into());
                InputErrorKind::Compression { offset: self.stored_bytes, damage }
            }
        };
        self.error = Some(InputError::new(origin, kind));
    }

    fn clear(&mut self) {
        self.html.clear();
        (self.stored_bytes, self.cut, self.error) = (0, None, None);
    }
}
