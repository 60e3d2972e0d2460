//! Whole pages: those that other packages carry, and the repository's own.

use super::{package_dir, repository_file};
use std::fs;
use std::path::Path;

/// A page to read.
pub(crate) struct Page {
    /// Which page, for messages.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) html: Vec<u8>,
}

/// Returns the saved pages of readable-readability (19) and lol_html (3), and those of `corpora/small`, if any.
pub(crate) fn all() -> Vec<Page> {
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

/// Returns the HTML files in a folder and in those below it; none if there is no such folder.
pub(crate) fn below(folder: &Path) -> Vec<Page> {
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

/// Returns what is in a folder, in the order of names.
fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    let listing = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = listing.map(|entry| entry.expect("an entry is readable").path()).collect();
    paths.sort();
    paths
}
