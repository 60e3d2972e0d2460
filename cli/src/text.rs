//! `tagrake text`: the visible text of pages.

use crate::output::{Failure, Rows};
use crate::page_args::{TextArgs, TextFormat};
use crate::pages::{self, Verb};
use tagrake::extract::{ExtractOptions, Page};
use tagrake_bulk::input::InputPage;
use tagrake_bulk::{ErrorRecord, Fields, InputError, PageRecord};

/// The keys of a record of text.
const FIELDS: &str = "id,source,v,url,lang,title,text,word_count";

/// Prints the text of the pages that `args` name.
pub(crate) fn run(args: &TextArgs) -> Result<(), Failure> {
    let fields = Fields::only(FIELDS).expect("the keys are those of records");
    pages::run(&args.pages, &mut Text { format: args.format, fields, is_first: true })
}

struct Text {
    format: TextFormat,
    fields: Fields,
    /// Whether no page was printed yet.
    is_first: bool,
}

impl Verb for Text {
    fn options(&self) -> ExtractOptions {
        // The title and the language are metadata.
        ExtractOptions::default().with_links(false).with_metadata(self.format == TextFormat::Jsonl).with_text(true)
    }

    fn page(&mut self, input: &InputPage, page: &Page<'_>, rows: &mut Rows) -> Result<(), Failure> {
        if self.format == TextFormat::Jsonl {
            return rows.write(&PageRecord::new(input, page).with_fields(&self.fields));
        }
        if !self.is_first {
            rows.write_text("\u{C}")?;
        }
        self.is_first = false;
        rows.write_text(page.text.unwrap_or_default())?;
        rows.write_text("\n")
    }

    fn wrong_line(&mut self, error: &InputError, rows: &mut Rows) -> Result<(), Failure> {
        if self.format == TextFormat::Jsonl { rows.write(&ErrorRecord(error)) } else { Ok(()) }
    }
}
