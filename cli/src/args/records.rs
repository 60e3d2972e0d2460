//! Options that name single records of WARC files.

use crate::report::usage;
use clap::Args;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::{Inputs, RecordAddress};
use tagrake_bulk::output::OutputOptions;
use tagrake_bulk::schema::KeptColumns;

/// The options for the inputs that records replace, and for one output for each of them.
const REPLACED: [&str; 5] = ["inputs", "manifest", "input", "all_files", "output_dir"];

/// An index of records, or single records, in place of other inputs.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// Read the records that this index names, in its order
    ///
    /// The format of the index is CDXJ, CDX, JSON lines, CSV, TSV, Parquet or Arrow.
    ///
    /// The index has the columns or keys warc_filename, warc_record_offset and warc_record_length, as rows of tagrake and the
    /// index of Common Crawl, or filename, offset and length, as CDXJ. The length may be absent. If there is a page_url or
    /// url, a record with another URL is an error. Files are relative to the current folder, or to --base. --keep takes over
    /// other columns.
    #[arg(long, value_name = "FILE|URL", conflicts_with_all = REPLACED)]
    index: Option<PathBuf>,
    /// Add these columns or keys of the index to the rows, comma-separated; may be repeated
    ///
    /// They follow the columns of the row, as text. Numbers and booleans are as in JSON, and objects and lists are their JSON.
    /// A missing value is null. A name that the row has already, and one that the index does not have, is an error.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    keep: Vec<String>,
    /// Read the record at this offset of a WARC file; may be repeated
    ///
    /// The record may have any MIME type and status.
    #[arg(long, value_name = "FILE:OFFSET", value_parser = record_at, conflicts_with_all = REPLACED)]
    record: Vec<RecordAddress>,
}

impl RecordArgs {
    /// Returns true if there is an index or a record.
    pub(crate) fn is_any(&self) -> bool {
        self.index.is_some() || self.has_records()
    }

    /// Returns true if there is an index.
    pub(crate) fn has_index(&self) -> bool {
        self.index.is_some()
    }

    /// Returns true if single records are read.
    pub(crate) fn has_records(&self) -> bool {
        !self.record.is_empty()
    }

    /// Returns the names of the present options that name records.
    pub(crate) fn names(&self) -> Vec<String> {
        let present = [("--index", self.index.is_some()), ("--record", self.has_records())];
        present.into_iter().filter(|(_, is_present)| *is_present).map(|(name, _)| name.to_owned()).collect()
    }

    /// Replaces the files of `inputs` by the index and the records.
    pub(crate) fn replace(&self, inputs: Inputs) -> Inputs {
        Inputs { paths: Vec::new(), index: self.index.clone(), records: self.record.clone(), ..inputs }
    }

    /// Adds the kept columns of the index to the rows of `output`. Ends the process with a usage error if the output has no
    /// rows, or if rows have a column of that name.
    pub(crate) fn keep(&self, output: OutputOptions) -> OutputOptions {
        if self.keep.is_empty() {
            return output;
        }
        if self.index.is_none() {
            usage::refuse("the argument '--keep' requires '--index', whose columns it names");
        }
        let Some(table) = output.format().table() else {
            usage::refuse(
                "the argument '--keep' adds columns to rows, and this output has none: use a '--format' of rows",
            )
        };
        match KeptColumns::new(table, &self.keep) {
            Ok(kept) => output.with_kept(kept),
            Err(cause) => usage::refuse(&format!("invalid value for '--keep': {cause}")),
        }
    }

    /// Returns the paths of the index and of the files of single records.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.index.as_deref().into_iter().chain(self.record.iter().map(|address| Path::new(&*address.file)))
    }

    /// Returns true if there is no index, or if it is a local file: a pipe can be read only once.
    pub(crate) fn can_be_listed_twice(&self) -> bool {
        self.index.as_deref().is_none_or(Path::is_file)
    }
}

/// Parses `FILE:OFFSET`.
pub(crate) fn record_at(text: &str) -> Result<RecordAddress, String> {
    let address = text.rsplit_once(':').and_then(|(file, offset)| Some(RecordAddress::new(file, offset.parse().ok()?)));
    address
        .filter(|address| !address.file.is_empty())
        .ok_or_else(|| "use FILE:OFFSET, as crawl.warc.gz:1234".to_owned())
}
