//! `tagrake links`: the links of pages, one line of JSON each.

use crate::output::{Failure, Rows};
use crate::page_args::LinksArgs;
use crate::pages::{self, Verb, plural};
use tagrake::extract::{ExtractOptions, Page};
use tagrake_bulk::LinkRow;
use tagrake_bulk::input::InputPage;

/// Prints the links of the pages that `args` name.
pub(crate) fn run(args: &LinksArgs) -> Result<(), Failure> {
    pages::run(&args.pages, &mut Links { args, count: 0 })
}

struct Links<'a> {
    args: &'a LinksArgs,
    /// How many were printed.
    count: usize,
}

impl Verb for Links<'_> {
    fn options(&self) -> ExtractOptions {
        ExtractOptions::default().with_metadata(false).with_max_links(self.args.links.max_links)
    }

    fn page(&mut self, input: &InputPage, page: &Page<'_>, rows: &mut Rows) -> Result<(), Failure> {
        let kinds = self.args.links.kinds();
        for link in page.links.iter().filter(|link| kinds.contains(&link.kind)) {
            rows.write(&LinkRow::alone(input, page, link))?;
            self.count += 1;
        }
        Ok(())
    }

    fn count(&self, pages: usize) -> String {
        format!("{} from {}", plural(self.count, "link"), plural(pages, "page"))
    }
}
