//! All tokenizer tests of html5lib-tests, in every configuration and without exceptions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use tagrake::{Arena, LineIndex};
use tagrake_testsupport::html5lib::{self, ExpectedError, TestRun, TestToken};
use tagrake_testsupport::tokenizer_runs::{RunConfig, TokenSink};

/// The number of failures shown in full.
const SHOWN: usize = 30;

#[test]
fn the_suite_is_complete() {
    let suite = html5lib::suite();
    assert_eq!(suite.files, 14);
    assert_eq!(suite.tests, 6_806);
    assert_eq!(suite.infoset_tests, 4);
    assert_eq!(suite.runs.len(), 7_032);
    assert_eq!(suite.tests_with_errors, 1_789);
    assert_eq!(suite.errors, 2_758);
}

#[test]
fn every_run_gives_the_expected_tokens_and_errors() {
    assert_all(html5lib::suite().runs);
}

/// With processing instructions, 38 tests expect other errors, and 11 of them other tokens.
#[test]
fn every_run_with_processing_instructions_gives_the_expected_tokens_and_errors() {
    let (mut runs, mut changed) = (html5lib::suite().runs, (0, 0));
    let mut ours = html5lib::processing_instructions();
    ours.retain(|run| run.file != "processing-instructions.json");
    for run in &mut runs {
        run.processing_instructions = true;
        let is_same = |other: &TestRun| {
            (&other.file, &other.description, other.state) == (&run.file, &run.description, run.state)
        };
        if let Some(at) = ours.iter().position(is_same) {
            let other = ours.swap_remove(at);
            assert_eq!(other.input, run.input, "{}", run.description);
            changed.0 += usize::from(other.tokens != run.tokens);
            changed.1 += usize::from(other.errors != run.errors);
            *run = other;
        }
    }
    assert_eq!((ours.len(), changed), (0, (11, 38)));
    assert_all(runs);
}

/// Runs tests in every configuration.
fn assert_all(runs: Vec<TestRun>) {
    let configs = RunConfig::all();
    let mut arena = Arena::new();
    let mut failures = Vec::new();
    for run in runs {
        // The configurations by their wrong result: usually all fail alike.
        let mut wrong: BTreeMap<String, Vec<RunConfig>> = BTreeMap::new();
        for &config in &configs {
            if let Err(actual) = check(&run, config, &mut arena) {
                wrong.entry(actual).or_default().push(config);
            }
        }
        if !wrong.is_empty() {
            failures.push(describe(&run, &wrong));
        }
    }
    let shown = failures.iter().take(SHOWN).map(String::as_str).collect::<String>();
    assert!(failures.is_empty(), "{} runs fail, the first {SHOWN}:{shown}", failures.len());
}

/// Describes a failed run: its input, the expected result, and the actual results with their configurations.
fn describe(run: &TestRun, wrong: &BTreeMap<String, Vec<RunConfig>>) -> String {
    let mut text = format!("\n\n{}: {}\n{:?}", run.file, run.description, run.state);
    if !run.last_start_tag.is_empty() {
        let _ = write!(text, " after <{}>", run.last_start_tag);
    }
    let _ = write!(text, "\ninput    \"{}\"", run.input.escape_ascii());
    let _ = write!(text, "\nexpected {:?}\n         {:?}", run.tokens, run.errors);
    for (actual, configs) in wrong {
        let _ = write!(text, "\nactual   {actual}\n         {configs:?}");
    }
    text
}

/// Runs a test in one configuration. Returns the actual result if it is wrong.
fn check(run: &TestRun, config: RunConfig, arena: &mut Arena) -> Result<(), String> {
    let mut tokens = Vec::new();
    let mut sink = TokenSink::new(|token: tagrake::Token<'_>| TestToken::append(&mut tokens, &token));
    config.run(&run.input, &config.options(&run.options()), arena, &mut sink);

    let lines = LineIndex::new(&run.input);
    let errors: Vec<_> = sink
        .errors
        .iter()
        .map(|error| {
            let position = lines.position(error.offset);
            ExpectedError { code: error.code, line: position.line, column: position.column }
        })
        .collect();
    let expected_errors = if config.errors { &run.errors[..] } else { &[] };
    if tokens == run.tokens && errors == expected_errors {
        return Ok(());
    }
    Err(format!("{tokens:?}\n         {errors:?}"))
}
