//! Prints the links of pages with an attribute that only the scripts of a site read, such as `data-product-url` of `div`.
//!
//! ```sh
//! cargo run --example own_links -- div data-product-url page.html
//! ```

use std::error::Error;
use std::{env, fs};
use tagrake_extract::{Context, ExtractOptions, Extractor, LinkAttributeError};

/// Returns an extractor of links that also reads `attribute` of `element`.
///
/// # Errors
///
/// Fails if the names are not names, and if the standard or a usual library already says that the attribute has links.
pub(crate) fn link_extractor(element: &str, attribute: &str) -> Result<Extractor, LinkAttributeError> {
    let options = ExtractOptions::default().with_metadata(false).with_link_attribute(element, attribute)?;
    Ok(Extractor::new(options))
}

/// Returns each link as its element, its attribute and its URL.
pub(crate) fn links(extractor: &mut Extractor, html: &[u8], url: &str) -> Vec<String> {
    let page = extractor.extract(html, &Context::default().with_url(Some(url)));
    page.links.iter().map(|link| format!("{} {} {}", link.element, link.attr, link.url.unwrap_or(link.raw))).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [element, attribute, paths @ ..] = &arguments[..] else {
        return Err("usage: own_links ELEMENT ATTRIBUTE PAGE...".into());
    };
    let mut extractor = link_extractor(element, attribute)?;
    for path in paths {
        for link in links(&mut extractor, &fs::read(path)?, "https://example.com/") {
            println!("{path}\t{link}");
        }
    }
    Ok(())
}
