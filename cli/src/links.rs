//! `tagrake links`: the links of pages, one line of JSON each.

use crate::args::{self, LinksArgs};
use crate::input::{self, Page};
use crate::output::{Failure, Rows, complain};
use serde::Serialize;
use std::path::Path;
use tagrake::Arena;
use tagrake::extract::{Link, LinkOptions, for_each_link};

/// A line of the output.
#[derive(Serialize)]
struct Row<'a> {
    source: &'a str,
    url: Option<&'a str>,
    raw: &'a str,
    kind: &'static str,
    element: &'static str,
    attr: &'static str,
    rel: &'a [&'a str],
    text: &'a str,
    span: [usize; 2],
}

/// What was done.
#[derive(Default)]
struct Counts {
    links: usize,
    pages: usize,
    failures: usize,
}

/// Prints the links of the pages that `args` name.
pub(crate) fn run(args: &LinksArgs) -> Result<(), Failure> {
    let inputs = if args.inputs.is_empty() { vec![args::default_input()] } else { args.inputs.clone() };
    let mut options = LinkOptions::default().with_scripting(args.scripting.is_on());
    if let Some(url) = &args.url {
        options = options.with_document_url(url.clone());
    }
    let mut rows = match &args.output {
        Some(path) => Rows::to_file(path)?,
        None => Rows::to_stdout(),
    };
    let (mut arena, mut counts) = (Arena::new(), Counts::default());
    for page in inputs.iter().flat_map(|input| input::pages(input)) {
        let read = page.and_then(|path| Page::read(&path).map(|page| (path, page)));
        match read {
            Ok((path, page)) => {
                counts.pages += 1;
                counts.links += write_links(&path, &page, &options, &mut arena, &mut rows)?;
            }
            Err(error) => {
                complain(error);
                counts.failures += 1;
            }
        }
    }
    rows.flush()?;
    if !args.quiet {
        eprint_counts(&counts);
    }
    if counts.failures == 0 { Ok(()) } else { Err(Failure::Input) }
}

/// Writes the links of a page and returns how many there are.
fn write_links(
    path: &Path,
    page: &Page,
    options: &LinkOptions,
    arena: &mut Arena,
    rows: &mut Rows,
) -> Result<usize, Failure> {
    let source = path.to_string_lossy();
    let (mut count, mut result) = (0, Ok(()));
    for_each_link(page.html(), options, arena, |link: Link<'_>| {
        if result.is_err() {
            return; // the output is gone
        }
        count += 1;
        result = rows.write(&Row {
            source: &source,
            url: link.url,
            raw: link.raw,
            kind: link.kind.as_str(),
            element: link.element,
            attr: link.attr,
            rel: link.rel,
            text: link.text,
            span: [page.base() + link.span.start, page.base() + link.span.end],
        });
    });
    result.map(|()| count)
}

fn eprint_counts(counts: &Counts) {
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let failures = match counts.failures {
        0 => String::new(),
        failures => format!("; {} not read", plural(failures, "input")),
    };
    complain(format_args!("{} from {}{failures}", plural(counts.links, "link"), plural(counts.pages, "page")));
}
