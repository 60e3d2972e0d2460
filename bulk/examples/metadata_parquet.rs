//! Writes metadata of pages to Parquet: a row for each page of folders, WARC files or JSON lines.
//!
//! `cargo run --release -p tagrake-bulk --example metadata_parquet -- OUT.parquet INPUT...`. All cores are used; the
//! rows are in the order of the input.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{Block, FileFormat, OutputError, OutputOptions, Product, Writer};
use tagrake_bulk::pipeline::{Extraction, RowSink, Run, RunOptions};
use tagrake_bulk::{Fields, InputError, ReaderOptions};

/// The columns. `tagrake schema` prints all of them.
const FIELDS: &str = "source,url,lang,title,description,canonical,robots,og,alternates,word_count,flags";

/// The output file.
struct ParquetFile<W: Write + Send>(Writer<W>);

impl<W: Write + Send> RowSink for ParquetFile<W> {
    type Error = OutputError;

    fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
        self.0.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), OutputError> {
        eprintln!("{error}"); // the other pages are worth having
        Ok(())
    }
}

/// Returns the finished file, and the number of pages.
pub(crate) fn write<W: Write + Send>(inputs: Inputs, out: W) -> Result<(W, u64), Box<dyn Error>> {
    let output = OutputOptions::new(Product::Pages, FileFormat::Parquet)?.with_fields(Fields::only(FIELDS)?);
    let mut file = ParquetFile(Writer::new(&output, out)?);
    let run = Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions::default());
    let counts = run.read(inputs, &mut file)?;
    Ok((file.0.finish()?, counts.pages))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1);
    let out = args.next().ok_or("usage: metadata_parquet OUT.parquet INPUT...")?;
    let (_, pages) = write(Inputs::new(args), BufWriter::new(File::create(out)?))?;
    eprintln!("{pages} pages");
    Ok(())
}
