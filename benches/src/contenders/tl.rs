//! tl, which parses into a list of nodes with its own grammar.

use super::contender::{Agreement, Contender, each};
use crate::pass_counts::PassCounts;
use tl::{Node, ParserOptions};

pub(super) fn contenders() -> Vec<Contender> {
    vec![Contender::new("tl", Agreement::Free, each(read))]
}

/// Counts nodes. They are elements, so there are no end tags.
fn read(html: &str, visit: &mut PassCounts) {
    let Ok(document) = tl::parse(html, ParserOptions::default()) else {
        visit.failed += 1;
        return;
    };
    for node in document.nodes() {
        match node {
            Node::Tag(tag) => {
                visit.see_start_tag(tag.name().as_bytes());
                let attributes = tag.attributes();
                for (name, value) in [(b"id".as_slice(), attributes.id()), (b"class", attributes.class())] {
                    if let Some(value) = value {
                        visit.see_attribute(name, value.as_bytes());
                    }
                }
                for (name, value) in attributes.unstable_raw().iter() {
                    visit.see_attribute(name.as_bytes(), value.as_ref().map_or(&[][..], |value| value.as_bytes()));
                }
            }
            Node::Raw(text) => visit.see_text(text.as_bytes()),
            Node::Comment(data) => visit.see_comment(data.as_bytes()),
        }
    }
}
