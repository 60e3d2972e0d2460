//! Compares the matches of XPaths with the matches of `sxd-xpath`, in number and order, on trees of html5ever: for paths of
//! the kind that scrapers use (`xpaths.txt`) and for random ones, on saved pages and random documents.
//!
//! `sxd-xpath` differs from the standard in one way, so the paths avoid it: it evaluates `@a != "x"` as `not(@a = "x")`, which
//! is true for elements without the attribute (`syntax.rs` has the right result).
//!
//! Results are compared as elements, identified by their place among all elements of the document, with the values of
//! attributes. Of text nodes, the elements are compared whose children they are.

use super::by_scraper::{Vocabulary, word};
use super::comparison::{on_pages, on_random_documents};
use crate::{SelectSink, Selectors, XPathResult};
use scraper::{ElementRef, Html, Node};
use std::collections::HashMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;
use sxd_document::{Package, QName, dom};
use sxd_xpath::nodeset::Node as XPathNode;
use sxd_xpath::{Context, Factory, Value};
use tagrake::{Arena, Options, tokenize_in};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{pages, variable};

/// XPaths, one a line. Lines that start with `// ` are comments.
const XPATHS: &str = include_str!("xpaths.txt");

/// The size of the largest page that is compared. The other evaluator takes quadratic time.
const MAX_SIZE: usize = 100_000;

fn listed() -> Vec<&'static str> {
    XPATHS.lines().filter(|line| !line.is_empty() && !line.starts_with("// ")).collect()
}

/// The numbers of elements in the document, with the value of the attribute that is the result.
type Found = Vec<(usize, String)>;

/// Returns the matches of each path, or `None` if the page exceeds a limit.
fn found(html: &str, paths: &[&str]) -> Option<Vec<Found>> {
    let program = Selectors::compile(paths).unwrap_or_else(|error| panic!("{}: {error}", paths[error.selector()]));
    let arena = Arena::new();
    let mut sink = SelectSink::new(&program, &arena, true);
    tokenize_in(html.as_bytes(), &Options::default().with_feedback(false).with_scripting(true), &arena, &mut sink);
    let matches = &sink.finish();
    let table = &matches.table;
    let mut numbers = HashMap::new();
    let mut inside = Vec::from([false]);
    inside.resize(table.nodes.len(), false);
    for id in table.in_order() {
        let node = table.node(id);
        inside[id as usize] = inside[node.parent as usize] || table.node(node.parent).kind.is_template();
        if node.kind != super::Kind::TEXT && !inside[id as usize] {
            numbers.insert(id, numbers.len());
        }
    }
    let value = |index: usize, element: crate::Match<'_, '_, '_>| match program.result_of(index) {
        XPathResult::Attribute(name) => {
            String::from_utf8_lossy(element.attribute(&**name).expect("the element has the attribute")).to_string()
        }
        _ => String::new(),
    };
    let found = |index: usize| {
        let ids = &matches.matches[index];
        ids.iter().zip(matches.of(index)).map(|(id, element)| (numbers[id], value(index, element))).collect()
    };
    matches.limited_at().is_none().then(|| (0..matches.matches.len()).map(found).collect())
}

/// Copies the elements, attributes, texts and comments of a tree. Adjacent texts become one.
fn copy(html: &Html, package: &Package) {
    let document = package.as_document();
    let root = html.root_element();
    let mut open = Vec::from([(root, element(&document, root))]);
    document.root().append_child(open[0].1);
    while let Some((from, to)) = open.pop() {
        let mut text = String::new();
        for child in from.children() {
            if let Node::Text(next) = child.value() {
                text.push_str(next);
                continue;
            }
            if !text.is_empty() {
                to.append_child(document.create_text(&core::mem::take(&mut text)));
            }
            if let Some(child) = ElementRef::wrap(child) {
                let copied = element(&document, child);
                to.append_child(copied);
                open.push((child, copied));
            } else if child.value().is_comment() || child.value().as_processing_instruction().is_some() {
                to.append_child(document.create_comment("comment"));
            }
        }
        if !text.is_empty() {
            to.append_child(document.create_text(&text));
        }
    }
}

/// Copies an element with its attributes. HTML elements have no namespace, for names without a prefix.
fn element<'d>(document: &dom::Document<'d>, from: ElementRef<'_>) -> dom::Element<'d> {
    let name = &from.value().name;
    let namespace = (&*name.ns != "http://www.w3.org/1999/xhtml").then_some(&*name.ns);
    let to = document.create_element(QName::with_namespace_uri(namespace, &name.local));
    for (name, value) in &from.value().attrs {
        let namespace = (!name.ns.is_empty()).then_some(&*name.ns);
        to.set_attribute_value(QName::with_namespace_uri(namespace, &name.local), value);
    }
    to
}

/// The attribute with the number of an element among all elements. No path reads it.
const NUMBER: &str = "the-number";

/// Numbers the elements of a tree in document order.
fn number_elements(package: &Package) {
    let root = package.as_document().root();
    let mut open: Vec<_> = root.children().into_iter().filter_map(dom::ChildOfRoot::element).collect();
    let mut count = 0;
    while let Some(element) = open.pop() {
        element.set_attribute_value(NUMBER, &count.to_string());
        count += 1;
        let children: Vec<_> = element.children().into_iter().filter_map(dom::ChildOfElement::element).collect();
        open.extend(children.into_iter().rev());
    }
}

fn number(element: dom::Element<'_>) -> usize {
    element.attribute_value(NUMBER).and_then(|number| number.parse().ok()).expect("a number")
}

/// Returns the matches of a path in a tree.
fn expected(path: &str, package: &Package) -> Found {
    let expression = Factory::new().build(path).unwrap_or_else(|error| panic!("{path}: {error}")).expect("a path");
    let value = expression.evaluate(&Context::new(), package.as_document().root());
    let Value::Nodeset(nodes) = value.unwrap_or_else(|error| panic!("{path}: {error}")) else {
        panic!("{path} selects no nodes")
    };
    let found = nodes.document_order().into_iter().filter_map(|node| match node {
        XPathNode::Element(element) => Some((number(element), String::new())),
        XPathNode::Attribute(attribute) => Some((number(attribute.parent()?), attribute.value().to_string())),
        XPathNode::Text(text) => Some((number(text.parent()?), String::new())),
        _ => None,
    });
    let mut found: Found = found.collect();
    // Text nodes of an element need not follow each other.
    found.sort_by_key(|(number, _)| *number);
    found.dedup();
    found
}

/// Compares the matches in a page. Returns their number.
fn compare(name: &str, html: &str, paths: &[&str]) -> Result<Option<usize>, String> {
    let Some(found) = found(html, paths) else { return Ok(None) };
    let package = Package::new();
    copy(&Html::parse_document(html), &package);
    number_elements(&package);
    let program = Selectors::compile(paths).expect("paths");
    let normalized: Vec<_> = (0..paths.len()).map(|index| program.report(index)).collect();
    let normalized: Vec<_> = normalized.iter().map(crate::SelectorReport::selector).collect();
    if self::found(html, &normalized).as_ref() != Some(&found) {
        return Err(format!("{name}: the normal forms {normalized:?} have other matches"));
    }
    let mut failures = Vec::new();
    for (path, found) in paths.iter().zip(&found) {
        let expected = expected(path, &package);
        if *found != expected {
            let at = found.iter().zip(&expected).take_while(|(found, expected)| found == expected).count();
            failures.push(format!(
                "{path}: {} found, {} expected; found {:?}, expected {:?}",
                found.len(),
                expected.len(),
                found.get(at),
                expected.get(at)
            ));
        }
    }
    if !failures.is_empty() {
        return Err(format!("{name}:\n{}", failures.join("\n")));
    }
    Ok(Some(found.iter().map(Vec::len).sum()))
}

/// Returns a random path.
fn random_path(random: &mut Random, vocabulary: &Vocabulary) -> String {
    let mut path = String::new();
    for at in 0..=random.below(3) {
        let axes: &[&str] = &[
            "/",
            "/",
            "//",
            "//",
            "/descendant::",
            "/following-sibling::",
            "/self::",
            "/parent::",
            "/ancestor::",
            "/preceding-sibling::",
            "/following::",
            "/preceding::",
            "/descendant-or-self::",
            "/ancestor-or-self::",
        ];
        let axis = match random.choose(axes) {
            _ if at == 0 => "//",
            // The parent may be the document, whose descendants are not counted.
            "/descendant::" if path.ends_with("..") => "/",
            axis => axis,
        };
        if at > 0 && random.one_in(8) {
            path += "/..";
            continue;
        }
        path += axis;
        path += &random_name(random, vocabulary);
        let has_position = !matches!(axis, "/preceding::" | "/descendant-or-self::" | "/ancestor-or-self::");
        for _ in 0..random.below(3) {
            path += &format!("[{}]", random_predicate(random, vocabulary, 0));
        }
        if has_position && random.one_in(3) {
            let many: &[&str] =
                &["1", "2", "last()", "position() < 3", "position() > 1", "last() - 1", "position() != 1"];
            let position = match axis {
                "/" | "//" | "/self::" | "/parent::" => random.choose(many),
                "/following-sibling::" | "/preceding-sibling::" => random.choose(&many[..6]),
                _ => random.choose(&many[..2]),
            };
            path += &format!("[{position}]");
            if random.one_in(3) {
                path += &format!("[{}]", random_predicate(random, vocabulary, 0));
            }
        }
    }
    match random.below(8) {
        0 => path += &format!("/@{}", random_attribute(random, vocabulary).0),
        1 => path += "/text()",
        // The parent may be the document.
        2 if !path.ends_with("..") => {
            path = format!("({path})[{}]", random.choose(&["1", "2", "last()", "position() < 3"]));
        }
        3 => path = format!("{path} | //{}", random_name(random, vocabulary)),
        _ => {}
    }
    path
}

fn random_name(random: &mut Random, vocabulary: &Vocabulary) -> String {
    match random.below(4) {
        0 => "*".to_string(),
        _ => match word(random, &vocabulary.names) {
            // The names of foreign elements match nothing.
            "svg" | "math" => "*".to_string(),
            name => name.to_ascii_lowercase(),
        },
    }
}

fn random_attribute(random: &mut Random, vocabulary: &Vocabulary) -> (String, String) {
    if vocabulary.attributes.is_empty() {
        return ("class".to_string(), "x".to_string());
    }
    let (name, value) = &vocabulary.attributes[random.below(vocabulary.attributes.len())];
    if name.contains(':') || name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return ("class".to_string(), "x".to_string());
    }
    let value: String = value.chars().take(1 + random.below(12)).filter(|next| *next != '"').collect();
    (name.clone(), value)
}

fn random_predicate(random: &mut Random, vocabulary: &Vocabulary, depth: usize) -> String {
    let name = random_name(random, vocabulary);
    let (attribute, value) = random_attribute(random, vocabulary);
    let text = random.choose(&["x", "e", " x", "the", "a", "x y", "", "1"]);
    match random.below(if depth < 2 { 26 } else { 14 }) {
        0 => format!("@{attribute}"),
        1 => format!("@{attribute}=\"{value}\""),
        2 => format!("contains(@{attribute}, \"{value}\")"),
        3 => format!("starts-with(@{attribute}, \"{value}\")"),
        4 => format!("@{attribute} and @{attribute} != \"{value}\""),
        5 => format!(
            "contains(concat(\" \", normalize-space(@class), \" \"), \" {} \")",
            word(random, &vocabulary.classes)
        ),
        6 => format!("text()=\"{text}\""),
        7 => format!("contains(text(), \"{text}\")"),
        8 => format!("contains(., \"{text}\")"),
        9 => format!("normalize-space()=\"{text}\""),
        10 => format!("starts-with(normalize-space(.), \"{text}\")"),
        11 => format!(".=\"{text}\""),
        12 => format!("string-length(.) > {}", random.below(30)),
        13 => format!("contains(translate(normalize-space(.), \"aeX \", \"AE\"), \"{text}\")"),
        14 => name,
        15 => format!(".//{name}"),
        16 => format!("{name}[{}]", random_predicate(random, vocabulary, depth + 1)),
        17 => format!("{name}[{}]", 1 + random.below(3)),
        18 => {
            let axis = random.choose(&[
                "parent",
                "ancestor",
                "following-sibling",
                "preceding-sibling",
                "self",
                "following",
                "preceding",
            ]);
            format!("{axis}::{name}")
        }
        19 => {
            let axis = random.choose(&["following-sibling", "preceding-sibling", "ancestor"]);
            format!("{axis}::{name}[1][{}]", random_predicate(random, vocabulary, depth + 1))
        }
        20 => format!("not({})", random_predicate(random, vocabulary, depth + 1)),
        21 | 22 => {
            let first = random_predicate(random, vocabulary, depth + 1);
            let operator = random.choose(&["and", "or"]);
            format!("{first} {operator} {}", random_predicate(random, vocabulary, depth + 1))
        }
        23 => format!("count({name}) {} {}", random.choose(&["=", ">", "<", ">=", "!="]), random.below(4)),
        24 => format!("../{}", random_name(random, vocabulary)),
        _ => format!("contains({name}, \"{text}\")"),
    }
}

#[test]
fn the_list_has_enough_paths() {
    let listed = listed();
    assert!(listed.len() >= 150, "{}", listed.len());
    Selectors::compile(&listed).unwrap_or_else(|error| panic!("{}: {error}", listed[error.selector()]));
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn pages_have_the_matches_of_sxd() {
    let mut saved = pages::all();
    saved.retain(|page| !page.name.ends_with("tricky.html") && page.html.len() <= MAX_SIZE);
    let each = variable("TAGRAKE_SELECTORS", 400) / saved.len() + 1;
    let (compared, matches) = on_pages(&saved, each, &listed(), random_path, compare);
    assert!(compared >= 10 && matches > 10_000, "{compared} pages with {matches} matches");
}

#[test]
#[cfg_attr(miri, ignore = "html5ever casts integers to pointers, and Miri warns")]
fn random_documents_have_the_matches_of_sxd() {
    let matches = on_random_documents(random_path, compare);
    assert!(matches > 1_000, "{matches}");
}
