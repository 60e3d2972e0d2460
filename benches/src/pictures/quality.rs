//! The picture of main content: the quality of extractors over their speed.

use super::svg::{Anchor, MARGIN, Style, Svg, WIDTH, thousands};
use crate::record::{Machine, tidy_cpu};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A record of `benches/peers/main-content/quality.py`.
#[derive(Deserialize)]
pub(super) struct QualityRecord {
    pub(super) date: String,
    machine: Machine,
    pages: usize,
    pub(super) extractors: BTreeMap<String, Extractor>,
}

#[derive(Deserialize)]
pub(super) struct Extractor {
    version: String,
    pages_per_s: f64,
    /// `None` for Markdown of complete pages.
    f1: Option<f64>,
}

/// The extractors of the picture: the name in the record, the name in the picture, and the colour.
const EXTRACTORS: [(&str, &str, &str); 9] = [
    ("tagrake", "tagrake, main view", TAGRAKE),
    ("tagrake all text", "tagrake, all text", "#58b09a"),
    ("trafilatura", "trafilatura", OTHER),
    ("trafilatura_fast", "trafilatura, fast", OTHER),
    ("rs_trafilatura", "rs-trafilatura", OTHER),
    ("readability", "readability-lxml", OTHER),
    ("resiliparse", "resiliparse, main content", OTHER),
    ("resiliparse_all", "resiliparse, all text", OTHER),
    ("turbohtml", "turbohtml, main text", OTHER),
];
const TAGRAKE: &str = "#15876b";
const OTHER: &str = "#b0602f";

const LEFT: f64 = MARGIN + 44.0;
const RIGHT: f64 = WIDTH - 30.0;
const HEIGHT: f64 = 420.0;
/// The powers of ten of pages per second at the ends of the axis.
const SPEEDS: (f64, f64) = (1.0, 4.0);
/// The ends of the axis of F1.
const SCORES: (f64, f64) = (0.55, 0.95);

/// Returns the picture as SVG.
pub(super) fn draw(record: &QualityRecord) -> String {
    let caption = [
        format!(
            "Word F1 over pages per second of CPU time on one core; {} labelled pages of WCXB. Log scale.",
            thousands(record.pages)
        ),
        format!("{}, {}, {} cores", record.date, tidy_cpu(&record.machine.cpu), record.machine.cores),
    ];
    let (mut svg, top) = Svg::new(HEIGHT + 40.0, "Main content", &caption);
    let bottom = top + HEIGHT;
    for step in 0..=8 {
        let score = SCORES.0 + 0.05 * f64::from(step);
        let y = height(score, top);
        svg.put(format_args!("<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#e6eaee\"/>"));
        svg.text(LEFT - 8.0, y + 4.0, Anchor::End, Style::Note, &format!("{score:.2}"));
    }
    for pages in [10, 30, 100, 300, 1_000, 3_000, 10_000] {
        let x = place(f64::from(pages));
        svg.put(format_args!("<path d=\"M{x:.1} {top:.1}V{bottom:.1}\" stroke=\"#e6eaee\"/>"));
        svg.text(x, bottom + 16.0, Anchor::Middle, Style::Note, &thousands(pages as usize));
    }
    svg.text(RIGHT, bottom + 32.0, Anchor::End, Style::Note, "pages/s");
    for (name, label, colour) in EXTRACTORS {
        let Some((extractor, score)) = record.extractors.get(name).and_then(|it| Some((it, it.f1?))) else { continue };
        let (x, y) = (place(extractor.pages_per_s), height(score, top));
        svg.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>"));
        let style = if colour == OTHER { Style::Plain } else { Style::Heading };
        let (x, anchor) = if x > RIGHT - 230.0 { (x - 10.0, Anchor::End) } else { (x + 10.0, Anchor::Start) };
        svg.text(x, y, anchor, style, label);
        let note = format!("{score:.3}, {} pages/s, {}", thousands(extractor.pages_per_s as usize), extractor.version);
        svg.text(x, y + 13.0, anchor, Style::Note, &note);
    }
    svg.finish()
}

/// Returns the x coordinate of a rate.
fn place(pages_per_s: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * ((pages_per_s.log10() - SPEEDS.0) / (SPEEDS.1 - SPEEDS.0)).clamp(0.0, 1.0)
}

/// Returns the y coordinate of a score.
fn height(score: f64, top: f64) -> f64 {
    top + HEIGHT * (1.0 - ((score - SCORES.0) / (SCORES.1 - SCORES.0)).clamp(0.0, 1.0))
}
