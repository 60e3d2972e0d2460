//! Compares selectors on the tokens of a page with scraper, which selects in html5ever's tree, and with the links of an
//! extractor.
//!
//! `cargo bench --bench select` reads the set `real`. Before anything is timed, the matches must have the texts that scraper
//! finds. Quote ratios of one run. The exit status is 1 if a promised ratio is not reached.

use clap::Parser;
use html5ever::tree_builder::QuirksMode;
use scraper::{ElementRef, Html, Selector};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use tagrake::{Arena, Options, tokenize_in};
use tagrake_benches::corpora;
use tagrake_benches::corpus::Document;
use tagrake_benches::measure::{SLOW_PASSES, pin_to_core};
use tagrake_extract::{Context, ExtractOptions, Extractor, SelectSink, Selectors};

/// Compares selectors of tagrake and of scraper on one core.
#[derive(Parser)]
struct Arguments {
    /// The set to read.
    #[arg(default_value = "real")]
    set: String,
    /// Passes over the set for each contender. scraper makes at most three.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    passes: u16,
    /// Make one pass over the start of the set, without promised ratios.
    #[arg(long)]
    test: bool,
    /// Passed by `cargo bench`. Its absence means `cargo test`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Selectors of attributes and text.
const FEW: [&str; 5] = ["a[href]", "ul li a", "h1", "meta[property='og:title']", ".content p"];

/// The selectors of the extractor's tests. Every third is measured.
const MANY: &str = include_str!("../extract/src/select/tests/selectors.txt");

/// The texts of the matches of 100 selectors are compared on every tenth page.
const COMPARED_PAGES: usize = 10;

/// Bytes of the set that a test reads.
const TEST_BYTES: usize = 1 << 20;

/// A measured function: its name, and the function from a page to a number.
type Contender<'c> = (&'static str, Box<dyn FnMut(&str) -> usize + 'c>);

const LINKS: &str = "tagrake links";
const FEW_MATCHES: &str = "tagrake, 5 selectors";
const FEW_TEXTS: &str = "tagrake, 5 selectors, text";
const MANY_MATCHES: &str = "tagrake, 100 selectors";
const SCRAPER: &str = "scraper, 5 selectors, text";

/// Two contenders, and the ratio of their speeds that must be reached.
const PROMISED_RATIOS: [(&str, &str, f64); 3] =
    [(FEW_MATCHES, LINKS, 0.6), (MANY_MATCHES, FEW_MATCHES, 0.5), (FEW_TEXTS, SCRAPER, 4.0)];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_test = arguments.test || !arguments.bench;
    pin_to_core();
    let mut pages: Vec<Document> = corpora::read(std::slice::from_ref(&arguments.set))
        .into_iter()
        .filter(|corpus| corpus.name == arguments.set)
        .flat_map(|corpus| corpus.documents)
        .collect();
    if is_test {
        let mut bytes = 0;
        pages.retain(|page| {
            let is_wanted = bytes < TEST_BYTES;
            bytes += page.html.len();
            is_wanted
        });
    }
    if pages.is_empty() {
        println!("the set `{}` was not read; `corpora/fetch` downloads it", arguments.set);
        return ExitCode::SUCCESS;
    }
    let many: Vec<&str> = MANY.lines().filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    let many: Vec<&str> = many.into_iter().step_by(3).take(100).collect();
    compare(&FEW, &pages, 1);
    compare(&many, &pages, COMPARED_PAGES);
    let passes = if is_test { 1 } else { usize::from(arguments.passes) };
    let speeds = measure(&pages, &many, passes);
    if is_test || print_ratios(&speeds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compile(selectors: &[&str]) -> Selectors {
    Selectors::compile(selectors).unwrap_or_else(|error| panic!("{error}"))
}

fn compile_for_scraper(selectors: &[&str]) -> Vec<Selector> {
    selectors.iter().map(|text| Selector::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

/// Panics if a selector has other matches than scraper finds, by their number and texts. Every `step`-th page is read. Pages in
/// quirks mode are left out: classes have no case there, but scraper compares them with case.
fn compare(selectors: &[&str], pages: &[Document], step: usize) {
    let (ours, theirs) = (compile(selectors), compile_for_scraper(selectors));
    // scraper parses with the scripting flag.
    let options = Options::default().with_feedback(false).with_scripting(true);
    let (mut arena, mut compared, mut count) = (Arena::new(), 0, 0);
    for page in pages.iter().step_by(step) {
        let tree = Html::parse_document(&page.html);
        if tree.quirks_mode == QuirksMode::Quirks {
            continue;
        }
        compared += 1;
        arena.reset();
        let mut sink = SelectSink::with_text(&ours, &arena, true);
        tokenize_in(page.html.as_bytes(), &options, &arena, &mut sink);
        let matches = sink.finish();
        for (number, selector) in theirs.iter().enumerate() {
            let mut found: Vec<_> = matches.of(number).map(|found| found.text()).collect();
            let mut expected: Vec<_> = tree.select(selector).filter(is_in_document).map(text).collect();
            count += found.len();
            // scraper lists the elements in the order in which they were created.
            found.sort();
            expected.sort();
            assert!(
                found == expected,
                "{}: {}: {} matches, {} by scraper",
                page.name,
                selectors[number],
                found.len(),
                expected.len()
            );
        }
    }
    println!("{} selectors: {count} matches on {compared} pages, as scraper finds", selectors.len());
}

/// Returns false for an element in a `template`, which is not in the document.
fn is_in_document(element: &ElementRef<'_>) -> bool {
    !element.ancestors().any(|node| node.value().is_fragment() && node.parent().is_some())
}

/// Returns the text of an element, without the contents of a `template`.
fn text(element: ElementRef<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    for node in element.descendants() {
        let mut between = node.ancestors().take_while(|ancestor| ancestor.id() != element.id());
        if let Some(part) = node.value().as_text().filter(|_| !between.any(|node| node.value().is_fragment())) {
            text.extend_from_slice(part.as_bytes());
        }
    }
    text
}

/// Measures interleaved passes. Returns the median speeds in bytes per second.
fn measure(pages: &[Document], many: &[&str], passes: usize) -> Vec<(&'static str, f64)> {
    let (few, many, by_scraper) = (compile(&FEW), compile(many), compile_for_scraper(&FEW));
    let mut extractor = Extractor::new(ExtractOptions::default().with_metadata(false));
    let mut contenders: [Contender<'_>; 5] = [
        (LINKS, Box::new(|page| extractor.extract(page.as_bytes(), &Context::default()).links.len())),
        (FEW_MATCHES, selecting(&few, false)),
        (FEW_TEXTS, selecting(&few, true)),
        (MANY_MATCHES, selecting(&many, false)),
        (
            SCRAPER,
            Box::new(|page| {
                let tree = Html::parse_document(page);
                let matches = by_scraper.iter().flat_map(|selector| tree.select(selector));
                matches.map(|element| 1 + element.text().map(str::len).sum::<usize>()).sum()
            }),
        ),
    ];
    let mut seconds = vec![Vec::new(); contenders.len()];
    for pass in 0..passes {
        for ((name, contender), seconds) in contenders.iter_mut().zip(&mut seconds) {
            if *name != SCRAPER || pass < SLOW_PASSES {
                let start = Instant::now();
                black_box(pages.iter().map(|page| contender(&page.html)).sum::<usize>());
                seconds.push(start.elapsed().as_secs_f64());
            }
        }
    }
    let bytes: usize = pages.iter().map(|page| page.html.len()).sum();
    println!("{} pages, {:.1} MB", pages.len(), bytes as f64 / 1e6);
    let mut speeds = Vec::new();
    for ((name, _), mut seconds) in contenders.into_iter().zip(seconds) {
        seconds.sort_by(f64::total_cmp);
        let speed = bytes as f64 / seconds[seconds.len() / 2];
        println!("{:7.3} GB/s  {name}", speed / 1e9);
        speeds.push((name, speed));
    }
    speeds
}

/// Returns a function from a page to the number of matches, or with `text` to their number and the bytes of their text.
fn selecting(selectors: &Selectors, text: bool) -> Box<dyn FnMut(&str) -> usize + '_> {
    let (mut arena, options) = (Arena::new(), Options::default().with_feedback(false));
    Box::new(move |page| {
        arena.reset();
        let mut sink = if text {
            SelectSink::with_text(selectors, &arena, false)
        } else {
            SelectSink::new(selectors, &arena, false)
        };
        tokenize_in(page.as_bytes(), &options, &arena, &mut sink);
        let matches = sink.finish();
        let all = (0..selectors.len()).flat_map(|selector| matches.of(selector));
        all.map(|found| if text { 1 + found.text().len() } else { 1 }).sum()
    })
}

/// Prints a line for each promised ratio. Returns true if all are reached.
fn print_ratios(speeds: &[(&str, f64)]) -> bool {
    let speed = |wanted: &str| {
        speeds.iter().find(|(name, _)| *name == wanted).map(|(_, speed)| *speed).expect("every contender is measured")
    };
    let mut all_reached = true;
    for (numerator, denominator, must) in PROMISED_RATIOS {
        let ratio = speed(numerator) / speed(denominator);
        let word = if ratio >= must { "ok" } else { "missed" };
        all_reached &= ratio >= must;
        println!("{word:<12} {numerator}, against {denominator}: {ratio:.2} x  (must {must})");
    }
    all_reached
}
