//! Text with structure and Markdown: cases for each rule, and Markdown that a parser reads back.

mod cases;
mod code;
mod formulas;
mod read_back;
mod structure;

use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions};

fn extractor() -> Extractor {
    Extractor::new(ExtractOptions::default().with_main(true).with_inlines(true))
}

fn context() -> Context<'static> {
    Context::default().with_url(Some("https://e.org/d/")).with_content_type(Some("text/html; charset=utf-8"))
}

fn everything() -> MarkdownOptions {
    MarkdownOptions::default().with_links(true).with_images(true).with_emphasis(true)
}
