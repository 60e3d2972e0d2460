//! Record batches from blocks, for callers that keep rows in memory.

use crate::output::batch_cutter::BatchCutter;
use crate::output::block::BlockContent;
use crate::output::{Block, OutputError, OutputOptions};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// Collects blocks into batches of the size that an Arrow stream would have, independent of the blocks' sizes.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::output::{Batches, Block, Encoder, FileFormat, OutputOptions, Product};
/// use tagrake_bulk::{LinkRow, Reader, ReaderOptions};
///
/// let options = OutputOptions::new(Product::Links, FileFormat::Arrow)?.with_batches(2, 1 << 20);
/// let (mut encoder, mut batches) = (Encoder::new(&options), Batches::new(&options));
/// let input = InputPage::new("page.html", b"<a href=1></a><a href=2></a><a href=3></a>".to_vec());
/// Reader::new(ReaderOptions::default()).read(&input, |page| {
///     page.links.iter().try_for_each(|link| encoder.push(LinkRow::new(&input, page, link)))
/// })?;
/// let whole = batches.append(&encoder.take(Block::default())?)?;
/// assert_eq!(whole.iter().map(|batch| batch.num_rows()).collect::<Vec<_>>(), [2]);
/// assert_eq!(batches.finish()?.map(|batch| batch.num_rows()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batches {
    cutter: BatchCutter,
    schema: SchemaRef,
}

impl Batches {
    /// Starts with no rows. The blocks must be encoded with the same `options`.
    pub fn new(options: &OutputOptions) -> Self {
        let schema = options.arrow_schema();
        Self { cutter: BatchCutter::new(schema.clone(), options), schema }
    }

    /// Returns the schema of the batches.
    ///
    /// ```
    /// use tagrake_bulk::output::{Batches, FileFormat, OutputOptions, Product};
    ///
    /// let batches = Batches::new(&OutputOptions::new(Product::Links, FileFormat::Arrow)?);
    /// assert_eq!(batches.schema().field(0).name(), "id");
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Adds the rows of a block. Returns the batches that are complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the block does not hold columns.
    pub fn append(&mut self, block: &Block) -> Result<Vec<RecordBatch>, OutputError> {
        let BlockContent::Columns(batch, sizes) = &block.content else { return Err(OutputError::Form) };
        let cuts = self.cutter.push(batch, sizes);
        cuts.into_iter().map(|cut| Ok(self.cutter.join(cut)?)).collect()
    }

    /// Returns the remaining rows.
    ///
    /// # Errors
    ///
    /// Returns an error if Arrow cannot concatenate them.
    pub fn finish(&mut self) -> Result<Option<RecordBatch>, OutputError> {
        let rest = self.cutter.rest();
        rest.map(|cut| Ok(self.cutter.join(cut)?)).transpose()
    }
}
