//! Trees from our tokens against those from html5ever's own tokenizer: on html5lib's tests of tree construction, where each
//! that it passes must pass, and on whole pages.

mod support;

use html5ever::tendril::TendrilSink;
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{LocalName, Namespace, ParseOpts, QualName, ns};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use support::{package_dir, pages};

/// A test of html5lib: its input, the element that it is inside of, the scripting flag and the tree.
struct Test {
    data: String,
    context: Option<QualName>,
    scripting: bool,
    document: String,
}

const SECTIONS: [&str; 7] =
    ["#data", "#errors", "#new-errors", "#document-fragment", "#script-on", "#script-off", "#document"];

/// Returns the tests of a file, for each setting of the scripting flag that they are for.
fn tests_of(file: &str) -> Vec<Test> {
    // Of each test its sections, by name, with the lines of each.
    let mut sections: Vec<HashMap<&str, Vec<&str>>> = Vec::new();
    let mut name = "";
    for line in file.trim_end_matches('\n').split('\n') {
        if line == "#data" {
            sections.push(HashMap::new());
        }
        let test = sections.last_mut().expect("a file begins with a test");
        match SECTIONS.into_iter().find(|section| *section == line) {
            Some(section) => {
                name = section;
                test.insert(name, Vec::new());
            }
            None => test.entry(name).or_default().push(line),
        }
    }
    let mut tests = Vec::new();
    for test in &sections {
        let text = |name: &str| test.get(name).map(|lines| lines.join("\n"));
        let context = text("#document-fragment").map(|context| {
            let (ns, name) = match context.split_once(' ') {
                Some(("svg", name)) => (ns!(svg), name),
                Some((_, name)) => (ns!(mathml), name),
                None => (ns!(html), &*context),
            };
            QualName::new(None, ns, LocalName::from(name))
        });
        for (scripting, other) in [(false, "#script-on"), (true, "#script-off")] {
            if !test.contains_key(other) {
                let document = text("#document").expect("a test has a tree").trim_end_matches('\n').to_owned();
                let data = text("#data").unwrap_or_default();
                tests.push(Test { data, context: context.clone(), scripting, document });
            }
        }
    }
    tests
}

/// Writes a tree down as html5lib does.
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

/// Returns the trees by html5ever alone, and with our tokens.
fn trees(html: &str, context: Option<&QualName>, scripting: bool) -> (String, String) {
    let tree_builder = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, tokenizer: TokenizerOpts::default() };
    let (theirs, ours) = match context {
        None => (
            html5ever::parse_document(RcDom::default(), options).one(html),
            tagrake::html5ever::parse_document(html.as_bytes(), RcDom::default(), tree_builder),
        ),
        Some(context) => (
            html5ever::parse_fragment(RcDom::default(), options, context.clone(), vec![], scripting).one(html),
            tagrake::html5ever::parse_fragment(
                html.as_bytes(),
                RcDom::default(),
                tree_builder,
                context.clone(),
                vec![],
            ),
        ),
    };
    (tree_of(&theirs, context.is_some()), tree_of(&ours, context.is_some()))
}

#[test]
fn every_test_of_tree_construction_that_html5ever_passes_passes() {
    let folder = package_dir("markup5ever_rcdom").join("html5lib-tests/tree-construction");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the tests are there")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "dat"))
        .collect();
    files.sort();
    let (mut count, mut theirs_pass, mut ours_pass, mut lost) = (0, 0, 0, Vec::new());
    for path in files {
        let file = String::from_utf8_lossy(&fs::read(&path).expect("the file can be read")).into_owned();
        for Test { data, context, scripting, document } in tests_of(&file) {
            let (theirs, ours) = trees(&data, context.as_ref(), scripting);
            count += 1;
            theirs_pass += usize::from(theirs == document);
            ours_pass += usize::from(ours == document);
            if theirs == document && ours != document {
                lost.push(format!("{data:?}\n{ours}\nmust be\n{document}\n"));
            }
        }
    }
    println!("{count} tests: html5ever passes {theirs_pass}, with our tokens {ours_pass}");
    assert!(lost.is_empty(), "{} lost\n{}", lost.len(), lost[..lost.len().min(4)].join("\n"));
    assert!(count > 3000 && ours_pass >= theirs_pass && theirs_pass * 100 > count * 95);
}

#[test]
fn pages_have_equal_trees() {
    for page in pages::all() {
        let html = String::from_utf8_lossy(&page.html);
        for scripting in [false, true] {
            let (theirs, ours) = trees(&html, None, scripting);
            assert!(theirs == ours, "{}", page.name);
        }
    }
}
