//! Makes blocks of WAT and WET records.

use super::counts::Counts;
use super::options::RunOptions;
use crate::derived::Source;
use crate::input::InputPage;
use crate::output::Block;
use crate::reader::ReaderOptions;
use crate::row_error::RowError;
use crate::{warc, wat, wet};
use std::mem;
use tagrake::encoding::Encoding;

/// Which records are made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Wat(wat::Format, Option<&'static Encoding>),
    Wet,
}

/// Makes blocks of records, and keeps its memory from one to the next.
pub(super) struct Derivation {
    form: Form,
    bytes: Vec<u8>,
    rows: usize,
    /// What a file begins with that begins with the first of them.
    info: Vec<u8>,
}

enum Form {
    Wat(Box<wat::RecordReader>, wat::Encoder),
    Wet(wet::Encoder),
}

impl Derivation {
    pub(super) fn new(kind: Kind, reader: &ReaderOptions, options: &RunOptions) -> Self {
        let form = match kind {
            Kind::Wat(format, encoding) => {
                let reader = wat::RecordReader::new(reader.clone());
                let reader = reader.with_encoding(encoding).with_limits(options.body.clone());
                Form::Wat(Box::new(reader), wat::Encoder::new(format))
            }
            Kind::Wet => Form::Wet(wet::Encoder::default()),
        };
        Self { form, bytes: Vec::new(), rows: 0, info: Vec::new() }
    }

    /// Adds the WAT record of a record of the file that is named.
    pub(super) fn record(
        &mut self,
        record: &warc::Record<'_>,
        filename: &str,
        counts: &mut Counts,
    ) -> Result<(), RowError> {
        let Form::Wat(reader, encoder) = &mut self.form else { return Ok(()) };
        let record = reader.read(record, filename);
        if self.rows == 0 {
            encoder.append_info(record.source(), &mut self.info);
        }
        encoder.append(&record, &mut self.bytes)?;
        counts.pages += u64::from(record.has_html());
        self.count(counts);
        Ok(())
    }

    /// Adds the WAT record of a page.
    pub(super) fn page(&mut self, page: &InputPage, html: &[u8], counts: &mut Counts) -> Result<(), RowError> {
        let Form::Wat(reader, encoder) = &mut self.form else { return Ok(()) };
        let record = reader.read_html(page, html);
        if self.rows == 0 {
            encoder.append_info(record.source(), &mut self.info);
        }
        encoder.append(&record, &mut self.bytes)?;
        counts.pages += 1;
        self.count(counts);
        Ok(())
    }

    /// Adds the WET record of a page with this address and text.
    pub(super) fn text(&mut self, page: &InputPage, url: Option<&str>, text: &str, counts: &mut Counts) {
        let Form::Wet(encoder) = &mut self.form else { return };
        let source = Source { target_uri: url, ..Source::of_page(page) };
        if self.rows == 0 {
            encoder.append_info(&source, &mut self.info);
        }
        encoder.append(&source, text, &mut self.bytes);
        self.count(counts);
    }

    fn count(&mut self, counts: &mut Counts) {
        self.rows += 1;
        counts.rows += 1;
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the records since the last time, if there are any.
    pub(super) fn take(&mut self, spare: impl FnOnce() -> Block) -> Option<Block> {
        (self.rows > 0).then(|| {
            let bytes = mem::replace(&mut self.bytes, spare().into_memory());
            Block::of_records(bytes, mem::take(&mut self.rows), mem::take(&mut self.info))
        })
    }
}
