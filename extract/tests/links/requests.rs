//! Compares rows with the requests of Chromium for the pages of `requests.txt`: each request has a row, and each row that
//! Chromium does not request is listed with a reason. `ask-chromium.mjs` describes the file and writes the requests.

use std::collections::BTreeSet;
use std::fs;
use tagrake_extract::{Context, ExtractOptions, Extractor, LinkClass};
use tagrake_testsupport::repository_file;

/// A page of the file.
#[derive(Default)]
struct KnownPage<'f> {
    name: &'f str,
    html: Vec<&'f str>,
    headers: Vec<(&'f str, &'f str)>,
    /// The requests of Chromium.
    requests: BTreeSet<&'f str>,
    /// The rows that Chromium does not request.
    other_rows: BTreeSet<&'f str>,
    /// The requests that are no rows.
    missing: BTreeSet<&'f str>,
}

fn read_pages(file: &str) -> Vec<KnownPage<'_>> {
    let mut pages = Vec::new();
    for block in file.split("\n\n").map(|block| block.trim_start_matches('\n')) {
        let Some((name, lines)) = block.split_once('\n').filter(|(name, _)| !name.starts_with('#')) else { continue };
        let mut page = KnownPage { name, ..KnownPage::default() };
        for line in lines.lines() {
            let (word, rest) = line.trim_start().split_once(' ').unwrap_or((line, ""));
            let (url, reason) = rest.split_once(' ').unwrap_or((rest, ""));
            match word {
                "html" => page.html.push(rest),
                "header" => page.headers.push(rest.split_once(": ").expect("a header")),
                "scripting" => assert_eq!(rest, "off"),
                "chromium" => assert!(page.requests.insert(rest)),
                "row" => assert!(!reason.is_empty() && page.other_rows.insert(url), "{name}: {line}"),
                "missing" => assert!(!reason.is_empty() && page.missing.insert(url), "{name}: {line}"),
                _ => panic!("{name}: {line}"),
            }
        }
        pages.push(page);
    }
    pages
}

/// Returns the URLs with the scheme `http` that are rows, relative to the page as in the file. Fragments are left out, as in
/// requests.
fn rows(page: &KnownPage<'_>, extractor: &mut Extractor) -> BTreeSet<String> {
    let url = format!("http://127.0.0.1/{}/", page.name);
    let context = Context::default().with_url(Some(&url)).with_headers(&page.headers);
    let html = page.html.join("\n");
    let links = extractor.extract(html.as_bytes(), &context).links;
    let of_class = links.iter().filter(|link| link.class == LinkClass::Http).filter_map(|link| link.url);
    let without_fragment = of_class.map(|url| url.split_once('#').map_or(url, |(start, _)| start));
    let relative = |absolute: &str| match absolute.strip_prefix(&*url) {
        Some("") => ".".to_owned(),
        Some(rest) => rest.to_owned(),
        None => absolute.strip_prefix("http://127.0.0.1").unwrap_or(absolute).to_owned(),
    };
    without_fragment.map(relative).collect()
}

#[test]
fn each_request_of_chromium_is_a_row() {
    let file = fs::read_to_string(repository_file("extract/tests/links/requests.txt")).expect("a file");
    let pages = read_pages(&file);
    assert!(pages.len() >= 100, "{}", pages.len());
    let mut extractor = Extractor::new(ExtractOptions::default());
    let mut wrong = Vec::new();
    for page in &pages {
        let rows = rows(page, &mut extractor);
        let rows: BTreeSet<_> = rows.iter().map(String::as_str).collect();
        let name = page.name;
        let lists = [
            ("a request without a row", &(&page.requests - &rows) - &page.missing),
            ("listed as missing, but a row or not requested", &page.missing - &(&page.requests - &rows)),
            ("a row that is not requested, without a reason", &(&rows - &page.requests) - &page.other_rows),
            ("listed as a row, but requested or no row", &page.other_rows - &(&rows - &page.requests)),
        ];
        wrong
            .extend(lists.iter().flat_map(|(what, urls)| urls.iter().map(move |url| format!("{name}: {url}: {what}"))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
