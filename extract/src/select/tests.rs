//! Tests against html5lib's trees, and against the matches of scraper and sxd-xpath.

mod by_scraper;
mod by_xpath;
mod comparison;
mod standard_lists;
mod syntax;
mod trees;
mod without_text;
mod xpath;

use super::node::{DOCUMENT, Kind, NONE};
use super::{Matches, SelectSink, Selectors};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;
use tagrake::names::Element;
use tagrake::{Arena, Namespace, Options, tokenize_in};
use tagrake_testsupport::tree_construction::{Item, append};

/// Calls `check` with the matches in a page.
fn select<T>(html: &str, selectors: &Selectors, scripting: bool, check: impl FnOnce(&Matches<'_, '_>) -> T) -> T {
    let arena = Arena::new();
    let options = Options::default().with_feedback(false).with_scripting(scripting);
    let mut sink = SelectSink::with_text(selectors, &arena, scripting);
    tokenize_in(html.as_bytes(), &options, &arena, &mut sink);
    check(&sink.finish())
}

/// Returns an element without its attributes.
fn element(depth: usize, namespace: Namespace, name: &str) -> Item {
    let prefix = match namespace {
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
        _ => "",
    };
    Item::Element { depth, name: format!("{prefix}{name}"), attributes: Vec::new() }
}

/// Returns the tree of a page, by the table.
fn tree(html: &str, scripting: bool) -> Vec<Item> {
    let all = Selectors::compile(&["*"]).expect("a selector");
    select(html, &all, scripting, |matches| {
        let table = &matches.table;
        let (mut items, mut at, mut depth) = (Vec::new(), table.node(DOCUMENT).first_child, 0);
        let mut in_order = Vec::new();
        while at != NONE {
            in_order.push(at);
            let node = table.node(at);
            append(
                &mut items,
                if node.kind == Kind::TEXT {
                    Item::Text { depth, text: String::from_utf8_lossy(table.texts[node.data as usize]).to_string() }
                } else {
                    let known = Element::ALL.get((node.kind.name()) as usize).map_or("", |element| element.as_str());
                    let tag = table.matched[node.data as usize].tags.clone();
                    let name = if known.is_empty() { table.tags[tag.start as usize].name_str() } else { known };
                    element(depth, node.kind.namespace(), name)
                },
            );
            let mut from = at;
            at = node.first_child;
            depth += 1;
            while at == NONE && from != DOCUMENT {
                depth -= 1;
                at = table.node(from).next;
                from = table.node(from).parent;
            }
        }
        assert_eq!(*table.in_order(), in_order, "{html:?}");
        items
    })
}
