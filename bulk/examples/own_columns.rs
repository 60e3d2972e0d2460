//! Writes two columns of its own beside columns of page records to Parquet.
//!
//! `cargo run --release -p tagrake-bulk --example own_columns -- OUT.parquet INPUT...`

use std::error::Error;
use std::fs::File;
use std::io::Write;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{Block, FileFormat, OutputError, OutputOptions, Product, Writer};
use tagrake_bulk::pipeline::{Extraction, ReadPage, RowSink, Run, RunOptions};
use tagrake_bulk::row::CustomRow;
use tagrake_bulk::schema::{CustomColumns, Type};
use tagrake_bulk::{Fields, InputError, ReaderOptions, RowError};

struct ParquetFile<W: Write + Send>(Writer<W>);

impl<W: Write + Send> RowSink for ParquetFile<W> {
    type Error = OutputError;

    fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
        self.0.append(block)
    }

    fn error(&mut self, error: &InputError) -> Result<(), OutputError> {
        eprintln!("{error}");
        Ok(())
    }
}

/// Called for each page, on the threads that read the pages.
fn fill(page: &ReadPage<'_>, row: &mut CustomRow) -> Result<(), RowError> {
    row.put("bytes", page.html.len())?;
    let anchors = page.page.links.iter().filter_map(|link| link.raw.strip_prefix('#'));
    row.put("anchors", anchors.collect::<Vec<_>>())
}

/// Returns the finished file.
pub(crate) fn write<W: Write + Send>(inputs: Inputs, out: W) -> Result<W, Box<dyn Error>> {
    let columns = CustomColumns::new([("bytes", Type::Int64), ("anchors", Type::List(&Type::String))])?;
    let fields = Fields::only("url,title")?;
    let output = OutputOptions::new(Product::Pages, FileFormat::Parquet)?.with_fields(fields).with_custom(columns)?;
    let mut file = ParquetFile(Writer::new(&output, out)?);
    let run = Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions::default());
    run.read_with(inputs, fill, &mut file)?;
    Ok(file.0.finish()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1);
    let out = args.next().ok_or("usage: own_columns OUT.parquet INPUT...")?;
    write(Inputs::new(args), File::create(out)?)?;
    Ok(())
}
