//! Reads pages in one thread and prints their titles and numbers of links in another, which gets the pages themselves.
//!
//! ```sh
//! cargo run --example owned_pages -- *.html
//! ```

use std::sync::mpsc::{self, Sender};
use std::{env, fs, io, thread};
use tagrake_extract::{Context, Extractor, OwnedPage};

/// Extracts the pages in these files, and sends each one on.
///
/// # Errors
///
/// Fails if a file cannot be read.
pub(crate) fn send_pages(paths: &[String], pages: &Sender<OwnedPage>) -> io::Result<()> {
    let mut extractor = Extractor::default();
    for path in paths {
        let html = fs::read(path)?;
        // The copy outlives the bytes of the page, and the extractor reads the next page.
        if pages.send(extractor.extract(&html, &Context::default()).to_owned()).is_err() {
            break; // the receiver needs no more pages
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let paths: Vec<String> = env::args().skip(1).collect();
    let (sender, pages) = mpsc::channel();
    let reading = thread::spawn(move || send_pages(&paths, &sender));
    for page in pages {
        let page = page.page();
        println!("{}\t{}", page.title.unwrap_or_default(), page.links.len());
    }
    reading.join().unwrap_or_else(|_| Err(io::Error::other("the reading thread panicked")))
}
