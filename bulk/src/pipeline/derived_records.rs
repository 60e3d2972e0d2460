//! Builds blocks of WAT and WET records, and of indexes as lines and as rows.

use super::counts::Counts;
use super::options::RunOptions;
use crate::derived::index::{IndexColumns, IndexEntry, IndexError, IndexedRecords};
use crate::derived::{wat, wet};
use crate::input::error::InputErrorKind;
use crate::input::{CutCause, InputPage};
use crate::output::{Block, Encoder, OutputError, OutputOptions, RecordFormat};
use crate::page_reader::ReaderOptions;
use std::mem;
use std::sync::Arc;
use tagrake::encoding::{self, Encoding};
use tagrake_archive::memory_budget::Allowance;
use tagrake_archive::warc;

/// The type of derived records.
#[derive(Clone, Copy, Debug)]
pub(super) enum DerivedKind {
    Wat(RecordFormat, Option<&'static Encoding>),
    Wet,
    Index(IndexedRecords),
}

/// Builds blocks of derived records. Its memory is reused.
pub(super) struct DerivedRecords {
    form: DerivedEncoder,
    bytes: Vec<u8>,
    rows: usize,
    /// The `warcinfo` record of a file that starts with the first of them.
    info: Vec<u8>,
    arena_bytes: usize,
    allowance: Option<Arc<Allowance>>,
}

enum DerivedEncoder {
    Wat(Box<wat::WatReader>, wat::WatEncoder),
    Wet(wet::WetEncoder),
    Index(IndexedRecords),
}

impl DerivedRecords {
    pub(super) fn new(kind: DerivedKind, reader: &ReaderOptions, options: &RunOptions) -> Self {
        let form = match kind {
            DerivedKind::Wat(format, encoding) => {
                let reader = wat::WatReader::new(reader.clone());
                let reader = reader.with_encoding(encoding).with_limits(options.body());
                DerivedEncoder::Wat(Box::new(reader), wat::WatEncoder::new(format))
            }
            DerivedKind::Wet => DerivedEncoder::Wet(wet::WetEncoder::default()),
            DerivedKind::Index(records) => DerivedEncoder::Index(records),
        };
        let arena_bytes = reader.extract.arena_bytes();
        Self { form, bytes: Vec::new(), rows: 0, info: Vec::new(), arena_bytes, allowance: None }
    }

    /// Sets the allowance that memory for large pages is claimed from.
    pub(super) fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        if let DerivedEncoder::Wat(reader, _) = &mut self.form {
            reader.set_allowance(allowance);
        }
        self.allowance = Some(allowance.clone());
    }

    /// Releases the memory that only large pages need.
    pub(super) fn shrink(&mut self) {
        if let DerivedEncoder::Wat(reader, _) = &mut self.form {
            reader.shrink();
        }
    }

    /// Adds the WAT record or the entry of a record in the file `filename`.
    pub(super) fn record(
        &mut self,
        record: &warc::Record<'_>,
        filename: &str,
        counts: &mut Counts,
    ) -> Result<(), IndexError> {
        match self.form {
            DerivedEncoder::Wat(..) => self.wat_record(record, filename, counts),
            DerivedEncoder::Index(records) => {
                if let Some(entry) = entry_of(records, record, filename, counts)? {
                    entry.write_cdxj(&mut self.bytes);
                    self.count(counts);
                }
            }
            DerivedEncoder::Wet(_) => {}
        }
        Ok(())
    }

    fn wat_record(&mut self, record: &warc::Record<'_>, filename: &str, counts: &mut Counts) {
        let page_bytes = record.block.len();
        let page = self.add(page_bytes, counts, |reader, take| take(&reader.read(record, filename)));
        if let Some((encoding, source)) = page {
            counts.pages += 1;
            counts.add_encoding(encoding, source);
        }
    }

    /// Adds the WAT record of a page.
    pub(super) fn page(&mut self, page: &InputPage, html: &[u8], counts: &mut Counts) {
        let page = self.add(html.len(), counts, |reader, take| take(&reader.read_html(page, html)));
        counts.pages += 1;
        if let Some((encoding, source)) = page {
            counts.add_encoding(encoding, source);
        }
    }

    /// Adds the WAT record that `read` makes of `page_bytes` bytes. If the first memory limit is too low for it,
    /// `read` is called again with a higher one. Returns the encoding of the page in it and what decided that
    /// encoding, or `None` if there is no page.
    fn add(
        &mut self,
        page_bytes: usize,
        counts: &mut Counts,
        read: impl Fn(&mut wat::WatReader, &mut dyn FnMut(&wat::WatRecord<'_>)),
    ) -> Option<(&'static Encoding, encoding::Source)> {
        let Self { form: DerivedEncoder::Wat(reader, encoder), bytes, rows, info, allowance, arena_bytes } = self
        else {
            return None;
        };
        let most = *arena_bytes;
        let mut limit = allowance.as_ref().map_or(most, |allowance| allowance.first_limit(page_bytes, most));
        let mut result = None;
        loop {
            reader.set_arena_bytes(limit);
            read(reader, &mut |record| {
                if record.is_over_memory() && limit < most {
                    return;
                }
                if record.is_over_memory() {
                    counts.add_over();
                }
                if *rows == 0 {
                    encoder.append_info(record, info);
                }
                encoder.append(record, bytes);
                result = Some(record.encoding());
            });
            if result.is_some() || limit >= most {
                break;
            }
            limit = allowance.as_ref().map_or(most, |allowance| allowance.next_limit(limit, page_bytes, most));
        }
        self.count(counts);
        result.flatten()
    }

    /// Adds the WET record of a page with this URL and text.
    pub(super) fn text(&mut self, page: &InputPage, url: Option<&str>, text: &str, counts: &mut Counts) {
        let DerivedEncoder::Wet(encoder) = &mut self.form else { return };
        if self.rows == 0 {
            encoder.append_info(page, &mut self.info);
        }
        encoder.append(page, url, text, &mut self.bytes);
        self.count(counts);
    }

    fn count(&mut self, counts: &mut Counts) {
        self.rows += 1;
        counts.rows += 1;
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the records added since the last call, if there are any.
    pub(super) fn take(&mut self, spare: impl FnOnce() -> Block) -> Option<Block> {
        (self.rows > 0).then(|| {
            let bytes = mem::replace(&mut self.bytes, spare().into_memory());
            Block::of_records(bytes, mem::take(&mut self.rows), mem::take(&mut self.info))
        })
    }
}

/// Builds the rows of an index.
pub(super) struct IndexRows {
    records: IndexedRecords,
    encoder: Encoder,
}

impl IndexRows {
    pub(super) fn new(records: IndexedRecords, output: &OutputOptions) -> Self {
        Self { records, encoder: Encoder::new(output) }
    }

    /// Adds the row of a record in the file `filename`, if the index has it.
    pub(super) fn record(
        &mut self,
        record: &warc::Record<'_>,
        filename: &str,
        counts: &mut Counts,
    ) -> Result<(), InputErrorKind> {
        let entry = entry_of(self.records, record, filename, counts).map_err(InputErrorKind::Index)?;
        let Some(entry) = entry else { return Ok(()) };
        self.encoder.push(IndexColumns::of(&entry).row(&entry)).map_err(InputErrorKind::Row)?;
        counts.rows += 1;
        Ok(())
    }

    pub(super) fn is_full(&self, max_bytes: usize) -> bool {
        self.encoder.is_full() || self.encoder.bytes() >= max_bytes
    }

    /// Returns the rows added since the last call, if there are any.
    pub(super) fn take(&mut self, spare: impl FnOnce() -> Block) -> Result<Option<Block>, OutputError> {
        if self.encoder.is_empty() { Ok(None) } else { self.encoder.take(spare()).map(Some) }
    }
}

/// Returns the entry of a record in the file `filename`, if the index has it. A damaged record is reported, and has no entry.
fn entry_of<'a>(
    records: IndexedRecords,
    record: &warc::Record<'a>,
    filename: &'a str,
    counts: &mut Counts,
) -> Result<Option<IndexEntry<'a>>, IndexError> {
    if record.error.is_some() || !records.has(record) {
        return Ok(None);
    }
    let entry = IndexEntry::new(record, filename)?;
    if entry.lacks_digest() {
        counts.cut.add(CutCause::NoDigest, 1);
    }
    Ok(Some(entry))
}
