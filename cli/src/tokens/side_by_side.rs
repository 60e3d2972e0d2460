//! `tagrake tokens --edition all --diff`: where the editions of the standard see different tokens, and by which rules.

use super::draft::{self, Html5libToken};
use crate::args::{Format, TokensArgs};
use crate::document::Document;
use crate::escape::Escaped;
use crate::output::{Failure, Rows};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use tagrake::LineIndex;
use tagrake::editions::{self, Difference, Edition, Rule};

/// How many differences by the same rules are shown in the text; the others are counted.
const SHOWN: usize = 5;

/// How many tokens of an edition are shown in the text, and how many characters of each.
const TOKENS: usize = 8;
const CHARACTERS: usize = 120;

/// Prints where the editions differ over `page`.
pub(super) fn print(page: &Document, args: &TokensArgs) -> Result<(), Failure> {
    let html = draft::text(page);
    let differences = editions::compare(&html, &args.options());
    let lines = LineIndex::new(page.html());
    let mut rows = Rows::to_stdout();
    let places = differences.iter().map(|difference| {
        let position = lines.position(difference.span.start.saturating_sub(page.base()));
        Place { difference, line: position.line, column: position.column, source: &html[difference.span.clone()] }
    });
    if args.format == Some(Format::Jsonl) {
        for place in places {
            rows.write(&place.row())?;
        }
    } else {
        let mut seen: BTreeMap<&[Rule], usize> = BTreeMap::new();
        for place in places {
            let times = seen.entry(&place.difference.rules).or_default();
            *times += 1;
            if *times <= SHOWN {
                rows.write_text(&place.text()?)?;
            }
        }
        rows.write_text(&summary(&seen))?;
    }
    rows.flush()
}

/// A difference, and where it is.
struct Place<'a> {
    difference: &'a Difference,
    line: usize,
    column: usize,
    /// What the page has there.
    source: &'a str,
}

/// A difference in JSON.
#[derive(Serialize)]
struct DifferenceRow<'a> {
    span: [usize; 2],
    line: usize,
    column: usize,
    source: &'a str,
    readings: Vec<ReadingRow<'a>>,
    rules: Vec<RuleRow>,
}

/// What some editions see.
#[derive(Serialize)]
struct ReadingRow<'a> {
    editions: Vec<&'static str>,
    tokens: Vec<Html5libToken<'a>>,
}

#[derive(Serialize)]
struct RuleRow {
    rule: &'static str,
    editions: Vec<&'static str>,
}

impl Place<'_> {
    fn row(&self) -> DifferenceRow<'_> {
        let readings = self.difference.readings.iter().map(|(editions, tokens)| ReadingRow {
            editions: names(editions),
            tokens: tokens.iter().map(Html5libToken).collect(),
        });
        let rules =
            self.difference.rules.iter().map(|rule| RuleRow { rule: rule.text(), editions: names(rule.editions()) });
        DifferenceRow {
            span: [self.difference.span.start, self.difference.span.end],
            line: self.line,
            column: self.column,
            source: self.source,
            readings: readings.collect(),
            rules: rules.collect(),
        }
    }

    /// Returns the difference for people: the place, a line for each token with the editions before it, and the rules.
    fn text(&self) -> io::Result<String> {
        let source = serde_json::to_string(self.source)?;
        let mut text = format!("{}:{} {}\n", self.line, self.column, Escaped(cut(&source)));
        let labels = || self.difference.readings.iter().map(|(editions, _)| names(editions).join(" "));
        let width = labels().map(|label| label.len()).max().unwrap_or_default();
        for (label, (_, tokens)) in labels().zip(&self.difference.readings) {
            let mut shown = Vec::new();
            for token in tokens.iter().take(TOKENS) {
                shown.push(Escaped(cut(&serde_json::to_string(&Html5libToken(token))?)).to_string());
            }
            if tokens.is_empty() {
                shown.push("nothing".to_owned());
            }
            if tokens.len() > TOKENS {
                shown.push(format!("… and {} more", tokens.len() - TOKENS));
            }
            for (at, token) in shown.iter().enumerate() {
                let label = if at == 0 { &label } else { "" };
                line(&mut text, format_args!("  {label:width$}  {token}"));
            }
        }
        for rule in &self.difference.rules {
            line(&mut text, format_args!("  by: {}", described(*rule)));
        }
        text.push('\n');
        Ok(text)
    }
}

/// Counts the differences by their rules.
fn summary(seen: &BTreeMap<&[Rule], usize>) -> String {
    let all: usize = seen.values().sum();
    let mut text = format!("{all} {}\n", if all == 1 { "difference" } else { "differences" });
    for (rules, times) in seen {
        let rules: Vec<_> = rules.iter().map(|rule| described(*rule)).collect();
        let hidden = times.saturating_sub(SHOWN);
        let hidden = if hidden > 0 { format!(" ({hidden} not shown)") } else { String::new() };
        line(&mut text, format_args!("{times:7} by: {}{hidden}", rules.join("; ")));
    }
    text
}

/// Returns what a rule says, and when it held.
fn described(rule: Rule) -> String {
    let when = match rule.editions() {
        [only] => format!("{only} alone"),
        [first, .., Edition::Living] => format!("since {first}"),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    };
    format!("{} ({when})", rule.text())
}

fn names(editions: &[Edition]) -> Vec<&'static str> {
    editions.iter().map(|edition| edition.name()).collect()
}

/// Returns the first characters of a long text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}"); // a String takes all
}
