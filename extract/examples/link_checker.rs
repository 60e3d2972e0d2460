//! Checks the links of a site in a folder for missing files.
//!
//! `cargo run --example link_checker -- FOLDER` prints a line for each link to a missing file. The exit status is 1 if
//! there are any. It checks links that a browser follows or loads, resolved as a browser does, with `base` elements.

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};
use tagrake_extract::{Context, Extractor, LinkKind};
use url::Url;
use walkdir::WalkDir;

/// The base URL of the site, so that `/` is the folder.
const SITE: &str = "http://site.invalid/";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = fs::canonicalize(env::args_os().nth(1).ok_or("usage: link_checker FOLDER")?)?;
    let root = Url::from_directory_path(&folder).map_err(|()| "the folder has no URL")?;
    let mut extractor = Extractor::default();
    let (mut checked, mut missing) = (0, 0);
    for entry in WalkDir::new(&folder).sort_by_file_name() {
        let path = entry?.into_path();
        if !path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
            continue;
        }
        let url = Url::from_file_path(&path).map_err(|()| "the page has no URL")?;
        let url = url.as_str().replacen(root.as_str(), SITE, 1);
        let html = fs::read(&path)?;
        let page = extractor.extract(&html, &Context::default().with_url(Some(&url)));
        for link in page.links {
            let is_followed = matches!(link.kind, LinkKind::Nav | LinkKind::Embed | LinkKind::Frame);
            let Some(inside) = link.url.and_then(|url| url.strip_prefix(SITE)).filter(|_| is_followed) else {
                continue;
            };
            // Converting a file URL to a path drops the query and fragment, and decodes `%20`.
            let target = root.join(&format!("./{inside}"))?.to_file_path().map_err(|()| "the target is not a file")?;
            checked += 1;
            if !target.is_file() && !target.join("index.html").is_file() {
                missing += 1;
                println!("{}: <{} {}={:?}> leads nowhere", path.display(), link.element, link.attr, link.raw);
            }
        }
    }
    eprintln!("{missing} of {checked} links within the site lead nowhere");
    Ok(if missing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
