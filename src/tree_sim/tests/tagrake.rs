//! Our tokenizer, driven by [`TreeSim`].

use super::{DEPTH, Event, append_name};
use crate::arena::Source;
use crate::options::Options;
use crate::run::Run;
use crate::text_state::TextState;
use crate::token::Namespace;
use crate::tree_sim::Name;
use crate::tree_sim::element::ElementKind;
use crate::tree_sim::element_table::ElementId;
use crate::tree_sim::{InsertionMode, StartTagOutcome, TreeSim};
use crate::{Arena, Comment, Doctype, EndTag, Sink, StartTag, Text, state_machine};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The result of reading a document.
pub(super) struct ReadResult {
    pub(super) events: Vec<Event>,
    /// The index in `events` from which html5ever 0.40.1 differs from the standard.
    pub(super) html5ever_differs_at: Option<usize>,
    /// The outcomes of the start tags.
    pub(super) outcomes: Vec<StartTagOutcome>,
    pub(super) tree: TreeSim,
}

/// Reads a document.
pub(super) fn read(html: &str, scripting: bool) -> ReadResult {
    let arena = Arena::new();
    let options = Options::default().with_feedback(false);
    let mut run = Run::new(Source { input: html.as_bytes(), text: None, arena: &arena }, &options);
    let read = ReadResult {
        events: Vec::new(),
        html5ever_differs_at: None,
        outcomes: Vec::new(),
        tree: TreeSim::new(scripting, DEPTH),
    };
    let mut reader = Reader { read, resets_frameset_ok: false, state: None, text: None, must_reread: false };
    while !run.finished {
        let last_start_tag = run.last_start_tag;
        state_machine::run_to_token(&mut run, &mut reader);
        // Text may affect the markup after it, so that markup is read again.
        if let Some((end, state)) = reader.text.take()
            && core::mem::take(&mut reader.must_reread)
        {
            run.offset = end;
            run.text_state = state;
            run.last_start_tag = last_start_tag;
            run.finished = false;
        }
        run.text_state = reader.state.take().unwrap_or(run.text_state);
        run.settings.cdata = reader.read.tree.allows_cdata();
    }
    reader.read
}

/// Feeds tokens to the simulator: at most one for each call of the state machine.
struct Reader {
    read: ReadResult,
    /// True if the open `body` element was implied and set the frameset-ok flag back to "ok".
    resets_frameset_ok: bool,
    /// The state that follows a start tag.
    state: Option<TextState>,
    /// The end of the text of this call, and the state in which the text was read.
    text: Option<(usize, TextState)>,
    /// True if a token came after the text in the same call, so that it must be read again.
    must_reread: bool,
}

impl Reader {
    /// Returns true if the current token comes after text in the same call of the state machine.
    fn comes_after_text(&mut self) -> bool {
        self.must_reread |= self.text.is_some();
        self.text.is_some()
    }

    /// Records the state of tree construction after a tag.
    fn record_construction(&mut self) {
        let tree = &self.read.tree;
        let mut state = String::new();
        let mut append = |id: ElementId| {
            let element = &tree.elements[id];
            append_name(&mut state, element.kind.namespace, &String::from_utf8_lossy(element.name()));
        };
        // The simulator has an `html` element before the rules create it.
        if !matches!(tree.mode, InsertionMode::Initial | InsertionMode::BeforeHtml) {
            tree.open.ids().iter().copied().for_each(&mut append);
        }
        tree.formatting.elements().for_each(&mut append);
        if tree.head {
            append_name(&mut state, Namespace::Html, "head");
        }
        if tree.form.is_some() {
            append_name(&mut state, Namespace::Html, "form");
        }
        self.read.events.push(Event::Construction(state));
    }

    /// Records the current token if html5ever differs from the standard there for the first time.
    fn note_difference(&mut self, differs: bool) {
        if differs && self.read.html5ever_differs_at.is_none() {
            self.read.html5ever_differs_at = Some(self.read.events.len());
        }
    }

    /// Returns true if html5ever differs from the standard at a tag.
    fn differs_at_tag(&self, name: Name, bytes: &[u8], is_end: bool) -> bool {
        use Name::*;
        let tree = &self.read.tree;
        let is_annotation = |kind: ElementKind| kind.namespace == Namespace::MathMl && kind.name == AnnotationXml;
        // html5ever does not treat `annotation-xml` as the end of a scope, nor does it stop there when a tag breaks out
        // of foreign content.
        if tree.open_elements().any(is_annotation) {
            return true;
        }
        // html5ever does not treat foreign elements as special for "any other end tag".
        let html = ElementKind { name, ..ElementKind::default() };
        let is_any_other = !html.is_special() || name == Noscript;
        let mut is_boundary_open = false;
        let misses_boundary = tree.open.ids().iter().rev().any(|&id| {
            let element = &tree.elements[id];
            is_boundary_open |= !element.kind.is_html() && element.kind.is_special();
            let is_wanted = match name {
                Li if !is_end => element.kind.is(Li),
                Dd | Dt if !is_end => element.kind.is_one_of(&[Dd, Dt]),
                A | Nobr => element.kind.is(name),
                _ => is_end && is_any_other && element.kind.is_html() && element.is_named(name, bytes),
            };
            is_boundary_open && is_wanted
        });
        // html5ever does not treat `thead` as a table body.
        let misses_thead = matches!(name, Caption | Col | Colgroup | Tbody | Tfoot | Thead | Table)
            && tree.has_template()
            && tree.open_elements().any(|kind| kind.is(Thead));
        misses_boundary || misses_thead || name == Frameset && self.resets_frameset_ok
    }

    /// Returns true if html5ever differs from the standard at text: it does not collect table text in templates.
    fn differs_at_text(&self) -> bool {
        let tree = &self.read.tree;
        let reconstructs = tree.formatting.last().is_some_and(|id| tree.stack_index(id).is_none());
        reconstructs && tree.current_node().is(Name::Template) && tree.mode != InsertionMode::InTemplate
    }

    /// Calls `step`. Records if it implied a `body` after something in the head set the frameset-ok flag to "not ok".
    fn step(&mut self, step: impl FnOnce(&mut TreeSim)) {
        let tree = &mut self.read.tree;
        let has_no_body = tree.mode == InsertionMode::AfterHead
            || tree.mode == InsertionMode::InHead
            || tree.mode == InsertionMode::InHeadNoscript;
        let was_not_ok = has_no_body && !tree.frameset_ok;
        step(tree);
        self.resets_frameset_ok |=
            was_not_ok && tree.mode != InsertionMode::AfterHead && tree.mode != InsertionMode::InHead;
    }
}

impl<'a> Sink<'a> for Reader {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if !self.comes_after_text() {
            let (public_id, system_id) = (doctype.public_id(), doctype.system_id());
            self.read.tree.doctype(doctype.name(), public_id, system_id, doctype.force_quirks());
        }
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.comes_after_text() {
            return;
        }
        self.read.events.push(Event::StartTag(tag.name_str().to_string()));
        self.note_difference(self.differs_at_tag(Name::of(tag.name()), tag.name(), false));
        let mut outcome = StartTagOutcome::default();
        self.step(|tree| outcome = tree.start_tag(&tag));
        self.state = Some(outcome.state);
        self.read.outcomes.push(outcome);
        self.record_construction();
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        if !self.comes_after_text() {
            self.read.events.push(Event::EndTag(tag.name_str().to_string()));
            self.note_difference(self.differs_at_tag(Name::of(tag.name()), tag.name(), true));
            self.step(|tree| tree.end_tag(tag.name()));
            self.record_construction();
        }
    }

    fn text(&mut self, text: Text<'a>) {
        // One call may give two texts: characters, and then the text of a CDATA section.
        if !self.comes_after_text() {
            self.note_difference(self.differs_at_text());
            Event::append_text(&mut self.read.events, text.decoded_str());
            self.step(|tree| tree.text(text.decoded()));
            self.text = Some((text.span().end, text.state()));
        }
    }

    fn comment(&mut self, _: Comment<'a>) {
        if !self.comes_after_text() {
            self.read.events.push(Event::Comment);
            self.read.tree.comment();
        }
    }

    fn dropped(&mut self, _: crate::Dropped) {
        self.comes_after_text();
    }
}
