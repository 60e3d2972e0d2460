//! A single document: the input of `tagrake tokens` and `tagrake inspect`.

use crate::args::hints::EncodingArgs;
use crate::failure::Failure;
use crate::report::messages::print_message;
use std::path::Path;
use tagrake::encoding;
use tagrake_bulk::input::{InputPage, RecordAddress, RemoteOptions};
use tagrake_bulk::pipeline::{read_page, read_record};
use tagrake_bulk::{InputError, InputErrorKind, Reader};
use tagrake_extract::ExtractOptions;

/// The place of a document.
pub(crate) enum DocumentPlace<'a> {
    /// A file; `-` is standard input.
    File(&'a Path),
    /// A record of a WARC file.
    Record(&'a RecordAddress),
}

/// Reads at most `max_bytes` bytes of a document, which may be compressed with gzip or zstd. Prints a message if the document is
/// longer or incomplete.
///
/// # Errors
///
/// If the file cannot be read or is an archive; if it is empty and not named as a page; or if the record does not exist. The
/// message is printed here.
pub(crate) fn read(place: &DocumentPlace<'_>, max_bytes: usize) -> Result<InputPage, Failure> {
    let remote = RemoteOptions::default();
    let read = match place {
        DocumentPlace::File(path) => read_page(path, &remote, max_bytes),
        DocumentPlace::Record(address) => read_record(address, &remote, max_bytes),
    };
    let page = read.map_err(|error| {
        print_message(message(&error));
        Failure::Input
    })?;
    let name = &page.origin;
    match page.capture.as_ref().and_then(|capture| capture.content_truncated.as_deref()) {
        Some("length") if matches!(place, DocumentPlace::File(_)) => {
            print_message(format_args!("{name}: only the first {max_bytes} bytes were read: see '--max-record-bytes'"));
        }
        Some(reason) => print_message(format_args!("{name}: the page is incomplete: {reason}")),
        None => {}
    }
    Ok(page)
}

/// Returns the message of a document that cannot be read.
fn message(error: &InputError) -> String {
    match &error.kind {
        InputErrorKind::Type(apparent) => {
            let advice = "; '--record FILE:OFFSET' reads the page in one of its records";
            let advice = if error.kind.is_archive() { advice } else { "" };
            format!("{}: {apparent}, not an HTML document{advice}", error.origin)
        }
        _ => error.to_string(),
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
