//! `tagrake tokens --edition all --diff`: compares the tokens of all editions of the standard, and names the rules that
//! differ.

use super::args::{TokenFormat, TokensArgs};
use super::edition;
use super::html5lib::Html5libToken;
use crate::failure::Failure;
use crate::output::stdio::StdoutRows;
use crate::report::escape::Escaped;
use crate::verbs::document::Document;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use tagrake::{LineIndex, Position};
use tagrake_editions::{Difference, Edition, Rule};

/// Maximum number of differences by the same rules in the text. The others are counted.
const SHOWN: usize = 5;

/// Maximum number of tokens per edition in the text, and of characters per token.
const TOKENS: usize = 8;
const CHARACTERS: usize = 120;

/// Prints the differences between the editions for `page`.
pub(super) fn print(page: &Document, args: &TokensArgs) -> Result<(), Failure> {
    let html = edition::text(page);
    let differences = tagrake_editions::compare(&html, &args.options());
    let lines = LineIndex::new(page.html());
    let mut rows = StdoutRows::to_stdout()?;
    let is_json = args.format == Some(TokenFormat::Jsonl);
    let mut seen: BTreeMap<&[Rule], usize> = BTreeMap::new();
    for difference in &differences {
        let position = lines.position(difference.span.start.saturating_sub(page.base));
        let source = &html[difference.span.clone()];
        if is_json {
            rows.write(&row(difference, position, source))?;
            continue;
        }
        let times = seen.entry(&difference.rules).or_default();
        *times += 1;
        if *times <= SHOWN {
            rows.write_text(&text(difference, position, source)?)?;
        }
    }
    if !is_json {
        rows.write_text(&summary(&seen))?;
    }
    rows.flush()
}

/// A difference as a row of JSON.
#[derive(Serialize)]
struct DifferenceRow<'a> {
    span: [usize; 2],
    line: usize,
    column: usize,
    source: &'a str,
    readings: Vec<ReadingRow<'a>>,
    rules: Vec<RuleRow>,
}

/// The tokens that some editions produce.
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

fn row<'a>(difference: &'a Difference, position: Position, source: &'a str) -> DifferenceRow<'a> {
    let readings = difference.readings.iter().map(|(editions, tokens)| ReadingRow {
        editions: names(editions),
        tokens: tokens.iter().filter_map(Html5libToken::of_edition).collect(),
    });
    let rules = difference.rules.iter().map(|rule| RuleRow { rule: rule.text(), editions: names(rule.editions()) });
    DifferenceRow {
        span: [difference.span.start, difference.span.end],
        line: position.line,
        column: position.column,
        source,
        readings: readings.collect(),
        rules: rules.collect(),
    }
}

/// Returns the difference as text: the position, one line per token after its editions, and the rules.
fn text(difference: &Difference, position: Position, source: &str) -> io::Result<String> {
    let source = serde_json::to_string(source)?;
    let mut text = format!("{}:{} {}\n", position.line, position.column, Escaped(cut(&source)));
    let labels = || difference.readings.iter().map(|(editions, _)| names(editions).join(" "));
    let width = labels().map(|label| label.len()).max().unwrap_or_default();
    for (label, (_, tokens)) in labels().zip(&difference.readings) {
        let mut shown = Vec::new();
        for token in tokens.iter().take(TOKENS).filter_map(Html5libToken::of_edition) {
            shown.push(Escaped(cut(&serde_json::to_string(&token)?)).to_string());
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
    for rule in &difference.rules {
        line(&mut text, format_args!("  by: {}", described(*rule)));
    }
    text.push('\n');
    Ok(text)
}

/// Returns the number of differences by rules, as text.
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

/// Returns the text of a rule, and the editions with it.
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
    editions.iter().map(|edition| edition.as_str()).collect()
}

/// Truncates a long text to [`CHARACTERS`].
fn cut(text: &str) -> String {
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}"); // writing to a String cannot fail
}
