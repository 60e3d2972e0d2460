//! The links of real pages match those in html5ever's DOM.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::collections::BTreeMap;
use tagrake_benches::corpora;
use tagrake_benches::corpus::Document;
use tagrake_extract::{Context, ExtractOptions, Extractor};

/// The compared attributes, which hold one URL each.
const ATTRIBUTES: [(&str, &[&str]); 6] = [
    ("href", &["a", "area", "link", "base"]),
    ("src", &["img", "script", "iframe", "frame", "source", "video", "audio", "track", "embed"]),
    ("action", &["form"]),
    ("poster", &["video"]),
    ("data", &["object"]),
    ("cite", &["blockquote", "q", "ins", "del"]),
];

/// The maximum depth of documents in `srcdoc`.
const SRCDOC_DEPTH: usize = 2;

/// The number of each element, attribute and URL.
type Links = BTreeMap<(String, String, String), isize>;

fn is_compared(element: &str, attr: &str) -> bool {
    ATTRIBUTES.iter().any(|(name, elements)| *name == attr && elements.contains(&element))
}

/// Truncates a link to a length that tagrake keeps of `data:` URLs too.
fn cut(link: &str) -> String {
    link.chars().take(4000).collect()
}

/// Returns the links of a page, and of the documents in `srcdoc` as deep as tagrake reads them.
fn links_of_dom(html: &str) -> Links {
    let (mut links, mut documents) = (Links::new(), vec![html.to_owned()]);
    for _ in 0..=SRCDOC_DEPTH {
        documents = documents.iter().flat_map(|html| add_links_of_document(html, &mut links)).collect();
    }
    links
}

/// Adds the links of a document. Returns the documents in `srcdoc`.
fn add_links_of_document(html: &str, links: &mut Links) -> Vec<String> {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let dom = parse_document(RcDom::default(), ParseOpts { tree_builder, ..ParseOpts::default() }).one(html);
    let mut documents = Vec::new();
    let mut rest: Vec<Handle> = vec![dom.document.clone()];
    while let Some(node) = rest.pop() {
        rest.extend(node.children.borrow().iter().cloned());
        if let NodeData::Element { name, attrs, template_contents, .. } = &node.data {
            rest.extend(template_contents.borrow().iter().cloned());
            for attribute in attrs.borrow().iter() {
                let (element, attr) = (&*name.local, &*attribute.name.local);
                if &*name.ns != "http://www.w3.org/1999/xhtml" {
                    continue;
                }
                if (element, attr) == ("iframe", "srcdoc") {
                    documents.push(attribute.value.to_string());
                }
                if is_compared(element, attr) {
                    let key = (element.to_owned(), attr.to_owned(), cut(&attribute.value));
                    *links.entry(key).or_default() += 1;
                }
            }
        }
    }
    documents
}

fn links_of_tokens(html: &str, extractor: &mut Extractor) -> Links {
    let mut links = Links::new();
    let page =
        extractor.extract(html.as_bytes(), &Context::default().with_content_type(Some("text/html;charset=utf-8")));
    for link in page.links.iter().filter(|link| is_compared(link.element, link.attr)) {
        *links.entry((link.element.to_owned(), link.attr.to_owned(), cut(link.raw))).or_default() += 1;
    }
    links
}

/// The differences of a page.
#[derive(Default)]
struct Differences {
    links: isize,
    /// `a` links only in the DOM: copies by the adoption agency algorithm.
    copies: isize,
    /// Other links only in the DOM.
    more: isize,
    /// Links of `form` and `frame` tags that tree construction ignores, such as a form in a form.
    ignored: isize,
    /// Other links that are not in the DOM.
    missing: isize,
}

fn compare(document: &Document, extractor: &mut Extractor, differences: &mut Differences) {
    let (mut left, dom) = (links_of_tokens(&document.html, extractor), links_of_dom(&document.html));
    differences.links += left.values().sum::<isize>();
    for (key, count) in dom {
        *left.entry(key).or_default() -= count;
    }
    for ((element, attr, raw), count) in left {
        let kind = match (count.signum(), element.as_str()) {
            (0, _) => continue,
            (-1, "a") => &mut differences.copies,
            (-1, _) => &mut differences.more,
            (_, "form" | "frame") => &mut differences.ignored,
            _ => &mut differences.missing,
        };
        *kind += count.abs();
        if !matches!((count.signum(), element.as_str()), (-1, "a") | (1, "form" | "frame")) {
            println!("{}: {count:+} {element}@{attr} {raw}", document.name);
        }
    }
}

#[test]
fn links_match_the_dom() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_max_links(usize::MAX));
    for set in corpora::read_all() {
        let mut differences = Differences::default();
        for document in &set.documents {
            compare(document, &mut extractor, &mut differences);
        }
        let Differences { links, copies, more, ignored, missing } = differences;
        println!(
            "{}: {links} links; copies of a: {copies}, ignored: {ignored}, more: {more}, missing: {missing}",
            set.name
        );
        assert_eq!((more, missing), (0, 0), "{}", set.name);
        assert!(copies + ignored <= links / 100 + 5, "{}", set.name);
    }
}
