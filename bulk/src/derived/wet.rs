//! Text in the format of WET files.
//!
//! A [WET file](https://commoncrawl.org/get-started) of Common Crawl has a record of the type `conversion` for each page,
//! with its visible text.

use crate::derived::{self, RecordSource};
use crate::input::InputPage;
use tagrake_archive::digest;
use tagrake_archive::warc::MemberWriter;

/// Encodes texts as records of a `.warc.wet.gz`, one gzip member each. Records are independent, so they can be
/// written in any order.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
/// use tagrake_bulk::wet::WetEncoder;
///
/// let (mut encoder, mut file) = (WetEncoder::default(), Vec::new());
/// let page = InputPage::new("page.html", Vec::new());
/// encoder.append_info(&page, &mut file);
/// encoder.append(&page, None, "About us\n", &mut file);
///
/// let mut reader = WarcReader::new("crawl.warc.wet.gz", &file[..], WarcOptions::default());
/// assert_eq!(reader.next().unwrap()?.kind, RecordKind::Warcinfo);
/// let record = reader.next().unwrap()?;
/// assert_eq!((record.kind, record.block), (RecordKind::Conversion, &b"About us\n"[..]));
/// # Ok::<(), tagrake_bulk::warc::WarcError>(())
/// ```
#[derive(Default)]
pub struct WetEncoder {
    writer: MemberWriter,
}

impl WetEncoder {
    /// Appends the `warcinfo` record of a file whose first text is of the page `first`.
    pub fn append_info(&mut self, first: &InputPage, file: &mut Vec<u8>) {
        derived::append_info(&mut self.writer, &RecordSource::of_page(first), "wet", file);
    }

    /// Appends the record of a page with this URL and text.
    pub fn append(&mut self, page: &InputPage, url: Option<&str>, text: &str, file: &mut Vec<u8>) {
        let source = RecordSource { target_uri: url, ..RecordSource::of_page(page) };
        let more =
            [("WARC-Block-Digest", digest::labelled(text.as_bytes()).into()), ("Content-Type", "text/plain".into())];
        let write_block = |block: &mut Vec<u8>| block.extend_from_slice(text.as_bytes());
        derived::append(&mut self.writer, &source, "conversion", &more, write_block, file);
    }
}
