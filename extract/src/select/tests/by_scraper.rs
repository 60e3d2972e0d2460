//! Compares matches with scraper's, in number, order and text: on saved pages and random documents, for selectors of the
//! kind that scrapers use (`selectors.txt`) and for random ones.
//!
//! An element is identified by its place among all elements of the document, since `trees.rs` proves that the trees are
//! equal. scraper differs from the standard in three ways, which the tests take into account:
//!
//! * It counts the contents of `template` elements as elements of the document.
//! * Identifiers and classes have a case in quirks mode, too.
//! * It has no integration point `annotation-xml`, which one page has.

use super::super::css::normalized;
use super::super::parser::parse;
use super::comparison::{on_pages, on_random_documents};
use crate::{SelectSink, Selectors};
use scraper::{ElementRef, Html, Selector};
use std::collections::HashMap;
use std::format;
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec::Vec;
use tagrake::{Arena, Options, tokenize_in};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::{pages, repository_file, variable};

/// Selectors, one a line. Lines that start with `//` are comments.
const SELECTORS: &str = include_str!("selectors.txt");

fn listed() -> Vec<&'static str> {
    SELECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with("//")).collect()
}

/// The number of an element in the document, and its text.
type Found = Vec<(usize, String)>;

/// Compares the matches in a page. Returns the number of matches. Returns `None` if the page exceeds a limit.
fn compare(name: &str, html: &str, selectors: &[&str]) -> Result<Option<usize>, String> {
    let program = Selectors::compile(selectors).unwrap_or_else(|error| panic!("{error}"));
    // scraper parses with the scripting flag.
    let arena = Arena::new();
    let mut sink = SelectSink::with_text(&program, &arena, true);
    sink.always_has_case();
    tokenize_in(html.as_bytes(), &Options::default().with_feedback(false).with_scripting(true), &arena, &mut sink);
    let found: Option<Vec<Found>> = {
        let matches = &sink.finish();
        let table = &matches.table;
        let mut numbers = HashMap::new();
        let mut inside = Vec::from([false]);
        inside.resize(table.nodes.len(), false);
        for id in table.in_order() {
            let node = table.node(id);
            let parent = table.node(node.parent);
            inside[id as usize] = inside[node.parent as usize] || parent.kind.is_template();
            if node.kind != super::Kind::TEXT && !inside[id as usize] {
                numbers.insert(id, numbers.len());
            }
        }
        let found = |index: usize| {
            let ids = &matches.matches[index];
            let texts = matches.of(index).map(|found| String::from_utf8_lossy(&found.text()).to_string());
            ids.iter().map(|id| numbers[id]).zip(texts).collect()
        };
        matches.limited_at().is_none().then(|| (0..matches.matches.len()).map(found).collect())
    };
    let Some(found) = found else { return Ok(None) };

    let document = Html::parse_document(html);
    let is_inside = |element: &ElementRef<'_>| {
        element.ancestors().any(|node| node.value().is_fragment() && node.parent().is_some())
    };
    let mut numbers = HashMap::new();
    for element in document.root_element().descendants().filter_map(ElementRef::wrap) {
        if !is_inside(&element) {
            numbers.insert(element.id(), numbers.len());
        }
    }
    for (selector, found) in selectors.iter().zip(&found) {
        let parsed = Selector::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
        let expected = document.select(&parsed).filter(|element| !is_inside(element));
        let text = |element: ElementRef<'_>| -> String {
            element
                .descendants()
                .filter(|node| {
                    let mut between = node.ancestors().take_while(|ancestor| ancestor.id() != element.id());
                    !between.any(|ancestor| ancestor.value().is_fragment())
                })
                .filter_map(|node| node.value().as_text().map(|text| text.to_string()))
                .collect()
        };
        let mut expected: Found = expected.map(|element| (numbers[&element.id()], text(element))).collect();
        // scraper lists the elements in the order in which they were created.
        expected.sort_by_key(|(number, _)| *number);
        if *found != expected {
            let at = found.iter().zip(&expected).take_while(|(found, expected)| found == expected).count();
            return Err(format!(
                "{name}: {selector}: {} found, {} expected\nfound {:?}\nexpected {:?}",
                found.len(),
                expected.len(),
                found.get(at),
                expected.get(at)
            ));
        }
    }
    Ok(Some(found.iter().map(Vec::len).sum()))
}

/// Names of elements, classes, identifiers, attributes and values of a page.
#[derive(Default)]
pub(super) struct Vocabulary {
    pub(super) names: Vec<String>,
    pub(super) classes: Vec<String>,
    ids: Vec<String>,
    pub(super) attributes: Vec<(String, String)>,
}

impl Vocabulary {
    pub(super) fn of(html: &str) -> Self {
        let document = Html::parse_document(html);
        let mut vocabulary = Self::default();
        for element in document.root_element().descendants().filter_map(ElementRef::wrap) {
            let value = element.value();
            vocabulary.names.push(value.name().to_string());
            vocabulary.classes.extend(value.classes().map(String::from));
            vocabulary.ids.extend(value.id().map(String::from));
            vocabulary.attributes.extend(value.attrs().map(|(name, value)| (name.to_string(), value.to_string())));
        }
        for words in [&mut vocabulary.names, &mut vocabulary.classes, &mut vocabulary.ids] {
            words.sort();
            words.dedup();
            words.retain(|word| is_identifier(word));
        }
        vocabulary.attributes.sort();
        vocabulary.attributes.dedup();
        vocabulary
            .attributes
            .retain(|(name, value)| is_identifier(name) && !value.contains(['\'', '\\', '\n', '\r', '\x0C', '\0']));
        vocabulary
    }
}

fn is_identifier(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.chars().all(|next| next.is_ascii_alphanumeric() || matches!(next, '-' | '_'))
}

/// Returns a random word of a list, or `x`.
pub(super) fn word<'w>(random: &mut Random, words: &'w [String]) -> &'w str {
    if words.is_empty() { "x" } else { &words[random.below(words.len())] }
}

fn random_selector(random: &mut Random, vocabulary: &Vocabulary, depth: usize) -> String {
    let mut selector = random_compound(random, vocabulary, depth);
    while random.one_in(2) {
        selector += random.choose(&[" ", " ", " > ", " + ", " ~ "]);
        selector += &random_compound(random, vocabulary, depth);
    }
    if random.one_in(12) && depth == 0 {
        selector = format!("{selector}, {}", random_compound(random, vocabulary, depth));
    }
    selector
}

fn random_compound(random: &mut Random, vocabulary: &Vocabulary, depth: usize) -> String {
    let mut compound = match random.below(5) {
        0 => "*".to_string(),
        1 => String::new(),
        _ => word(random, &vocabulary.names).to_string(),
    };
    let parts = random.below(3) + usize::from(compound.is_empty());
    for _ in 0..parts {
        compound += &match random.below(12) {
            0..3 => format!(".{}", word(random, &vocabulary.classes)),
            3 => format!("#{}", word(random, &vocabulary.ids)),
            4..6 => random_attribute(random, vocabulary),
            6 => random.choose(&[":first-child", ":last-child", ":only-child", ":empty", ":root"]).to_string(),
            7 => random.choose(&[":first-of-type", ":last-of-type", ":only-of-type"]).to_string(),
            8 => {
                let index = random.choose(&["2", "odd", "even", "2n+1", "-n+3", "3n - 1", "n+2", "n", "0"]);
                let name = random.choose(&["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"]);
                format!(":{name}({index})")
            }
            9 if depth < 2 => format!(":not({})", random_selector(random, vocabulary, depth + 1)),
            10 if depth < 2 => {
                let name = random.choose(&["is", "where"]);
                let (first, second) =
                    (random_selector(random, vocabulary, depth + 1), random_selector(random, vocabulary, depth + 1));
                format!(":{name}({first}, {second})")
            }
            11 if depth == 0 => {
                let combinator = random.choose(&["", "> ", "+ ", "~ "]);
                format!(":has({combinator}{})", random_simple(random, vocabulary))
            }
            _ => format!(
                "[{}]",
                word(random, &vocabulary.attributes.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())
            ),
        };
    }
    compound
}

/// Returns a random selector for `:has`.
fn random_simple(random: &mut Random, vocabulary: &Vocabulary) -> String {
    let compound = |random: &mut Random| {
        let name = word(random, &vocabulary.names);
        match random.below(5) {
            0 => format!(".{}", word(random, &vocabulary.classes)),
            1 => format!("{name}:last-child"),
            2 => format!("{name}:not(.{})", word(random, &vocabulary.classes)),
            3 => {
                let function = random.choose(&["is", "not", "where"]);
                let outer = word(random, &vocabulary.names);
                let combinator = random.choose(&[" ", " > ", " + ", " ~ "]);
                format!("{name}:{function}({outer}{combinator}.{}, {outer} {name})", word(random, &vocabulary.classes))
            }
            _ => name.to_string(),
        }
    };
    let mut selector = compound(random);
    while random.one_in(3) {
        selector += random.choose(&[" ", " > ", " + ", " ~ "]);
        selector += &compound(random);
    }
    selector
}

fn random_attribute(random: &mut Random, vocabulary: &Vocabulary) -> String {
    if vocabulary.attributes.is_empty() {
        return "[x]".to_string();
    }
    let (name, value) = &vocabulary.attributes[random.below(vocabulary.attributes.len())];
    let boundaries: Vec<usize> = value.char_indices().map(|(at, _)| at).chain([value.len()]).collect();
    let from = boundaries[random.below(boundaries.len())];
    let value = match random.below(4) {
        0 => value,
        1 => &value[from..],
        2 => &value[..from],
        _ => value.split(' ').next().unwrap_or_default(),
    };
    let operator = random.choose(&["=", "~=", "|=", "^=", "$=", "*="]);
    let value = if random.one_in(4) { value.to_ascii_uppercase() } else { value.to_string() };
    format!("[{name}{operator}'{value}'{}]", random.choose(&["", "", " i", " s"]))
}

#[test]
fn the_list_has_enough_selectors() {
    let listed = listed();
    assert!(listed.len() >= 200, "{}", listed.len());
    Selectors::compile(&listed).unwrap_or_else(|error| panic!("{}: {error}", listed[error.selector()]));
}

/// Checks that the normal form of each selector is read as the same selector.
fn has_normal_form(selectors: &[&str]) {
    for selector in selectors {
        let list = parse(0, selector).expect("a selector");
        let text = normalized(&list);
        assert_eq!(parse(0, &text), Ok(list), "{selector} is not {text}");
    }
}

#[test]
fn normal_forms_have_escapes() {
    let selectors = [
        r#"#\31 0, .\.a\:b, [\-], [-\31 ="\"\\\a x\7F" i], \0, é"#,
        ":nth-child(2n - 1 of a > b,c), :nth-last-of-type(-n), :nth-child(-3), :nth-child(+N+0)",
        ":any-link:not( a:has( > b, + c ~ d ) ) , :where(*|x , :root)",
    ];
    has_normal_form(&selectors);
    let text = normalized(&parse(0, selectors[1]).expect("a selector"));
    assert_eq!(text, ":nth-child(2n-1 of a > b, c), :nth-last-of-type(-n), :nth-child(-3), :nth-child(n)");
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn pages_have_the_matches_of_scraper() {
    let mut saved = pages::all();
    saved.retain(|page| !page.name.ends_with("tricky.html"));
    if let Ok(folder) = std::env::var("TAGRAKE_CORPUS") {
        saved.extend(pages::below(&PathBuf::from(folder)));
    } else {
        saved.extend(pages::below(&repository_file("corpora/fetched/real-small")));
    }
    let each = variable("TAGRAKE_SELECTORS", 2000) / saved.len() + 1;
    let (compared, matches) = on_pages(
        &saved,
        each,
        &listed(),
        |random, words| random_selector(random, words, 0),
        |name, html, selectors| {
            has_normal_form(selectors);
            compare(name, html, selectors)
        },
    );
    assert!(compared >= 30 && matches > 100_000, "{compared} pages with {matches} matches");
}

#[test]
#[cfg_attr(miri, ignore = "html5ever casts integers to pointers, and Miri warns")]
fn random_documents_have_the_matches_of_scraper() {
    let matches = on_random_documents(|random, words| random_selector(random, words, 0), compare);
    assert!(matches > 1_000, "{matches}");
}
