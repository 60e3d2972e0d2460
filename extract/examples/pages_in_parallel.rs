//! Prints the titles of many pages, read on all cores with rayon.
//!
//! ```sh
//! cargo run --release --example pages_in_parallel -- *.html
//! ```

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::{env, fs, io};
use tagrake_extract::{Context, ExtractOptions, Extractor};

/// Pages that share an extractor, at least. Its memory is reused from page to page.
const PAGES: usize = 16;

/// Returns the titles of the pages in these files, in their order.
pub(crate) fn titles(paths: &[String], options: &ExtractOptions) -> Vec<io::Result<Option<String>>> {
    // rayon creates an extractor for each run of pages that a thread takes.
    let pages = paths.par_iter().with_min_len(PAGES).map_init(
        || Extractor::new(options.clone()),
        |extractor, path| {
            let html = fs::read(path)?;
            Ok(extractor.extract(&html, &Context::default()).title.map(str::to_owned))
        },
    );
    pages.collect()
}

fn main() {
    let paths: Vec<String> = env::args().skip(1).collect();
    let options = ExtractOptions::default().with_head_only(true);
    for (path, title) in paths.iter().zip(titles(&paths, &options)) {
        match title {
            Ok(title) => println!("{path}\t{}", title.unwrap_or_default()),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
}
