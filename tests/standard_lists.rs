//! The public lists of text states and error codes match the standard's lists in `tests/data`.

use std::collections::BTreeSet;
use tagrake::{Arena, ErrorCode, TextState, Token};
use tagrake_testsupport::html5lib;
use tagrake_testsupport::tokenizer_runs::{RunConfig, TokenSink};

/// The standard's states: number, name and anchor.
const STATES: &str = include_str!("data/states.tsv");

/// The standard's codes of parse errors.
const ERRORS: &str = include_str!("data/errors.tsv");

/// The only code that a tree builder reports, because it decides whether the self-closing flag of a start tag is
/// acknowledged.
const OF_TREE_CONSTRUCTION: &str = "non-void-html-element-start-tag-with-trailing-solidus";

/// The last field of states and codes that were added with processing instructions.
const SINCE: &str = "2026-06-25";

/// Returns the lines of a data file, without its comments.
fn lines(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn the_data_is_complete() {
    let states: Vec<Vec<_>> = lines(STATES).map(|line| line.split('\t').collect()).collect();
    let mut new = 0;
    for (at, state) in states.iter().enumerate() {
        let ([number, name, anchor] | [number, name, anchor, SINCE]) = state[..] else {
            panic!("{state:?} is not a number, a name, an anchor and an optional date")
        };
        assert_eq!(number, (at + 1).to_string());
        assert_eq!(anchor, name.to_lowercase().replace(' ', "-"));
        let is_new = state.len() == 4;
        assert_eq!(is_new, anchor.contains("processing-instruction"), "{name}");
        new += usize::from(is_new);
    }
    assert_eq!((states.len() - new, new), (80, 5));
    assert!(codes().is_sorted());
    let new: Vec<_> = lines(ERRORS).filter_map(|line| line.strip_suffix(SINCE)?.strip_suffix('\t')).collect();
    assert!(new.iter().all(|code| code.contains("processing-instruction")));
    assert_eq!((codes().count() - new.len(), new.len()), (49, 4));
}

/// Returns the standard's error codes, including new ones.
fn codes() -> impl Iterator<Item = &'static str> {
    lines(ERRORS).map(|line| line.split('\t').next().unwrap_or_default())
}

#[test]
fn text_states_have_the_names_and_order_of_the_standard() {
    let names: Vec<_> = lines(STATES).filter_map(|line| line.split('\t').nth(1)).collect();
    let places: Vec<_> = TextState::ALL
        .iter()
        .map(|state| names.iter().position(|name| *name == state.as_str()).expect("the standard has the state"))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    for name in names {
        let state = name.parse::<TextState>().ok();
        assert!(state.is_none_or(|state| state.as_str() == name));
    }
}

#[test]
fn error_codes_match_the_standard() {
    let codes: Vec<_> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    let expected: Vec<_> = self::codes().filter(|code| *code != OF_TREE_CONSTRUCTION).collect();
    assert_eq!(codes, expected);
    for code in ErrorCode::ALL {
        assert_eq!(code.as_str().parse(), Ok(*code));
    }
    assert!(OF_TREE_CONSTRUCTION.parse::<ErrorCode>().is_err());
}

#[test]
fn every_error_code_is_reported_by_some_test() {
    let mut missing: BTreeSet<_> = ErrorCode::ALL.iter().collect();
    let mut arena = Arena::new();
    let config = RunConfig::all()[0];
    for run in html5lib::suite().runs.into_iter().chain(html5lib::processing_instructions()) {
        let mut sink = TokenSink::new(|_: Token<'_>| {});
        config.run(&run.input, &config.options(&run.options()), &mut arena, &mut sink);
        for error in sink.errors {
            missing.remove(&error.code);
        }
    }
    assert!(missing.is_empty(), "never reported: {missing:?}");
}
