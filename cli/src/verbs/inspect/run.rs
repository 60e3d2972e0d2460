//! `tagrake inspect`: an HTML report of one document that shows tokens, errors and links in its source.

use super::args::InspectArgs;
use super::blocks::BlockTable;
use super::data::ReportData;
use super::report::PAGE;
use super::tokens::Tokens;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::file::OutputFile;
use crate::output::overwrites::Overwrites;
use crate::output::path::is_stdout;
use crate::report::messages::print_message;
use crate::report::usage::{self, default_input};
use crate::verbs::document::{self, DocumentPlace};
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use tagrake::encoding;
use tagrake_bulk::input::InputPage;
use tagrake_bulk::row::Row;
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, PageRecord, Reader};
use tagrake_extract::{ExtractOptions, Page, SavedUrl};

/// Writes the report on the document of `args`.
pub(crate) fn run(args: &InspectArgs) -> Result<(), Failure> {
    if args.output.as_deref().is_none_or(is_stdout) && io::stdout().is_terminal() {
        usage::refuse("a terminal cannot show a report: name a file with '--output'");
    }
    let file = args.file.clone().unwrap_or_else(default_input);
    let (place, path) = match &args.record {
        Some(entry) => (DocumentPlace::Record(entry), Path::new(&*entry.file)),
        None => (DocumentPlace::File(&file), &*file),
    };
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    let overwrites = Overwrites::refuse([output], [path]);
    args.check_output();
    let mut input = document::read(&place, args.max_record_bytes)?;
    let has_url = input.url.is_some() || args.hints.has_url() || args.record.is_some();
    if let Some(saved) = SavedUrl::of(&input.html).filter(|_| !has_url) {
        input.set_saved_url(saved);
    }
    interrupt::end_process(String::new);
    let extract = ExtractOptions::default().with_max_links(args.max_links).with_text(true);
    // Blocks need a pass of their own: in a pass that collects them, the content of `noscript` is markup in spite of --scripting.
    let scored = extract.clone().with_main(true);
    let blocks = Reader::new(args.hints.reader(scored)).read(&input, |page| page.blocks.as_ref().map(BlockTable::of));
    let blocks = blocks.unwrap_or_default();
    Reader::new(args.hints.reader(extract)).read(&input, |page| write(args, &input, page, blocks, &overwrites))
}

/// Writes the report on `page`, which was extracted from `input`.
fn write(
    args: &InspectArgs,
    input: &InputPage,
    page: &Page<'_>,
    blocks: BlockTable,
    overwrites: &Overwrites,
) -> Result<(), Failure> {
    let mut buffer = String::new();
    let html = encoding::decode(&input.html, &page.encoding, &mut buffer).text;
    let options = args.options().with_empty_element_tags(page.is_xhtml);
    let tokens = Tokens::read(html, &options, args.max_source_bytes);
    tokens.summary.limits_met().for_each(print_message);
    // The links and the text have tabs of their own.
    let fields =
        Fields::all_but("links").and_then(|fields| fields.with(Table::Pages, "word_count")).expect("keys of records");
    let record = PageRecord::new(input, page).to_json(&fields).map_err(io::Error::other)?;
    let record: Value = serde_json::from_str(&record).map_err(io::Error::from)?;
    let data = ReportData::new(args, input, page, html, &tokens, &record, blocks);
    let mut writer = BufWriter::new(OutputFile::create_named(args.output.as_deref(), overwrites)?);
    PAGE.write(&mut writer, &input.origin, &data)?;
    writer.flush()?;
    writer.into_inner().map_err(io::IntoInnerError::into_error)?.keep_on_disk()?;
    overwrites.remove_orphans();
    Ok(())
}
