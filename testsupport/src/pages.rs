//! Complete pages: from packages with test data, and from this repository.

use crate::{package_dir, repository_file};
use std::fs;
use std::path::Path;

/// A test page.
pub struct Page {
    /// The path, for messages.
    pub name: String,
    pub html: Vec<u8>,
}

/// Returns the saved pages of readable-readability (19) and lol_html (3), and the pages of `corpora/small`.
pub fn all() -> Vec<Page> {
    let samples = package_dir("readable-readability").join("samples");
    let mut pages: Vec<Page> = entries(&samples).iter().map(|sample| read(&sample.join("source.html"))).collect();
    assert_eq!(pages.len(), 19, "pages in {}", samples.display());

    let data = package_dir("lol_html").join("benches/data");
    pages.extend(html_files(&data));
    assert_eq!(pages.len(), 19 + 3, "pages in {}", data.display());

    let small = repository_file("corpora/small");
    if small.is_dir() {
        pages.extend(html_files(&small));
    }
    pages
}

/// Returns [`all`] pages, and one with every construct whose value is copied.
pub fn with_copied_values() -> Vec<Page> {
    let odd =
        "<!DOCTYPE HTML><P CLASS='a&amp;b\r\n' a=1 a=2>x&lt;\r\0y<![CDATA[z]]><!-- \0 --></P \u{1}><title>&#0;</title>";
    let many: String = (0..200).map(|number| format!(" A{number}=&lt;")).collect();
    let mut pages = all();
    pages.push(Page { name: "odd".to_owned(), html: format!("{odd}<a{many}>").into_bytes() });
    pages
}

/// Returns the HTML files in a folder and its subfolders; none if the folder does not exist.
pub fn below(folder: &Path) -> Vec<Page> {
    if !folder.is_dir() {
        return Vec::new();
    }
    let folders = entries(folder).into_iter().filter(|path| path.is_dir());
    html_files(folder).chain(folders.flat_map(|folder| below(&folder))).collect()
}

/// Reads the HTML files of a folder.
fn html_files(folder: &Path) -> impl Iterator<Item = Page> {
    entries(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .map(|path| read(&path))
}

fn read(path: &Path) -> Page {
    let html = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Page { name: path.display().to_string(), html }
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    let listing = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = listing.map(|entry| entry.expect("an entry is readable").path()).collect();
    paths.sort();
    paths
}
