//! Runs: reads files and passes blocks of rows to a sink, on several threads.
//!
//! 1. The input is split into jobs: up to 32 files of a page, a batch of lines, a segment of a WARC file, a batch of
//!    records from a stream, or up to 256 records that an index names.
//! 2. Each thread takes the next job when it is free, reads its input and builds blocks of rows.
//! 3. The blocks are passed to a [`RowSink`] in the order of the input, on the caller's thread.
//!
//! So the rows, their order and the reported errors do not depend on the number of threads, and memory does not
//! depend on the size of the input.
//!
//! With one thread there is no division into jobs, no queue and no copy, and a file is read from start to end.
//!
//! ```
//! use tagrake_bulk::ReaderOptions;
//! use tagrake_bulk::input::Inputs;
//! use tagrake_bulk::output::{Block, FileFormat, OutputError, OutputOptions, Product, Writer};
//! use tagrake_bulk::pipeline::{Extraction, Run, RunOptions, RowSink};
//!
//! struct Lines(Writer<Vec<u8>>);
//!
//! impl RowSink for Lines {
//!     type Error = OutputError;
//!
//!     fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
//!         self.0.append(block)
//!     }
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 19\r\n\r\n<a href=http://e.f>\r\n\r\n";
//! std::fs::write(folder.path().join("two.warc"), record.repeat(2))?;
//! let output = OutputOptions::new(Product::Links, FileFormat::JsonLines)?;
//! let mut lines = Lines(Writer::new(&output, Vec::new())?);
//! let run = Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions::default());
//! let counts = run.read(Inputs::new([folder.path()]), &mut lines)?;
//! assert_eq!((counts.pages, counts.links), (2, 2));
//! assert_eq!(lines.0.finish()?.split(|&byte| byte == b'\n').count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod dictionary;
mod extraction;
mod jobs;
mod main_selection;
mod map;
mod options;
mod pages;
mod panic_guard;
mod products;
mod read_page;
mod record_summary;
mod records;
mod row_sink;
mod run;
mod type_counts;

pub use crate::cause::{Cause, CauseCounts};
pub use counts::{Counts, DigestCounts, SkipCause};
pub use dictionary::train_dictionary;
pub use extraction::Extraction;
pub use jobs::single_page::read_page;
pub use main_selection::MainSelection;
pub use options::{ErrorPolicy, RunOptions};
pub use pages::Pages;
pub use read_page::ReadPage;
pub use record_summary::{
    DigestOutcome, EncodingDefect, PageSummary, RecordDefect, RecordPlace, RecordSummary, TypeSummary,
};
pub use records::record_selection::Selection;
pub use records::selection_error::SelectionError;
pub use records::single_record::read_record;
pub use row_sink::{RowSink, RunError};
pub use run::Run;
pub use type_counts::TypeCounts;
