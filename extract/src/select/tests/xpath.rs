//! XPaths that compile, XPaths that do not, and what they match in short pages.

use super::select;
use super::syntax::ids;
use crate::{Selectors, XPathResult};
use std::string::{String, ToString};
use std::vec::Vec;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::variable;

/// XPaths that are errors: the part at fault, and a part of the message.
const ERRORS: &[(&str, &str, &str)] = &[
    ("/", "/", "the document is not an element"),
    ("//a/", "", "expected a step"),
    ("//a[", "", "expected a step"),
    ("//a[@href=", "", "expected a step"),
    ("//a[@href='x]", "'x]", "the string has no end"),
    ("//a]", "]", "expected the end"),
    ("//a, //b", ",", "`//a | //b`"),
    ("//svg:a", "svg:a", "*[local-name()="),
    ("//svg", "svg", "HTML elements only"),
    ("//a[re:test(@href, 'x')]", "re:test(@href, 'x')", "not part of XPath 1.0"),
    ("//a[ends-with(@href, 'x')]", "ends-with(@href, 'x')", "not part of XPath 1.0"),
    ("//a[x(.)]", "x(.)", "not a function"),
    ("//a[@href=$x]", "$", "no variables"),
    ("//a[@href=@title]", "@href=@title", "two values of the page"),
    ("//comment()", "comment()", "comments are not kept"),
    ("//h1/string()", "string", "not a step in XPath 1.0"),
    ("//h1/normalize-space()", "normalize-space", "end the path before it"),
    ("//a/@*", "@*", "name the attribute"),
    ("//a/@href/b", "b", "have no children"),
    ("//p/text()[1]", "1", "choose among the texts"),
    ("(//p/text())[1]", "(//p/text())[1]", "not counted"),
    ("//p/following-sibling::text()", "following-sibling::text()", "read as children only"),
    ("//p/node()", "node()", "use `*`"),
    ("//a[//b]", "//b", "write `.` before it"),
    ("//a[(.//b)[1]]", "(.//b)[1]", "at the start of a selector only"),
    ("//p[string-length(.)]", "string-length(.)", "a number is a position"),
    ("//h2/following-sibling::p[position() mod 2 = 1]", "position() mod 2 = 1", "use `[1]`"),
    ("//p/preceding::h2[1]", "preceding::h2[1]", "preceding-sibling"),
    ("//a/ancestor-or-self::div[1]", "1", "positions on this axis"),
    ("//b[contains(../p//i, 'x')]", "../p//i", "only the first of the nodes"),
    ("//a | //b/@c", "//b/@c", "use two selectors"),
    ("(//a/..)[1]", "..", "parent::*"),
    ("//a/../descendant::b[2]", "descendant::b[2]", "parent::*"),
    ("//a/foo::b", "foo", "not an axis"),
    ("..", "..", "the path starts at the document"),
    ("(/html = 1)", "/html = 1", "does not select nodes"),
    ("//p[. > 5]", "//p[. > 5]", "can only be compared with a string"),
];

#[test]
fn errors_name_the_part_and_what_could_be_used_instead() {
    for &(path, part, message) in ERRORS {
        let error = Selectors::compile(&["p", path]).expect_err(path);
        assert_eq!((error.selector(), &path[error.span()]), (1, part), "{path}: {error}");
        assert!(error.message().contains(message), "{path}: {error}");
    }
    let deep = "//a".to_string() + &"[b".repeat(100) + &"]".repeat(100);
    assert!(Selectors::compile(&[&deep]).expect_err("too deep").message().contains("nested more than"));
    let long = "//a[1".to_string() + &"+1".repeat(100_000) + "]";
    assert!(Selectors::compile(&[&long]).expect_err("too long").message().contains("operators"));
    let steps = "//a[b".to_string() + &"/b".repeat(100_000) + "]";
    assert!(Selectors::compile(&[&steps]).expect_err("too many steps").message().contains("64 steps"));
    let passes = "//a".to_string() + &"/../b".repeat(100);
    assert!(Selectors::compile(&[&passes]).expect_err("too many passes").message().contains("passes"));
    let many = "//a".repeat(5000);
    assert!(Selectors::compile(&[&many]).expect_err("too many").message().contains("more than 4096"));
}

#[test]
fn no_text_makes_the_compiler_panic() {
    let mut random = Random::new(variable("TAGRAKE_SEED", 1));
    let paths: Vec<&str> = include_str!("xpaths.txt").lines().filter(|line| !line.is_empty()).collect();
    let mut compiled = 0;
    for _ in 0..variable("TAGRAKE_DOCUMENTS", 20_000) {
        let (first, second) = (random.choose(&paths), random.choose(&paths));
        let mut text: Vec<char> = first.chars().take(random.below(60)).collect();
        text.extend(second.chars().skip(random.below(30)));
        if random.one_in(2) {
            let at = random.below(text.len() + 1);
            text.insert(
                at,
                random
                    .choose(&["é", "\u{B7}", "*", ":", "[", "\"", "$", "0", ".", "-", "|", "\0"])
                    .chars()
                    .next()
                    .unwrap_or('x'),
            );
        }
        let text: String = text.into_iter().collect();
        match Selectors::compile(&[&text]) {
            Ok(selectors) => {
                compiled += 1;
                select("<p class=a>x<p>y<h2>z<p>v<ul><li><a href=b>w", &selectors, false, |matches| {
                    matches.of(0).len()
                });
            }
            Err(error) => assert!(text.get(error.span()).is_some(), "{text}: {error}"),
        }
    }
    assert!(compiled > 100, "{compiled}");
}

/// Pages, XPaths, and the `id`s of the elements that match, where sxd-xpath differs from the standard or is not asked.
const MATCHES: &[(&str, &str, &str)] = &[
    // CSS and XPath are distinguished by their start.
    ("<p id=a>", "/* a comment */ p", "a"),
    ("<html id=a>", "/*", "a"),
    ("<body id=a>", "/*/body", "a"),
    ("<body id=a>", "/*[1]/body", "a"),
    // Names in HTML documents.
    ("<DIV ID=a VIEWBOX=x>", "//DIV[@viewBox]", "a"),
    ("<div id=a><svg id=s viewbox=x><lineargradient id=g refx=1></svg>", "//*[@viewBox]", "s"),
    ("<div id=a><svg id=s viewbox=x><lineargradient id=g refx=1></svg>", "//*[@viewbox]", ""),
    ("<div id=a><svg id=s viewbox=x><lineargradient id=g refx=1></svg>", "//linearGradient", ""),
    ("<svg id=s><lineargradient id=g></svg>", "//*[local-name()='linearGradient']", "g"),
    ("<svg id=s><path id=p></svg>", "//*[name()='svg']/*[name()='path']", "p"),
    ("<div id=a>", "//*[name()='DIV']", ""),
    ("<svg><a id=a xlink:href=x></a></svg>", "//*[@href]", ""),
    ("<!DOCTYPE html><p id=a class=X>", "//p[@class='x']", ""),
    ("<p id=a class=X>", "//p[@class='x']", ""),
    ("<input id=a type=TEXT>", "//input[@type='text']", ""),
    // Attributes.
    ("<p id=a><p id=b x=''><p id=c x=1>", "//p[@x != '']", "c"),
    ("<p id=a><p id=b x=''><p id=c x=1>", "//p[@x = '']", "b"),
    ("<p id=a><p id=b x=''><p id=c x=1>", "//p[contains(@x, '')]", "a b c"),
    ("<p id=a><p id=b x=''><p id=c x=1>", "//p[not(@x = '1')]", "a b"),
    ("<p id=a x=5><p id=b x=30><p id=c x=y>", "//p[@x > 7]", "b"),
    ("<p id=a x=5><p id=b x=' 30 '><p id=c x=y>", "//p[@x = 30 or number(@x) < 6]", "a b"),
    ("<p id=a class='x-y'><p id=b class='z x'>", "//p[contains(concat(' ', @class, ' '), ' x ')]", "b"),
    ("<p id=a class='x&#12;y'>", "//p[contains(concat(' ', normalize-space(@class), ' '), ' x ')]", ""),
    ("<p id=a class='x y'><p id=b class=y>", "//p[has-class('x', 'y')]", "a"),
    ("<p id=a x=&eacute;t&eacute;>", "//p[string-length(@x) = 3]", "a"),
    ("<p id=a x=abc>", "//p[translate(@x, 'abc', 'AB') = 'AB']", "a"),
    ("<p id=a x=a-b>", "//p[substring-before(@x, '-') = 'a'][substring-after(@x, '-') = 'b']", "a"),
    // A comment separates text nodes, and a moved element does not.
    ("<p id=a>Pr<!-- -->ice<p id=b>Price", "//p[text()='Price']", "b"),
    ("<p id=a>Pr<!-- -->ice<p id=b>Price", "//p[.='Price']", "a b"),
    ("<p id=a>Pr<!-- -->ice<p id=b>Price", "//p[text()[2]='ice']", "a"),
    ("<p id=a>Pr</x>ice", "//p[text()='Price']", "a"),
    ("<p id=a>Pr<?x?>ice", "//p[text()='Price']", ""),
    ("<p id=a><!-- --><p id=b>", "//p[not(text())]", "a b"),
    ("<p id=a><!-- --><p id=b> ", "//p[normalize-space()='']", "a b"),
    ("<p id=a><!-- --><p id=b>x", "//p[text()] | //p[.='x']", "b"),
    ("<body id=o>x<table id=t>y<!-- -->z<tr>", "//body[text()='xyz']", "o"),
    ("<head></head> <!-- --> <body id=a>x</body> <!-- --> ", "//html[count(text()) = 2]", "-"),
    // The text of a template is not in the document.
    ("<div id=a><template>x<p>y</template>z", "//div[.='z']", "a"),
    ("<div id=a><template id=t>x<p id=p>x</template>z", "//*[contains(., 'x')]", ""),
    // Positions.
    ("<p id=a><p id=b><p id=c>", "//p[position() != 2]", "a c"),
    ("<p id=a><p id=b><p id=c>", "//p[2.5]", ""),
    ("<p id=a><p id=b><p id=c>", "//p[position() >= 1.5]", "b c"),
    ("<p id=a><p id=b><p id=c>", "//p[0] | //p[-1]", ""),
    ("<p id=a><p id=b><p id=c>", "//p[last() - 1 = position()]", "b"),
    ("<p id=a><p id=b><p id=c>", "//p[position() > 1 and position() < 3]", "b"),
    ("<p id=a></p><i id=i></i><p id=b><p id=c>", "//i/following-sibling::p[2]", "c"),
    ("<h2 id=h></h2><p id=a><h2></h2><p id=b><p id=c>", "//h2/following-sibling::p[1]", "a b"),
    ("<h2 id=h></h2><p id=a><h2></h2><p id=b><p id=c>", "//h2/following-sibling::p[2]", "b c"),
    ("<h2 id=h></h2><p id=a><h2></h2><p id=b><p id=c>", "(//h2/following-sibling::p)[2]", "b"),
    ("<div id=a><p id=b></div><p id=c>", "/descendant::p[2]", "c"),
    // The document is not an element.
    ("<html id=a>", "/html/..", ""),
    ("<html id=a>", "//html/../html", "a"),
    ("<html id=a><body id=b>", "/*/..//body", "b"),
    ("<html id=a><body id=b>", "//*[../html]", "a"),
    ("<html id=a><body id=b>", "//*[..]", "a - b"),
    ("<html id=a><body id=b>", "//*[parent::*]", "- b"),
    ("<html id=a><body id=b><p id=p>", "//p[../..//body]", "p"),
];

#[test]
fn matches_follow_the_standard() {
    for &(html, path, expected) in MATCHES {
        assert_eq!(ids(html, path), expected, "{path} in {html}");
    }
}

/// A page, and XPaths with conditions on strings. The `id`s of the elements that match are lxml's.
const CONDITIONS_PAGE: &str = "<p id=a>price 5<p id=b>cost<p id=c> <p id=d>price x<p id=e>5<p id=f><i>price</i>";
const CONDITIONS: &[(&str, &str)] = &[
    ("//p[text()[contains(., 'price') and not(starts-with(., 'price 5'))]]", "d"),
    ("//p[text()[. = 'cost' or string-length(.) > 6]]", "a b d"),
    ("//p[text()[string-length() > 6]]", "a d"),
    ("//p[text()[normalize-space()]]", "a b d e"),
    ("//p[text()[. != 'cost']]", "a c d e"),
    ("//p[text()[. = 5]]", "e"),
    ("//p[text()[.]]", "a b c d e"),
    ("//p[contains(., 'price') = true()]", "a d f"),
    ("//p[contains(., 'price') != true()]", "b c e"),
    ("//p[contains(., 'price') = false()]", "b c e"),
    ("//p[contains(., 'price') != false()]", "a d f"),
    ("//p[5 > string-length(.)]", "b c e"),
    ("//p[7 <= string-length(.)]", "a d"),
    ("//p[concat(@id, 'x') = 'bx']", "b"),
    ("//p[text()[contains(., 'c')][contains(., 'o')]]", "b"),
    ("//p[text()[1][starts-with(., 'c')]]", "b"),
    ("//p[. = 'cost' or not(contains(., 'c') and contains(., 'e')) and string-length(.) = 1]", "b c e"),
];

#[test]
fn conditions_on_strings_have_the_answers_of_lxml() {
    for &(path, expected) in CONDITIONS {
        assert_eq!(ids(CONDITIONS_PAGE, path), expected, "{path}");
    }
}

#[test]
fn results_are_elements_attributes_or_texts() {
    let paths = ["//a", "//a/@HREF", "//a/text()", "a", "(//a/@href)[1]", "//a/@href | //img/@href", "//a//text()"];
    let selectors = Selectors::compile(&paths).expect("selectors");
    let results: Vec<_> = (0..paths.len()).map(|index| selectors.result_of(index).clone()).collect();
    let (href, text) = (XPathResult::Attribute("href".into()), XPathResult::TextNodes);
    let expected = [XPathResult::Element, href.clone(), text.clone(), XPathResult::Element, href.clone(), href, text];
    assert_eq!(results, expected);
    let html = "<a href=x>y</a><a href=z></a><a>v";
    let found = select(html, &selectors, false, |matches| {
        (0..paths.len()).map(|index| matches.of(index).len().to_string()).collect::<Vec<String>>().join(" ")
    });
    assert_eq!(found, "3 2 2 3 1 2 2");
}
