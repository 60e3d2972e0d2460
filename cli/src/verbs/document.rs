//! A single document: the input of `tagrake tokens` and `tagrake inspect`.

use crate::args::hints::EncodingArgs;
use crate::failure::Failure;
use crate::report::messages::print_message;
use std::path::Path;
use tagrake::encoding;
use tagrake_bulk::Reader;
use tagrake_bulk::input::{self, InputPage, RecordAddress, RemoteOptions, is_stdin};
use tagrake_bulk::pipeline::read_record;
use tagrake_extract::ExtractOptions;

/// The place of a document.
pub(crate) enum DocumentPlace<'a> {
    /// A file; `-` is standard input.
    File(&'a Path),
    /// A record of a WARC file.
    Record(&'a RecordAddress),
}

/// Reads at most `max_bytes` bytes of a document. Prints a message if the document is longer or incomplete.
///
/// # Errors
///
/// If the file cannot be read, is compressed or is a WARC file; if standard input is empty; or if the record does not exist.
/// The message is printed here.
pub(crate) fn read(place: &DocumentPlace<'_>, max_bytes: usize) -> Result<InputPage, Failure> {
    let failure = |error| {
        print_message(error);
        Failure::Input
    };
    let path = match place {
        DocumentPlace::File(path) => path,
        DocumentPlace::Record(address) => {
            let page = read_record(address, &RemoteOptions::default(), max_bytes).map_err(failure)?;
            let truncated = page.capture.as_ref().and_then(|capture| capture.content_truncated.as_deref());
            if let Some(reason) = truncated {
                print_message(format_args!("{}: the page is incomplete: {reason}", page.origin));
            }
            return Ok(page);
        }
    };
    let page = input::read(path, max_bytes).map_err(failure)?;
    let name = &page.origin;
    if page.html.is_empty() && max_bytes > 0 && is_stdin(path) {
        print_message(format_args!("{name}: empty"));
        return Err(Failure::Input);
    }
    if let Some(kind) = kind_of_other(&page.html) {
        print_message(format_args!("{name}: {kind}, not an HTML document"));
        return Err(Failure::Input);
    }
    if page.capture.as_ref().is_some_and(|capture| capture.content_truncated.is_some()) {
        print_message(format_args!("{name}: only the first {max_bytes} bytes were read: see '--max-record-bytes'"));
    }
    Ok(page)
}

/// Returns the type of the bytes if they cannot be an HTML document.
fn kind_of_other(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x1F, 0x8B, 0x08, ..] => Some("gzip data"),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some("zstd data"),
        _ if bytes.trim_ascii_start().starts_with(b"WARC/") => Some("a WARC file"),
        _ => None,
    }
}

/// A document in UTF-8.
#[derive(Debug)]
pub(crate) struct Document {
    /// The file if it is UTF-8, otherwise the decoded text.
    bytes: Vec<u8>,
    /// The offset of the text in the file: the length of its byte order mark, or 0 if the text was decoded.
    pub(crate) base: usize,
    /// True if `<x/>` is an empty-element tag.
    pub(crate) is_xhtml: bool,
}

impl Document {
    /// Reads a document and decodes it.
    pub(crate) fn read(place: &DocumentPlace<'_>, max_bytes: usize, encoding: &EncodingArgs) -> Result<Self, Failure> {
        let input = read(place, max_bytes)?;
        // A `meta` element after the first 1024 bytes may change the encoding, so the complete page is read.
        let nothing = ExtractOptions::default().with_links(false).with_metadata(false);
        let mut buffer = String::new();
        let (decoded_len, base, is_xhtml) = Reader::new(encoding.reader(nothing)).read(&input, |page| {
            let decoded = encoding::decode(&input.html, &page.encoding, &mut buffer);
            ((!decoded.is_borrowed).then_some(decoded.text.len()), page.encoding.bom_len, page.is_xhtml)
        });
        Ok(match decoded_len {
            None => Self { bytes: input.html, base, is_xhtml },
            Some(len) => {
                buffer.truncate(len);
                Self { bytes: buffer.into_bytes(), base: 0, is_xhtml }
            }
        })
    }

    /// Returns the text, without a byte order mark.
    pub(crate) fn html(&self) -> &[u8] {
        &self.bytes[self.base..]
    }
}
