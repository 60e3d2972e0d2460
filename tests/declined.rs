//! `declined` reports exactly the bytes that the state machine reads. Tested on html5lib-tests and complete pages.

use tagrake::{Arena, Options, Sink, declined};
use tagrake_testsupport::any_sink::tokenize;
use tagrake_testsupport::{html5lib, pages};

struct Nothing;

impl Sink<'_> for Nothing {}

/// Checks an input, with errors and without.
fn check(html: &[u8], options: &Options, arena: &mut Arena) {
    for errors in [false, true] {
        let options = options.clone().with_errors(errors);
        let parts = declined(html, &options, arena);
        let summary = tokenize(html, &options, arena, &mut Nothing);
        let bytes: usize = parts.iter().map(|part| part.span.len()).sum();
        assert_eq!(bytes, summary.machine_bytes());
        let mut end = 0;
        for part in parts {
            let at = part.error.map_or(part.span.start, |error| error.offset);
            assert!(end <= part.span.start && part.span.start <= at && at <= part.span.end, "{part:?}");
            assert!(!part.construct.is_empty() && (errors || part.error.is_none()), "{} {part:?}", html.escape_ascii());
            end = part.span.end;
        }
    }
}

#[test]
fn html5lib_tests_decline_what_the_state_machine_reads() {
    let mut arena = Arena::new();
    for run in html5lib::suite().runs {
        check(&run.input, &run.options(), &mut arena);
    }
}

#[test]
fn pages_decline_what_the_state_machine_reads() {
    let mut arena = Arena::new();
    for page in pages::all() {
        check(&page.html, &Options::default(), &mut arena);
    }
}
