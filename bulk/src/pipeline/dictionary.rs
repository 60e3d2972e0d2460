//! Trains the dictionary of copied records.

use super::extraction::Extraction;
use super::options::{ErrorPolicy, RunOptions};
use super::row_sink::RowSink;
use super::run::Run;
use crate::input::Inputs;
use crate::output::{Block, Compression, OutputOptions, Product};
use crate::page_reader::ReaderOptions;
use tagrake_archive::warc::ZstdDictionary;

/// The maximum length of a sample in bytes. zstd uses 128 KiB of one, and the start of a record has most in common with others.
const MAX_SAMPLE_BYTES: usize = 64 << 10;

/// Trains a zstd dictionary from the first records that a run with these options copies, up to `max_records` records and 11 MB.
/// Returns `None` if they are too few. Errors of the input are ignored: the run that copies the records reports them.
///
/// ```
/// use tagrake_bulk::input::Inputs;
/// use tagrake_bulk::pipeline::{RunOptions, train_dictionary};
///
/// let folder = tempfile::tempdir()?;
/// assert!(train_dictionary(Inputs::new([folder.path()]), &RunOptions::default(), u64::MAX).is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn train_dictionary(inputs: Inputs, options: &RunOptions, max_records: u64) -> Option<ZstdDictionary> {
    let output = OutputOptions::from(Product::Warc.default_format()).with_compression(Compression::None);
    let options = RunOptions { errors: ErrorPolicy::Skip, by_file: false, ..options.clone() }.with_single_rows();
    let mut samples = Samples { max_records, bytes: Vec::new(), lengths: Vec::new() };
    // Ends when there are enough samples.
    let _ = Run::new(Extraction::new(ReaderOptions::default(), output), options).read(inputs, &mut samples);
    ZstdDictionary::train(&samples.bytes, &samples.lengths)
}

/// The texts of records, one after the other.
struct Samples {
    max_records: u64,
    bytes: Vec<u8>,
    lengths: Vec<usize>,
}

/// There are enough samples.
struct Enough;

impl RowSink for Samples {
    type Error = Enough;

    fn rows(&mut self, block: Block) -> Result<Block, Enough> {
        // With single rows, a block is a record, or a span of a long record.
        let text = block.text();
        let sample = &text[..text.len().min(MAX_SAMPLE_BYTES)];
        self.bytes.extend_from_slice(sample);
        self.lengths.push(sample.len());
        let is_enough =
            self.bytes.len() >= ZstdDictionary::SAMPLE_BYTES || self.lengths.len() as u64 >= self.max_records;
        if is_enough { Err(Enough) } else { Ok(block) }
    }
}
