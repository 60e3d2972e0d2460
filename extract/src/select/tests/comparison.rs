//! Compares the matches of selectors with another evaluator, on pages and on random documents.

use super::by_scraper::Vocabulary;
use super::trees::random_document;
use std::format;
use std::string::String;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::vec::Vec;
use tagrake_testsupport::pages::Page;
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::variable;

/// Calls `compare` for each page with the listed selectors and `each` random ones. Returns the number of compared pages and of matches.
///
/// `compare` gets the name of a page, the page and the selectors. It returns the number of matches, or `None` if the page exceeds a
/// limit.
pub(super) fn on_pages(
    saved: &[Page],
    each: usize,
    listed: &[&str],
    random_selector: impl Fn(&mut Random, &Vocabulary) -> String + Sync,
    compare: impl Fn(&str, &str, &[&str]) -> Result<Option<usize>, String> + Sync,
) -> (usize, usize) {
    let seed = variable("TAGRAKE_SEED", 1);
    let (compared, matches) = (AtomicUsize::new(0), AtomicUsize::new(0));
    in_parallel(
        saved.len(),
        || (),
        |(), index| {
            let page = &saved[index];
            let html = String::from_utf8_lossy(&page.html);
            let (vocabulary, mut random) = (Vocabulary::of(&html), Random::new(seed + index as u64));
            let random: Vec<String> = (0..each).map(|_| random_selector(&mut random, &vocabulary)).collect();
            let selectors: Vec<&str> = listed.iter().copied().chain(random.iter().map(String::as_str)).collect();
            if let Some(found) = compare(&page.name, html.trim_start_matches('\u{FEFF}'), &selectors)? {
                compared.fetch_add(1, Relaxed);
                matches.fetch_add(found, Relaxed);
            }
            Ok(())
        },
    );
    (compared.into_inner(), matches.into_inner())
}

/// Calls `compare` for random documents, each with 20 random selectors. Returns the number of matches.
pub(super) fn on_random_documents(
    random_selector: impl Fn(&mut Random, &Vocabulary) -> String,
    compare: impl Fn(&str, &str, &[&str]) -> Result<Option<usize>, String>,
) -> usize {
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    let mut matches = 0;
    for index in 0..variable("TAGRAKE_DOCUMENTS", 2_000) {
        let html = random_document(&mut random);
        let vocabulary = Vocabulary::of(&html);
        let selectors: Vec<String> = (0..20).map(|_| random_selector(&mut random, &vocabulary)).collect();
        let selectors: Vec<&str> = selectors.iter().map(String::as_str).collect();
        matches += compare(&format!("document {index}: {html:?}"), &html, &selectors)
            .unwrap_or_else(|message| panic!("{message}"))
            .expect("no limit is reached");
    }
    matches
}
