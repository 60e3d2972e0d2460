//! Encodes WAT records as bytes.

use super::record::WatRecord;
use crate::derived;
use tagrake_archive::warc::MemberWriter;

/// Encodes WAT records. The appended bytes do not depend on earlier calls, so threads can encode parts of a file
/// that are concatenated later.
///
/// ```
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
/// use tagrake_bulk::wat::{WatEncoder, WatReader};
///
/// let page = InputPage::new("page.html", b"<title>Us</title>".to_vec());
/// let mut reader = WatReader::new(ReaderOptions::default());
/// let (mut encoder, mut file) = (WatEncoder::warc(), Vec::new());
/// let record = reader.read_page(&page);
/// encoder.append_info(&record, &mut file);
/// encoder.append(&record, &mut file);
///
/// let mut wat = WarcReader::new("pages.warc.wat.gz", &file[..], WarcOptions::default());
/// assert_eq!(wat.next().unwrap()?.kind, RecordKind::Warcinfo);
/// let record = wat.next().unwrap()?;
/// assert_eq!((record.kind, record.headers.get("Content-Type")), (RecordKind::Metadata, Some("application/json")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WatEncoder {
    /// The writer of WARC records; `None` for JSON lines.
    writer: Option<MemberWriter>,
}

impl WatEncoder {
    /// Creates an encoder of lines of JSON.
    pub fn json_lines() -> Self {
        Self { writer: None }
    }

    /// Creates an encoder of the records of a `.warc.wat.gz`, one gzip member each.
    pub fn warc() -> Self {
        Self { writer: Some(MemberWriter::default()) }
    }

    /// Appends what precedes the first record of a file: a `warcinfo` record, or nothing.
    pub fn append_info(&mut self, first: &WatRecord<'_>, file: &mut Vec<u8>) {
        if let Some(writer) = &mut self.writer {
            derived::append_info(writer, &first.source, "wat", file);
        }
    }

    /// Appends a record.
    pub fn append(&mut self, record: &WatRecord<'_>, file: &mut Vec<u8>) {
        match &mut self.writer {
            None => {
                record.json.write(file);
                file.push(b'\n');
            }
            Some(writer) => {
                let more = [("Content-Type", "application/json".into())];
                let write_block = |block: &mut Vec<u8>| record.json.write(block);
                derived::append(writer, &record.source, "metadata", &more, write_block, file);
            }
        }
    }
}
