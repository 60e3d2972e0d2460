//! Prints the text of each `article` of pages: a column of a CSS selector, without a tree.
//!
//! ```sh
//! cargo run --example article_texts -- page.html
//! ```

use std::error::Error;
use std::sync::Arc;
use std::{env, fs};
use tagrake_extract::{Context, ExtractOptions, Extractor, SelectColumnError, SelectColumns, SelectedValue};

/// Returns an extractor that reads only the texts of `article` elements.
pub(crate) fn article_extractor() -> Result<Extractor, SelectColumnError> {
    let columns = SelectColumns::compile(&["articles[]=article"])?;
    let options = ExtractOptions::default().with_links(false).with_metadata(false);
    Ok(Extractor::new(options.with_columns(Some(Arc::new(columns)))))
}

/// Returns the texts of the `article` elements of a page, with white space collapsed.
pub(crate) fn article_texts<'e>(extractor: &'e mut Extractor, html: &'e [u8]) -> &'e [&'e str] {
    match extractor.extract(html, &Context::default()).selected {
        [SelectedValue::Texts(texts)] => texts,
        _ => &[],
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut extractor = article_extractor()?;
    for path in env::args().skip(1) {
        for text in article_texts(&mut extractor, &fs::read(&path)?) {
            println!("{path}\t{text}");
        }
    }
    Ok(())
}
