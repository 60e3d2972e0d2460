//! Compares the items of microdata with the items of a DOM: html5ever's tree, crawled by the algorithms of the standard.
//!
//! White space is left out of the comparison, because the text of a property is `textContent` with collapsed white
//! space, and with spaces where blocks begin and end.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::rc::Rc;
use std::slice;
use tagrake::encoding::Encoding;
use tagrake_extract::{Context, ExtractOptions, Extractor, Flag, Item, ItemSource, ItemValue};
use tagrake_testsupport::pages;
use tagrake_testsupport::repository_file;

/// Precedes a URL as written in the expected values.
const URL: &str = "URL:";

/// An item: its types, its properties with their values in document order.
type Found = (Vec<String>, Vec<(String, String)>);

/// Returns an attribute of an HTML element.
fn attribute(node: &Handle, name: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    attrs.borrow().iter().find(|attribute| &*attribute.name.local == name).map(|attribute| attribute.value.to_string())
}

fn is_html(node: &Handle) -> bool {
    matches!(&node.data, NodeData::Element { name, .. } if name.ns == html5ever::ns!(html))
}

fn name(node: &Handle) -> String {
    match &node.data {
        NodeData::Element { name, .. } if is_html(node) => name.local.to_string(),
        _ => String::new(),
    }
}

fn tokens(value: Option<String>) -> Vec<String> {
    value.unwrap_or_default().split_ascii_whitespace().map(str::to_owned).collect()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|character| !character.is_ascii_whitespace() && *character != '\u{A0}').collect()
}

/// Returns all elements of a tree in tree order, each with its position.
fn elements(root: &Handle) -> Vec<Handle> {
    let (mut all, mut pending) = (Vec::new(), vec![root.clone()]);
    while let Some(node) = pending.pop() {
        pending.extend(node.children.borrow().iter().rev().cloned());
        if let NodeData::Element { .. } = node.data {
            all.push(node);
        }
    }
    all
}

fn text_content(node: &Handle, text: &mut String) {
    for child in node.children.borrow().iter() {
        match &child.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            NodeData::Element { .. } => {
                // Scripts, and what browsers do not show, are left out.
                let is_shown = !["script", "style", "noembed", "noframes", "iframe", "xmp"].contains(&&*name(child));
                if is_shown {
                    text_content(child, text);
                }
            }
            _ => {}
        }
    }
}

/// The [value](https://html.spec.whatwg.org/multipage/microdata.html#concept-property-value), with URLs as written.
fn value(node: &Handle, positions: &HashMap<*const markup5ever_rcdom::Node, usize>) -> String {
    if attribute(node, "itemscope").is_some() {
        return format!("item {}", positions[&Rc::as_ptr(node)]);
    }
    let text = || {
        let mut text = String::new();
        text_content(node, &mut text);
        text
    };
    let attribute_value = |name| attribute(node, name).unwrap_or_default();
    let content = attribute(node, "content").filter(|content| !content.is_empty());
    let url = |name| format!("{URL}{}", attribute_value(name));
    let value = match &*name(node) {
        "meta" => attribute_value("content"),
        "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => url("src"),
        "a" | "area" | "link" => url("href"),
        "object" => url("data"),
        "data" | "meter" => attribute_value("value"),
        "time" => attribute(node, "datetime").or(content).unwrap_or_else(text),
        _ => content.unwrap_or_else(text),
    };
    squeezed(&value)
}

/// The items of a tree, by [the properties of an
/// item](https://html.spec.whatwg.org/multipage/microdata.html#the-properties-of-an-item).
fn items_of_tree(html: &str) -> Vec<Found> {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let dom = parse_document(RcDom::default(), options).one(html);
    let all = elements(&dom.document);
    let is_item = |node: &Handle| is_html(node) && attribute(node, "itemscope").is_some();
    let items: Vec<_> = all.iter().filter(|node| is_item(node)).collect();
    let positions: HashMap<_, _> = items.iter().enumerate().map(|(index, node)| (Rc::as_ptr(node), index)).collect();
    let order: HashMap<_, _> = all.iter().enumerate().map(|(index, node)| (Rc::as_ptr(node), index)).collect();
    let mut by_id = HashMap::new();
    for node in &all {
        if let Some(id) = attribute(node, "id") {
            by_id.entry(id).or_insert(node);
        }
    }
    let of_item = |root: &Handle| {
        let (mut found, mut memory) = (BTreeMap::new(), HashSet::from([Rc::as_ptr(root)]));
        let mut pending: Vec<Handle> = root.children.borrow().iter().cloned().collect();
        pending
            .extend(tokens(attribute(root, "itemref")).iter().filter_map(|id| by_id.get(id).map(|&node| node.clone())));
        while let Some(node) = pending.pop() {
            if !matches!(node.data, NodeData::Element { .. }) || !memory.insert(Rc::as_ptr(&node)) {
                continue;
            }
            if !is_item(&node) {
                pending.extend(node.children.borrow().iter().cloned());
            }
            if is_html(&node) && attribute(&node, "itemprop").is_some() {
                found.insert(order[&Rc::as_ptr(&node)], node);
            }
        }
        let properties = found.values().flat_map(|node| {
            let value = value(node, &positions);
            tokens(attribute(node, "itemprop")).into_iter().map(move |name| (name, value.clone()))
        });
        (tokens(attribute(root, "itemtype")), properties.collect())
    };
    items.into_iter().map(of_item).collect()
}

/// The items of the page, in the same form. Without a base URL, relative URLs are as written.
fn items(list: &[Item<'_>]) -> Vec<Found> {
    let of_item = |item: &Item<'_>| {
        let properties = item.properties.iter().map(|property| {
            let value = match property.value {
                ItemValue::Item(index) => format!("item {index}"),
                ItemValue::Text(text) => squeezed(text),
                other => format!("{other:?}"),
            };
            (property.name.to_owned(), value)
        });
        (item.types.iter().map(|&name| name.to_owned()).collect(), properties.collect())
    };
    list.iter().filter(|item| item.source == ItemSource::Microdata).map(of_item).collect()
}

/// Returns true if the items are equal. Of URLs, only the part that resolving keeps is compared: `tests/urls.rs` tests
/// resolving.
fn is_same(found: &[Found], expected: &[Found]) -> bool {
    let is_same_value = |found: &str, expected: &str| match expected.strip_prefix(URL) {
        Some(url) if url.starts_with("data:") => url.starts_with(found),
        Some(url) => {
            let kept = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
            let url = url.rsplit(['/', '%', '\\']).next().unwrap_or_default();
            !url.is_ascii() || kept(found).ends_with(&kept(url))
        }
        None => found == expected,
    };
    let is_same_property = |(found, expected): (&(String, String), &(String, String))| {
        found.0 == expected.0 && is_same_value(&found.1, &expected.1)
    };
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| {
            let is_same_length = found.1.len() == expected.1.len();
            found.0 == expected.0 && is_same_length && found.1.iter().zip(&expected.1).all(is_same_property)
        })
}

#[test]
fn items_equal_those_of_a_tree() {
    let mut extractor = Extractor::new(ExtractOptions::default().with_items(true));
    let mut all = pages::all();
    all.extend(pages::below(&repository_file("corpora/fetched")));
    let mut inputs: Vec<_> = all.into_iter().map(|page| (page.name, page.html)).collect();
    for name in ["recipe", "shop", "event-rdfa"] {
        let path = repository_file(&format!("bulk/tests/data/items/{name}.html"));
        inputs.push((name.to_owned(), fs::read(path).expect("a page")));
    }
    let (mut compared, mut different) = (0, Vec::new());
    for (name, html) in &inputs {
        let Ok(html) = std::str::from_utf8(html) else { continue };
        if !html.contains("itemscope") {
            continue;
        }
        let utf_8 = Encoding::for_label(b"utf-8");
        let page = extractor.extract(html.as_bytes(), &Context::default().with_encoding(utf_8));
        let found = items(page.items);
        let expected = items_of_tree(html);
        if expected.is_empty() && found.is_empty() || page.flags.has(Flag::LimitItems) {
            continue;
        }
        compared += 1;
        if !is_same(&found, &expected) {
            let at = found
                .iter()
                .zip(&expected)
                .find(|&(one, other)| !is_same(slice::from_ref(one), slice::from_ref(other)));
            let properties = at.map(|(one, other)| one.1.iter().zip(&other.1).find(|(one, other)| one != other));
            different.push(format!("{name}: {properties:?}, {} and {} items", found.len(), expected.len()));
        }
    }
    assert!(different.is_empty(), "{} of {compared}\n{}", different.len(), different.join("\n"));
    let least = if repository_file("corpora/fetched").is_dir() { 200 } else { 10 };
    assert!(compared >= least, "{compared} pages with items");
}
