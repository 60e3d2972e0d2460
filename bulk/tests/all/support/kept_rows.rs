//! Runs whose rows are kept in memory.

use tagrake_bulk::InputError;
use tagrake_bulk::output::{Block, FileFormat, OutputError, OutputOptions, Product, Writer};
use tagrake_bulk::pipeline::RowSink;

/// Keeps the rows of a run, and the messages of its errors.
pub(crate) struct KeptRows {
    writer: Writer<Vec<u8>>,
    pub(crate) errors: Vec<String>,
}

impl KeptRows {
    /// Starts a file in memory.
    pub(crate) fn new(output: &OutputOptions) -> Self {
        Self { writer: Writer::new(output, Vec::new()).expect("a file in memory"), errors: Vec::new() }
    }

    /// Returns the complete file, and the messages.
    pub(crate) fn finish(self) -> (Vec<u8>, Vec<String>) {
        (self.writer.finish().expect("a file in memory"), self.errors)
    }

    /// As [`finish`](Self::finish), for a file of text.
    pub(crate) fn finish_text(self) -> (String, Vec<String>) {
        let (file, errors) = self.finish();
        (String::from_utf8(file).expect("text"), errors)
    }
}

impl RowSink for KeptRows {
    type Error = OutputError;

    fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
        self.writer.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), OutputError> {
        self.errors.push(error.to_string());
        Ok(())
    }
}

/// Returns options for a product in a format that can hold it.
pub(crate) fn output(product: Product, format: FileFormat) -> OutputOptions {
    OutputOptions::new(product, format).expect("a format of the product")
}
