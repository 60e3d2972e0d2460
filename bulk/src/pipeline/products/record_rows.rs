//! Makes blocks of the rows of records of WARC files.

use super::block_maker::{BlockMaker, PageOutput};
use crate::input::error::InputErrorKind;
use crate::output::{Block, Encoder, OutputError, OutputOptions};
use crate::record::record_row::RecordReader;
use crate::schema::KeptValues;
use std::sync::Arc;
use tagrake_archive::http::BodyLimits;
use tagrake_archive::memory_budget::Allowance;
use tagrake_archive::warc::Record;

/// Makes a row of each record of WARC files. A damaged record is reported, and has no row.
pub(crate) struct RecordRows {
    reader: RecordReader,
    encoder: Encoder,
    allowance: Arc<Allowance>,
}

impl RecordRows {
    /// Creates the maker of blocks of about `max_bytes` bytes.
    pub(crate) fn new(output: &OutputOptions, limits: BodyLimits, max_bytes: usize) -> Self {
        Self {
            reader: RecordReader::new(&output.fields, limits),
            encoder: Encoder::new(output).with_max_bytes(max_bytes),
            allowance: Arc::default(),
        }
    }
}

impl BlockMaker for RecordRows {
    fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.reader.set_allowance(allowance);
        self.allowance = allowance.clone();
    }

    fn set_kept(&mut self, values: Option<&KeptValues>) {
        self.encoder.set_kept(values);
    }

    fn shrink(&mut self) {
        self.reader.shrink();
    }

    fn record(&mut self, record: &Record<'_>, origin: &str, output: &mut PageOutput<'_>) -> Result<(), InputErrorKind> {
        if record.error.is_some() {
            return Ok(());
        }
        let has_payload = self.reader.has_payload();
        let row = self.reader.read(record, origin);
        if has_payload {
            self.allowance.claim_row(row.payload_bytes());
        }
        if let Some(cause) = row.cut_cause() {
            output.counts.cut.add(cause, 1);
        }
        self.encoder.push(&row).map_err(InputErrorKind::Row)?;
        output.counts.rows += 1;
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.encoder.is_full()
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        self.encoder.take_rows(spare)
    }
}
