//! Prints a line for each page of archives or files: the offset of its record, its URL, its number of words and its title.
//!
//! `cargo run --release -p tagrake-bulk --example map_archive -- CRAWL.warc.gz...`. The closure runs on all cores, and the lines are
//! in the order of the input.

use std::error::Error;
use std::io::{self, Write};
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::input::Inputs;
use tagrake_bulk::pipeline::{ReadPage, Run, RunOptions};
use tagrake_extract::ExtractOptions;

fn line(read: &ReadPage<'_>) -> String {
    let offset = read.input.capture.as_ref().and_then(|capture| capture.warc_record_offset);
    let (offset, page) = (offset.unwrap_or_default(), read.page);
    format!("{offset}\t{}\t{}\t{}", page.url.unwrap_or("-"), page.word_count, page.title.unwrap_or("-"))
}

/// Prints the lines.
pub(crate) fn print(inputs: Inputs, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let extract = ExtractOptions::default().with_links(false).with_text(true);
    let run = Run::of_pages(ReaderOptions { extract, ..ReaderOptions::default() }, RunOptions::default());
    run.map(inputs, line, |line| match line {
        Ok(line) => writeln!(out, "{line}"),
        Err(error) => writeln!(out, "# {error}"), // the other pages are worth having
    })?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    print(Inputs::new(std::env::args_os().skip(1)), &mut io::stdout().lock())
}
