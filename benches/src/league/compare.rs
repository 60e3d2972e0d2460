//! Compares the answers of the tokenizers with the references.

use super::about::Part;
use super::answer::Answer;
use super::driver;
use super::inputs::Input;
use super::peer::{Peer, in_process};
use super::record::{LeagueRecord, PageSet, Row};
use super::reference::{Expected, Run, inputs, of_page, of_page_for, runs, sorted};
use crate::corpus::Corpus;
use crate::record::RunInfo;
use std::io;
use std::thread::available_parallelism;
use tagrake_testsupport::html5lib::TestToken;

/// Compares the tokenizers of this process, and with `drivers` the others that are built, on html5lib-tests and on pages.
/// Prints the differences of the tokenizer with the name `show`.
pub fn run(sets: &[Corpus], drivers: bool, show: Option<&str>) -> io::Result<LeagueRecord> {
    let runs = runs();
    let inputs = inputs(&runs, sets);
    let mut peers = in_process();
    if drivers {
        peers.extend(driver::start_all(&inputs)?);
    }
    let mut rows: Vec<Row> = peers.iter().map(|peer| Row::new(peer.about, &peer.version, sets.len())).collect();
    let mut tests = inputs.iter();
    let count = runs.len();
    for (run, input) in runs.into_iter().zip(&mut tests) {
        compare_test(run, input, &mut peers, &mut rows, show);
    }
    for (set, corpus) in sets.iter().enumerate() {
        for (document, input) in corpus.documents.iter().zip(&mut tests) {
            let reference = of_page(input);
            for (peer, row) in peers.iter_mut().zip(&mut rows) {
                let other = of_page_for(peer.about, input);
                let expected = other.as_ref().unwrap_or(&reference);
                let answer = (peer.read)(input).unwrap_or_default();
                let is_equal = same_tokens(&answer, expected, peer.about.not_compared);
                row.pages[set] += usize::from(is_equal);
                if !is_equal && show == Some(peer.about.name) {
                    print_page(&document.name, &answer, expected, peer.about.not_compared);
                }
            }
        }
    }
    let sets =
        sets.iter().map(|set| PageSet { name: set.name.clone(), pages: set.documents.len(), bytes: set.bytes() });
    let run = RunInfo::now(available_parallelism()?.get());
    Ok(LeagueRecord { run, runs: count, sets: sets.collect(), tokenizers: rows })
}

fn compare_test(run: Run, input: &Input, peers: &mut [Peer], rows: &mut [Row], show: Option<&str>) {
    let expected = Expected::new(run, input);
    for (peer, row) in peers.iter_mut().zip(rows) {
        let expected = expected.answer(peer.about);
        let Some(answer) = (peer.read)(input) else { continue };
        row.runs += 1;
        let is_equal = same_tokens(&answer, expected, peer.about.not_compared);
        row.tokens += usize::from(is_equal);
        let has_spans = is_equal && same_spans(&answer, expected, input, peer);
        let has_positions = sorted(&answer.errors) == sorted(&expected.errors);
        if let (Some(runs), Some(spans)) = (&mut row.span_runs, &mut row.spans)
            && answer.spans.len() == answer.tokens.len()
        {
            *runs += usize::from(is_equal);
            *spans += usize::from(has_spans);
        }
        if let Some(codes) = &mut row.error_codes {
            *codes += usize::from(same_codes(&answer, expected));
        }
        if let Some(positions) = &mut row.error_positions {
            *positions += usize::from(has_positions);
        }
        let is_complete =
            is_equal && (has_spans || row.spans.is_none()) && (has_positions || row.error_positions.is_none());
        if !is_complete && show == Some(peer.about.name) {
            println!("{} in {:?}", input.html.escape_ascii(), input.state());
            println!("  is     {answer:?}\n  should {expected:?}");
        }
    }
}

fn same_codes(answer: &Answer, expected: &Answer) -> bool {
    let codes = |answer: &Answer| {
        let mut codes: Vec<String> = answer.errors.iter().map(|(code, ..)| code.clone()).collect();
        codes.sort_unstable();
        codes
    };
    codes(answer) == codes(expected)
}

/// Returns true if the tokens are equal without the parts that are not compared.
fn same_tokens(answer: &Answer, expected: &Answer, without: &[Part]) -> bool {
    let (tokens, others) = (compared_tokens(answer, without), compared_tokens(expected, without));
    tokens.len() == others.len() && tokens.iter().zip(others).all(|(token, other)| same_token(token, other, without))
}

fn compared_tokens<'a>(answer: &'a Answer, without: &[Part]) -> Vec<&'a TestToken> {
    answer.tokens.iter().filter(|token| is_compared(token, without)).collect()
}

/// Prints the name of a page and the first token that differs.
fn print_page(name: &str, answer: &Answer, expected: &Answer, without: &[Part]) {
    let (tokens, others) = (compared_tokens(answer, without), compared_tokens(expected, without));
    let equal = tokens.iter().zip(&others).take_while(|(token, other)| same_token(token, other, without)).count();
    println!("{name}: token {equal} is {:?}, should be {:?}", tokens.get(equal), others.get(equal));
}

fn is_compared(token: &TestToken, without: &[Part]) -> bool {
    match token {
        TestToken::EndTag { .. } => !without.contains(&Part::EndTags),
        TestToken::Text(_) => !without.contains(&Part::Text),
        _ => true,
    }
}

fn same_token(token: &TestToken, other: &TestToken, without: &[Part]) -> bool {
    match (token, other) {
        (
            TestToken::Doctype { name, public_id, system_id, force_quirks },
            TestToken::Doctype { name: name2, public_id: public2, system_id: system2, force_quirks: quirks2 },
        ) => {
            without.contains(&Part::DoctypeFields)
                || (name, public_id, system_id) == (name2, public2, system2)
                    && (force_quirks == quirks2 || without.contains(&Part::QuirksFlag))
        }
        (
            TestToken::StartTag { name, attributes, self_closing },
            TestToken::StartTag { name: name2, attributes: attributes2, self_closing: closing2 },
        ) => {
            name == name2
                && (self_closing == closing2 || without.contains(&Part::SelfClosing))
                && match without.contains(&Part::Values) {
                    true => attributes.keys().eq(attributes2.keys()),
                    false => attributes == attributes2,
                }
        }
        _ => token == other,
    }
}

/// Returns true if the spans of tags, comments and DOCTYPEs are equal. Equal text can have several spans, where bytes
/// beside it are dropped.
fn same_spans(answer: &Answer, expected: &Answer, input: &Input, peer: &Peer) -> bool {
    let spans = |answer: &Answer| {
        let pairs = answer.tokens.iter().zip(&answer.spans);
        let pairs = pairs
            .filter(|(token, _)| !matches!(token, TestToken::Text(_)) && is_compared(token, peer.about.not_compared));
        pairs.map(|(_, span)| *span).collect::<Vec<_>>()
    };
    let Ok(unit) = peer.about.spans else { return false };
    let convert = |offset| unit.convert(&input.html, offset);
    let expected: Vec<_> = spans(expected).into_iter().map(|(start, end)| (convert(start), convert(end))).collect();
    spans(answer) == expected
}
