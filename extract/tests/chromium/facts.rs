//! The facts of a page: as Chromium reports them in `facts.txt`, and as the extractor does.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tagrake::{Arena, Options, tokenize_in};
use tagrake_extract::{Context, Extractor, Link, LinkClass, Page, SelectSink, Selectors};

const ORIGIN: &str = "http://pages.example/";

/// The facts that are compared as they are written.
#[rustfmt::skip]
pub(crate) const FACTS: [&str; 13] = [
    "charset", "base", "title", "lang", "description", "robots", "canonical", "refresh", "og", "hrefs", "href-order",
    "selected", "text",
];

/// The selectors of the fact `selected`, one a line.
const SELECTORS: &str = include_str!("selectors.txt");

/// Returns the 32-bit FNV-1a hash of the bytes, as 8 hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0x811c_9dc5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// Returns the number and the hash of lines, as in `facts.txt`. Returns `None` if there is none.
fn count_and_hash(lines: &[&str]) -> Option<String> {
    (!lines.is_empty()).then(|| format!("{} {}", lines.len(), hash(lines.join("\n").as_bytes())))
}

/// The facts of one page, as `facts.txt` writes them.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// The values by [`FACTS`]. A fact that the page does not have is missing.
    pub(crate) values: BTreeMap<&'static str, String>,
    /// The first 6 digits of the hash of each URL: requests of Chromium, or rows of the extractor.
    pub(crate) requests: BTreeSet<String>,
}

impl Facts {
    /// Reads a line of `facts.txt`.
    fn read(&mut self, key: &str, value: &str) {
        if key == "requests" {
            let digits = value.as_bytes().chunks(6);
            self.requests = digits.map(|digits| String::from_utf8_lossy(digits).into_owned()).collect();
        } else {
            let fact = FACTS.into_iter().find(|fact| *fact == key).unwrap_or_else(|| panic!("unknown fact: {key}"));
            self.values.insert(fact, value.to_owned());
        }
    }

    /// Returns true if the page has a fact.
    pub(crate) fn has(&self, fact: &str) -> bool {
        self.values.contains_key(fact) || (fact == "requests" && !self.requests.is_empty())
    }
}

/// Returns the pages of `facts.txt`: the name, the hash of the page, and the facts of Chromium.
pub(crate) fn read(file: &str) -> BTreeMap<&str, (&str, Facts)> {
    let mut pages = BTreeMap::new();
    let mut lines = file.lines().filter(|line| !line.starts_with('#')).peekable();
    while let Some(name) = lines.next() {
        let (mut sum, mut facts) = ("", Facts::default());
        while let Some(line) = lines.next_if(|line| line.starts_with("    ")) {
            let line = &line[4..];
            match line.split_once(' ').unwrap_or((line, "")) {
                ("sum", value) => sum = value,
                (key, value) => facts.read(key, value),
            }
        }
        assert!(pages.insert(name, (sum, facts)).is_none(), "{name} is listed twice");
    }
    pages
}

/// The facts of the extractor in full, with the names that `ask.mjs` uses.
pub(crate) struct FullFacts(Value);

/// Extracts the facts of a page of the set.
pub(crate) fn extract(name: &str, html: &[u8], extractor: &mut Extractor) -> FullFacts {
    let url = format!("{ORIGIN}{name}");
    let context = Context::default().with_url(Some(&url)).with_content_type(Some("text/html"));
    let page = extractor.extract(html, &context);
    let anchors = page.links.iter().filter(|link| is_anchor(link));
    let robots = page.robots.iter().filter(|rules| rules.agent == "*");
    let body = html.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(html);
    FullFacts(json!({
        "charset": page.encoding.encoding.name(),
        "base": page.base_url,
        "title": page.title,
        "lang": page.lang,
        "description": page.description,
        "robots": robots.flat_map(|rules| rules.directives).collect::<Vec<_>>(),
        "canonical": page.canonical,
        "refresh": page.refresh.map(|refresh| format!("{} {}", refresh.seconds, refresh.url)),
        "og": page.og.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>(),
        "hrefs": anchors.map(|link| link.url.unwrap_or(link.raw)).collect::<Vec<_>>(),
        "selected": selected(&page.encoding.encoding.decode(body)),
        "text": page.text,
        "requests": rows(&page),
    }))
}

/// Returns a line for each match of each selector: the number of the selector, and a hash of attributes and text.
fn selected(html: &str) -> Vec<String> {
    let selectors = Selectors::compile(&Vec::from_iter(SELECTORS.lines())).expect("the selectors are valid");
    let (arena, options) = (Arena::new(), Options::default().with_feedback(false).with_scripting(true));
    let mut sink = SelectSink::with_text(&selectors, &arena, true);
    tokenize_in(html.as_bytes(), &options, &arena, &mut sink);
    let matches = sink.finish();
    let mut lines = Vec::new();
    for number in 0..selectors.len() {
        for found in matches.of(number) {
            let attributes = ["class", "href", "src"].map(|name| found.attribute(name).unwrap_or_default().to_vec());
            let parts = [&attributes[..], &[found.text()]].concat();
            lines.push(format!("{number} {}", hash(&parts.join(&b'\n'))));
        }
    }
    lines
}

/// Returns true if the link is the `href` of an `a` or `area` element of the document.
fn is_anchor(link: &Link<'_>) -> bool {
    matches!((link.element, link.attr), ("a" | "area", "href")) && !link.in_template && !link.in_srcdoc
}

/// Returns the URLs with the scheme `http` or `https` that are rows, without fragments.
fn rows<'a>(page: &Page<'a>) -> BTreeSet<&'a str> {
    let is_http = |link: &&Link<'_>| matches!(link.class, LinkClass::Http | LinkClass::Fragment);
    let urls = page.links.iter().filter(is_http).filter_map(|link| link.url);
    urls.map(|url| url.split_once('#').map_or(url, |(start, _)| start)).collect()
}

impl FullFacts {
    /// Returns all values as JSON.
    pub(crate) fn to_json(&self) -> String {
        self.0.to_string()
    }

    /// Returns the facts as `facts.txt` writes them.
    pub(crate) fn summary(&self, name: &str) -> Facts {
        let mut facts = Facts::default();
        let page_url = format!("{ORIGIN}{name}");
        for fact in FACTS {
            let string = self.0[fact].as_str();
            let value = match fact {
                "base" => string.filter(|base| *base != page_url).map(str::to_owned),
                "robots" => Some(self.strings(fact).join(", ")).filter(|robots| !robots.is_empty()),
                "og" | "selected" => count_and_hash(&self.strings(fact)),
                "hrefs" => count_and_hash(&Vec::from_iter(BTreeSet::from_iter(self.strings("hrefs")))),
                "href-order" => count_and_hash(&self.strings("hrefs")),
                "text" => count_and_hash(&words(string.unwrap_or_default())),
                _ => string.map(str::to_owned),
            };
            facts.values.extend(value.map(|value| (fact, value)));
        }
        facts.requests = self.strings("requests").iter().map(|url| hash(url.as_bytes())[..6].to_owned()).collect();
        facts
    }

    /// Returns the strings of a list.
    fn strings(&self, fact: &str) -> Vec<&str> {
        self.0[fact].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

fn words(text: &str) -> Vec<&str> {
    let is_space = |character: char| matches!(character, '\t' | '\n' | '\x0C' | '\r' | ' ' | '\u{A0}');
    text.split(is_space).filter(|word| !word.is_empty()).collect()
}
