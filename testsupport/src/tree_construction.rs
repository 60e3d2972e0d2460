//! The tree-construction tests of html5lib-tests, and trees in their form.
//!
//! [Format](https://github.com/html5lib/html5lib-tests/blob/master/tree-construction/README.md).

use crate::package_files;
use std::collections::HashMap;
use std::fs;

/// One test: a document, or a fragment.
pub struct TreeTest {
    pub html: String,
    /// The context element of a fragment: its name, after `svg ` or `math ` if it is foreign.
    pub context: Option<String>,
    /// The scripting flag to which the test is limited.
    pub scripting: Option<bool>,
    /// The expected tree.
    pub document: String,
}

impl TreeTest {
    /// Returns the values of the scripting flag to which the test applies.
    pub fn scripting_flags(&self) -> impl Iterator<Item = bool> + use<> {
        let limit = self.scripting;
        [false, true].into_iter().filter(move |&flag| limit.is_none_or(|limit| limit == flag))
    }
}

const SECTIONS: [&str; 7] =
    ["#data", "#errors", "#new-errors", "#document-fragment", "#script-on", "#script-off", "#document"];

/// Returns the tests of all files.
pub fn tests() -> Vec<TreeTest> {
    let mut tests = Vec::new();
    for path in package_files("markup5ever_rcdom", "html5lib-tests/tree-construction", "dat") {
        add_tests(&fs::read_to_string(&path).expect("a file in UTF-8"), &mut tests);
    }
    tests
}

/// Returns the tests of documents, without the tests of fragments.
pub fn documents() -> Vec<TreeTest> {
    let mut tests = tests();
    tests.retain(|test| test.context.is_none());
    tests
}

fn add_tests(file: &str, tests: &mut Vec<TreeTest>) {
    // The lines of each test by section.
    let mut sections: Vec<HashMap<&str, Vec<&str>>> = Vec::new();
    let mut name = "";
    for line in file.trim_end_matches('\n').split('\n') {
        if line == "#data" {
            sections.push(HashMap::new());
        }
        let test = sections.last_mut().expect("a file starts with a test");
        match SECTIONS.into_iter().find(|section| *section == line) {
            Some(section) => {
                name = section;
                test.insert(name, Vec::new());
            }
            None => test.entry(name).or_default().push(line),
        }
    }
    for test in &sections {
        let text = |name: &str| test.get(name).map(|lines| lines.join("\n"));
        tests.push(TreeTest {
            html: text("#data").unwrap_or_default(),
            context: text("#document-fragment"),
            scripting: match (test.contains_key("#script-on"), test.contains_key("#script-off")) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            },
            document: text("#document").expect("a test has a tree").trim_end_matches('\n').to_owned(),
        });
    }
}

/// A node of a tree. Its depth is the number of elements around it. Names are in lower case, after `svg ` or `math ` if the
/// element is foreign. A child of the contents of a `template` is a child of the element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An element, with its attributes as `name="value"`, sorted.
    Element {
        depth: usize,
        name: String,
        attributes: Vec<String>,
    },
    Text {
        depth: usize,
        text: String,
    },
    /// A comment or processing instruction.
    Comment {
        depth: usize,
    },
}

/// Appends an item. A text after a text of the same depth continues it.
pub fn append(items: &mut Vec<Item>, item: Item) {
    match (items.last_mut(), item) {
        (Some(Item::Text { depth, text }), Item::Text { depth: next, text: more }) if *depth == next => {
            text.push_str(&more);
        }
        (_, item) => items.push(item),
    }
}

/// Returns the nodes of an expected tree, in tree order, without the DOCTYPE.
pub fn items(document: &str) -> Vec<Item> {
    // The indents of the open elements.
    let (mut items, mut open) = (Vec::new(), Vec::<usize>::new());
    for node in format!("\n{document}").split("\n| ").skip(1) {
        let line = node.trim_start_matches(' ');
        let indent = node.len() - line.len();
        while open.last().is_some_and(|&last| last >= indent) {
            open.pop();
        }
        let depth = open.len();
        if let Some(text) = line.strip_prefix('"') {
            let text = text.strip_suffix('"').expect("a text ends with a quotation mark").to_owned();
            append(&mut items, Item::Text { depth, text });
        } else if line.starts_with("<!--") || line.starts_with("<?") {
            items.push(Item::Comment { depth });
        } else if let Some(name) = line.strip_prefix('<').and_then(|line| line.strip_suffix('>')) {
            if !name.starts_with("!DOCTYPE") {
                items.push(Item::Element { depth, name: name.to_ascii_lowercase(), attributes: Vec::new() });
                open.push(indent);
            }
        } else if line != "content" {
            let (name, value) = line.split_once('=').expect("an attribute has a value");
            let Some(Item::Element { attributes, .. }) = items.last_mut() else {
                panic!("an attribute without element")
            };
            // The tests write the prefixes of foreign attributes in this way.
            attributes.push(format!("{}={value}", name.replace(' ', ":").to_ascii_lowercase()));
            attributes.sort();
        }
    }
    items
}
