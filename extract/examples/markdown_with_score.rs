//! Prints the main content of pages as Markdown, with the probability that a word of it is main content.
//!
//! ```sh
//! cargo run --example markdown_with_score -- page.html
//! ```

use std::error::Error;
use std::{env, fs};
use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, View};

/// Returns an extractor of the main content, with links, code and emphasis.
pub(crate) fn main_extractor() -> Extractor {
    let options = ExtractOptions::default().with_links(false).with_main(true).with_inlines(true);
    Extractor::new(options)
}

/// Returns the probability that a word of the main content belongs to it, and the main content as Markdown. `None` if the page has no
/// main content.
pub(crate) fn main_markdown(extractor: &mut Extractor, html: &[u8], url: &str) -> Option<(f64, String)> {
    let page = extractor.extract(html, &Context::default().with_url(Some(url)));
    let blocks = page.blocks?;
    let main = blocks.view(View::Main).filter(|main| !main.is_empty())?;
    let mut markdown = String::new();
    main.write_markdown(&MarkdownOptions::default().with_links(true).with_emphasis(true), &mut markdown);
    Some((main.expected_precision(), markdown))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut extractor = main_extractor();
    for path in env::args().skip(1) {
        match main_markdown(&mut extractor, &fs::read(&path)?, "https://example.com/") {
            Some((probability, markdown)) => println!("{path}: {:.0} %\n\n{markdown}\n", 100.0 * probability),
            None => println!("{path}: no main content\n"),
        }
    }
    Ok(())
}
