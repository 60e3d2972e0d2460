//! Reads pages with limits, and reports the limits that they reach.
//!
//! `cargo run --example read_limited -- page.html...`

use std::error::Error;
use std::{env, fs};
use tagrake::{Arena, EndedBy, LimitKind, Limits, Options, Tokenizer};

pub(crate) fn read_limited(name: &str, html: &[u8], limits: Limits) -> Vec<String> {
    let arena = Arena::new();
    let mut tokenizer = Tokenizer::with_options(html, &Options::default().with_limits(limits), &arena);
    let mut lines = vec![format!("{name}: {} tokens", tokenizer.by_ref().count())];
    let summary = tokenizer.summary();
    lines.extend(summary.limits_met().map(|met| format!("{name}: {met}")));
    match summary.ended_by() {
        Some(EndedBy::Limit(met)) if met.kind() == LimitKind::InputBytes => {
            lines.push(format!("{name}: read {} of {} bytes", summary.bytes(), html.len()));
        }
        Some(EndedBy::Limit(_)) => lines.push(format!("{name}: refused")),
        _ => {}
    }
    lines
}

fn main() -> Result<(), Box<dyn Error>> {
    let limits = Limits::default().with_input_bytes(1 << 20).with_tokens(100_000).with_attributes(100);
    for path in env::args().skip(1) {
        read_limited(&path, &fs::read(&path)?, limits).iter().for_each(|line| println!("{line}"));
    }
    Ok(())
}
