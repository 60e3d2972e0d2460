//! Parsing to a tree with html5ever's tree builder, with its own tokenizer and with ours.

use super::contender::{Agreement, Contender, each};
use crate::pass_counts::PassCounts;
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{NodeData, RcDom};

pub(super) fn contenders() -> Vec<Contender> {
    vec![
        Contender::new("html5ever to a tree", Agreement::Free, each(read)).slow(),
        Contender::new("tagrake to html5ever's tree", Agreement::Free, each(read_our_tokens)).slow(),
    ]
}

fn read(html: &str, visit: &mut PassCounts) {
    visit_tree(&parse_document(RcDom::default(), ParseOpts::default()).one(html), visit);
}

fn read_our_tokens(html: &str, visit: &mut PassCounts) {
    visit_tree(&tagrake::tree::parse_document(html.as_bytes(), RcDom::default(), TreeBuilderOpts::default()), visit);
}

/// Counts the nodes of a tree. They differ from the tokens, because a tree has implied elements.
fn visit_tree(tree: &RcDom, visit: &mut PassCounts) {
    let mut nodes = vec![tree.document.clone()];
    while let Some(node) = nodes.pop() {
        match &node.data {
            NodeData::Doctype { name, .. } => visit.see_doctype(name.as_bytes()),
            NodeData::Element { name, attrs, template_contents, .. } => {
                visit.see_start_tag(name.local.as_bytes());
                for attribute in attrs.borrow().iter() {
                    visit.see_attribute(attribute.name.local.as_bytes(), attribute.value.as_bytes());
                }
                nodes.extend(template_contents.borrow().iter().cloned());
            }
            NodeData::Text { contents } => visit.see_text(contents.borrow().as_bytes()),
            NodeData::Comment { contents } => visit.see_comment(contents.as_bytes()),
            NodeData::Document | NodeData::ProcessingInstruction { .. } => {}
        }
        nodes.extend(node.children.borrow().iter().cloned());
    }
}
