//! Writes a [sitemap](https://www.sitemaps.org/protocol.html) of a site in a folder.
//!
//! `cargo run --example sitemap -- FOLDER https://example.com/ > sitemap.xml`. Pages with `noindex` are left out. A
//! page with a canonical URL on the site is listed by that URL.

use std::collections::BTreeSet;
use std::error::Error;
use std::{env, fs};
use tagrake_extract::{Context, ExtractOptions, Extractor, Page};
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
    // The canonical URL and robots directives are in the head, so the body is not read.
    let mut extractor = Extractor::new(ExtractOptions::default().with_head_only(true));
    let mut urls = BTreeSet::new();
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
        let url = page.canonical.unwrap_or(own);
        if is_indexable(&page) && url.starts_with(site.as_str()) {
            urls.insert(url.to_owned());
        }
    }
    println!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
    );
    for url in urls {
        // A serialized URL contains no other XML special characters.
        let url = url.replace('&', "&amp;").replace('\'', "&apos;");
        println!("  <url><loc>{url}</loc></url>");
    }
    println!("</urlset>");
    Ok(())
}

/// Returns true if search engines may index the page.
fn is_indexable(page: &Page<'_>) -> bool {
    let of_all = page.robots.iter().filter(|rules| rules.agent == "*");
    !of_all.flat_map(|rules| rules.directives).any(|directive| matches!(*directive, "noindex" | "none"))
}
