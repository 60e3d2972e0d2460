//! Writes metadata of pages to Parquet: a row for each page of folders, WARC files or JSON lines.
//!
//! `cargo run --release -p tagrake-bulk --example metadata_parquet -- OUT.parquet INPUT...`. All cores are used; the
//! rows are in the order of the input.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{Block, FileFormat, OutputError, OutputOptions, Product, Writer};
use tagrake_bulk::pipeline::{Extraction, RowSink, Run, RunOptions};
use tagrake_bulk::{Fields, InputError, ReaderOptions};

/// The columns. `tagrake schema` prints all of them.
const FIELDS: &str = "source,url,lang,title,description,canonical,robots,og,alternates,word_count,flags";

/// The output file.
struct ParquetFile(Writer<BufWriter<File>>);

impl RowSink for ParquetFile {
    type Error = OutputError;

    fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
        self.0.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), OutputError> {
        eprintln!("{error}"); // the other pages are worth having
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1);
    let out = args.next().ok_or("usage: metadata_parquet OUT.parquet INPUT...")?;
    let output = OutputOptions::new(Product::Pages, FileFormat::Parquet)?.with_fields(Fields::only(FIELDS)?);
    let mut file = ParquetFile(Writer::new(&output, BufWriter::new(File::create(out)?))?);
    let run = Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions::default());
    let counts = run.read(Inputs::new(args), &mut file)?;
    file.0.finish()?;
    eprintln!("{} pages", counts.pages);
    Ok(())
}
