//! `tagrake tokens --unclosed`: the elements that their own end tag does not close, from the tree-builder simulator.

use super::json_string::JsonString;
use crate::failure::Failure;
use crate::output::stdio::StdoutRows;
use crate::report::messages::print_message;
use serde::Serialize;
use std::rc::Rc;
use tagrake::names::Element;
use tagrake::tree_sim::{NewElement, Place, TreeSim, TreeSink};
use tagrake::{
    Arena, Doctype, EndTag, LimitKind, LineIndex, Namespace, Options, Sink, StartTag, Text, UnfinishedKind, tokenize,
};

/// Prints a row for each element of `html` that is open at the end, or that another token than its end tag closed; ordered by offset.
/// A comment, tag or other construct that the end of the document truncates is the last row. `base` is added to offsets.
pub(super) fn print(html: &[u8], base: usize, options: &Options) -> Result<(), Failure> {
    let simulator = TreeSim::with_sink(options.scripting(), options.limits().depth(), Elements::default());
    let mut watcher = Watcher { simulator };
    let summary = tokenize(html, options, &mut Arena::new(), &mut watcher);
    let Watcher { simulator } = watcher;
    let (lines, mut rows) = (LineIndex::new(html), StdoutRows::to_stdout()?);
    let place = |offset: usize| {
        let position = lines.position(offset);
        RowPlace { offset: base + offset, line: position.line, column: position.column }
    };
    for element in simulator.sink().created.iter().filter(|element| !element.is_closed_by_its_own_tag) {
        let closed_by = element.closed_by.as_ref().map(|closer| CloserRow {
            kind: closer.kind,
            name: closer.name.as_deref().map(JsonString),
            place: place(closer.offset),
        });
        rows.write(&Row::Unclosed {
            name: JsonString(&element.name),
            place: place(element.offset),
            end_tag_may_be_omitted: element.may_omit_end_tag,
            closed_by,
        })?;
    }
    // The element of raw text has a row already.
    if let Some(unfinished) = summary.unfinished().filter(|unfinished| unfinished.kind() != UnfinishedKind::RawText) {
        rows.write(&Row::Unfinished { kind: unfinished.kind().as_str(), place: place(unfinished.span().start) })?;
    }
    summary.limits_met().filter(|met| met.kind() != LimitKind::Depth).for_each(print_message);
    if let Some(offset) = simulator.overflowed_at() {
        print_message(format_args!(
            "elements are nested too deeply, so rows from here on may be wrong (offset {offset})"
        ));
    }
    rows.flush()
}

/// One line of the output.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Row<'a> {
    Unclosed {
        name: JsonString<'a>,
        #[serde(flatten)]
        place: RowPlace,
        end_tag_may_be_omitted: bool,
        /// `None` if the element is open at the end of the document.
        closed_by: Option<CloserRow<'a>>,
    },
    Unfinished {
        kind: &'static str,
        #[serde(flatten)]
        place: RowPlace,
    },
}

#[derive(Serialize)]
struct CloserRow<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<JsonString<'a>>,
    #[serde(flatten)]
    place: RowPlace,
}

#[derive(Serialize)]
struct RowPlace {
    offset: usize,
    line: usize,
    column: usize,
}

/// Passes tokens on to the simulator, whose sink learns the current token before.
struct Watcher {
    simulator: TreeSim<Elements>,
}

impl Watcher {
    fn begin(&mut self, kind: &'static str, name: Option<&[u8]>, offset: usize) {
        self.simulator.sink_mut().current = Rc::new(CurrentToken { kind, name: name.map(<[u8]>::to_vec), offset });
    }
}

impl<'a> Sink<'a> for Watcher {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        Sink::doctype(&mut self.simulator, doctype);
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.begin("start_tag", Some(tag.name()), tag.span().start);
        Sink::start_tag(&mut self.simulator, tag);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.begin("end_tag", Some(tag.name()), tag.span().start);
        Sink::end_tag(&mut self.simulator, tag);
    }

    fn text(&mut self, text: Text<'a>) {
        self.begin("text", None, text.span().start);
        Sink::text(&mut self.simulator, text);
    }
}

/// A token that may close elements.
#[derive(Debug, Default)]
struct CurrentToken {
    kind: &'static str,
    /// The name of a tag.
    name: Option<Vec<u8>>,
    offset: usize,
}

/// An element that a start tag created.
#[derive(Debug)]
struct CreatedElement {
    name: Vec<u8>,
    offset: usize,
    may_omit_end_tag: bool,
    /// True if its end tag closed it, or its start tag, as of void elements.
    is_closed_by_its_own_tag: bool,
    closed_by: Option<Rc<CurrentToken>>,
}

/// The elements of a document, and what closed them.
#[derive(Debug, Default)]
struct Elements {
    current: Rc<CurrentToken>,
    created: Vec<CreatedElement>,
}

impl TreeSink for Elements {
    /// The index of an element in `created`. `None` for elements that the rules imply, or create again: what happened to the
    /// element of the tag is known then.
    type Node = Option<usize>;

    fn create(&mut self, element: NewElement<'_>) -> Option<usize> {
        if !element.has_tag {
            return None;
        }
        let is_html = element.namespace == Namespace::Html;
        let name = if element.name == Element::Other { element.bytes } else { element.name.as_str().as_bytes() };
        self.created.push(CreatedElement {
            name: name.to_vec(),
            offset: self.current.offset,
            may_omit_end_tag: is_html && element.name.may_omit_end_tag(),
            is_closed_by_its_own_tag: false,
            closed_by: None,
        });
        Some(self.created.len() - 1)
    }

    fn create_again(&mut self, _: Option<usize>) -> Option<usize> {
        None
    }

    fn insert(&mut self, _: Place<Option<usize>>, _: Option<usize>) {}

    fn move_children(&mut self, _: Option<usize>, _: Option<usize>) {}

    fn detach(&mut self, _: Option<usize>) {}

    fn close(&mut self, node: Option<usize>) {
        let Some(element) = node.map(|index| &mut self.created[index]) else { return };
        // A `head` is open once more while a tag between `head` and `body` adds to it.
        if element.closed_by.is_none() {
            element.is_closed_by_its_own_tag = element.offset == self.current.offset
                || self.current.kind == "end_tag" && self.current.name.as_ref() == Some(&element.name);
            element.closed_by = Some(Rc::clone(&self.current));
        }
    }

    fn add_attributes(&mut self, _: Option<usize>) {}
}
