//! Selectors that compile, selectors that do not, and what they match in short pages.

use super::select;
use crate::Selectors;
use std::string::{String, ToString};
use std::vec::Vec;

/// Selectors that are errors: the part at fault, and a part of the message.
const ERRORS: &[(&str, &str, &str)] = &[
    ("a:hover", ":hover", "what a user does"),
    ("p::text", "::text", "read them there"),
    ("a:contains('x')", ":contains(", "compare their text"),
    ("svg|a", "svg|", "in any namespace"),
    ("[xlink|href]", "xlink|", "write `xlink\\:x`"),
    ("li:nth-child(2 off .x)", "o", "expected `of` or `)`"),
    ("li:nth-child(2 of)", ")", "expected a selector"),
    ("li:nth-of-type(2 of .x)", "o", "expected `)`"),
    ("li:nth-child(x)", "x", "expected an index"),
    ("[a=1]", "1", "need quotes"),
    ("[a='1]", "'1]", "the string has no end"),
    ("[a=b c]", "c", "use `i` or `s`"),
    ("a >", "", "found the end"),
    ("", "", "found the end"),
    ("a,", "", "found the end"),
    ("a)", ")", "unexpected `)`"),
    ("h2/following-sibling::p", "/", "an XPath starts with"),
    (":is(a", "", "expected `)`"),
    (".1", "1", "a class after `.`"),
    ("a:eq(0)", ":eq(", "not part of CSS"),
    ("p /* x", "/* x", "no end"),
    ("p:has(a:has(b))", ":has(", "use two selectors"),
];

#[test]
fn errors_name_the_part_and_what_could_be_used_instead() {
    for &(selector, part, message) in ERRORS {
        let error = Selectors::compile(&["p", selector]).expect_err(selector);
        assert_eq!((error.selector(), &selector[error.span()]), (1, part), "{selector}: {error}");
        assert!(error.message().contains(message), "{selector}: {error}");
    }
    let deep = ":not(".repeat(100) + "a" + &")".repeat(100);
    assert!(Selectors::compile(&[&deep]).expect_err("too deep").message().contains("nested more than"));
    let many = "a ".repeat(5000);
    assert!(Selectors::compile(&[&many]).expect_err("too many").message().contains("more than 4096"));
}

/// Returns the `id`s of the elements that match, in document order.
pub(super) fn ids(html: &str, selector: &str) -> String {
    let selectors = Selectors::compile(&[selector]).unwrap_or_else(|error| panic!("{selector}: {error}"));
    select(html, &selectors, false, |matches| {
        let ids = matches
            .of(0)
            .map(|found| found.attribute("id").map_or("-".to_string(), |id| String::from_utf8_lossy(id).to_string()));
        ids.collect::<Vec<_>>().join(" ")
    })
}

/// Pages, selectors, and the `id`s of the elements that match, where scraper or html5ever differ from the standard.
const MATCHES: &[(&str, &str, &str)] = &[
    // The contents of a template are not in the document.
    ("<template id=t><p id=a></template><p id=b>", "p, template", "t b"),
    ("<template id=t><p></template>", "template:empty", "t"),
    ("<template id=t><p></template>", "template:has(p)", ""),
    // Duplicates of `html` and `body` add attributes.
    ("<html id=a><html class=x id=b>", ".x", "a"),
    ("<body id=a><p id=c><body class=x lang=en>", "body.x[lang] p", "c"),
    ("<body id=a><body class=x>", "body:not(.x)", ""),
    // Names of foreign elements and attributes have a case.
    ("<svg id=s viewbox='0 0'><foreignobject id=a>", "foreignObject, [viewBox]", "s a"),
    ("<svg id=s viewbox='0 0'><foreignobject id=a>", "foreignobject, [viewbox]", ""),
    ("<svg><a id=a xlink:href=x></a></svg><a id=b xlink:href=x>", "[xlink\\:href]", "b"),
    ("<DIV ID=a VIEWBOX=x>", "DIV[viewBox]", "a"),
    // Identifiers and classes have no case in quirks mode.
    ("<p id=a class=X>", ".x, #A", "a"),
    ("<!DOCTYPE html><p id=a class=X>", ".x, #A", ""),
    // Values that HTML compares without case.
    ("<input id=a type=TEXT>", "[type=text]", "a"),
    ("<input id=a type=TEXT>", "[type=text s]", ""),
    ("<p id=a data-x=TEXT>", "[data-x=text]", ""),
    ("<p id=a data-x=TEXT>", "[data-x=text i]", "a"),
    // Formatting elements that are opened again are elements.
    ("<p><b id=a>x<p>y", "b", "a a"),
    ("<a id=a>x<p id=b>y</a>z", "p > a", "a"),
    // Positions among the elements that match a selector.
    ("<p id=a><p id=b class=x><p id=c><p id=d class=x>", ":nth-child(2 of .x)", "d"),
    ("<p id=a><p id=b class=x><p id=c><p id=d class=x>", "p:nth-last-child(2 of .x)", "b"),
    ("<p id=a><p id=b class=x><p id=c><p id=d class=x>", ":nth-child(odd of p)", "a c"),
    ("<p id=a><p id=b class=x><i id=c></i><p id=d>", ":nth-child(2 of p, .x):not(#z)", "b"),
    ("<p id=a><p id=b class=x><i id=c></i><p id=d>", ":nth-child(n+2 of p, i)", "b d"),
    ("<div id=a><p id=b><p id=c></div><p id=d><p id=e>", ":nth-child(2 of div > p)", "c"),
    ("<div id=a><p id=b><p id=c></div><p id=d><p id=e>", ":nth-last-child(1 of div ~ p)", "e"),
    ("<div id=a><p id=b><p id=c></div><div id=d><p id=e>", "div:has(:nth-child(2 of p))", "a"),
    ("<p id=a><p id=b><b></b><p id=c><b></b>", ":nth-child(2 of :has(b))", "c"),
    ("<p id=a><p id=b><b></b><p id=c><b></b>", "p:nth-last-child( 1 OF :has(b) )", "c"),
    ("<p id=a class=x><p id=b class=x><p id=c>", ":nth-child(2 of :nth-child(-n+2 of p))", "b"),
    // Selectors with combinators inside `:has`.
    ("<div id=a class=x><p id=b><i id=c></i></div><div id=d><p><i></i></div>", "div:has(:is(.x > p) i)", "a"),
    ("<div id=a class=x><p id=b><i id=c></i></div><div id=d><p id=e><i></i></div>", "p:has(i:not(.x i))", "e"),
    (
        "<div id=a class=x><p id=b><i id=c></i></div><div id=d><p><i></i></div>",
        ":where(#a p):has(> i):has(:is(p > i))",
        "b",
    ),
    // Links.
    ("<a id=a href=x></a><a id=b></a><area id=c href=y><link id=d href=z>", ":any-link", "a c"),
    ("<svg><a id=a href=x></a></svg><a id=b href=x>", "a:link", "b"),
    // Foster parenting puts elements before the table.
    ("<table id=t><tr id=r><p id=p>", "p + table", "t"),
    ("<table id=t><div id=d><p id=p>x<tr id=r><td id=c>", "body > *", "d t"),
    ("<table id=t><tr><td><br id=b></td></tr><p id=p>", "[id]", "p t b"),
    // Implied elements.
    ("<table><tr id=r>", "tbody > tr", "r"),
    ("<p id=a>", "html > body > p:first-child", "a"),
    ("<body></p>", "p", "-"),
    ("<image id=a>", "img", "a"),
    ("<frameset id=f><frame id=a>", "html > head + frameset > frame", "a"),
    ("<p id=p><frameset id=f>", "body, p, frameset", "f"),
];

#[test]
fn matches_follow_the_standard() {
    for &(html, selector, expected) in MATCHES {
        assert_eq!(ids(html, selector), expected, "{selector} in {html}");
    }
}

#[test]
fn limits_are_reported() {
    let selectors = Selectors::compile(&["div"]).expect("a selector");
    let html = "<div>".repeat(600);
    select(&html, &selectors, false, |matches| {
        assert_eq!(matches.of(0).len(), 600);
        assert_eq!(matches.limited_at(), Some(510 * 5));
    });
}
