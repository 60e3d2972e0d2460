//! Options that name single records of WARC files.

use clap::Args;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::{Inputs, RecordAddress};

/// An index of records, or single records, in place of other inputs.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// Read the records that this index names, in its order: CDXJ, JSON lines, CSV or Parquet
    ///
    /// The index has the columns or keys warc_filename, warc_record_offset and warc_record_length, as rows of tagrake and the
    /// index of Common Crawl, or filename, offset and length, as CDXJ. The length may be absent. If there is a page_url or
    /// url, a record with another URL is an error. Files are relative to the current folder, or to --base. Other columns are
    /// ignored.
    #[arg(long, value_name = "FILE|URL", conflicts_with_all = ["inputs", "manifest", "output_dir"])]
    index: Option<PathBuf>,
    /// Read the record at this offset of a WARC file, of any MIME type and status; may be repeated
    #[arg(long, value_name = "FILE:OFFSET", value_parser = record_at, conflicts_with_all = ["inputs", "manifest", "output_dir"])]
    record: Vec<RecordAddress>,
}

impl RecordArgs {
    /// Returns true if there is an index or a record.
    pub(crate) fn is_any(&self) -> bool {
        self.index.is_some() || self.has_records()
    }

    /// Returns true if single records are read.
    pub(crate) fn has_records(&self) -> bool {
        !self.record.is_empty()
    }

    /// Replaces the files of `inputs` by the index and the records.
    pub(crate) fn replace(&self, inputs: Inputs) -> Inputs {
        Inputs { paths: Vec::new(), index: self.index.clone(), records: self.record.clone(), ..inputs }
    }

    /// Returns the path of the index.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.index.as_deref()
    }
}

/// Parses `FILE:OFFSET`.
pub(crate) fn record_at(text: &str) -> Result<RecordAddress, String> {
    let address = text.rsplit_once(':').and_then(|(file, offset)| Some(RecordAddress::new(file, offset.parse().ok()?)));
    address
        .filter(|address| !address.file.is_empty())
        .ok_or_else(|| "use FILE:OFFSET, as crawl.warc.gz:1234".to_owned())
}
