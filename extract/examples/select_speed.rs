//! Measures `Selectors` against the links of an `Extractor`, and against `scraper`, on the HTML files of a folder:
//!
//! ```sh
//! cargo run --release -p tagrake-extract --example select_speed -- corpora/fetched/real
//! ```
//!
//! All of them run in turn, five times, and the best time of each counts. Pages are read as UTF-8.

use scraper::{Html, Selector};
use std::error::Error;
use std::time::{Duration, Instant};
use tagrake::{Arena, Options, tokenize};
use tagrake_extract::{Context, Extractor, SelectSink, Selectors};
use walkdir::WalkDir;

/// Five selectors of attributes and text.
const FEW: [&str; 5] = ["a[href]", "ul li a", "h1", "meta[property='og:title']", ".content p"];

/// The selectors of the tests. Every third is measured.
const MANY: &str = include_str!("../src/select/tests/selectors.txt");

/// A measured function: its name, and the function from a page to a number.
type Measure<'m> = (&'m str, Box<dyn FnMut(&str) -> usize + 'm>);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: select_speed FOLDER")?;
    let mut pages = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "html") {
            pages.push(String::from_utf8_lossy(&std::fs::read(entry.path())?).into_owned());
        }
    }
    let bytes: usize = pages.iter().map(String::len).sum();
    println!("{} pages, {:.1} MB", pages.len(), bytes as f64 / 1e6);

    let listed = MANY.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    let many: Vec<&str> = listed.step_by(3).take(100).collect();
    let (few, many) = (Selectors::compile(&FEW)?, Selectors::compile(&many)?);
    let by_scraper: Vec<Selector> = FEW.iter().map(|selector| Selector::parse(selector).expect("a selector")).collect();
    let mut extractor = Extractor::default();
    let mut measures: [Measure<'_>; 5] = [
        ("links", Box::new(|page| extractor.extract(page.as_bytes(), &Context::default()).links.len())),
        ("5 selectors", selecting(&few, false)),
        ("5 selectors, with text", selecting(&few, true)),
        ("100 selectors", selecting(&many, false)),
        (
            "5 selectors, with text, by scraper",
            Box::new(|page| {
                let tree = Html::parse_document(page);
                let matches = by_scraper.iter().flat_map(|selector| tree.select(selector));
                matches.map(|element| 1 + element.text().map(str::len).sum::<usize>()).sum()
            }),
        ),
    ];
    let mut best = [Duration::MAX; 5];
    for _ in 0..5 {
        for ((_, measure), best) in measures.iter_mut().zip(&mut best) {
            let start = Instant::now();
            let results: usize = pages.iter().map(|page| measure(page)).sum();
            std::hint::black_box(results);
            *best = start.elapsed().min(*best);
        }
    }
    for ((name, _), best) in measures.iter().zip(best) {
        println!("{:7.3} GB/s  {name}", bytes as f64 / best.as_secs_f64() / 1e9);
    }
    Ok(())
}

/// Returns a function from a page to the number of matches, or with `text` to their number and the bytes of their text.
fn selecting(selectors: &Selectors, text: bool) -> Box<dyn FnMut(&str) -> usize + '_> {
    let (mut arena, options) = (Arena::new(), Options::default().with_feedback(false));
    Box::new(move |page| {
        let mut sink = if text { SelectSink::with_text(selectors, false) } else { SelectSink::new(selectors, false) };
        tokenize(page.as_bytes(), &options, &mut arena, &mut sink);
        let matches = sink.finish();
        let all = (0..selectors.len()).flat_map(|selector| matches.of(selector));
        all.map(|found| if text { 1 + found.text().len() } else { 1 }).sum()
    })
}
