//! Reads pages one after the other, writes what a verb makes of each, and tells what was done.

use crate::args;
use crate::output::{Failure, Rows, complain};
use crate::page_args::PageArgs;
use tagrake::extract::{ExtractOptions, Page};
use tagrake_bulk::input::{self, InputFormat, InputPage};
use tagrake_bulk::{InputError, Reader};

/// What a verb makes of pages.
pub(crate) trait Verb {
    /// Returns what is taken from a page.
    fn options(&self) -> ExtractOptions;

    /// Writes what is asked of a page.
    fn page(&mut self, input: &InputPage, page: &Page<'_>, rows: &mut Rows) -> Result<(), Failure>;

    /// Writes what stands for a page on a line that holds none.
    fn wrong_line(&mut self, _error: &InputError, _rows: &mut Rows) -> Result<(), Failure> {
        Ok(())
    }

    /// Says what was made of so many pages.
    fn count(&self, pages: usize) -> String {
        plural(pages, "page")
    }
}

/// Writes what `verb` makes of the pages that `args` name.
pub(crate) fn run(args: &PageArgs, verb: &mut impl Verb) -> Result<(), Failure> {
    let inputs = if args.inputs.is_empty() { vec![args::default_input()] } else { args.inputs.clone() };
    let mut rows = Rows::new(args.output.as_deref())?;
    let mut reader = Reader::new(args.options(verb.options()));
    let (mut pages, mut failures) = (0, 0);
    for path in &inputs {
        // Whoever sends page after page may wait for the answer to each.
        let is_dialogue = input::is_stdin(path) && args.format().of(path) == InputFormat::Jsonl;
        for input in input::pages(path, args.format()) {
            match input {
                Ok(input) => {
                    pages += 1;
                    reader.read(&input, |page| verb.page(&input, page, &mut rows))?;
                }
                Err(error) => {
                    failures += 1;
                    if error.is_of_line() {
                        verb.wrong_line(&error, &mut rows)?;
                    }
                    complain(error);
                }
            }
            if is_dialogue {
                rows.flush()?;
            }
        }
    }
    rows.flush()?;
    if !args.quiet {
        let failed = if failures > 0 { format!("; {} not read", plural(failures, "input")) } else { String::new() };
        complain(verb.count(pages) + &failed);
    }
    if failures == 0 { Ok(()) } else { Err(Failure::Input) }
}

/// Returns a number of things in words.
pub(crate) fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
