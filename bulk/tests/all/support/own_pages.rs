//! Our own pages.

use std::fs;
use std::path::Path;
use tagrake_bulk::input::{InputPage, Inputs};

/// Reads the pages of `corpora/small`.
pub(crate) fn own_pages() -> impl Iterator<Item = InputPage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/small");
    Inputs::new([folder]).files().map(|file| {
        let file = file.expect("a page");
        InputPage::new(file.origin(), fs::read(&file.path).expect("a page"))
    })
}
