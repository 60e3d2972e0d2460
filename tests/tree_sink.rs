//! Tree construction for a receiver that keeps a tree. The trees, with attributes, texts and comments, are the expected ones of
//! html5lib's tests, and the handles of elements are open as long as the receiver has the elements open.

use std::collections::HashSet;
use std::ops::Range;
use tagrake::names::Element;
use tagrake::tree_sim::{Inserted, NewElement, OpenHandle, Place, TreeSim, TreeSink, ends_scopes};
use tagrake::{
    Arena, Comment, Doctype, EndTag, Namespace, Options, ProcessingInstruction, Sink, StartTag, Text, TextState,
    tokenize,
};
use tagrake_testsupport::tree_construction::{Item, append, documents, items};

const DEPTH: usize = 512;

/// A node, by its index in [`Tree::nodes`].
type NodeId = usize;

const DOCUMENT: NodeId = 0;

struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Document,
    Element { name: String, attributes: Vec<(String, String)> },
    Text(String),
    Comment,
}

/// A tree of nodes.
struct Tree {
    nodes: Vec<Node>,
    /// The attributes of the current start tag, and the decoded characters of the current text.
    attributes: Vec<(String, String)>,
    text: String,
    held: String,
    closed: HashSet<NodeId>,
}

impl Tree {
    fn new() -> Self {
        let document = Node { parent: None, children: Vec::new(), kind: Kind::Document };
        Self {
            nodes: vec![document],
            attributes: Vec::new(),
            text: String::new(),
            held: String::new(),
            closed: HashSet::new(),
        }
    }

    fn push(&mut self, kind: Kind) -> NodeId {
        self.nodes.push(Node { parent: None, children: Vec::new(), kind });
        self.nodes.len() - 1
    }

    fn attributes_mut(&mut self, node: NodeId) -> &mut Vec<(String, String)> {
        match &mut self.nodes[node].kind {
            Kind::Element { attributes, .. } => attributes,
            _ => panic!("only elements have attributes"),
        }
    }

    fn index_of(&self, parent: NodeId, child: NodeId) -> usize {
        self.nodes[parent].children.iter().position(|&other| other == child).expect("a child of its parent")
    }

    fn add_items(&self, parent: NodeId, depth: usize, items: &mut Vec<Item>) {
        for &child in &self.nodes[parent].children {
            let item = match &self.nodes[child].kind {
                Kind::Document => panic!("a document has no parent"),
                Kind::Element { name, attributes } => {
                    let mut attributes: Vec<_> =
                        attributes.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
                    attributes.sort();
                    Item::Element { depth, name: name.clone(), attributes }
                }
                Kind::Text(text) => Item::Text { depth, text: text.clone() },
                Kind::Comment => Item::Comment { depth },
            };
            append(items, item);
            self.add_items(child, depth + 1, items);
        }
    }
}

impl TreeSink for Tree {
    type Node = NodeId;

    fn create(&mut self, element: NewElement<'_>) -> NodeId {
        let prefix = match element.namespace {
            Namespace::Svg => "svg ",
            Namespace::MathMl => "math ",
            _ => "",
        };
        let name = match element.name {
            Element::Other => String::from_utf8_lossy(element.bytes).into_owned(),
            name => name.as_str().to_ascii_lowercase(),
        };
        let attributes = if element.has_tag { self.attributes.clone() } else { Vec::new() };
        self.push(Kind::Element { name: format!("{prefix}{name}"), attributes })
    }

    fn create_again(&mut self, node: NodeId) -> NodeId {
        let kind = self.nodes[node].kind.clone();
        self.push(kind)
    }

    fn insert(&mut self, place: Place<NodeId>, child: NodeId) {
        self.detach(child);
        let last = |node: NodeId| (node, self.nodes[node].children.len());
        let (parent, at) = match place {
            Place::Document => last(DOCUMENT),
            Place::In(node) | Place::Above(node) => last(node),
            Place::Before { table, above } => match self.nodes[table].parent {
                Some(parent) => (parent, self.index_of(parent, table)),
                None => last(above),
            },
        };
        self.nodes[parent].children.insert(at, child);
        self.nodes[child].parent = Some(parent);
    }

    fn move_children(&mut self, from: NodeId, to: NodeId) {
        for child in std::mem::take(&mut self.nodes[from].children) {
            self.nodes[child].parent = Some(to);
            self.nodes[to].children.push(child);
        }
    }

    fn detach(&mut self, node: NodeId) {
        if let Some(parent) = self.nodes[node].parent.take() {
            let at = self.index_of(parent, node);
            self.nodes[parent].children.remove(at);
        }
    }

    fn close(&mut self, node: NodeId) {
        // Elements of the head after its end tag open `head` again.
        let is_head = matches!(&self.nodes[node].kind, Kind::Element { name, .. } if name == "head");
        assert!(self.closed.insert(node) || is_head, "an element is closed once");
    }

    fn add_attributes(&mut self, node: NodeId) {
        for attribute in self.attributes.clone() {
            let attributes = self.attributes_mut(node);
            if attributes.iter().all(|(name, _)| *name != attribute.0) {
                attributes.push(attribute);
            }
        }
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn insert_text(&mut self, place: Place<NodeId>, range: Range<usize>) {
        let text = std::mem::take(&mut self.held) + &self.text[range].replace('\0', "\u{FFFD}");
        if !text.is_empty() {
            let node = self.push(Kind::Text(text));
            self.insert(place, node);
        }
    }

    fn insert_comment(&mut self, parent: NodeId) {
        let node = self.push(Kind::Comment);
        self.insert(Place::In(parent), node);
    }

    fn hold_text(&mut self, range: Range<usize>) {
        self.held.push_str(&self.text[range]);
    }

    fn holds_text(&self) -> bool {
        !self.held.is_empty()
    }
}

/// Passes the tokens on, and decides text states and CDATA sections as tree construction does.
struct Reader {
    simulator: TreeSim<Tree>,
    state: TextState,
    /// The open elements that [`TreeSim::insert`] returned, with their nodes, if handles are tested.
    handles: Option<Vec<(OpenHandle, NodeId)>>,
}

impl Reader {
    /// Tests that each handle is open as long as its element is not closed, and whether a `template` is open.
    fn check_handles(&self) {
        let (simulator, tree) = (&self.simulator, self.simulator.sink());
        let is_open_template = |(node, Node { kind, .. }): (NodeId, &Node)| {
            matches!(kind, Kind::Element { name, .. } if name == "template") && !tree.closed.contains(&node)
        };
        assert_eq!(simulator.is_in_template(), tree.nodes.iter().enumerate().any(is_open_template));
        for &(handle, node) in self.handles.iter().flatten() {
            assert_eq!(simulator.is_open(handle), !tree.closed.contains(&node), "node {node}");
        }
    }
}

impl<'a> Sink<'a> for Reader {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        Sink::doctype(&mut self.simulator, doctype);
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        let attribute = |(name, value): (&[u8], &[u8])| {
            (String::from_utf8_lossy(name).into_owned(), String::from_utf8_lossy(value).into_owned())
        };
        let attributes = tag.attributes().map(|found| (found.name(), found.value())).map(attribute).collect();
        let created = self.simulator.sink().nodes.len();
        self.simulator.sink_mut().attributes = attributes;
        match &mut self.handles {
            None => self.state = self.simulator.read_start_tag(&tag).state,
            Some(handles) => {
                let inserted = self.simulator.insert(&tag);
                let tree = self.simulator.sink();
                let is_new = |node: &NodeId| match &tree.nodes[*node].kind {
                    Kind::Element { name, .. } => {
                        name.split(' ').next_back() == Some(tag.name_str()) || tag.name() == b"image" && name == "img"
                    }
                    _ => false,
                };
                // Tree construction may reopen formatting elements before it creates the element.
                let node = (created..tree.nodes.len()).rev().find(is_new);
                match (inserted, node) {
                    (Inserted::Open(handle), Some(node)) => {
                        assert!(!tree.closed.contains(&node), "{tag:?}");
                        handles.push((handle, node));
                    }
                    (Inserted::Open(_), None) => assert!(matches!(tag.name(), b"html" | b"body"), "{tag:?}"),
                    (Inserted::Closed, Some(node)) => assert!(tree.closed.contains(&node), "{tag:?}"),
                    (Inserted::Closed, None) => panic!("{tag:?} has no element"),
                    (Inserted::Nothing, node) => assert_eq!(node, None, "{tag:?}"),
                }
            }
        }
        self.check_handles();
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        Sink::end_tag(&mut self.simulator, tag);
        self.state = TextState::Data;
        self.check_handles();
    }

    fn text(&mut self, text: Text<'a>) {
        self.simulator.sink_mut().text = text.decoded_str().to_owned();
        Sink::text(&mut self.simulator, text);
    }

    fn comment(&mut self, comment: Comment<'a>) {
        Sink::comment(&mut self.simulator, comment);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        Sink::processing_instruction(&mut self.simulator, instruction);
    }

    fn next_state(&mut self) -> Option<TextState> {
        self.handles.is_none().then_some(self.state)
    }

    fn allows_cdata(&self) -> bool {
        self.simulator.allows_cdata()
    }
}

/// Reads a document.
fn read(html: &str, options: &Options, handles: Option<Vec<(OpenHandle, NodeId)>>) -> TreeSim<Tree> {
    let simulator = TreeSim::with_sink(options.scripting(), DEPTH, Tree::new());
    let mut reader = Reader { simulator, state: TextState::Data, handles };
    tokenize(html.as_bytes(), options, &mut Arena::new(), &mut reader);
    reader.simulator
}

/// Returns the tree of a document.
fn tree(html: &str, options: Options) -> Vec<Item> {
    let mut items = Vec::new();
    read(html, &options.with_feedback(false), None).finish().add_items(DOCUMENT, 0, &mut items);
    items
}

/// Returns the expected tree without the comments that a sink does not get: in the document, and after `body`.
fn expected(document: &str) -> Vec<Item> {
    let mut is_after_body = false;
    let mut items = items(document);
    items.retain(|item| match item {
        Item::Element { depth: 1, name, .. } => {
            is_after_body = name == "body";
            true
        }
        Item::Comment { depth: 0 } => false,
        Item::Comment { depth: 1 } => !is_after_body,
        _ => true,
    });
    items
}

#[test]
fn trees_are_those_of_html5lib() {
    let (mut tests, mut changed) = (0, Vec::new());
    for test in documents() {
        for scripting in test.scripting_flags() {
            tests += 1;
            let found = tree(&test.html, Options::default().with_scripting(scripting));
            let expected = expected(&test.document);
            if found != expected {
                changed.push(format!("{:?}\n   found {found:?}\nexpected {expected:?}", test.html));
            }
        }
    }
    // The standard has changed since these tests were written.
    assert_eq!((tests, changed.len()), (3109, 28), "{}", changed.join("\n"));
}

/// Trees that html5lib's tests do not have, in their form.
#[test]
fn trees_of_rare_tokens() {
    let cases = [
        ("<p>a<?b?>c", "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"a\"\n|       <!--  -->\n|       \"c\""),
        ("<frameset></frameset><html a=b>", "| <html>\n|   a=\"b\"\n|   <head>\n|   <frameset>"),
        ("<frameset></frameset></html><html a=b>", "| <html>\n|   a=\"b\"\n|   <head>\n|   <frameset>"),
    ];
    for (html, expected) in cases {
        let options = Options::default().with_processing_instructions(true);
        assert_eq!(tree(html, options), items(expected), "{html}");
    }
}

/// Pairs of documents with the same tree.
#[test]
fn trees_that_are_equal() {
    let pairs = [
        // The Noah's Ark clause compares attributes in any order.
        ("<b a=1 c=2><b c=2 a=1><b a=1 c=2><b c=2 a=1><p>x", "<b a=1 c=2><b a=1 c=2><b a=1 c=2><b a=1 c=2><p>x"),
        (
            "<p><b a=1 c=2><b c=2 a=1><b a=1 c=2><b c=2 a=1></p>x",
            "<p><b a=1 c=2><b a=1 c=2><b a=1 c=2><b a=1 c=2></p>x",
        ),
        // Without its DOCTYPE, a `table` is allowed in a `p`.
        ("\n<!DOCTYPE html><p><table>", "<!DOCTYPE html><p><table>"),
    ];
    for (one, other) in pairs {
        assert_eq!(tree(one, Options::default()), tree(other, Options::default()), "{one}");
    }
    assert_ne!(tree("<p><table>", Options::default()), tree("<!DOCTYPE html><p><table>", Options::default()));
}

#[test]
fn special_foreign_elements_end_scopes() {
    let special = [
        (Namespace::Svg, "desc"),
        (Namespace::Svg, "title"),
        (Namespace::MathMl, "mi"),
        (Namespace::MathMl, "annotation-xml"),
    ];
    for (namespace, name) in special {
        assert!(ends_scopes(namespace, name.as_bytes()), "{name}");
    }
    for (namespace, name) in
        [(Namespace::Svg, "g"), (Namespace::Svg, "mi"), (Namespace::MathMl, "mrow"), (Namespace::Html, "table")]
    {
        assert!(!ends_scopes(namespace, name.as_bytes()), "{name}");
    }
}

#[test]
fn handles_are_open_as_long_as_their_elements() {
    for test in documents() {
        read(&test.html, &Options::default(), Some(Vec::new()));
    }
}

/// The memory of attributes is freed with their element.
#[test]
fn closed_elements_take_no_memory() {
    let tag = format!("<b class={}>", "x".repeat(100));
    let of_open = read(&tag, &Options::default(), None).heap_bytes();
    assert!((100..300).contains(&of_open), "{of_open} bytes");
    let closed = format!("{tag}</b>").repeat(1000);
    assert_eq!(read(&closed, &Options::default(), None).heap_bytes(), 0);
    assert_eq!(read(&format!("{closed}{tag}"), &Options::default(), None).heap_bytes(), of_open);
}
