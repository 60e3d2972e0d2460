//! Without text, the matches are the same as with text: a sink then passes only a part of each text to tree construction.

use super::trees::random_document;
use crate::{SelectSink, Selectors};
use std::string::{String, ToString};
use std::vec::Vec;
use tagrake::{Arena, Options, tokenize_in};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::variable;

/// Returns the offsets of the elements that match each selector, in document order.
fn offsets(html: &str, selectors: &Selectors, text: bool) -> Vec<Vec<usize>> {
    let arena = Arena::new();
    let mut sink =
        if text { SelectSink::with_text(selectors, &arena, false) } else { SelectSink::new(selectors, &arena, false) };
    tokenize_in(html.as_bytes(), &Options::default().with_feedback(false), &arena, &mut sink);
    let matches = sink.finish();
    let of = |selector| matches.of(selector).map(|found| found.offset()).collect();
    (0..selectors.len()).map(of).collect()
}

/// Pages whose text is inserted in elements other than the current node, or not inserted.
const PAGES: &[&str] = &[
    "<frameset>ab<frame></frameset>",
    "<frameset>a b<frame></frameset>",
    "<frameset>a&#32;b<frame></frameset>",
    "<frameset>a\rb<frame></frameset>",
    "<frameset><frame></frameset>a b",
    "<table><colgroup>a b",
    "<table><colgroup> a",
    "<table> <tr> a <td>",
    "<p><table>a<b></table>",
    "<template><colgroup> a",
    "<b><p>a</b>",
    "<p><b>a<div></b>",
    "<a>a<div><a>",
    "<pre>\n</pre><pre>\n\n</pre><p>\0",
    "<svg>\0</svg><svg>a</svg>",
    "<head> <title></title> </head> <body>",
    "<script></script><script> </script>",
];

#[test]
fn the_same_elements_are_empty() {
    let selectors = Selectors::compile(&[":empty", "*", ":not(:empty) > :empty"]).expect("selectors");
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    let random = (0..variable("TAGRAKE_DOCUMENTS", 2_000)).map(|_| random_document(&mut random));
    let pages: Vec<String> = PAGES.iter().map(ToString::to_string).chain(random).collect();
    for html in pages {
        assert_eq!(offsets(&html, &selectors, false), offsets(&html, &selectors, true), "{html:?}");
    }
}

#[test]
fn a_null_in_the_name_of_an_attribute_is_a_replacement_character() {
    let selectors = Selectors::compile(&["[a\u{FFFD}]"]).expect("a selector");
    assert_eq!(offsets("<p><p a\0><p A\0=1>", &selectors, false), [[3, 9]]);
}
