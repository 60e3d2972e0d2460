//! Measures what each step from a page to its main content costs, on one core.
//!
//! ```sh
//! cargo run --release --example main_content_speed -- 5 html/*.html
//! ```
//!
//! Each line is a step: ms per page, pages/s and MB/s of the best of some runs, and the time relative to
//! the visible text. With the name of a step as a third argument, only that step runs.

use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{fs, io};
use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, Page, View};

/// A step: its name, its options, and what it does with a page.
type Step = (&'static str, fn(ExtractOptions) -> ExtractOptions, fn(&Page<'_>, &mut String));

const STEPS: [Step; 10] = [
    ("tokens", |options| options, |_, _| {}),
    ("text", |options| options.with_text(true), |_, _| {}),
    ("blocks", |options| options.with_blocks(true), |_, _| {}),
    ("inlines", |options| options.with_blocks(true).with_inlines(true), |_, _| {}),
    ("score", |options| options.with_main(true), |_, _| {}),
    (
        "block-text",
        |options| options.with_blocks(true),
        |page, out| {
            page.blocks.expect("requested").write_text(out);
        },
    ),
    (
        "markdown",
        |options| options.with_blocks(true).with_inlines(true),
        |page, out| {
            page.blocks.expect("requested").write_markdown(&MarkdownOptions::default(), out);
        },
    ),
    ("main-text", |options| options.with_main(true), |page, out| write_view(page, View::Main, out)),
    (
        "main-markdown",
        |options| options.with_main(true).with_inlines(true),
        |page, out| {
            let blocks = page.blocks.expect("requested");
            blocks.view(View::Main).expect("scored").write_markdown(&MarkdownOptions::default(), out);
        },
    ),
    (
        "three-views",
        |options| options.with_main(true),
        |page, out| {
            [View::Main, View::Precise, View::Generous].into_iter().for_each(|view| write_view(page, view, out));
        },
    ),
];

fn write_view(page: &Page<'_>, view: View, out: &mut String) {
    page.blocks.expect("requested").view(view).expect("scored").write_text(out);
}

fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let runs = arguments.first().and_then(|runs| runs.parse().ok());
    let Some(runs) = runs else {
        return Err(io::Error::other("usage: main_content_speed RUNS [STEP] FILE..."));
    };
    let only = arguments.get(1).filter(|name| STEPS.iter().any(|(step, ..)| step == name)).cloned();
    arguments.drain(..1 + usize::from(only.is_some()));
    let mut pages = Vec::new();
    for path in arguments {
        // Decoding is not measured.
        let html = fs::read(path)?;
        pages.push(
            String::from_utf8(html).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        );
    }
    let bytes: usize = pages.iter().map(String::len).sum();
    let steps: Vec<&Step> =
        STEPS.iter().filter(|(name, ..)| only.as_deref().is_none_or(|only| only == *name)).collect();
    let mut best = vec![Duration::MAX; steps.len()];
    for _ in 0..runs {
        for ((_, options, write), best) in steps.iter().zip(&mut best) {
            let mut extractor =
                Extractor::new(options(ExtractOptions::default().with_links(false).with_metadata(false)));
            let (mut out, start) = (String::new(), Instant::now());
            for page in &pages {
                let context = Context::default().with_encoding(tagrake::encoding::Encoding::for_label(b"utf-8"));
                out.clear();
                write(black_box(&extractor.extract(page.as_bytes(), &context)), &mut out);
                black_box(&out);
            }
            *best = start.elapsed().min(*best);
        }
    }
    let text = steps.iter().zip(&best).find(|((name, ..), _)| *name == "text").map(|(_, time)| time.as_secs_f64());
    println!("{} pages, {:.1} MB", pages.len(), bytes as f64 / 1e6);
    for ((name, ..), time) in steps.iter().zip(&best) {
        let (seconds, count) = (time.as_secs_f64(), pages.len() as f64);
        let relative = text.map_or(String::new(), |text| format!("{:.2} of text", seconds / text));
        let (milliseconds, rate, speed) = (seconds * 1e3 / count, count / seconds, bytes as f64 / seconds / 1e6);
        println!("{name:14} {milliseconds:.3} ms  {rate:6.0} pages/s  {speed:5.0} MB/s  {relative}");
    }
    Ok(())
}
