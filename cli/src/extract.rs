//! `tagrake extract`: a record of each page.

use crate::output::{Failure, Rows};
use crate::page_args::ExtractArgs;
use crate::pages::{self, Verb};
use tagrake::extract::{ExtractOptions, Page};
use tagrake_bulk::input::InputPage;
use tagrake_bulk::{ErrorRecord, Fields, InputError, PageRecord};

/// Prints records of the pages that `args` name.
pub(crate) fn run(args: &ExtractArgs) -> Result<(), Failure> {
    let fields = match &args.fields {
        Some(fields) => fields.clone(),
        None if args.no_links => Fields::all_but("links"),
        None => Fields::default(),
    };
    pages::run(&args.pages, &mut Extract { args, fields })
}

struct Extract<'a> {
    args: &'a ExtractArgs,
    fields: Fields,
}

impl Verb for Extract<'_> {
    fn options(&self) -> ExtractOptions {
        let names_text = ["text", "word_count"].iter().any(|name| self.fields.has_by_name(name));
        ExtractOptions::default()
            .with_links(self.fields.has("links"))
            .with_text(self.args.text || names_text)
            .with_max_links(self.args.links.max_links)
    }

    fn page(&mut self, input: &InputPage, page: &Page<'_>, rows: &mut Rows) -> Result<(), Failure> {
        let record = PageRecord::new(input, page);
        rows.write(&record.with_fields(&self.fields).with_kinds(self.args.links.kinds()))
    }

    fn wrong_line(&mut self, error: &InputError, rows: &mut Rows) -> Result<(), Failure> {
        rows.write(&ErrorRecord(error))
    }
}
