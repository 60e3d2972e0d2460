//! Blocks of columns, cut into batches anew, for who keeps them in memory.

use crate::columns;
use crate::output::batch_cutter::Cutter;
use crate::output::encoder::Content;
use crate::output::{Block, OutputError, OutputOptions};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// Makes batches of blocks: those that a stream of Arrow would have, wherever the blocks ended.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::output::{Batches, Block, Encoder, Format, OutputOptions};
/// use tagrake_bulk::schema::Table;
/// use tagrake_bulk::{LinkRow, Reader, ReaderOptions};
///
/// let options = OutputOptions::new(Table::Links, Format::Arrow)?.with_batches(2, 1 << 20);
/// let (mut encoder, mut batches) = (Encoder::new(&options), Batches::new(&options));
/// let input = InputPage::new("page.html", b"<a href=1></a><a href=2></a><a href=3></a>".to_vec());
/// Reader::new(ReaderOptions::default()).read(&input, |page| {
///     page.links.iter().try_for_each(|link| encoder.push(&LinkRow::alone(&input, page, link)))
/// })?;
/// let whole = batches.append(&encoder.take(Block::default())?)?;
/// assert_eq!(whole.iter().map(|batch| batch.num_rows()).collect::<Vec<_>>(), [2]);
/// assert_eq!(batches.finish()?.map(|batch| batch.num_rows()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batches {
    cutter: Cutter,
    schema: SchemaRef,
}

impl Batches {
    /// Begins with the batches of rows that are encoded with the same `options`.
    pub fn new(options: &OutputOptions) -> Self {
        let schema = columns::schema(options.table, &options.fields);
        Self { cutter: Cutter::new(schema.clone(), options), schema }
    }

    /// Returns the schema of the batches.
    ///
    /// ```
    /// use tagrake_bulk::output::{Batches, Format, OutputOptions};
    /// use tagrake_bulk::schema::Table;
    ///
    /// let batches = Batches::new(&OutputOptions::new(Table::Links, Format::Arrow)?);
    /// assert_eq!(batches.schema().field(0).name(), "id");
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Adds the rows of a block, and returns the batches that are whole.
    ///
    /// # Errors
    ///
    /// If the block is not of columns.
    pub fn append(&mut self, block: &Block) -> Result<Vec<RecordBatch>, OutputError> {
        let Content::Columns(batch, sizes) = &block.content else { return Err(OutputError::Form) };
        let cuts = self.cutter.push(batch, sizes);
        cuts.into_iter().map(|cut| Ok(self.cutter.join(cut)?)).collect()
    }

    /// Returns the rows that are left.
    ///
    /// # Errors
    ///
    /// If Arrow cannot put them together.
    pub fn finish(&mut self) -> Result<Option<RecordBatch>, OutputError> {
        let rest = self.cutter.rest();
        rest.map(|cut| Ok(self.cutter.join(cut)?)).transpose()
    }
}
