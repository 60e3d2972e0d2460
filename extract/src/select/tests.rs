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
use std::string::{String, ToString};
use std::vec::Vec;
use tagrake::names::Element;
use tagrake::{Arena, Options, tokenize_in};

/// Calls `check` with the matches in a page.
fn select<T>(html: &str, selectors: &Selectors, scripting: bool, check: impl FnOnce(&Matches<'_, '_>) -> T) -> T {
    let arena = Arena::new();
    let options = Options::default().with_feedback(false).with_scripting(scripting);
    let mut sink = SelectSink::with_text(selectors, &arena, scripting);
    tokenize_in(html.as_bytes(), &options, &arena, &mut sink);
    check(&sink.finish())
}

/// An element or text of a tree: its depth, and its name in lower case or its text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Element(usize, String),
    Text(usize, String),
}

/// Appends an item. A text after a text of the same depth continues it.
fn append(items: &mut Vec<Item>, item: Item) {
    match (items.last_mut(), item) {
        (Some(Item::Text(depth, text)), Item::Text(next, more)) if *depth == next => text.push_str(&more),
        (_, item) => items.push(item),
    }
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
                    Item::Text(depth, String::from_utf8_lossy(table.texts[node.data as usize]).to_string())
                } else {
                    let known = Element::ALL.get((node.kind.name()) as usize).map_or("", |element| element.as_str());
                    let tag = table.matched[node.data as usize].tags.clone();
                    let name = if known.is_empty() { table.tags[tag.start as usize].name_str() } else { known };
                    Item::Element(depth, name.to_string())
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
