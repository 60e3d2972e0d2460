//! html5ever's tree builder gives the same trees with our tokenizer as with its own. Tested on html5lib's
//! tree-construction tests, where each test that html5ever passes must pass, and on complete pages.
#![cfg(feature = "html5ever")]

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::{TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, ns};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::{pages, repository_file, tree_construction};

/// Returns the name of the context element of a fragment.
fn context_name(context: &str) -> QualName {
    let (ns, name) = match context.split_once(' ') {
        Some(("svg", name)) => (ns!(svg), name),
        Some((_, name)) => (ns!(mathml), name),
        None => (ns!(html), context),
    };
    QualName::new(None, ns, LocalName::from(name))
}

/// Appends a tree in the format of html5lib.
fn write_tree(node: &Handle, depth: usize, text: &mut String) {
    let indent = format!("| {}", "  ".repeat(depth));
    match &node.data {
        NodeData::Document => {}
        NodeData::Doctype { name, public_id, system_id } => {
            let ids = if public_id.is_empty() && system_id.is_empty() {
                String::new()
            } else {
                format!(" \"{public_id}\" \"{system_id}\"")
            };
            let _ = writeln!(text, "{indent}<!DOCTYPE {name}{ids}>");
        }
        NodeData::Text { contents } => {
            let _ = writeln!(text, "{indent}\"{}\"", contents.borrow());
        }
        NodeData::Comment { contents } => {
            let _ = writeln!(text, "{indent}<!-- {contents} -->");
        }
        NodeData::ProcessingInstruction { .. } => unreachable!("HTML has none"),
        NodeData::Element { name, attrs, template_contents, .. } => {
            let _ = writeln!(text, "{indent}<{}{}>", prefix(&name.ns), name.local);
            let mut attributes: Vec<_> = attrs
                .borrow()
                .iter()
                .map(|attribute| {
                    let prefix = prefix(&attribute.name.ns);
                    format!("{indent}  {prefix}{}=\"{}\"\n", attribute.name.local, attribute.value)
                })
                .collect();
            attributes.sort();
            attributes.iter().for_each(|attribute| *text += attribute);
            if let Some(contents) = &*template_contents.borrow() {
                let _ = writeln!(text, "{indent}  content");
                contents.children.borrow().iter().for_each(|child| write_tree(child, depth + 2, text));
            }
        }
    }
    let depth = if let NodeData::Document = node.data { depth } else { depth + 1 };
    node.children.borrow().iter().for_each(|child| write_tree(child, depth, text));
}

fn prefix(namespace: &Namespace) -> &'static str {
    match *namespace {
        ns!(svg) => "svg ",
        ns!(mathml) => "math ",
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "",
    }
}

/// Returns the tree of a document, or of a fragment, whose root is left out.
fn tree_of(dom: &RcDom, is_fragment: bool) -> String {
    let mut text = String::new();
    if is_fragment {
        let root = dom.document.children.borrow()[0].clone();
        root.children.borrow().iter().for_each(|child| write_tree(child, 0, &mut text));
    } else {
        write_tree(&dom.document, 0, &mut text);
    }
    text.trim_end_matches('\n').to_owned()
}

/// Returns the trees with html5ever's tokenizer and with ours.
fn trees(html: &str, context: Option<&QualName>, scripting: bool) -> (String, String) {
    let tree_builder = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, tokenizer: TokenizerOpts::default() };
    let (theirs, ours) = match context {
        None => (
            html5ever::parse_document(RcDom::default(), options).one(html),
            tagrake::tree::parse_document(html.as_bytes(), RcDom::default(), tree_builder),
        ),
        Some(context) => (
            html5ever::parse_fragment(RcDom::default(), options, context.clone(), vec![], scripting).one(html),
            tagrake::tree::parse_fragment(html.as_bytes(), RcDom::default(), tree_builder, context.clone(), vec![]),
        ),
    };
    (tree_of(&theirs, context.is_some()), tree_of(&ours, context.is_some()))
}

#[test]
fn every_tree_construction_test_that_html5ever_passes_passes() {
    let (mut count, mut theirs_pass, mut ours_pass, mut lost) = (0, 0, 0, Vec::new());
    for test in tree_construction::tests() {
        let context = test.context.as_deref().map(context_name);
        for scripting in test.scripting_flags() {
            let (theirs, ours) = trees(&test.html, context.as_ref(), scripting);
            count += 1;
            theirs_pass += usize::from(theirs == test.document);
            ours_pass += usize::from(ours == test.document);
            if theirs == test.document && ours != test.document {
                lost.push(format!("{:?}\n{ours}\nmust be\n{}\n", test.html, test.document));
            }
        }
    }
    println!("{count} tests: html5ever passes {theirs_pass}, with our tokens {ours_pass}");
    assert!(lost.is_empty(), "{} lost\n{}", lost.len(), lost[..lost.len().min(4)].join("\n"));
    assert!(count > 3000 && ours_pass >= theirs_pass && theirs_pass * 100 > count * 95);
}

#[test]
fn pages_have_equal_trees() {
    let mut pages = pages::all();
    pages.extend(pages::below(&repository_file("corpora/fetched")));
    in_parallel(
        pages.len(),
        || (),
        |(), task| {
            let html = String::from_utf8_lossy(&pages[task].html);
            let is_equal = |scripting| {
                let (theirs, ours) = trees(&html, None, scripting);
                theirs == ours
            };
            if [false, true].into_iter().all(is_equal) { Ok(()) } else { Err(pages[task].name.clone()) }
        },
    );
    println!("{} pages: all trees are equal", pages.len());
}

/// A tree sink that records the line of each element.
struct Lines {
    dom: RcDom,
    line: Cell<u64>,
    seen: RefCell<Vec<(String, u64)>>,
}

impl Lines {
    fn new() -> Self {
        Self { dom: RcDom::default(), line: Cell::new(1), seen: RefCell::default() }
    }
}

#[rustfmt::skip]
impl TreeSink for Lines {
    type Handle = Handle;
    type Output = Vec<(String, u64)>;
    type ElemName<'a> = <RcDom as TreeSink>::ElemName<'a>;

    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        self.seen.borrow_mut().push((name.local.to_string(), self.line.get()));
        self.dom.create_element(name, attributes, flags)
    }

    fn finish(self) -> Self::Output { self.seen.into_inner() }
    fn parse_error(&self, message: Cow<'static, str>) { self.dom.parse_error(message); }
    fn get_document(&self) -> Handle { self.dom.get_document() }
    fn elem_name<'a>(&'a self, target: &'a Handle) -> Self::ElemName<'a> { self.dom.elem_name(target) }
    fn create_comment(&self, text: StrTendril) -> Handle { self.dom.create_comment(text) }
    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle { self.dom.create_pi(target, data) }
    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) { self.dom.append(parent, child); }
    fn append_based_on_parent_node(&self, element: &Handle, before: &Handle, child: NodeOrText<Handle>) {
        self.dom.append_based_on_parent_node(element, before, child);
    }
    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        self.dom.append_doctype_to_document(name, public_id, system_id);
    }
    fn get_template_contents(&self, target: &Handle) -> Handle { self.dom.get_template_contents(target) }
    fn same_node(&self, one: &Handle, other: &Handle) -> bool { self.dom.same_node(one, other) }
    fn set_quirks_mode(&self, mode: QuirksMode) { self.dom.set_quirks_mode(mode); }
    fn append_before_sibling(&self, sibling: &Handle, node: NodeOrText<Handle>) {
        self.dom.append_before_sibling(sibling, node);
    }
    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        self.dom.add_attrs_if_missing(target, attributes);
    }
    fn remove_from_parent(&self, target: &Handle) { self.dom.remove_from_parent(target); }
    fn reparent_children(&self, node: &Handle, parent: &Handle) { self.dom.reparent_children(node, parent); }
}

fn lines_of(html: &str) -> Vec<(String, u64)> {
    tagrake::tree::parse_document(html.as_bytes(), Lines::new(), TreeBuilderOpts::default())
}

#[test]
fn elements_have_their_line_numbers() {
    let cases: [(&str, &[(&str, u64)]); 3] = [
        ("<p>\n<b>\n\n<i>", &[("html", 1), ("head", 1), ("body", 1), ("p", 1), ("b", 2), ("i", 4)]),
        ("\r\n<p\ra='\r\n'>\r<b>x\n\r<i>", &[("html", 4), ("head", 4), ("body", 4), ("p", 4), ("b", 5), ("i", 7)]),
        ("<!--\n\n--><title>\n</title>\n<p>", &[("html", 3), ("head", 3), ("title", 3), ("body", 5), ("p", 5)]),
    ];
    for (html, expected) in cases {
        let expected: Vec<_> = expected.iter().map(|&(name, line)| (name.to_owned(), line)).collect();
        assert_eq!(lines_of(html), expected, "{html:?}");
    }
    // html5ever does not count newlines between `=` and a value.
    let is_miscounted = |html: &str| html.split(['\n', '\r']).any(|line| line.trim_end().ends_with('='));
    let mut equal = 0;
    for page in pages::all() {
        let html = String::from_utf8_lossy(&page.html);
        let theirs = html5ever::parse_document(Lines::new(), ParseOpts::default()).one(&*html);
        let ours = lines_of(&html);
        let differs = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
        assert!(ours == theirs || is_miscounted(&html), "{}: {differs:?}", page.name);
        equal += usize::from(ours == theirs);
    }
    println!("{equal} pages: same lines as html5ever");
    assert!(equal >= 22);
}
