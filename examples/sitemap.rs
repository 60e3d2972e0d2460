//! Writes the sitemap of a site that lies in a folder, as <https://www.sitemaps.org/protocol.html> has it.
//!
//! `cargo run --example sitemap -- FOLDER https://example.com/ > sitemap.xml`. A page that says `noindex` is left out; one that
//! names a canonical address is listed by that, if it is on the site.

use std::collections::BTreeSet;
use std::error::Error;
use std::{env, fs};
use tagrake::extract::{Context, ExtractOptions, Extractor, Page};
use url::Url;
use walkdir::WalkDir;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(folder), Some(site)) = (args.next(), args.next()) else {
        return Err("usage: sitemap FOLDER https://example.com/".into());
    };
    let folder = fs::canonicalize(folder)?;
    let root = Url::from_directory_path(&folder).map_err(|()| "the folder has no URL")?;
    let site = Url::parse(&site)?;
    // What is asked for stands in the head: no more is read.
    let mut extractor = Extractor::new(ExtractOptions::default().with_head_only(true));
    let mut addresses = BTreeSet::new();
    for entry in WalkDir::new(&folder) {
        let path = entry?.into_path();
        if !path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
            continue;
        }
        let file = Url::from_file_path(&path).map_err(|()| "the page has no URL")?;
        let own = file.as_str().replacen(root.as_str(), site.as_str(), 1);
        let own = own.strip_suffix("index.html").unwrap_or(&own);
        let html = fs::read(&path)?;
        let page = extractor.extract(&html, &Context::default().with_url(Some(own)));
        let address = page.canonical.unwrap_or(own);
        if is_for_indexes(&page) && address.starts_with(site.as_str()) {
            addresses.insert(address.to_owned());
        }
    }
    println!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
    );
    for address in addresses {
        // Of the characters that XML sets apart a URL may hold these two.
        let address = address.replace('&', "&amp;").replace('\'', "&apos;");
        println!("  <url><loc>{address}</loc></url>");
    }
    println!("</urlset>");
    Ok(())
}

/// Whether the page may be found by a search.
fn is_for_indexes(page: &Page<'_>) -> bool {
    let of_all = page.robots.iter().filter(|rules| rules.agent == "*");
    !of_all.flat_map(|rules| rules.directives).any(|directive| matches!(*directive, "noindex" | "none"))
}
